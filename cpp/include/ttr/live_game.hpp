// A game in play: its state, and what the built-in policies need to pick moves of it at any time.
#pragma once

#include <array>
#include <cstdint>

#include "ttr/playout.hpp"

namespace ttr {

template <class Shape>
class LiveGame {
 public:
  // `all_open` is OpenRoutes(game), here and in deal().
  explicit LiveGame(const OpenRoutes<Shape>& all_open) : open_(all_open) {}

  // Begins game `index` under a seed.
  void deal(const Game<Shape>& game, const OpenRoutes<Shape>& all_open, std::uint64_t seed,
            std::uint64_t index) {
    state_ = new_initial_state(game, seed, index);
    open_ = all_open;
    for (int seat = 0; seat < game.num_players; ++seat)
      streams_[seat] = Stream(seed, index, kPolicyStream + static_cast<std::uint64_t>(seat));
  }

  const State<Shape>& state() const { return state_; }

  // Contract: the move is legal.
  void play(const Game<Shape>& game, const Move& move) {
    using Follow = FollowOpenRoutes<Shape>;
    play_unchecked(game, state_, move, Follow{game, state_, open_});
  }

  // A move of a built-in policy for the seat to move, by the words that play_out would draw for it.
  // Contract: the game is not over; so too for next_word.
  Move pick(const Game<Shape>& game, Policy policy) {
    return pick_move(policy, game, state_, open_, stream());
  }

  // The next word of the policy stream of the seat to move.
  std::uint64_t next_word() { return stream().next(); }

  // Lets the policies decide until it is the turn of a seat in `waits` (bit s = seat s) or the game
  // is over.
  void play_until(const Game<Shape>& game, const SeatPolicies& policies, unsigned waits) {
    while (!state_.is_terminal() && (waits >> state_.current & 1) == 0) {
      const Policy policy = policies[static_cast<std::size_t>(state_.current)];
      with_random_move(policy, game, state_, open_, stream(),
                       [&](const Move& move) { play(game, move); });
    }
  }

 private:
  Stream& stream() { return streams_[static_cast<std::size_t>(state_.current)]; }

  State<Shape> state_;
  OpenRoutes<Shape> open_;
  std::array<Stream, kMaxPlayers> streams_;
};

}  // namespace ttr
