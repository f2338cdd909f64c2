// Boards and rules to test on: a small handwritten map, random maps, random rules that fit them.
#pragma once

#include "random.hpp"
#include "ttr/instances.hpp"
#include "ttr/rules.hpp"
#include "ttr/state.hpp"

namespace ttr::test {

// The kinds of train card, by name.
enum : int { red, orange, yellow, green, blue, pink, black, white, locomotive };

//      0 ===== 1 ----- 2        0-1  twins of 2, red and blue
//      |     / |       |        1-2  gray 3
//      |   /   |       |        3-4  three lanes: gray 1, gray 1, green 2
//      3 ===== 4 ----- 5        2-5  gray 4, twins with pink 4
//                               4-5  black 6          6-7  apart from the rest, white 1
//
// Sixteen tickets, enough for five players. 0-6 cannot be completed.
inline MapData small_map() {
  MapData map;
  map.num_cities = 8;
  map.routes = {{0, 1, 2, red},   {1, 0, 2, blue},  {1, 2, 3, kGray}, {0, 3, 5, yellow},
                {1, 3, 4, kGray}, {1, 4, 2, white}, {3, 4, 1, kGray}, {4, 3, 1, kGray},
                {3, 4, 2, green}, {2, 5, 4, kGray}, {5, 2, 4, pink},  {4, 5, 6, black},
                {6, 7, 1, white}};
  map.tickets = {{0, 5, 9}, {2, 3, 6}, {0, 4, 5}, {1, 5, 7}, {0, 6, 20}, {6, 7, 1},
                 {3, 5, 8}, {0, 2, 4}, {1, 3, 3}, {2, 4, 7}, {4, 0, 5},  {5, 0, 11},
                 {3, 2, 0}, {1, 4, 2}, {2, 1, 3}, {5, 4, 6}};
  return map;
}

// The small map with what Europe has: ferries 1-2 (one locomotive), 2-5 pink (two) and 3-4 gray
// (its only space), tunnels 0-1 red, 0-3, 1-3 and 4-5, and six long tickets after the sixteen
// others.
inline MapData small_europe_map() {
  MapData map = small_map();
  map.routes[2].ferry_locomotives = map.routes[6].ferry_locomotives = 1;
  map.routes[10].ferry_locomotives = 2;
  for (int r : {0, 3, 4, 11}) map.routes[static_cast<std::size_t>(r)].is_tunnel = true;
  for (const auto& [a, b, points] :
       {std::array{0, 5, 20}, {3, 5, 18}, {0, 2, 17}, {1, 5, 19}, {4, 2, 21}, {0, 6, 20}})
    map.tickets.push_back({a, b, points, true});
  return map;
}

struct MapSize {
  int cities, routes, tickets;
  int max_length = 6;
};

// Lanes between the same two cities are common: a third of the routes follow an earlier one. A
// route may be a ferry, a tunnel, or both at once.
inline MapData random_map(Random& random, const MapSize& size) {
  MapData map;
  map.num_cities = size.cities;
  auto two_cities = [&] {
    const int a = random.below(size.cities);
    const int b = (a + random.in(1, size.cities - 1)) % size.cities;
    return std::pair(a, b);
  };
  for (int r = 0; r < size.routes; ++r) {
    auto [a, b] = two_cities();
    int length = random.in(1, size.max_length);
    if (r > 0 && random.percent(33)) {
      const auto& twin = random.one_of(map.routes);
      a = twin.b;
      b = twin.a;
      if (random.percent(70)) length = twin.length;
    }
    const int color = random.percent(40) ? kGray : random.below(kColors);
    map.routes.push_back({a, b, length, color});
    if (random.percent(20)) map.routes.back().ferry_locomotives = random.in(1, length);
    map.routes.back().is_tunnel = random.percent(40);
  }
  const int long_tickets = random.percent(50) ? 0 : random.in(0, size.tickets);
  for (int t = 0; t < size.tickets; ++t) {
    const auto [a, b] = two_cities();
    map.tickets.push_back({a, b, random.in(0, 22), random.percent(50) && t < long_tickets});
  }
  return map;
}

inline MapSize random_size(Random& random) {
  return {random.in(3, 20), random.in(1, 40), random.in(15, 40), random.in(1, kMaxLength)};
}

// Any rules that make a game with this map and number of players; every option of every edition
// is mixed in, each off in half of the games.
inline Rules random_rules(Random& random, const MapData& map, int players) {
  Rules rules;
  auto half = [&] { return random.percent(50); };
  auto word = [&] { return static_cast<std::uint8_t>(random.below(2)); };
  rules.trains_per_player = half() ? random.in(1, 12) : random.in(12, 60);
  rules.initial_cards = half() ? 4 : random.in(0, 12);
  rules.face_up_size = half() ? 5 : random.in(0, 8);
  rules.reset_locomotives = half() ? 3 : random.in(0, 8);
  rules.max_row_resets = half() ? 20 : random.in(0, 3);
  rules.longest_trail_bonus = random.in(0, 20);
  rules.final_round_threshold = std::min(random.in(0, 4), rules.trains_per_player - 1);
  rules.long_tickets = word();
  int of_long = 0;
  for (const auto& ticket : map.tickets) of_long += ticket.is_long && !rules.mixes_long_tickets();
  const int regular = static_cast<int>(map.tickets.size()) - of_long;
  rules.initial_tickets_dealt = random.in(1, std::min(kMaxOffered, regular / players));
  if (half())
    rules.initial_long_tickets_dealt =
        random.in(0, std::min(kMaxOffered - rules.initial_tickets_dealt, of_long / players));
  rules.initial_tickets_keep_min =
      random.in(1, rules.initial_tickets_dealt + rules.initial_long_tickets_dealt);
  rules.tickets_drawn = random.in(1, kMaxOffered);
  rules.tickets_keep_min = random.in(1, rules.tickets_drawn);
  rules.second_track_min_players = random.in(1, 6);
  rules.initial_tickets_return = word();
  rules.payments = word();
  rules.ferries = half();
  rules.tunnels = half();
  rules.tunnel_cards = half() ? 3 : random.in(0, kMaxTunnelCards);
  rules.station_costs.resize(static_cast<std::size_t>(random.in(1, kMaxStations)));
  for (int& cost : rules.station_costs) cost = random.in(1, half() ? 2 : kMaxStationCost);
  if (half())
    rules.stations_per_player = random.in(0, static_cast<int>(rules.station_costs.size()));
  rules.station_value = random.in(0, 10);
  rules.max_turns = random.percent(80) ? 400 : random.in(1, 60);
  rules.route_points.resize(kMaxLength);
  for (int& points : rules.route_points) points = random.in(0, 30);
  std::vector<TieBreak> keys = {TieBreak::completed_tickets, TieBreak::longest_trail_bonus,
                                TieBreak::longest_trail, TieBreak::fewest_stations};
  random.shuffle(keys);
  keys.resize(static_cast<std::size_t>(random.in(0, 4)));
  rules.tie_break = keys;
  return rules;
}

template <class Shape = UpTo128>
Game<Shape> random_game(Random& random, int players) {
  const MapData map = random_map(random, random_size(random));
  return Game<Shape>(map, random_rules(random, map, players), players,
                     random.in(kFirstSeatBySeed, players - 1));
}

// The printed rules on the small map.
template <class Shape = UpTo128>
Game<Shape> small_game(int players, Rules rules = {}) {
  return Game<Shape>(small_map(), std::move(rules), players, 0);
}
template <class Shape = UpTo128>
Game<Shape> small_europe(int players, Rules rules = preset("europe")) {
  return Game<Shape>(small_europe_map(), std::move(rules), players, 0);
}

}  // namespace ttr::test
