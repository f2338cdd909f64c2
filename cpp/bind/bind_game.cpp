// The compiled half of ttr_fast.Game: map, rules, action table, new states.
#include "bind.hpp"

namespace ttr::bind {

namespace {

Cards cards_from(const py::handle& counts) {
  const auto n = counts.cast<std::vector<int>>();
  Cards cards;
  for (int c = 0; c < kCardKinds; ++c) cards.add(c, n.at(static_cast<std::size_t>(c)));
  return cards;
}

// A state from numbers that Python has already checked one by one (types, names, ranges); here
// they are checked against one another.
PyState state_from_parts(const py::object& self, const py::dict& d) {
  const auto& pg = self.cast<const PyGame&>();
  const auto& game = pg.game;
  CoreState s;
  s.seed = d["seed"].cast<std::uint64_t>();
  s.game_index = d["game_index"].cast<std::uint64_t>();
  s.chance =
      Stream(s.seed, s.game_index, kChanceStream, d["chance_position"].cast<std::uint64_t>());
  s.turn = d["turn"].cast<std::uint32_t>();
  s.ply = d["ply"].cast<std::uint32_t>();
  s.phase = static_cast<Phase>(d["phase"].cast<int>());
  s.current = d["current"].cast<std::int8_t>();
  s.first_seat = d["first_seat"].cast<std::int8_t>();
  s.passes = d["passes"].cast<std::int8_t>();
  s.final_turns_left = d["final_turns_left"].cast<std::int16_t>();
  s.unseen_tickets = d["unseen_tickets"].cast<std::uint16_t>();
  s.deck = cards_from(d["deck"]);
  s.discard = cards_from(d["discard"]);
  int slot = 0;
  for (int kind : d["face_up"].cast<std::vector<int>>()) {
    if (kind != Row::kFree) s.row.put(slot, kind);
    ++slot;
  }
  const auto deck = d["ticket_deck"].cast<std::vector<int>>();
  s.ticket_deck.assign(deck.data(), static_cast<int>(deck.size()));
  int seat = 0;
  for (const auto& item : d["players"]) {
    const auto p = py::reinterpret_borrow<py::dict>(item);
    auto& player = s.players[static_cast<std::size_t>(seat++)];
    player.hand = cards_from(p["hand"]);
    player.known = cards_from(p["known"]);
    for (int r : p["routes"].cast<std::vector<int>>()) player.routes.insert(r);
    for (int t : p["tickets"].cast<std::vector<int>>()) player.tickets.insert(t);
    player.trains = p["trains"].cast<std::uint8_t>();
    player.route_points = p["route_points"].cast<std::int16_t>();
    for (int t : p["offered"].cast<std::vector<int>>())
      player.offered[player.num_offered++] = static_cast<std::uint8_t>(t);
  }
  derive_fields(game, s);
  const auto problems = state_problems(game, s);
  if (!problems.empty()) {
    std::string all;
    for (const auto& p : problems) all += (all.empty() ? "" : "; ") + p;
    throw py::value_error("inconsistent state: " + all);
  }
  return PyState(self, &pg, s);
}

}  // namespace

MapData map_data(const py::iterable& routes, const py::iterable& tickets, int num_cities) {
  MapData data;
  data.num_cities = num_cities;
  for (const auto& item : routes) {
    const auto [a, b, length, color] = item.cast<std::tuple<int, int, int, int>>();
    data.routes.push_back({a, b, length, color});
  }
  for (const auto& item : tickets) {
    const auto [a, b, points] = item.cast<std::tuple<int, int, int>>();
    data.tickets.push_back({a, b, points});
  }
  return data;
}

void bind_game(py::module_& m) {
  py::class_<PyGame>(m, "Game", "Compiled base of ttr_fast.Game.")
      .def(py::init([](int num_cities, const py::iterable& routes, const py::iterable& tickets,
                       const Rules& rules, const py::object& players,
                       const py::object& first_seat) {
             const int n = static_cast<int>(to_int(players, "players", kMinPlayers, kMaxPlayers));
             const int first = first_seat.is_none()
                                   ? kFirstSeatBySeed
                                   : static_cast<int>(to_int(first_seat, "first_seat", 0, n - 1));
             return std::make_unique<PyGame>(map_data(routes, tickets, num_cities), rules, n,
                                             first);
           }),
           py::arg("num_cities"), py::arg("routes"), py::arg("tickets"), py::arg("rules"),
           py::arg("players"), py::arg("first_seat"))
      .def_property_readonly(
          "num_players", [](const PyGame& g) { return g.game.num_players; },
          "Number of seats, 2..5.")
      .def_property_readonly(
          "rules", [](const PyGame& g) { return g.game.rules; }, "The rules played.")
      .def_property_readonly(
          "first_seat",
          [](const PyGame& g) -> py::object {
            if (g.game.first_seat == kFirstSeatBySeed) return py::none();
            return py::int_(g.game.first_seat);
          },
          "Seat of the first turn, or None when the seed draws it (R15).")
      .def(
          "num_distinct_actions", [](const PyGame& g) { return g.game.actions.size(); },
          "Size of the action table; actions are 0..size-1.")
      .def(
          "max_game_length", [](const PyGame& g) { return g.game.max_plies(); },
          "An upper bound on the number of plies of any game.")
      .def(
          "new_initial_state",
          [](const py::object& self, const py::object& seed, const py::object& index, bool record) {
            const auto& pg = self.cast<const PyGame&>();
            const std::uint64_t s = to_u64(seed, "seed"), i = to_u64(index, "index");
            if (!record) return PyState(self, &pg, new_initial_state(pg.game, s, i));
            auto rec = std::make_unique<Record>();
            PyState state(self, &pg, new_initial_state(pg.game, s, i, *rec));
            state.record = std::move(rec);
            return state;
          },
          py::arg("seed"), py::arg("index") = 0, py::kw_only(), py::arg("record") = false,
          "A dealt game, before the first ticket choice.\n\n"
          "seed, index: integers in 0..2**64-1; the same pair is the same game everywhere, and\n"
          "`index` is the position in a batch: playouts(game, n, seed=s) plays games (s, 0..n-1).\n"
          "record: keep `history()` and `drawn_cards()` (copies of the state get slower).\n"
          "Raises TypeError or ValueError for a seed that is no such integer.")
      .def("_ticket_points",
           [](const PyGame& g) { return py::tuple(py::cast(g.game.ticket_points)); })
      .def("_move",
           [](const PyGame& g, const py::object& action) {
             const auto a = to_int(action, "action", 0, g.game.actions.size() - 1);
             const Move& move = g.game.actions[static_cast<int>(a)];
             return py::make_tuple(static_cast<int>(move.kind), move.route, move.color,
                                   move.locomotives, move.keep);
           })
      .def("_action_number",
           [](const PyGame& g, int kind, int route, int color, int locomotives,
              int keep) -> py::object {
             for (int a = 0; a < g.game.actions.size(); ++a) {
               const Move& m2 = g.game.actions[a];
               if (static_cast<int>(m2.kind) == kind && m2.route == route && m2.color == color &&
                   m2.locomotives == locomotives && m2.keep == keep)
                 return py::int_(a);
             }
             return py::none();
           })
      .def("_state_from_parts", &state_from_parts)
      .def("_state_from_bytes", [](const py::object& self, const py::bytes& data) {
        const auto& pg = self.cast<const PyGame&>();
        const std::string_view view = data;
        const auto* first = reinterpret_cast<const std::uint8_t*>(view.data());
        return PyState(self, &pg, state_from_bytes(pg.game, std::span(first, view.size())));
      });
}

}  // namespace ttr::bind
