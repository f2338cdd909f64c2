// Playouts with seats that a compiled policy of the user plays (ttr/policy_plugin.h), alone or
// against built-in policies.
#pragma once

#include <stdexcept>
#include <string>

#include "ttr/playout.hpp"
#include "ttr/policy_view.hpp"

namespace ttr {

// Who decides for a seat: the function, or the built-in policy where there is none.
struct SeatPlayer {
  Policy policy = Policy::random;
  ttr_policy function = nullptr;
  void* user_data = nullptr;
};
using SeatPlayers = std::array<SeatPlayer, kMaxPlayers>;

// A policy has answered with what is no legal action.
struct PolicyFault : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// Plays out games of one thread.
template <class Shape>
class PluginPlayouts {
 public:
  // `description` is policy_game(game); both outlive this.
  PluginPlayouts(const Game<Shape>& game, const ttr_policy_game& description,
                 const SeatPlayers& players)
      : game_(game), description_(description), players_(players), all_open_(game), viewer_(game) {
    for (int seat = 0; seat < game.num_players; ++seat)
      follows_ |= players[static_cast<std::size_t>(seat)].function == nullptr;
  }

  // As run_playouts, but stops between two decisions: a policy may think long. Throws PolicyFault.
  void run(std::uint64_t seed, std::uint64_t first_game, std::size_t first_row, std::size_t count,
           NetworkTrail<Shape>& trail, const PlayoutColumns& out, const std::atomic<bool>& stop) {
    for (std::size_t i = 0; i < count; ++i) {
      if (!play_out(seed, first_game + i, stop)) return;
      write_row(game_, state_, trail, out, first_row + i);
    }
  }

 private:
  bool play_out(std::uint64_t seed, std::uint64_t game_index, const std::atomic<bool>& stop) {
    state_ = new_initial_state(game_, seed, game_index);
    if (follows_) open_ = all_open_;
    for (int seat = 0; seat < game_.num_players; ++seat)
      streams_[static_cast<std::size_t>(seat)] =
          Stream(seed, game_index, kPolicyStream + static_cast<std::uint64_t>(seat));
    while (!state_.is_terminal()) {
      if (stop.load(std::memory_order_relaxed)) return false;
      const auto seat = static_cast<std::size_t>(state_.current);
      const SeatPlayer& player = players_[seat];
      const Move move = player.function == nullptr
                            ? pick_move(player.policy, game_, state_, open_, streams_[seat])
                            : ask(player, streams_[seat]);
      if (follows_)
        play_unchecked(game_, state_, move, FollowOpenRoutes<Shape>{game_, state_, open_});
      else
        play_unchecked(game_, state_, move);
    }
    return true;
  }

  Move ask(const SeatPlayer& player, Stream& stream) {
    const ttr_policy_view& view = viewer_.show(state_, stream.next());
    const std::int32_t action = player.function(&view, &description_, player.user_data);
    if (action >= 0 && action < game_.actions.size())
      if (const Move& move = game_.actions[action]; is_legal(game_, state_, move)) return move;
    fail(action);
  }

  [[noreturn]] void fail(std::int32_t action) const {
    int legal = 0;
    for_each_legal(game_, state_, [&](const Move&) { ++legal; });
    throw PolicyFault("the policy of seat " + std::to_string(state_.current) +
                      " chose the action " + std::to_string(action) + " in game " +
                      std::to_string(state_.game_index) + " at ply " + std::to_string(state_.ply) +
                      ", which is none of the " + std::to_string(legal) + " legal ones in phase " +
                      std::string(kPhaseNames[static_cast<std::size_t>(state_.phase)]));
  }

  const Game<Shape>& game_;
  const ttr_policy_game& description_;
  SeatPlayers players_;
  OpenRoutes<Shape> all_open_, open_ = all_open_;
  PolicyViewer<Shape> viewer_;
  State<Shape> state_;
  std::array<Stream, kMaxPlayers> streams_;
  bool follows_ = false;  // built-in policies want to know which routes are open
};

}  // namespace ttr
