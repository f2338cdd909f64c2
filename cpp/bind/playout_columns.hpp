// The columns of playouts: those that Python hands in, and such whose rows are added up.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "bind.hpp"
#include "playout_job.hpp"
#include "ttr/totals.hpp"

namespace ttr::bind {

// The memory of a column of n * width numbers.
template <class T>
T* memory_of(const py::object& column, const std::string& name, std::size_t n, std::size_t width) {
  using Column = py::array_t<T, py::array::c_style>;
  if (!py::isinstance<Column>(column))
    throw py::type_error("columns: '" + name + "' has another dtype or layout");
  auto array = py::reinterpret_borrow<Column>(column);
  const auto size = static_cast<std::size_t>(array.size());
  if (size % width != 0 || size / width != n)
    throw py::value_error("columns: '" + name + "' has another shape");
  return array.mutable_data();
}

// The columns of a dict of arrays of n rows by their names; throws py::type_error and
// py::value_error for others.
template <class Shape>
PlayoutColumns columns_of(const Game<Shape>& game, const py::dict& columns, std::size_t n) {
  PlayoutColumns out;
  std::size_t known = 0;
  for_each_column(game, out, [&]<class T>(T*& pointer, const char* name, std::size_t width) {
    if (!columns.contains(name)) return;
    ++known;
    pointer = memory_of<T>(columns[name], name, n, width);
  });
  if (known != columns.size()) throw py::value_error("columns: one has an unknown name");
  return out;
}

using ColumnNames = std::vector<std::string>;

bool has(const ColumnNames& names, const char* name);

// Columns for the games that are played at a time.
class ColumnBuffers {
 public:
  template <class Shape>
  ColumnBuffers(const Game<Shape>& game, const ColumnNames& names, std::size_t rows) {
    for_each_column(game, columns, [&]<class T>(T*& pointer, const char* name, std::size_t width) {
      if (!has(names, name)) return;
      memory_.push_back(std::make_unique<std::byte[]>(rows * width * sizeof(T)));
      pointer = reinterpret_cast<T*>(memory_.back().get());
    });
  }

  PlayoutColumns columns;

 private:
  std::vector<std::unique_ptr<std::byte[]>> memory_;
};

// What the names ask for; see run_totals in _core.pyi.
py::dict totals_to_dict(Totals& totals, const ColumnNames& names, int num_routes, int num_tickets);

}  // namespace ttr::bind
