// The compiled half of ttr_fast.Game: map, rules, action table, new states.
#include "bind.hpp"

namespace ttr::bind {

bool is_narrow(const MapData& data) {
  auto fits = [](std::size_t n, int most) { return n <= static_cast<std::size_t>(most); };
  return data.num_cities <= Narrow::cities && fits(data.routes.size(), Narrow::routes) &&
         fits(data.tickets.size(), Narrow::tickets);
}

PyGame::PyGame(const MapData& data, const Rules& rules, int players, int first_seat)
    : game_(is_narrow(data) ? decltype(game_)(std::in_place_type<Game<Narrow>>, data, rules,
                                              players, first_seat)
                            : decltype(game_)(std::in_place_type<Game<Wide>>, data, rules, players,
                                              first_seat)),
      layout_(visit([]<class Shape>(const Game<Shape>& game) -> decltype(layout_) {
        return ObservationLayout<Shape>(game);
      })),
      num_players_(players) {
  const int actions = visit([](const auto& game) { return game.actions.size(); });
  numbers_.reserve(static_cast<std::size_t>(actions));
  for (int a = 0; a < actions; ++a) numbers_.push_back(py::int_(a));
}

MapData map_data(const py::iterable& routes, const py::iterable& tickets, int num_cities) {
  MapData data;
  data.num_cities = num_cities;
  for (const auto& item : routes) {
    const auto [a, b, length, color, ferry, tunnel] =
        item.cast<std::tuple<int, int, int, int, int, bool>>();
    data.routes.push_back({a, b, length, color, ferry, tunnel});
  }
  for (const auto& item : tickets) {
    const auto [a, b, points, is_long] = item.cast<std::tuple<int, int, int, bool>>();
    data.tickets.push_back({a, b, points, is_long});
  }
  return data;
}

void bind_game(py::module_& m) {
  py::class_<PyGame>(m, "Game", "Compiled base of ttr_fast.Game.")
      .def(py::init([](int num_cities, const py::iterable& routes, const py::iterable& tickets,
                       const Rules& rules, const py::object& players,
                       const py::object& first_seat) {
             const int n = static_cast<int>(to_int(players, "players", kMinPlayers, kMaxPlayers));
             int first = kFirstSeatByRules;
             if (first_seat.is_none())
               first = kFirstSeatBySeed;
             else if (!first_seat.is(py::ellipsis()))
               first = static_cast<int>(to_int(first_seat, "first_seat", 0, n - 1));
             return std::make_unique<PyGame>(map_data(routes, tickets, num_cities), rules, n,
                                             first);
           }),
           py::arg("num_cities"), py::arg("routes"), py::arg("tickets"), py::arg("rules"),
           py::arg("players"), py::arg("first_seat") = py::ellipsis())
      .def_property_readonly("num_players", &PyGame::num_players, "Number of seats, 2..5.")
      .def_property_readonly(
          "rules",
          [](const PyGame& g) { return g.visit([](const auto& game) { return game.rules; }); },
          "The rules played.")
      .def_property_readonly(
          "first_seat",
          [](const PyGame& g) -> py::object {
            const int seat = g.visit([](const auto& game) { return game.first_seat; });
            if (seat == kFirstSeatBySeed) return py::none();
            return py::int_(seat);
          },
          "Seat of the first turn, or None when the seed draws it (R15).")
      .def("num_distinct_actions", &PyGame::num_actions,
           "Size of the action table; actions are 0..size-1.")
      .def(
          "max_game_length",
          [](const PyGame& g) {
            return g.visit([](const auto& game) { return game.max_plies(); });
          },
          "An upper bound on the number of plies of any game.")
      .def(
          "new_initial_state",
          [](const py::object& self, const py::object& seed, const py::object& index, bool record) {
            const auto& pg = self.cast<const PyGame&>();
            const std::uint64_t s = to_u64(seed, "seed"), i = to_u64(index, "index");
            return pg.visit([&](const auto& game) {
              if (!record) return make_state(self, pg, new_initial_state(game, s, i));
              auto rec = std::make_unique<Record>();
              StateObject state = make_state(self, pg, new_initial_state(game, s, i, *rec));
              state->record = rec.release();
              return state;
            });
          },
          py::arg("seed"), py::arg("index") = 0, py::kw_only(), py::arg("record") = false,
          "A dealt game, before the first ticket choice.\n\n"
          "seed, index: integers in 0..2**64-1; the same pair is the same game everywhere, and\n"
          "`index` is the position in a batch: playouts(game, n, seed=s) plays games (s, 0..n-1).\n"
          "record: keep `history()` and `drawn_cards()` (copies of the state get slower).\n"
          "Raises TypeError or ValueError for a seed that is no such integer.")
      .def("_ticket_points",
           [](const PyGame& g) {
             return g.visit([](const auto& game) {
               return py::tuple(py::cast(game.ticket_points));
             });
           })
      .def("_move",
           [](const PyGame& g, const py::object& action) {
             const auto a = static_cast<int>(to_int(action, "action", 0, g.num_actions() - 1));
             const Move move = g.visit([&](const auto& game) { return game.actions[a]; });
             return py::make_tuple(static_cast<int>(move.kind), move.route, move.color,
                                   move.locomotives, move.keep, move.city, move.cards);
           })
      .def(
          "_action_number",
          [](const PyGame& g, int kind, int route, int color, int locomotives, int keep, int city,
             int cards) -> py::object {
            return g.visit([&](const auto& game) -> py::object {
              for (int a = 0; a < game.actions.size(); ++a) {
                const Move& move = game.actions[a];
                if (static_cast<int>(move.kind) == kind && move.route == route &&
                    move.color == color && move.locomotives == locomotives && move.keep == keep &&
                    move.city == city && move.cards == cards)
                  return py::int_(a);
              }
              return py::none();
            });
          },
          py::arg("kind"), py::arg("route"), py::arg("color"), py::arg("locomotives"),
          py::arg("keep"), py::arg("city"), py::arg("cards"))
      .def("_state_from_parts", &state_from_parts)
      .def("_state_from_bytes", [](const py::object& self, const py::bytes& data) {
        const auto& pg = self.cast<const PyGame&>();
        const std::string_view view = data;
        const auto* first = reinterpret_cast<const std::uint8_t*>(view.data());
        return pg.visit([&](const auto& game) {
          return make_state(self, pg, state_from_bytes(game, std::span(first, view.size())));
        });
      });
}

}  // namespace ttr::bind
