// States as plain data: what State.to_dict shows, and what Game.state_from_dict hands over.
#include <algorithm>

#include "bind.hpp"

namespace ttr::bind {

namespace {

py::dict counts(const Cards& cards) {
  py::dict d;
  for (int c = 0; c < kCardKinds; ++c) d[text(kCardNames[static_cast<std::size_t>(c)])] = cards[c];
  return d;
}

template <int N>
py::list members(const BitSet<N>& set) {
  py::list out;
  set.for_each([&](int i) { out.append(i); });
  return out;
}

// A list of at most `most` numbers, each 0..limit-1.
std::vector<int> numbers_from(const py::handle& list, std::size_t most, int limit) {
  const auto numbers = list.cast<std::vector<int>>();
  if (numbers.size() > most) throw py::value_error("parts of a state: a list is too long");
  for (int x : numbers)
    if (x < 0 || x >= limit) throw py::value_error("parts of a state: a number is out of range");
  return numbers;
}

Cards cards_from(const py::handle& counts) {
  const auto n = numbers_from(counts, kCardKinds, kTotalCards + 1);
  if (n.size() != kCardKinds) throw py::value_error("parts of a state: nine counts are needed");
  Cards cards;
  for (int c = 0; c < kCardKinds; ++c) cards.add(c, n[static_cast<std::size_t>(c)]);
  return cards;
}

template <class Shape>
void set_memory(const Game<Shape>& game, State<Shape>& s, const py::object& d) {
  s.in_hands = cards_from(d["in_hands"]);
  const auto n = static_cast<std::size_t>(game.num_players);
  for (int i : numbers_from(d["ticket_blocks"], Shape::tickets, Shape::tickets))
    if (i < s.ticket_deck.size()) s.ticket_deck.start_block(i, true);
  if (py::len(d["players"]) != n)
    throw py::value_error("parts of a state: other number of players");
  std::size_t seat = 0;
  for (const auto& p : py::object(d["players"])) {
    auto& player = s.players[seat++];
    player.counted = cards_from(p["counted"]);
    player.fresh = p["fresh"].cast<std::uint8_t>();
    player.initial_kept = p["initial_kept"].cast<std::uint8_t>();
    for (int t : numbers_from(p["located"], Shape::tickets, game.map.num_tickets()))
      player.located.insert(t);
  }
  fit_memory(game, s);
}

// How many tickets of the deck can never have been dealt.
template <class Shape>
std::uint16_t most_unseen(const Game<Shape>& game, const State<Shape>& s) {
  const int never_dealt =
      game.ticket_deck.size() - game.num_players * game.rules.initial_tickets_dealt;
  return static_cast<std::uint16_t>(std::min(s.ticket_deck.size(), never_dealt));
}

// A state from numbers that Python has already checked one by one (types, names, ranges), so that
// it could name them; here they are checked against one another.
template <class Shape>
State<Shape> core_from_parts(const Game<Shape>& game, const py::dict& d) {
  State<Shape> s;
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
  s.deck = cards_from(d["deck"]);
  s.discard = cards_from(d["discard"]);
  int slot = 0;
  for (int kind : numbers_from(d["face_up"], kMaxFaceUp, Row::kFree + 1)) {
    if (kind != Row::kFree) s.row.put(slot, kind);
    ++slot;
  }
  const int tickets = game.map.num_tickets();
  const auto deck = numbers_from(d["ticket_deck"], Shape::tickets, tickets);
  s.ticket_deck.assign(deck.data(), static_cast<int>(deck.size()));
  s.unseen_tickets = d["unseen_tickets"].is_none() ? most_unseen(game, s)
                                                   : d["unseen_tickets"].cast<std::uint16_t>();
  if (!d["tunnel"].is_none()) {
    const auto t = py::reinterpret_borrow<py::dict>(d["tunnel"]);
    s.tunnel.route = t["route"].cast<std::uint16_t>();
    s.tunnel.color = t["color"].cast<std::uint8_t>();
    s.tunnel.locomotives = t["locomotives"].cast<std::uint8_t>();
    s.tunnel.extra = t["extra"].cast<std::uint8_t>();
    for (int kind : numbers_from(t["turned"], kMaxTunnelCards, kCardKinds))
      s.tunnel.turned[s.tunnel.num_turned++] = static_cast<std::uint8_t>(kind);
  }
  int seat = 0;
  if (py::len(d["players"]) != static_cast<std::size_t>(game.num_players))
    throw py::value_error("parts of a state: other number of players");
  for (const auto& item : d["players"]) {
    const auto p = py::reinterpret_borrow<py::dict>(item);
    if (p["resigned"].cast<bool>()) s.resigned |= static_cast<std::uint8_t>(1 << seat);
    auto& player = s.players[static_cast<std::size_t>(seat++)];
    player.hand = cards_from(p["hand"]);
    player.known = cards_from(p["known"]);
    for (int r : numbers_from(p["routes"], Shape::routes, game.map.num_routes()))
      player.routes.insert(r);
    for (int t : numbers_from(p["tickets"], Shape::tickets, tickets)) player.tickets.insert(t);
    player.trains = p["trains"].cast<std::uint8_t>();
    player.route_points = p["route_points"].cast<std::int16_t>();
    for (int t : numbers_from(p["offered"], kMaxOffered, tickets))
      player.offered[player.num_offered++] = static_cast<typename State<Shape>::TicketId>(t);
    for (int city : numbers_from(p["stations"], kMaxStations, game.map.num_cities()))
      player.stations[player.num_stations++] = static_cast<std::uint8_t>(city);
  }
  derive_fields(game, s);
  if (d["memory"].is_none()) {
    forget_everything(game, s);
  } else {
    set_memory(game, s, d["memory"]);
    // Of a position that was changed beyond what cutting mends, nothing is remembered.
    if (!state_is_ok(game, s)) forget_everything(game, s);
  }
  const auto problems = state_problems(game, s);
  if (!problems.empty()) {
    std::string all;
    for (const auto& p : problems) all += (all.empty() ? "" : "; ") + p;
    throw py::value_error("inconsistent state: " + all);
  }
  return s;
}

template <class Shape>
py::dict player_dict(const Game<Shape>& game, const State<Shape>& s, int seat) {
  const auto& p = s.players[static_cast<std::size_t>(seat)];
  py::dict d;
  d["hand"] = counts(p.hand);
  d["known_hand"] = counts(p.known);
  d["trains"] = p.trains;
  d["stations_left"] = stations_left(game, s, seat);
  py::list cities;
  for (int i = 0; i < p.num_stations; ++i) cities.append(p.stations[static_cast<std::size_t>(i)]);
  d["station_cities"] = cities;
  d["tickets"] = members(p.tickets);
  py::list offered;
  for (int i = 0; i < p.num_offered; ++i) offered.append(p.offered[static_cast<std::size_t>(i)]);
  d["offered_tickets"] = offered;
  d["routes"] = members(p.routes);
  d["route_points"] = p.route_points;
  d["resigned"] = s.has_resigned(seat);
  return d;
}

template <class Shape>
py::dict memory_dict(const Game<Shape>& game, const State<Shape>& s) {
  py::dict d;
  d["in_hands"] = counts(s.in_hands);
  py::list blocks;
  for (int i = 0; i < s.ticket_deck.size(); ++i)
    if (s.ticket_deck.starts_block(i)) blocks.append(i);
  d["ticket_blocks"] = blocks;
  py::list players;
  for (int seat = 0; seat < game.num_players; ++seat) {
    const auto& p = s.players[static_cast<std::size_t>(seat)];
    py::dict seen;
    seen["counted"] = counts(p.counted);
    seen["fresh"] = p.fresh;
    seen["initial_kept"] = p.initial_kept;
    seen["located"] = members(p.located);
    players.append(seen);
  }
  d["players"] = players;
  return d;
}

template <class Shape>
py::object tunnel_dict(const State<Shape>& s) {
  if (s.phase != Phase::pay_tunnel) return py::none();
  py::dict d;
  d["route"] = s.tunnel.route;
  d["color"] = s.tunnel.color == kNoColor ? py::object(py::none())
                                          : py::object(text(kCardNames[s.tunnel.color]));
  d["locomotives"] = s.tunnel.locomotives;
  py::list turned;
  for (int i = 0; i < s.tunnel.num_turned; ++i)
    turned.append(text(kCardNames[s.tunnel.turned[static_cast<std::size_t>(i)]]));
  d["turned"] = turned;
  d["extra"] = s.tunnel.extra;
  return d;
}

template <class Shape>
py::dict facts_dict(const Game<Shape>& game, const State<Shape>& s, const py::object& map) {
  py::dict d;
  d["schema"] = 1;
  d["map"] = map.attr("name");
  d["tickets"] = map.attr("deck");
  d["rules"] = rules_to_dict(game.rules);
  d["num_players"] = game.num_players;
  d["seed"] = s.seed;
  d["game_index"] = s.game_index;
  d["chance_position"] = s.chance.position();
  d["first_seat"] = s.first_seat;
  d["turn"] = s.turn;
  d["ply"] = s.ply;
  d["current_player"] = s.is_terminal() ? kTerminalPlayer : int{s.current};
  d["phase"] = text(kPhaseNames[static_cast<std::size_t>(s.phase)]);
  d["deck"] = counts(s.deck);
  d["discard"] = counts(s.discard);
  py::list row;
  for (int slot = 0; slot < game.rules.face_up_size; ++slot)
    if (s.row.is_free(slot))
      row.append(py::none());
    else
      row.append(text(kCardNames[static_cast<std::size_t>(s.row[slot])]));
  d["face_up"] = row;
  py::list tickets;
  for (int i = 0; i < s.ticket_deck.size(); ++i) tickets.append(s.ticket_deck[i]);
  d["ticket_deck"] = tickets;
  d["unseen_tickets"] = s.unseen_tickets;
  if (s.final_turns_left == State<Shape>::kNoFinalRound)
    d["final_turns_left"] = py::none();
  else
    d["final_turns_left"] = s.final_turns_left;
  d["consecutive_passes"] = s.passes;
  py::list players;
  for (int seat = 0; seat < game.num_players; ++seat) players.append(player_dict(game, s, seat));
  d["players"] = players;
  d["pending_tunnel"] = tunnel_dict(s);
  d["memory"] = memory_dict(game, s);
  return d;
}

}  // namespace

py::dict state_to_dict(const PyState& ps) {
  return ps.visit([&](const auto& game, const auto& s) {
    return facts_dict(game, s, py::handle(ps.owner).attr("map"));
  });
}

StateObject state_from_parts(const py::object& game, const py::dict& parts) {
  const auto& pg = game.cast<const PyGame&>();
  return pg.visit([&](const auto& core) {
    return make_state(game, pg, core_from_parts(core, parts));
  });
}

}  // namespace ttr::bind
