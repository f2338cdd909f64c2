// What the binding files share: the Python-side shapes of Game and State, and checked conversions.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "ttr/instances.hpp"
#include "ttr/ttr.hpp"

namespace ttr::bind {

namespace py = pybind11;

// The compiled shapes: most maps are narrow, and their states small.
using Narrow = UpTo128;
using Wide = UpTo256;
bool is_narrow(const MapData& data);

struct IllegalAction : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

class PyGame {
 public:
  PyGame(const MapData& data, const Rules& rules, int players, int first_seat);

  // f(game), whatever its shape.
  template <class F>
  decltype(auto) visit(F&& f) const {
    if (const auto* narrow = std::get_if<Game<Narrow>>(&game_)) [[likely]]
      return f(*narrow);
    return f(*std::get_if<Game<Wide>>(&game_));
  }

  template <class Shape>
  const ObservationLayout<Shape>& layout() const {
    return *std::get_if<ObservationLayout<Shape>>(&layout_);
  }

  int num_players() const { return num_players_; }
  int num_actions() const { return static_cast<int>(numbers_.size()); }
  // The Python int of an action; they are made once, so that lists of them are cheap.
  const py::object& number(std::size_t action) const { return numbers_[action]; }

 private:
  std::variant<Game<Narrow>, Game<Wide>> game_;
  std::variant<ObservationLayout<Narrow>, ObservationLayout<Wide>> layout_;
  int num_players_;
  std::vector<py::object> numbers_;
};

// Only in states that keep a record: what was decided, and what came off the deck.
struct Record {
  std::vector<std::int32_t> actions;  // -1 - seat: the seat has resigned
  std::vector<std::uint8_t> cards;
  void card(int kind) { cards.push_back(static_cast<std::uint8_t>(kind)); }
  void building(int) {}
};

// A Python State. The object is of a type of our own, not one that pybind11 manages;
// state_object.cpp says why and makes them. Nobody else can: a State that exists is whole, whoever
// hands it in.
struct PyState {
  PyObject_HEAD;
  PyObject* weak_references;
  PyObject* owner;  // the Python Game; keeps `game` alive
  const PyGame* game;
  Record* record;  // its own, or null
  void* core;      // the State of the game's shape: `narrow`, or memory of its own
  alignas(State<Narrow>) std::byte narrow[sizeof(State<Narrow>)];

  // f(game, state), whatever their shape.
  template <class F>
  decltype(auto) visit(F&& f) const {
    return game->visit([&]<class Shape>(const Game<Shape>& g) -> decltype(auto) {
      return f(g, *static_cast<const State<Shape>*>(core));
    });
  }
  template <class F>
  decltype(auto) visit(F&& f) {
    return game->visit([&]<class Shape>(const Game<Shape>& g) -> decltype(auto) {
      return f(g, *static_cast<State<Shape>*>(core));
    });
  }
};

inline Phase phase_of(const PyState& s) {
  return s.visit([](const auto&, const auto& state) { return state.phase; });
}
inline bool is_terminal(const PyState& s) { return phase_of(s) == Phase::terminal; }
inline int current_player(const PyState& s) {
  return s.visit([](const auto&, const auto& state) -> int {
    return state.is_terminal() ? kTerminalPlayer : state.current;
  });
}

extern PyTypeObject* state_type;
inline bool is_state(py::handle x) { return PyObject_TypeCheck(x.ptr(), state_type) != 0; }
inline PyState& as_state(py::handle x) { return *reinterpret_cast<PyState*>(x.ptr()); }

// A reference to a Python State.
class StateObject : public py::object {
 public:
  PYBIND11_OBJECT(StateObject, py::object, is_state)
  PyState& operator*() const { return as_state(*this); }
  PyState* operator->() const { return &as_state(*this); }
};

// `owner` is the Python Game whose compiled half `game` is.
template <class Shape>
StateObject make_state(py::handle owner, const PyGame& game, const State<Shape>& state);
// With a copy of the record, if there is one.
StateObject copy_of(const PyState& s);
// Are the games of the two equal? Their states have one meaning then.
bool plays_the_same(const PyState& s, const PyState& t);

inline py::str text(std::string_view s) { return py::str(s.data(), s.size()); }

// repr(value), or a description where Python refuses to make one (integers of thousands of digits).
std::string safe_repr(py::handle value);

// Conversions that name the argument; they accept everything with __index__, refuse bool and float.
std::uint64_t to_u64(py::handle value, const char* name);
long long to_int(py::handle value, const std::string& name, long long low, long long high);
int to_seat(py::handle value, const PyGame& game);

// The edges of a graph, checked: (m, 2) vertices 0..num_vertices-1 and (m,) lengths.
using Integers = py::array_t<std::int64_t, py::array::c_style>;
std::vector<TrailEdge> trail_edges(int num_vertices, const Integers& ends, const Integers& lengths);

Rules rules_from_dict(const py::dict& options, Rules rules);
py::dict rules_to_dict(const Rules& rules);
MapData map_data(const py::iterable& routes, const py::iterable& tickets, int num_cities);
py::dict state_to_dict(const PyState& state);
// `game` is a Python Game; the parts are checked one by one already (ttr_fast/state_dict.py).
StateObject state_from_parts(const py::object& game, const py::dict& parts);

void bind_constants(py::module_& m);
void bind_rules(py::module_& m);
void bind_game(py::module_& m);
void bind_seat_score(py::module_& m);
void make_state_type(py::module_& m);
void bind_state(py::module_& m);
void bind_resample(py::module_& m);
void bind_open_spiel(py::module_& m);
void bind_rng(py::module_& m);
void bind_observe(py::module_& m);
void bind_playouts(py::module_& m);
void bind_totals(py::module_& m);
void bind_networks(py::module_& m);
void bind_trail(py::module_& m);
void bind_trail_plugin(py::module_& m);
void bind_policy_plugin(py::module_& m);
void bind_c_api(py::module_& m);
void bind_repeat(py::module_& m);
void bind_replay(py::module_& m);
void bind_vector_env(py::module_& m);
void bind_batched_playouts(py::module_& m);

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
class type_caster<ttr::Rules> : public initialised_caster<ttr::Rules> {};
template <>
class type_caster<ttr::SeatScore> : public initialised_caster<ttr::SeatScore> {};

// As an argument: a reference into the Python object, which the caller holds.
template <>
class type_caster<ttr::bind::PyState> {
 public:
  static constexpr auto name = const_name("ttr_fast._core.State");
  template <class>
  using cast_op_type = ttr::bind::PyState&;
  bool load(handle src, bool) {
    if (!ttr::bind::is_state(src)) return false;
    state_ = &ttr::bind::as_state(src);
    return true;
  }
  operator ttr::bind::PyState&() const { return *state_; }

 private:
  ttr::bind::PyState* state_ = nullptr;
};
template <>
struct handle_type_name<ttr::bind::StateObject> {
  static constexpr auto name = const_name("ttr_fast._core.State");
};

}  // namespace pybind11::detail
