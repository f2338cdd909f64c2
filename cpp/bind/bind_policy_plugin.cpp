// The capsules and the structures of compiled policies: see ttr/policy_plugin.h.
#include "bind.hpp"
#include "playout_job.hpp"

namespace ttr::bind {

namespace {

// The structures as NumPy names them, and so numba. `truth` is left out: it is for C++ and Cython.
py::tuple policy_dtypes() {
  static const bool registered = [] {
    PYBIND11_NUMPY_DTYPE(ttr_policy_route, a, b, length, color, ferry_locomotives, is_tunnel, twin);
    PYBIND11_NUMPY_DTYPE(ttr_policy_ticket, a, b, points, is_long);
    PYBIND11_NUMPY_DTYPE(ttr_policy_action, kind, color, locomotives, cards, route, city, keep);
    PYBIND11_NUMPY_DTYPE(ttr_policy_game, num_seats, num_cities, num_routes, num_tickets,
                         num_actions, trains_per_player, stations_per_player, station_value,
                         longest_trail_bonus, final_round_threshold, twins_close, route_points,
                         distance, routes, tickets, actions);
    PYBIND11_NUMPY_DTYPE(ttr_policy_seat, routes, route_points, trains, num_cards, num_tickets,
                         num_stations, stations_left, has_resigned, stations, known_hand);
    PYBIND11_NUMPY_DTYPE(ttr_policy_view, random, game, seat, phase, turn, ply, passes,
                         final_turns_left, deck_size, ticket_deck_size, tickets, closed, hand,
                         face_up, discard, offered, num_offered, tunnel_route, tunnel_color,
                         tunnel_locomotives, tunnel_extra, seats, num_legal, legal);
    return true;
  }();
  static_cast<void>(registered);
  return py::make_tuple(py::dtype::of<ttr_policy_view>(), py::dtype::of<ttr_policy_game>());
}

py::object policy_capsule(std::uintptr_t function, std::uintptr_t user_data) {
  if (function == 0) throw py::value_error("function is a null pointer");
  auto capsule = py::reinterpret_steal<py::object>(PyCapsule_New(reinterpret_cast<void*>(function),
                                                                 TTR_POLICY_PLUGIN, nullptr));
  if (!capsule || PyCapsule_SetContext(capsule.ptr(), reinterpret_cast<void*>(user_data)) != 0)
    throw py::error_already_set();
  return capsule;
}

}  // namespace

void bind_policy_plugin(py::module_& m) {
  m.def("policy_dtypes", &policy_dtypes,
        "NumPy's types of ttr_policy_view and ttr_policy_game of ttr/policy_plugin.h.");
  m.def("policy_capsule", &policy_capsule, py::arg("function"), py::arg("user_data"),
        "The capsule of the function at an address. The Python wrapper has checked what it is.");
  m.def(
      "check_policy_plugin", [](const py::object& capsule) { plugin_of(capsule); },
      py::arg("capsule"), "Raises TypeError unless it is a capsule as ttr/policy_plugin.h says.");
}

}  // namespace ttr::bind
