// Random games, looked at from outside at every ply.
#pragma once

#include <algorithm>
#include <iterator>
#include <vector>

#include "boards.hpp"
#include "check.hpp"
#include "ttr/ttr.hpp"

namespace ttr::test {

template <class Shape>
std::vector<Move> legal_moves(const Game<Shape>& game, const State<Shape>& s) {
  std::vector<Move> moves;
  for_each_legal(game, s, [&](const Move& move) { moves.push_back(move); });
  return moves;
}

// How the moves of a random game are picked; each leads to other ends of the game.
enum class Taste {
  any_action,  // most games end by trains
  any_kind,    // many ticket draws
  hoarding,    // cards run out, players pass
};

inline Move pick_by(Taste taste, const std::vector<Move>& moves, Random& random) {
  auto of = [&](auto&& wanted) {
    std::vector<Move> chosen;
    std::ranges::copy_if(moves, std::back_inserter(chosen), wanted);
    return chosen;
  };
  if (taste == Taste::any_kind) {
    std::vector<Kind> kinds;
    for (const Move& move : moves)
      if (kinds.empty() || kinds.back() != move.kind) kinds.push_back(move.kind);
    const Kind kind = random.one_of(kinds);
    return random.one_of(of([&](const Move& move) { return move.kind == kind; }));
  }
  if (taste == Taste::hoarding && random.percent(95)) {
    const auto draws = of([](const Move& move) {
      return move.kind == Kind::draw_deck || move.kind == Kind::draw_face_up;
    });
    if (!draws.empty()) return random.one_of(draws);
  }
  return random.one_of(moves);
}

// Plays a game to its end. Calls visit(state, moves) before every ply, and at the end with no
// moves. Fails when a game is longer than its bound or a state breaks an invariant.
template <class Shape, class Visit>
State<Shape> play_randomly(const Game<Shape>& game, std::uint64_t seed, Random& random,
                           Visit&& visit) {
  const auto taste = static_cast<Taste>(random.below(3));
  NOTE(seed, seed);
  NOTE(players, game.num_players);
  State<Shape> s = new_initial_state(game, seed);
  for (;;) {
#ifndef TTR_CHECK_STATES
    const auto problems = state_problems(game, s);
    if (!problems.empty()) check::fail(__FILE__, __LINE__, problems.front());
#endif
    const std::vector<Move> moves = legal_moves(game, s);
    CHECK_EQ(moves.empty(), s.is_terminal());
    visit(s, moves);
    if (s.is_terminal()) return s;
    CHECK(static_cast<int>(s.ply) < game.max_plies());
    play_unchecked(game, s, pick_by(taste, moves, random));
  }
}

// Random games of every number of players and both `payments`: visit(game, state, moves).
template <class Shape = UpTo128, class Visit>
void for_random_games(int games, std::uint64_t seed, Visit&& visit) {
  Random random(seed);
  for (int i = 0; i < games; ++i) {
    NOTE(number, i);
    const Game<Shape> game = random_game<Shape>(random, kMinPlayers + i % 4);
    play_randomly(game, random.word(), random,
                  [&](const State<Shape>& s, const auto& moves) { visit(game, s, moves); });
  }
}

}  // namespace ttr::test
