#include "playout_job.hpp"

#include <algorithm>
#include <limits>

namespace ttr::bind {

namespace {

Policy policy_named(const std::string& name) {
  std::string allowed;
  for (std::size_t i = 0; i < kPolicyNames.size(); ++i) {
    if (kPolicyNames[i] == name) return static_cast<Policy>(i);
    allowed += (i ? ", " : "") + std::string(kPolicyNames[i]);
  }
  throw py::value_error("there is no policy '" + name + "'; policies: " + allowed);
}

// The lockstep engine deals 64 games at a time; fewer than these are sooner played one by one.
constexpr std::size_t kFewGames = 32;

}  // namespace

SeatPolicies policies_named(const PyGame& game, const std::vector<std::string>& names) {
  const auto players = static_cast<std::size_t>(game.num_players());
  if (names.size() != players)
    throw py::value_error("policies: one per seat, so " + std::to_string(players) + ", got " +
                          std::to_string(names.size()));
  SeatPolicies policies{};
  for (std::size_t i = 0; i < players; ++i) policies[i] = policy_named(names[i]);
  return policies;
}

const char* name_of(Engine engine) { return engine == Engine::scalar ? "scalar" : "lockstep"; }

Engine engine_named(const PyGame& game, const std::string& name, std::size_t n) {
  if (name == name_of(Engine::scalar)) return Engine::scalar;
  const std::string obstacle =
      game.visit([&](const auto& shaped) { return lockstep_obstacle(shaped); });
  if (name == "auto") return obstacle.empty() && n >= kFewGames ? Engine::lockstep : Engine::scalar;
  if (name != name_of(Engine::lockstep))
    throw py::value_error("there is no engine '" + name + "'; engines: auto, scalar, lockstep");
  if (!obstacle.empty())
    throw py::value_error("engine = 'lockstep' cannot play these games: " + obstacle +
                          "; use 'auto' or 'scalar'");
  return Engine::lockstep;
}

PlayoutJob::PlayoutJob(const PyGame& game, const std::vector<std::string>& policies_,
                       const py::object& seed_, const py::object& first_game_, const py::object& n_,
                       const py::object& threads_, const std::string& engine_)
    : policies(policies_named(game, policies_)), seed(to_u64(seed_, "seed")),
      first_game(to_u64(first_game_, "first_game")),
      n(static_cast<std::size_t>(to_int(n_, "n", 0, std::numeric_limits<long long>::max()))),
      threads(static_cast<int>(to_int(threads_, "threads", 1, 256))),
      engine(engine_named(game, engine_, n)) {}

std::size_t PlayoutJob::chunk() const {
  if (engine == Engine::scalar) return 512;
  // Long ones, because the lanes run empty at the end of each; but so many that the workers end at
  // about the same time.
  return std::clamp<std::size_t>(n / (8 * static_cast<std::size_t>(threads)), 64, 16384);
}

}  // namespace ttr::bind
