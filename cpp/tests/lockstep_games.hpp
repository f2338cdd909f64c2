// Games that the lockstep engine plays, with every option that it knows.
#pragma once

#include "boards.hpp"
#include "check.hpp"
#include "ttr/lockstep/rows.hpp"

namespace ttr::test {

// The option stays, what the lockstep engine leaves to the scalar one goes.
inline Rules lockstep_rules(Random& random, const MapData& map, int players) {
  Rules rules = random_rules(random, map, players);
  rules.ferries = rules.tunnels = false;
  rules.stations_per_player = rules.initial_long_tickets_dealt = 0;
  rules.payments = 0;
  rules.initial_tickets_keep_min =
      std::min(rules.initial_tickets_keep_min, rules.initial_tickets_dealt);
  return rules;
}

// As large as an official board.
inline constexpr MapSize kUsual = {36, 100, 30, 6};
// For the wide shape.
inline constexpr MapSize kLarge = {60, 230, 400, kMaxLength};
inline constexpr MapSize kLargest = {128, 256, 512, kMaxLength};

// Without the routes for which too many others lie between the same two cities.
inline void drop_lanes(MapData& map) {
  std::vector<MapData::Route> kept;
  for (const auto& route : map.routes)
    if (std::ranges::count_if(kept, [&](const auto& other) {
          return std::minmax(other.a, other.b) == std::minmax(route.a, route.b);
        }) < lockstep::kMaxLanes)
      kept.push_back(route);
  map.routes = kept;
}

// On a random board, by the rules that rules_of(board) gives.
template <class Shape, class RulesOf>
Game<Shape> lockstep_game(Random& random, int players, const MapSize& size, RulesOf&& rules_of) {
  MapData map = random_map(random, size);
  drop_lanes(map);
  for (int t = 0; t < players; ++t)  // enough for a deal if long ones lie apart
    map.tickets[static_cast<std::size_t>(t)].is_long = false;
  const Rules rules = rules_of(map);
  Game<Shape> game(map, rules, players, random.in(kFirstSeatBySeed, players - 1));
  CHECK_EQ(lockstep::obstacle(game), "");
  return game;
}
template <class Shape>
Game<Shape> lockstep_game(Random& random, int players, const MapSize& size) {
  return lockstep_game<Shape>(random, players, size, [&](const MapData& map) {
    return lockstep_rules(random, map, players);
  });
}

inline SeatPolicies random_policies(Random& random) {
  SeatPolicies policies{};
  for (auto& policy : policies) policy = static_cast<Policy>(random.below(2));
  return policies;
}

}  // namespace ttr::test
