// Boards and rules to test on: a small handwritten map, random maps, random rules that fit them.
#pragma once

#include "random.hpp"
#include "ttr/instances.hpp"
#include "ttr/rules.hpp"
#include "ttr/state.hpp"

namespace ttr::test {

//      0 ===== 1 ----- 2        0-1  twins of 2, red and blue
//      |     / |       |        1-2  gray 3
//      |   /   |       |        3-4  three lanes: gray 1, gray 1, green 2
//      3 ===== 4 ----- 5        2-5  gray 4, twins with pink 4
//                               4-5  black 6          6-7  apart from the rest, white 1
//
// Sixteen tickets, enough for five players. 0-6 cannot be completed.
inline MapData small_map() {
  const int red = 0, yellow = 2, green = 3, blue = 4, pink = 5, black = 6, white = 7;
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

struct MapSize {
  int cities, routes, tickets;
  int max_length = 6;
};

// Lanes between the same two cities are common: a third of the routes follow an earlier one.
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
  }
  for (int t = 0; t < size.tickets; ++t) {
    const auto [a, b] = two_cities();
    map.tickets.push_back({a, b, random.in(0, 22)});
  }
  return map;
}

inline MapSize random_size(Random& random) {
  return {random.in(3, 20), random.in(1, 40), random.in(15, 40), random.in(1, kMaxLength)};
}

// Any rules that make a game with this map and number of players.
inline Rules random_rules(Random& random, const MapData& map, int players) {
  Rules rules;
  rules.trains_per_player = random.percent(50) ? random.in(1, 12) : random.in(12, 60);
  rules.initial_cards = random.percent(50) ? 4 : random.in(0, 12);
  rules.face_up_size = random.percent(50) ? 5 : random.in(0, 8);
  rules.reset_locomotives = random.percent(50) ? 3 : random.in(0, 8);
  rules.max_row_resets = random.percent(50) ? 20 : random.in(0, 3);
  rules.longest_trail_bonus = random.in(0, 20);
  rules.final_round_threshold = std::min(random.in(0, 4), rules.trains_per_player - 1);
  const int most = std::min(kMaxOffered, static_cast<int>(map.tickets.size()) / players);
  rules.initial_tickets_dealt = random.in(1, most);
  rules.initial_tickets_keep_min = random.in(1, rules.initial_tickets_dealt);
  rules.tickets_drawn = random.in(1, kMaxOffered);
  rules.tickets_keep_min = random.in(1, rules.tickets_drawn);
  rules.second_track_min_players = random.in(1, 6);
  rules.initial_tickets_return = static_cast<std::uint8_t>(random.below(2));
  rules.payments = static_cast<std::uint8_t>(random.below(2));
  rules.route_points.resize(kMaxLength);
  for (int& points : rules.route_points) points = random.in(0, 30);
  std::vector<TieBreak> keys = {TieBreak::completed_tickets, TieBreak::longest_trail_bonus,
                                TieBreak::longest_trail};
  random.shuffle(keys);
  keys.resize(static_cast<std::size_t>(random.in(0, 3)));
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

}  // namespace ttr::test
