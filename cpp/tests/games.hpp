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

template <class Shape>
void resign_at_random(const Game<Shape>& game, State<Shape>& s, Random& random) {
  const int seat = random.below(game.num_players);
  if (can_resign(s, seat)) resign_unchecked(game, s, seat);
}

// Plays a game to its end. Calls visit(state, moves) before every ply, and at the end with no
// moves. Before each ply a seat resigns with a chance of `resigning` percent. Fails when a game is
// longer than its bound or a state breaks an invariant.
template <class Shape, class Visit>
State<Shape> play_randomly(const Game<Shape>& game, std::uint64_t seed, Random& random,
                           Visit&& visit, int resigning = 0) {
  const auto taste = static_cast<Taste>(random.below(3));
  NOTE(seed, seed);
  NOTE(players, game.num_players);
  State<Shape> s = new_initial_state(game, seed);
  for (;;) {
    if (resigning > 0 && random.percent(resigning)) resign_at_random(game, s, random);
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

// Random games of every number of players and both `payments`: visit(game, state, moves). In every
// third of them seats resign.
template <class Shape = UpTo128, class Visit>
void for_random_games(int games, std::uint64_t seed, Visit&& visit) {
  Random random(seed);
  for (int i = 0; i < games; ++i) {
    NOTE(number, i);
    const Game<Shape> game = random_game<Shape>(random, kMinPlayers + i % 4);
    play_randomly(
        game, random.word(), random,
        [&](const State<Shape>& s, const auto& moves) { visit(game, s, moves); },
        i % 3 == 2 ? 2 : 0);
  }
}

}  // namespace ttr::test
