// The end of the game: tickets, longest trail, totals, tie-breaks, ranks (R54, R85-R93, R97).
#pragma once

#include <algorithm>
#include <array>

#include "ttr/bonus.hpp"
#include "ttr/borrowed_routes.hpp"
#include "ttr/state.hpp"
#include "ttr/stations.hpp"

namespace ttr {

struct SeatScore {
  static constexpr int kNotSearched = -1;

  int routes = 0;     // points for routes
  int tickets = 0;    // points for tickets, failed ones negative
  int completed = 0;  // number of tickets
  int failed = 0;
  int longest = 0;  // trains in the longest trail, or kNotSearched
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
bool is_complete(const Map<Shape>& map, const Connectivity<Shape>& connectivity, int t) {
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

// Gives the bonus to the seats in `holders`, bit s = seat s.
inline void give_bonus(const Rules& rules, int players, unsigned holders, ScoreSheet& sheet) {
  for (int p = 0; p < players; ++p) {
    sheet[p].holds_bonus = (holders >> p & 1) != 0;
    sheet[p].bonus = sheet[p].holds_bonus ? rules.longest_trail_bonus : 0;
  }
}

// Gives the bonus to every seat with the greatest length above zero (R87, Q04) that has not
// resigned (R94, Q05).
inline void award_longest_trail(const Rules& rules, int players, ScoreSheet& sheet) {
  int longest = 1;
  unsigned holders = 0;
  for (int p = 0; p < players; ++p) {
    if (sheet[p].resigned || sheet[p].longest < longest) continue;
    if (sheet[p].longest > longest) holders = 0;
    longest = sheet[p].longest;
    holders |= 1u << p;
  }
  give_bonus(rules, players, holders, sheet);
}

namespace detail {

// A sheet without the longest trails, and what is known of them.
struct SheetWithoutTrails {
  ScoreSheet sheet;
  TrailBounds bounds;
};

template <class Shape>
SheetWithoutTrails score_all_but_trails(const Game<Shape>& game, const State<Shape>& s,
                                        NetworkTrail<Shape>& trail) {
  SheetWithoutTrails all;
  for (int seat = 0; seat < game.num_players; ++seat) {
    const auto& p = s.players[seat];
    SeatScore& score = all.sheet[seat];
    score.routes = p.route_points;
    const auto network = ticket_network(game, s, seat, trail.tick(), trail.context());
    p.tickets.for_each([&](int t) {
      const bool complete = is_complete(game.map, network, t);
      score.completed += complete;
      score.failed += !complete;
      score.tickets += complete ? game.ticket_points[t] : -game.ticket_points[t];
    });
    all.bounds.most[seat] = network.longest_piece();
    score.longest = SeatScore::kNotSearched;
    score.stations_built = p.num_stations;
    score.stations = game.rules.station_value * stations_left(game, s, seat);  // R77
    score.resigned = s.has_resigned(seat);
  }
  return all;
}

// May the lengths themselves decide between two of these seats (R92)?
inline bool lengths_may_decide(const Rules& rules, int players, const ScoreSheet& sheet) {
  if (std::ranges::find(rules.tie_break, TieBreak::longest_trail) == rules.tie_break.end())
    return false;
  for (int p = 0; p < players; ++p)
    for (int q = 0; q < p; ++q)
      if (sheet[p].total() == sheet[q].total()) return true;
  return false;
}

}  // namespace detail

// Completes a sheet that lacks the longest trails. Without `lengths` they may stay kNotSearched:
// then only as much is searched as it takes to say who has the bonus, and to rank. `search` is as
// in longest_trail_holders.
template <class Search>
void score_longest_trails(const Rules& rules, int players, unsigned resigned,
                          const TrailBounds& bounds, bool lengths, Search&& search,
                          ScoreSheet& sheet) {
  if (!lengths) {
    give_bonus(rules, players, longest_trail_holders(players, resigned, bounds, search), sheet);
    if (!detail::lengths_may_decide(rules, players, sheet)) return;
  }
  for (int seat = 0; seat < players; ++seat) sheet[seat].longest = search(seat, 0);
  award_longest_trail(rules, players, sheet);
}

namespace detail {

template <class Shape>
ScoreSheet whole_sheet(const Game<Shape>& game, const State<Shape>& s, bool lengths,
                       NetworkTrail<Shape>& trail) {
  auto [sheet, bounds] = score_all_but_trails(game, s, trail);
  score_longest_trails(
      game.rules, game.num_players, s.resigned, bounds, lengths,
      [&](int seat, int least) { return trail.length(game.map, s.players[seat].routes, least); },
      sheet);
  return sheet;
}

}  // namespace detail

// Scores every seat as if the game ended now.
template <class Shape>
ScoreSheet score_sheet(const Game<Shape>& game, const State<Shape>& s, NetworkTrail<Shape>& trail) {
  return detail::whole_sheet(game, s, true, trail);
}

// The same, and the same ranks, except that `longest` may be kNotSearched.
template <class Shape>
ScoreSheet score_sheet_without_lengths(const Game<Shape>& game, const State<Shape>& s,
                                       NetworkTrail<Shape>& trail) {
  return detail::whole_sheet(game, s, false, trail);
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
  std::array<int, kMaxPlayers> rank;
  rank.fill(1);
  for (int p = 1; p < players; ++p)
    for (int q = 0; q < p; ++q) {
      const int order = compare(rules, sheet[q], sheet[p]);
      rank[p] += order > 0;
      rank[q] += order < 0;
    }
  return rank;
}

}  // namespace ttr
