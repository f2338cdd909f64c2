// From a game to the table of a lockstep run, and what the lockstep engine does not play.
#pragma once

#include <algorithm>
#include <bit>
#include <string>
#include <tuple>
#include <vector>

#include "ttr/lockstep/plan.hpp"
#include "ttr/policy.hpp"
#include "ttr/state.hpp"

namespace ttr::lockstep {

namespace detail {

inline constexpr int kMostOfACell = 255;  // routes of a length and colour, counted in a byte

// Ascending, as the playouts' kKeepSets.
inline void
list_keep_sets(int least, std::array<std::uint8_t, kMaxOffered + 1>& counts,
               std::array<std::array<std::uint8_t, 1 << kMaxOffered>, kMaxOffered + 1>& sets) {
  for (int offered = 0; offered <= kMaxOffered; ++offered) {
    const KeepSets& all = kKeepSets[offered][std::min(least, offered)];
    counts[offered] = all.count;
    std::copy(all.sets.begin(), all.sets.begin() + all.count, sets[offered].begin());
  }
}

using IndexOfLength = std::array<std::uint8_t, kMaxLength + 1>;

template <class Shape>
void fill_board(const Map<Shape>& map, const IndexOfLength& index_of_length, Table& t,
                Board<Shape::routes / 64>& board) {
  constexpr int kWords = Shape::routes / 64;
  for (int length = 1; length <= map.max_length(); ++length)
    for (int c = 0; c < kRouteColors; ++c)
      for (int w = 0; w < kWords; ++w)
        if (const auto routes = map.group(length, c).word(w); routes != 0)
          board.group[index_of_length[length] * kRouteColors + c][w] = routes;
  const auto counted_at = [&](int r) {
    return static_cast<std::uint16_t>(count_offset(index_of_length[map.length(r)], map.color(r)));
  };
  for (int r = 0; r < map.num_routes(); ++r) {
    RouteInfo<kWords>& info = board.route[r];
    for (int w = 0; w < kWords; ++w) info.lanes_set[w] = map.lanes(r).word(w);
    info.lanes.fill(kMaxRoutes);
    info.counted_at.fill(static_cast<std::uint16_t>(count_offset(kMaxLength, 0)));
    int n = 0;
    const auto add = [&](int lane) {
      info.lanes[n] = static_cast<std::uint16_t>(lane);
      info.counted_at[n++] = counted_at(lane);
    };
    add(r);
    map.lanes(r).for_each([&](int other) {
      if (other != r) add(other);
    });
    t.most_lanes = std::max(t.most_lanes, n);
    if (n > 1) t.has_lanes[info.counted_at[0] / (2 * kGames)] = true;
  }
}

// Numbers the cities in the order of a breadth-first walk, and sorts the routes by them.
template <class Shape>
void list_edges(const Game<Shape>& game, Table& t) {
  const Map<Shape>& map = game.map;
  t.cities = map.num_cities();
  std::vector<int> order;
  std::vector<bool> seen(static_cast<std::size_t>(t.cities));
  const auto visit = [&](int city) {
    if (seen[city]) return;
    seen[city] = true;
    t.new_number[city] = static_cast<std::uint8_t>(order.size());
    order.push_back(city);
  };
  for (int start = 0; start < t.cities; ++start) {
    visit(start);
    for (std::size_t next = t.new_number[start]; next < order.size(); ++next)
      map.routes_at(order[next]).for_each([&](int r) {
        visit(map.end_a(r));
        visit(map.end_b(r));
      });
  }
  for (int r = 0; r < map.num_routes(); ++r) {
    const std::uint8_t a = t.new_number[map.end_a(r)], b = t.new_number[map.end_b(r)];
    t.edges[r] = {static_cast<std::uint16_t>(r), std::min(a, b), std::max(a, b),
                  static_cast<std::uint8_t>(map.length(r)),
                  static_cast<std::int16_t>(game.points_for(map.length(r)))};
  }
  std::sort(t.edges.begin(), t.edges.begin() + map.num_routes(), [](const Edge& x, const Edge& y) {
    return std::tie(x.a, x.b, x.route) < std::tie(y.a, y.b, y.route);
  });
}

}  // namespace detail

// Why this game has to be played by the scalar engine; empty if it need not.
template <class Shape>
std::string obstacle(const Game<Shape>& game) {
  if (game.has_tunnels()) return "the game has tunnels";
  if (!game.map.ferries().empty()) return "the game has ferries";
  if (game.has_stations()) return "the game has stations";
  if (game.long_dealt > 0) return "long tickets are dealt";
  if (game.rules.fewest_locomotives()) return "payments = fewest_locomotives";
  for (int length = 1; length <= game.map.max_length(); ++length) {
    const int gray = game.map.group(length, kGray).len();
    for (int c = 0; c < kColors; ++c)
      if (gray + game.map.group(length, c).len() > detail::kMostOfACell)
        return "more than 255 routes of one length and colour";
  }
  for (int r = 0; r < game.map.num_routes(); ++r)
    if (game.map.lanes(r).len() > kMaxLanes)
      return "more than " + std::to_string(kMaxLanes) + " lanes between two cities";
  return "";
}

// Contract: obstacle(game) is empty.
template <class Shape>
Table make_table(const Game<Shape>& game) {
  const Map<Shape>& map = game.map;
  const Rules& rules = game.rules;
  Table t;
  t.players = game.num_players;
  t.trains = rules.trains_per_player;
  t.threshold = rules.final_round_threshold;
  t.max_turns = rules.max_turns;
  t.initial_cards = rules.initial_cards;
  t.face_up_size = rules.face_up_size;
  t.reset_locomotives = rules.reset_locomotives;
  t.max_row_resets = rules.max_row_resets;
  t.tickets_dealt = rules.initial_tickets_dealt;
  t.tickets_drawn = rules.tickets_drawn;
  t.first_seat = game.first_seat == kFirstSeatBySeed ? kBySeed : game.first_seat;
  t.tickets_leave = rules.tickets_leave_at_start();
  t.lanes_close = game.twins_close();

  detail::IndexOfLength index_of_length{};
  for (int length = 1; length <= map.max_length(); ++length) {
    bool any = false;
    for (int c = 0; c < kRouteColors; ++c) any = any || !map.group(length, c).is_empty();
    if (!any) continue;
    const int i = t.num_lengths++;
    t.lengths[i] = static_cast<std::uint8_t>(length);
    index_of_length[length] = static_cast<std::uint8_t>(i);
    for (int c = 0; c < kRouteColors; ++c)
      t.open[i * kRowsPerLength + c / 2] =
          static_cast<std::uint16_t>(t.open[i * kRowsPerLength + c / 2] | map.group(length, c).len()
                                                                              << (8 * (c % 2)));
  }

  t.routes = map.num_routes();
  t.route_words = Shape::routes / 64;
  if constexpr (Shape::routes / 64 == kNarrowRouteWords)
    detail::fill_board(map, index_of_length, t, t.narrow);
  else
    detail::fill_board(map, index_of_length, t, t.wide);
  detail::list_edges(game, t);

  t.tickets = game.ticket_deck.size();
  for (int i = 0; i < t.tickets; ++i)
    t.ticket_ids[i] = static_cast<std::uint16_t>(game.ticket_deck[i]);
  t.ticket_ring = static_cast<int>(std::bit_ceil(static_cast<unsigned>(t.tickets)));
  t.num_ticket_ids = map.num_tickets();
  t.ticket_words = (map.num_tickets() + 63) / 64;
  for (int ticket = 0; ticket < map.num_tickets(); ++ticket) {
    t.ticket_a[ticket] = t.new_number[map.ticket_a(ticket)];
    t.ticket_b[ticket] = t.new_number[map.ticket_b(ticket)];
    t.ticket_points[ticket] = static_cast<std::int16_t>(game.ticket_points[ticket]);
  }
  detail::list_keep_sets(rules.initial_tickets_keep_min, t.initial_keeps, t.initial_keep_set);
  detail::list_keep_sets(rules.tickets_keep_min, t.keeps, t.keep_set);
  return t;
}

}  // namespace ttr::lockstep
