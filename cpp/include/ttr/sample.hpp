// A uniformly random legal move of any state, however it came about.
//
// It is what the policy `random` picks, with the same word of the stream. Playouts keep OpenRoutes
// up to date from move to move; here the routes still open to the seat to move are counted once.
#pragma once

#include "ttr/policy.hpp"

namespace ttr {

namespace detail {

// In place of OpenRoutes: counts when it is asked, which only a turn's first decision does.
template <class Shape>
struct OpenNow {
  const Game<Shape>& game;
  const State<Shape>& s;

  typename OpenRoutes<Shape>::Board of(int seat) const {
    const auto& p = s.players[seat];
    return {game.map, p.closed, std::min<int>(game.map.max_length(), p.trains)};
  }
};

}  // namespace detail

// Contract: the game is not over. Draws one word, or none if there is nothing but a pass or but to
// decline a tunnel.
template <class Shape>
Move random_legal_move(const Game<Shape>& game, const State<Shape>& s, Stream& stream) {
  return with_random_move<Shape>(Policy::random, game, s, detail::OpenNow<Shape>{game, s}, stream,
                                 [](const Move& move) { return move; });
}

}  // namespace ttr
