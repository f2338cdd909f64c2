// State.resample_from_infostate: states drawn from what a seat knows.
#include "bind.hpp"

namespace ttr::bind {

namespace {

// A seed, or what OpenSpiel's bots hand over: a function that gives a random number in [0, 1).
std::uint64_t seed_from(const py::object& seed) {
  if (PyCallable_Check(seed.ptr()) == 0) return to_u64(seed, "seed");
  const py::object drawn = seed();
  const double x = PyFloat_AsDouble(drawn.ptr());
  if (PyErr_Occurred() != nullptr) throw py::error_already_set();
  if (!(x >= 0 && x < 1))
    throw py::value_error("seed() must return a number in [0, 1), got " + safe_repr(drawn));
  return static_cast<std::uint64_t>(x * 0x1p53);
}

auto resample(const PyState& s, const py::object& seat_, const py::object& seed_) {
  const int seat = to_seat(seat_, *s.game);
  const std::uint64_t seed = seed_from(seed_);
  const auto owner = py::reinterpret_borrow<py::object>(py::handle(s.owner));
  return s.visit([&]<class Shape>(const Game<Shape>& game, const State<Shape>& state) {
    return make_state(owner, *s.game, determinize(game, state, seat, seed));
  });
}

constexpr const char* kDoc =
    R"(A full state drawn at random from all that fit what the seat has seen, with a new future.

The seat's own cards and tickets, and all that lies open, stay. Hidden cards of the others, their
tickets, the deck and the tickets nobody has seen are dealt anew, every arrangement as likely as any
other. Kept besides: the cards of every `known_hand`; what a rebuilt deck has shown to be in hands;
the places of the tickets that the seat itself returned, and the order of those that others returned
(Q11). During the initial choice the others choose anew (Q10). At the end of the game nothing is
hidden any more, and nothing is dealt anew. docs/observation.md says what a seat remembers, and what
is forgotten.

seat: the seat that plans. seed: an integer in 0..2**64-1, or a function that returns a number in
[0, 1), as OpenSpiel's bots hand over. The result depends on the seed and on what the seat knows
alone; it keeps no record.
Raises TypeError or ValueError for any other seat or seed.)";

}  // namespace

void bind_resample(py::module_& m) {
  const py::object state = m.attr("State");
  py::setattr(state, "resample_from_infostate",
              py::cpp_function(&resample, py::name("resample_from_infostate"), py::is_method(state),
                               py::arg("seat"), py::arg("seed"), kDoc));
}

}  // namespace ttr::bind
