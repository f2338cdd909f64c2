// Many games stepped together: a step takes one action for every game, lets built-in policies
// answer where they play, and says what came of it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "ttr/live_game.hpp"
#include "ttr/observe.hpp"

namespace ttr {

// What the end of a game is worth to a seat. Before the end everything is worth 0.
enum class Reward : std::uint8_t {
  total,       // its final total in points
  win,         // 1 / the number of seats ranked first, if it is one of them
  rank,        // the share of opponents ranked below it, level ones count one half
  difference,  // its total less the best total of the others
};
inline constexpr std::array<std::string_view, 4> kRewardNames = {"total", "win", "rank",
                                                                 "difference"};

// When a game that is over gives way to the next one of its env.
enum class AutoReset : std::uint8_t { next_step, same_step, disabled };
inline constexpr std::array<std::string_view, 3> kAutoResetNames = {"next_step", "same_step",
                                                                    "disabled"};

struct VectorSetup {
  static constexpr int kEverySeat = -1, kRotatingSeat = -2;

  int seat = kEverySeat;     // that the caller plays
  SeatPolicies opponents{};  // of the seats after the caller's own, round the table
  Reward reward = Reward::total;
  AutoReset auto_reset = AutoReset::next_step;
  View view = View::observation;
};

// How a game ended.
struct Outcome {
  std::array<std::int32_t, kMaxPlayers> totals{}, ranks{};
};

template <class Shape>
Outcome outcome_of(const Game<Shape>& game, const State<Shape>& s, NetworkTrail<Shape>& trail) {
  const ScoreSheet sheet = score_sheet_without_lengths(game, s, trail);
  const auto rank = ranks(game.rules, game.num_players, sheet);
  Outcome outcome;
  for (int seat = 0; seat < game.num_players; ++seat) {
    outcome.totals[seat] = sheet[seat].total();
    outcome.ranks[seat] = rank[seat];
  }
  return outcome;
}

inline double reward_of(Reward reward, int players, const Outcome& outcome, int seat) {
  const auto totals = outcome.totals.begin(), rank = outcome.ranks.begin();
  const auto level = std::count(rank, rank + players, rank[seat]);  // itself too
  switch (reward) {
    case Reward::total: break;
    case Reward::win: return rank[seat] == 1 ? 1.0 / static_cast<double>(level) : 0.0;
    case Reward::rank: {
      const auto above = rank[seat] - 1;
      const auto below = static_cast<double>(players - above - level);
      return (below + static_cast<double>(level - 1) / 2) / (players - 1);
    }
    case Reward::difference: {
      int best = -kMaxTotal - 1;
      for (int other = 0; other < players; ++other)
        if (other != seat) best = std::max<int>(best, totals[other]);
      return totals[seat] - best;
    }
  }
  return totals[seat];
}

// The seed of the games of env `env`: games (env_seed(seed, env), 0), (.., 1), ...
inline constexpr std::uint64_t kEnvStream = 0x766563746F72;

constexpr std::uint64_t env_seed(std::uint64_t seed, std::uint64_t env) {
  return Stream(seed, env, kEnvStream).next();
}

// Writes what can be decided: row `row` of (n, actions).
template <class Shape>
void write_mask(const Game<Shape>& game, const State<Shape>& s, bool* masks, std::size_t row) {
  const auto actions = static_cast<std::size_t>(game.actions.size());
  bool* mask = masks + row * actions;
  std::fill_n(mask, actions, false);
  for_each_legal(game, s, [&](const Move& move) { mask[game.actions.number(move)] = true; });
}

// Where observations go, in one of the two forms; row by row. nullptr = not wanted.
struct ObservationRows {
  float* floats = nullptr;        // (n, layout.size(view))
  std::uint8_t* bytes = nullptr;  // (n, layout.bytes(view))

  template <class Shape>
  void write(const Game<Shape>& game, const ObservationLayout<Shape>& layout, View view,
             const State<Shape>& s, int seat, const NetworkTrail<Shape>& trail,
             std::size_t row) const {
    if (floats == nullptr && bytes == nullptr) return;
    const auto complete = complete_tickets(game, s, seat, trail.tick(), trail.context());
    if (floats != nullptr)
      layout.write(game, s, seat, complete,
                   floats + row * static_cast<std::size_t>(layout.size(view)), view);
    if (bytes != nullptr)
      layout.write(game, s, seat, complete,
                   bytes + row * static_cast<std::size_t>(layout.bytes(view)), view);
  }
};

// Where to write; row e is of env e. nullptr = not wanted.
struct VectorRows {
  double* rewards = nullptr;        // (n), or (n, players) if the caller plays every seat
  bool* terminations = nullptr;     // (n)
  std::int64_t* current = nullptr;  // (n) seat to decide, kTerminalPlayer at the end
  bool* masks = nullptr;            // (n, actions)
  ObservationRows observations;
};

template <class Shape>
class VectorEnv {
 public:
  VectorEnv(const Game<Shape>& game, std::size_t n, const VectorSetup& setup)
      : game_(game), setup_(setup), layout_(game), all_open_(game), envs_(n, Env(all_open_)),
        final_(setup.auto_reset == AutoReset::same_step ? n : 0) {}

  const Game<Shape>& game() const { return game_; }
  const ObservationLayout<Shape>& layout() const { return layout_; }
  std::size_t size() const { return envs_.size(); }

