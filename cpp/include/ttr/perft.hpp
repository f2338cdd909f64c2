// perft: the number of action sequences of a given length. Chance follows the state's own seed, so
// the count is exact and the same everywhere: a fingerprint of generator and rules together.
#pragma once

#include <cstdint>

#include "ttr/play.hpp"

namespace ttr {

template <class Shape>
std::uint64_t perft(const Game<Shape>& game, const State<Shape>& s, int depth,
                    Tick tick = nullptr) {
  if (depth == 0) return 1;
  std::uint64_t count = 0;
  if (depth == 1) {
    for_each_legal(game, s, [&](const Move&) { ++count; });
    return count;
  }
  if (tick != nullptr && depth >= 3) tick(nullptr);
  for_each_legal(game, s, [&](const Move& move) {
    State<Shape> next = s;
    play_unchecked(game, next, move);
    count += perft(game, next, depth - 1, tick);
  });
  return count;
}

}  // namespace ttr
