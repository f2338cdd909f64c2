// What the binding files share: the Python-side shapes of Game and State, and checked conversions.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <vector>

#include "ttr/instances.hpp"
#include "ttr/ttr.hpp"

namespace ttr::bind {

namespace py = pybind11;

// The one compiled shape so far: maps of up to 128 routes, cities and tickets.
using Shape = UpTo128;
using CoreGame = Game<Shape>;
using CoreState = State<Shape>;

struct IllegalAction : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

struct PyGame {
  PyGame(const MapData& data, const Rules& rules, int players, int first_seat)
      : game(data, rules, players, first_seat) {
    numbers.reserve(static_cast<std::size_t>(game.actions.size()));
    for (int a = 0; a < game.actions.size(); ++a) numbers.push_back(py::int_(a));
  }
  CoreGame game;
  std::vector<py::object> numbers;  // Python ints of all actions, so that lists are cheap to make
};

// Only in states that keep a record: what was decided, and what came off the deck.
struct Record {
  std::vector<std::uint16_t> actions;
  std::vector<std::uint8_t> cards;
  void card(int kind) { cards.push_back(static_cast<std::uint8_t>(kind)); }
};

struct PyState {
  py::object owner;  // the Python Game; keeps `game` alive
  const PyGame* game;
  CoreState state;
  std::unique_ptr<Record> record;

  PyState(py::object owner_, const PyGame* game_, const CoreState& state_)
      : owner(std::move(owner_)), game(game_), state(state_) {}
  PyState(const PyState& o)
      : owner(o.owner), game(o.game), state(o.state),
        record(o.record ? std::make_unique<Record>(*o.record) : nullptr) {}
};

// repr(value), or a description where Python refuses to make one (integers of thousands of digits).
std::string safe_repr(py::handle value);

// Conversions that name the argument; they accept everything with __index__, refuse bool and float.
std::uint64_t to_u64(py::handle value, const char* name);
long long to_int(py::handle value, const std::string& name, long long low, long long high);
int to_seat(py::handle value, const CoreGame& game);

// The edges of a graph, checked: (m, 2) vertices 0..num_vertices-1 and (m,) lengths.
using Integers = py::array_t<std::int64_t, py::array::c_style>;
std::vector<TrailEdge> trail_edges(int num_vertices, const Integers& ends, const Integers& lengths);

Rules rules_from_dict(const py::dict& options, Rules rules);
py::dict rules_to_dict(const Rules& rules);
MapData map_data(const py::iterable& routes, const py::iterable& tickets, int num_cities);

void bind_constants(py::module_& m);
void bind_rules(py::module_& m);
void bind_game(py::module_& m);
void bind_state(py::module_& m);
void bind_playouts(py::module_& m);
void bind_networks(py::module_& m);
void bind_trail(py::module_& m);
void bind_trail_plugin(py::module_& m);
void bind_repeat(py::module_& m);

// Runs pending Python signal handlers; throws what they raise, or an error when the interpreter is
// about to end. Callable with the GIL released; the argument is not used.
void check_signals(const void* = nullptr);

// Marks a call that works with the GIL released. At exit the interpreter asks such calls to end and
// waits for them: a thread that came back to a finished interpreter would take the process down.
class LongCall {
 public:
  LongCall();
  ~LongCall();
  LongCall(const LongCall&) = delete;
  LongCall& operator=(const LongCall&) = delete;
  static void end_all();  // for atexit
  static bool must_end();
};

}  // namespace ttr::bind

// pybind11 hands out uninitialised memory for an object that was made by T.__new__(T) alone. These
// casters refuse such an object instead, so that using it raises.
namespace pybind11::detail {

template <class T>
class initialised_caster : public type_caster_base<T> {
 public:
  bool load(handle src, bool convert) {
    if (src && PyObject_TypeCheck(src.ptr(), this->typeinfo->type)) {
      auto* object = reinterpret_cast<instance*>(src.ptr());
      if (!object->get_value_and_holder().holder_constructed()) return false;
    }
    return type_caster_base<T>::load(src, convert);
  }
};
template <>
class type_caster<ttr::bind::PyGame> : public initialised_caster<ttr::bind::PyGame> {};
template <>
class type_caster<ttr::bind::PyState> : public initialised_caster<ttr::bind::PyState> {};
template <>
class type_caster<ttr::Rules> : public initialised_caster<ttr::Rules> {};
template <>
class type_caster<ttr::SeatScore> : public initialised_caster<ttr::SeatScore> {};

}  // namespace pybind11::detail