  // The next game of the env will be number 0 of that seed.
  void set_seed(std::size_t e, std::uint64_t seed) {
    envs_[e].seed = seed;
    envs_[e].next_game = 0;
  }
  std::uint64_t seed(std::size_t e) const { return envs_[e].seed; }

  // The following are about the game that the env plays: contract, it has been reset once.
  std::uint64_t game_number(std::size_t e) const { return envs_[e].next_game - 1; }
  const State<Shape>& state(std::size_t e) const { return envs_[e].live.state(); }
  bool is_over(std::size_t e) const { return state(e).is_terminal(); }
  // How the last game of the env that is over ended.
  const Outcome& outcome(std::size_t e) const { return envs_[e].outcome; }
  bool keeps_final_states() const { return !final_.empty(); }
  // The seat whose side the env shows: the caller's own, or else the seat to decide.
  int seat(std::size_t e) const {
    return setup_.seat == VectorSetup::kEverySeat ? state(e).current : own_seat(e);
  }

  // Begins the next game of the env.
  void reset(std::size_t e) {
    Env& env = envs_[e];
    env.live.deal(game_, all_open_, env.seed, env.next_game++);
    play_opponents(e);
  }

  // Does a step reset the env, whatever the action?
  bool ignores_action(std::size_t e) const {
    return setup_.auto_reset == AutoReset::next_step && is_over(e);
  }
  bool accepts(std::size_t e, std::int64_t action) const {
    return ignores_action(e) ||
           (action >= 0 && action < game_.actions.size() &&
            is_legal(game_, state(e), game_.actions[static_cast<int>(action)]));
  }

  // Contract: accepts(e, action).
  void step(std::size_t e, std::int64_t action, const VectorRows& rows,
            NetworkTrail<Shape>& trail) {
    Env& env = envs_[e];
    bool ended = false;
    if (ignores_action(e)) {
      reset(e);
    } else {
      env.live.play(game_, game_.actions[static_cast<int>(action)]);
      play_opponents(e);
      ended = is_over(e);
    }
    if (ended) env.outcome = outcome_of(game_, state(e), trail);
    write_rewards(e, ended, rows);
    if (rows.terminations != nullptr) rows.terminations[e] = ended;
    if (ended && setup_.auto_reset == AutoReset::same_step) {
      final_[e] = {state(e), seat(e)};
      reset(e);
    }
    write_view(e, rows, trail);
  }

  // What the env shows now.
  void write_view(std::size_t e, const VectorRows& rows, const NetworkTrail<Shape>& trail) const {
    const State<Shape>& s = state(e);
    if (rows.current != nullptr) rows.current[e] = s.is_terminal() ? kTerminalPlayer : s.current;
    if (rows.masks != nullptr) write_mask(game_, s, rows.masks, e);
    rows.observations.write(game_, layout_, setup_.view, s, seat(e), trail, e);
  }
  // What its last game showed at the end, where a step has begun the next one by itself.
  void write_final_view(std::size_t e, const ObservationRows& out, std::size_t row,
                        const NetworkTrail<Shape>& trail) const {
    const FinalState& last = final_[e];
    out.write(game_, layout_, setup_.view, last.state, last.seat, trail, row);
  }

  // A uniformly random legal action by the policy stream of the seat to decide; 0 if the game is
  // over.
  std::int64_t sample(std::size_t e) {
    if (is_over(e)) return 0;
    return game_.actions.number(envs_[e].live.pick(game_, Policy::random));
  }

 private:
  struct Env {
    explicit Env(const OpenRoutes<Shape>& all_open) : live(all_open) {}

    LiveGame<Shape> live;
    std::uint64_t seed = 0, next_game = 0;
    Outcome outcome;
  };
  struct FinalState {
    State<Shape> state;
    int seat;  // the caller's
  };

  int own_seat(std::size_t e) const {
    if (setup_.seat != VectorSetup::kRotatingSeat) return setup_.seat;
    const auto players = static_cast<std::uint64_t>(game_.num_players);
    return static_cast<int>((e % players + game_number(e) % players) % players);
  }

  void play_opponents(std::size_t e) {
    if (setup_.seat == VectorSetup::kEverySeat) return;
    const int own = own_seat(e);
    SeatPolicies policies{};
    for (int i = 1; i < game_.num_players; ++i)
      policies[(own + i) % game_.num_players] = setup_.opponents[i - 1];
    envs_[e].live.play_until(game_, policies, 1u << own);
  }

  void write_rewards(std::size_t e, bool ended, const VectorRows& rows) const {
    if (rows.rewards == nullptr) return;
    auto reward = [&](int seat) {
      return ended ? reward_of(setup_.reward, game_.num_players, envs_[e].outcome, seat) : 0.0;
    };
    if (setup_.seat != VectorSetup::kEverySeat) {
      rows.rewards[e] = reward(own_seat(e));
      return;
    }
    const auto players = static_cast<std::size_t>(game_.num_players);
    for (int seat = 0; seat < game_.num_players; ++seat)
      rows.rewards[e * players + static_cast<std::size_t>(seat)] = reward(seat);
  }

  const Game<Shape>& game_;
  VectorSetup setup_;
  ObservationLayout<Shape> layout_;
  OpenRoutes<Shape> all_open_;
  std::vector<Env> envs_;
  std::vector<FinalState> final_;  // only with same_step
};

}  // namespace ttr
