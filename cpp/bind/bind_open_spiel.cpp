// The names that OpenSpiel's bots call besides those of our own, so that they run on our states.
#include "bind.hpp"

namespace ttr::bind {

namespace {

template <class F, class... Extra>
void add_method(const py::object& type, const char* name, F&& f, const Extra&... extra) {
  py::setattr(type, name,
              py::cpp_function(std::forward<F>(f), py::name(name), py::is_method(type), extra...));
}

// action_to_string(player, action), or with the action alone.
py::object action_to_string(const PyState& s, const py::object& first, const py::object& second) {
  const py::object& action = second.is_none() ? first : second;
  if (!second.is_none()) to_seat(first, *s.game);
  return py::handle(s.owner).attr("action_to_string")(action);
}

}  // namespace

void bind_open_spiel(py::module_& m) {
  const py::object state = m.attr("State");
  add_method(
      state, "is_chance_node", [](const PyState&) { return false; },
      "Always False: what is drawn is drawn within the action that draws it.");
  add_method(
      state, "is_simultaneous_node", [](const PyState&) { return false; },
      "Always False: one seat decides at a time.");
  add_method(
      state, "get_game",
      [](const PyState& s) { return py::reinterpret_borrow<py::object>(py::handle(s.owner)); },
      "The Game that is played: what `game` is, too.");
  add_method(
      state, "num_players", [](const PyState& s) { return s.game->num_players(); },
      "Number of seats.");
  add_method(
      state, "num_distinct_actions", [](const PyState& s) { return s.game->num_actions(); },
      "Number of actions of the game: they are 0..n-1.");
  add_method(
      state, "action_to_string", &action_to_string, py::arg("player"),
      py::arg("action") = py::none(),
      "A readable name of an action, called with (player, action) or the action alone.\n\n"
      "It is the same for every player. Raises ValueError or TypeError if there is no such player\n"
      "or action.");
}

}  // namespace ttr::bind
