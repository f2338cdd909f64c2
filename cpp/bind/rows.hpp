// Arrays that Python hands in for the core to write into, checked.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "bind.hpp"
#include "ttr/vector_env.hpp"

namespace ttr::bind {

// Which of the names it is; `what` is for the error.
template <std::size_t N>
int named(const std::array<std::string_view, N>& names, const std::string& name, const char* what) {
  for (std::size_t i = 0; i < N; ++i)
    if (names[i] == name) return static_cast<int>(i);
  throw py::value_error(std::string(what) + " is none of those there are");
}

// The memory of a C-contiguous, writable array of that type and shape; nullptr for None.
template <class T>
T* writable(const py::object& array, const char* name, const std::vector<std::size_t>& shape) {
  if (array.is_none()) return nullptr;
  using Array = py::array_t<T, py::array::c_style>;
  if (!py::isinstance<Array>(array))
    throw py::type_error(std::string(name) + ": another dtype or layout");
  auto typed = py::reinterpret_borrow<Array>(array);
  bool same = static_cast<std::size_t>(typed.ndim()) == shape.size();
  for (std::size_t i = 0; same && i < shape.size(); ++i)
    same = typed.shape(static_cast<py::ssize_t>(i)) == static_cast<py::ssize_t>(shape[i]);
  if (!same) throw py::value_error(std::string(name) + ": another shape");
  return typed.mutable_data();
}

template <class T>
const T* readable(const py::object& array, const char* name, std::size_t n) {
  using Array = py::array_t<T, py::array::c_style>;
  if (!py::isinstance<Array>(array))
    throw py::type_error(std::string(name) + ": another dtype or layout");
  auto typed = py::reinterpret_borrow<Array>(array);
  if (typed.ndim() != 1 || static_cast<std::size_t>(typed.size()) != n)
    throw py::value_error(std::string(name) + ": another shape");
  return typed.data();
}

// Of float32 or uint8, by its dtype.
template <class Shape>
ObservationRows observation_rows(const py::object& array, const ObservationLayout<Shape>& layout,
                                 View view, std::size_t n) {
  ObservationRows rows;
  if (py::isinstance<py::array_t<std::uint8_t>>(array))
    rows.bytes = writable<std::uint8_t>(array, "observations",
                                        {n, static_cast<std::size_t>(layout.bytes(view))});
  else
    rows.floats =
        writable<float>(array, "observations", {n, static_cast<std::size_t>(layout.size(view))});
  return rows;
}

// What to say of an action that is not legal in a state that is not over; `where` names both.
template <class Shape>
std::string refusal(const std::string& where, const py::object& owner, const PyGame& game,
                    const State<Shape>& s, std::int64_t action) {
  if (action < 0 || action >= game.num_actions())
    return where + " is not an action of this game: allowed are 0.." +
           std::to_string(game.num_actions() - 1);
  return where + " (" + std::string(py::str(owner.attr("action_to_string")(action))) +
         ") is not legal for seat " + std::to_string(s.current) + " in phase " +
         std::string(kPhaseNames[static_cast<std::size_t>(s.phase)]);
}

}  // namespace ttr::bind
