// live_game.hpp, vector_env.hpp, batched_playout.hpp: games played bit by bit, many side by side.
#include <memory>
#include <vector>

#include "games.hpp"
#include "ttr/batched_playout.hpp"
#include "ttr/vector_env.hpp"

using namespace ttr;
using test::Random;

namespace {

SeatPolicies random_policies(Random& random) {
  SeatPolicies policies{};
  for (auto& policy : policies) policy = static_cast<Policy>(random.below(kPolicyNames.size()));
  return policies;
}

// The end of the game that play_out plays.
template <class Shape>
std::vector<std::uint8_t> end_of(const Game<Shape>& game, const SeatPolicies& policies,
                                 std::uint64_t seed, std::uint64_t index) {
  const OpenRoutes<Shape> open(game);
  return state_to_bytes(game, play_out(game, open, policies, seed, index));
}

// Games 0 and 1 of every env, with the own actions drawn as the policy `random` draws them, are
// those of play_out.
template <class Shape>
void check_env(const Game<Shape>& game, Random& random, AutoReset mode, int seat) {
  VectorSetup setup;
  setup.seat = seat;
  setup.auto_reset = mode;
  setup.opponents = random_policies(random);
  const std::size_t n = 3;
  VectorEnv<Shape> envs(game, n, setup);
  NetworkTrail<Shape> trail;
  const auto actions = static_cast<std::size_t>(game.actions.size());
  const auto players = static_cast<std::size_t>(game.num_players);
  const auto masks = std::make_unique<bool[]>(n * actions);
  const auto ended = std::make_unique<bool[]>(n);
  std::vector<double> rewards(n * kMaxPlayers);
  std::vector<std::uint8_t> bytes(n * static_cast<std::size_t>(envs.layout().bytes()));
  VectorRows rows;
  rows.masks = masks.get();
  rows.terminations = ended.get();
  rows.rewards = rewards.data();
  rows.observations.bytes = bytes.data();
  for (std::size_t e = 0; e < n; ++e) {
    envs.set_seed(e, random.word());
    for (std::uint64_t index = 0; index < 2; ++index) {
      if (index == 0 || mode == AutoReset::disabled) envs.reset(e);
      do {
        const bool restarts = envs.is_over(e);
        const auto action = envs.sample(e);
        CHECK(envs.accepts(e, action));
        CHECK_EQ(envs.accepts(e, -1), restarts);
        CHECK_EQ(envs.accepts(e, game.actions.size()), restarts);
        const int own = envs.seat(e);
        envs.step(e, action, rows, trail);
        if (restarts) CHECK(!ended[e]);
        if (!ended[e]) {
          CHECK_EQ(rewards[seat == VectorSetup::kEverySeat ? e * players : e], 0.0);
          CHECK(std::ranges::count(masks.get() + e * actions, masks.get() + (e + 1) * actions,
                                   true) > 0);
          continue;
        }
        SeatPolicies policies{};
        if (seat != VectorSetup::kEverySeat)
          for (int i = 1; i < game.num_players; ++i)
            policies[static_cast<std::size_t>((own + i) % game.num_players)] =
                setup.opponents[static_cast<std::size_t>(i - 1)];
        const auto expected = end_of(game, policies, envs.seed(e), index);
        const Outcome outcome = outcome_of(game, state_from_bytes<Shape>(game, expected), trail);
        CHECK(outcome.totals == envs.outcome(e).totals);
        CHECK(outcome.ranks == envs.outcome(e).ranks);
        if (mode != AutoReset::same_step) CHECK(state_to_bytes(game, envs.state(e)) == expected);
      } while (!ended[e]);
      CHECK_EQ(envs.game_number(e), index + (mode == AutoReset::same_step));
    }
  }
}

}  // namespace

TEST(envs_play_the_games_of_playouts) {
  Random random(41);
  for (int i = 0; i < 24; ++i) {
    NOTE(number, i);
    const int players = kMinPlayers + i % 4;
    const auto game = test::random_game<UpTo128>(random, players);
    const int seat = random.percent(30)   ? VectorSetup::kEverySeat
                     : random.percent(50) ? VectorSetup::kRotatingSeat
                                          : random.below(players);
    check_env(game, random, static_cast<AutoReset>(i % 3), seat);
  }
  check_env(test::random_game<UpTo256>(random, 3), random, AutoReset::same_step, 1);
}

TEST(rewards_of_an_outcome) {
  Outcome outcome;
  outcome.totals = {100, 90, 100, -5};
  outcome.ranks = {1, 3, 1, 4};
  auto all = [&](Reward reward) {
    std::vector<double> rewards;
    for (int seat = 0; seat < 4; ++seat) rewards.push_back(reward_of(reward, 4, outcome, seat));
    return rewards;
  };
  CHECK(all(Reward::total) == (std::vector<double>{100, 90, 100, -5}));
  CHECK(all(Reward::win) == (std::vector<double>{0.5, 0, 0.5, 0}));
  CHECK(all(Reward::rank) == (std::vector<double>{2.5 / 3, 1.0 / 3, 2.5 / 3, 0}));
  CHECK(all(Reward::difference) == (std::vector<double>{0, -10, 0, -105}));
}

TEST(seeds_of_envs_differ) {
  std::vector<std::uint64_t> seeds;
  for (std::uint64_t seed = 0; seed < 40; ++seed)
    for (std::uint64_t env = 0; env < 40; ++env) seeds.push_back(env_seed(seed, env));
  std::ranges::sort(seeds);
  CHECK(std::ranges::adjacent_find(seeds) == seeds.end());
}

TEST(batched_playouts_play_the_games_of_playouts) {
  Random random(43);
  for (int i = 0; i < 12; ++i) {
    NOTE(number, i);
    const auto game = test::random_game<UpTo128>(random, kMinPlayers + i % 4);
    BatchedJob job;
    job.policies = random_policies(random);
    job.asked = 1u + static_cast<unsigned>(random.below((1 << game.num_players) - 1));
    job.seed = random.word();
    job.first_game = 5;
    job.n = 20;
    BatchedPlayouts<UpTo128> playouts(game, job, static_cast<std::size_t>(1 + random.below(30)));
    CHECK(playouts.size() <= job.n);
    for (std::size_t slot = 0; slot < playouts.size(); ++slot) playouts.begin_next(slot);
    SeatPolicies policies = job.policies;
    for (int seat = 0; seat < game.num_players; ++seat)
      if (job.asked >> seat & 1) policies[static_cast<std::size_t>(seat)] = Policy::random;
    std::vector<int> finished(job.n);
    while (playouts.games_done() < job.n) {
      const int seat = random.below(game.num_players);
      for (const auto waiting : playouts.waiting(seat)) {
        const auto slot = static_cast<std::size_t>(waiting);
        CHECK((job.asked >> seat & 1) != 0);
        playouts.play(slot, playouts.live(slot).pick(game, Policy::random));
        playouts.go_on(slot, [&](const State<UpTo128>& s, std::size_t row) {
          ++finished[row];
          CHECK(state_to_bytes(game, s) == end_of(game, policies, job.seed, 5 + row));
        });
      }
    }
    CHECK(std::ranges::all_of(finished, [](int times) { return times == 1; }));
  }
}
