// Games that the lockstep engine plays, with every option that it knows.
#pragma once

#include "boards.hpp"
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

// Boards with more lanes between two cities than the engine plays are made again.
template <class Shape>
Game<Shape> lockstep_game(Random& random, int players, const MapSize& size) {
  for (;;) {
    const MapData map = random_map(random, size);
    const Rules rules = lockstep_rules(random, map, players);
    const Game<Shape> game(map, rules, players, random.in(kFirstSeatBySeed, players - 1));
    if (lockstep::obstacle(game).empty()) return game;
  }
}

inline SeatPolicies random_policies(Random& random) {
  SeatPolicies policies{};
  for (auto& policy : policies) policy = static_cast<Policy>(random.below(2));
  return policies;
}

}  // namespace ttr::test
