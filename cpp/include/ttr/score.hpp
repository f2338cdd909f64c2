// The end of the game: tickets, longest trail, totals, tie-breaks, ranks (R54, R85-R93, R97).
#pragma once

#include <array>

#include "ttr/borrowed_routes.hpp"
#include "ttr/network.hpp"
#include "ttr/state.hpp"
#include "ttr/stations.hpp"
#include "ttr/trail.hpp"

namespace ttr {

struct SeatScore {
  int routes = 0;     // points for routes
  int tickets = 0;    // points for tickets, failed ones negative
  int completed = 0;  // number of tickets
  int failed = 0;
  int longest = 0;  // trains in the longest trail
  int bonus = 0;    // longest-trail bonus
  bool holds_bonus = false;
  int stations = 0;  // points for those not built
  int stations_built = 0;
  bool resigned = false;

  int total() const { return routes + tickets + bonus + stations; }
};
using ScoreSheet = std::array<SeatScore, kMaxPlayers>;

// Is ticket t complete with these routes (R53)?
template <class Shape>
bool is_complete(const Map<Shape>& map, Connectivity<Shape>& connectivity, int t) {
  return connectivity.joined(map.ticket_a(t), map.ticket_b(t));
}

template <class Shape>
void join_borrowed_routes(const Game<Shape>& game, const State<Shape>& s, int seat,
                          Connectivity<Shape>& network, Tick tick, const void* context) {
  const BorrowedRoutes<Shape> lent(game, s, seat, network, tick, context);
  for (int i = 0; i < s.players[seat].num_stations; ++i)
    if (const int r = lent.route(i); r != kNoRoute)
      network.join(game.map.end_a(r), game.map.end_b(r));
}

// The seat's own network together with what its stations lend (R53, R74).
template <class Shape>
Connectivity<Shape> ticket_network(const Game<Shape>& game, const State<Shape>& s, int seat,
                                   Tick tick = nullptr, const void* context = nullptr) {
  const auto& p = s.players[seat];
  Connectivity<Shape> network(game.map, p.routes);
  if (p.num_stations > 0) join_borrowed_routes(game, s, seat, network, tick, context);
  return network;
}

template <class Shape>
void score_tickets(const Game<Shape>& game, const State<Shape>& s, int seat,
                   NetworkTrail<Shape>& trail, SeatScore& score) {
  auto network = ticket_network(game, s, seat, trail.tick(), trail.context());
  s.players[seat].tickets.for_each([&](int t) {
    const bool complete = is_complete(game.map, network, t);
    ++(complete ? score.completed : score.failed);
    score.tickets += complete ? game.ticket_points[t] : -game.ticket_points[t];
  });
}

// Gives the bonus to every seat with the greatest length above zero (R87, Q04) that has not
// resigned (R94, Q05).
inline void award_longest_trail(const Rules& rules, int players, ScoreSheet& sheet) {
  int longest = 0;
  for (int p = 0; p < players; ++p)
    if (!sheet[p].resigned) longest = std::max(longest, sheet[p].longest);
  for (int p = 0; p < players; ++p) {
    sheet[p].holds_bonus = longest > 0 && sheet[p].longest == longest && !sheet[p].resigned;
    sheet[p].bonus = sheet[p].holds_bonus ? rules.longest_trail_bonus : 0;
  }
}

// Scores every seat as if the game ended now.
template <class Shape>
ScoreSheet score_sheet(const Game<Shape>& game, const State<Shape>& s, NetworkTrail<Shape>& trail) {
  ScoreSheet sheet;
  for (int seat = 0; seat < game.num_players; ++seat) {
    const auto& p = s.players[seat];
    sheet[seat].routes = p.route_points;
    score_tickets(game, s, seat, trail, sheet[seat]);
    sheet[seat].longest = trail.length(game.map, p.routes);
    sheet[seat].stations_built = p.num_stations;
    sheet[seat].stations = game.rules.station_value * stations_left(game, s, seat);  // R77
    sheet[seat].resigned = s.has_resigned(seat);
  }
  award_longest_trail(game.rules, game.num_players, sheet);
  return sheet;
}

// > 0: a is ranked above b; 0: level in the total and in every key (R90-R93, Q05).
inline int compare(const Rules& rules, const SeatScore& a, const SeatScore& b) {
  if (a.resigned != b.resigned) return b.resigned - a.resigned;
  if (a.total() != b.total()) return a.total() - b.total();
  for (TieBreak key : rules.tie_break) {
    int difference = 0;
    switch (key) {
      case TieBreak::completed_tickets: difference = a.completed - b.completed; break;
      case TieBreak::longest_trail_bonus: difference = a.holds_bonus - b.holds_bonus; break;
      case TieBreak::longest_trail: difference = a.longest - b.longest; break;
      case TieBreak::fewest_stations: difference = b.stations_built - a.stations_built; break;
    }
    if (difference != 0) return difference;
  }
  return 0;
}

// 1 = best; level seats share a rank, the next rank is left out (1, 1, 3).
inline std::array<int, kMaxPlayers> ranks(const Rules& rules, int players,
                                          const ScoreSheet& sheet) {
  std::array<int, kMaxPlayers> rank{};
  for (int p = 0; p < players; ++p) {
    rank[p] = 1;
    for (int q = 0; q < players; ++q) rank[p] += compare(rules, sheet[q], sheet[p]) > 0;
  }
  return rank;
}

}  // namespace ttr
