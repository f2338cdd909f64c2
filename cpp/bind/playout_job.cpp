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

SeatPlayer plugin_of(const py::object& capsule) {
  if (!PyCapsule_IsValid(capsule.ptr(), TTR_POLICY_PLUGIN))
    throw py::type_error("a policy must be a name or a PyCapsule named '" TTR_POLICY_PLUGIN
                         "', got " +
                         safe_repr(capsule));
  const auto function =
      reinterpret_cast<ttr_policy>(PyCapsule_GetPointer(capsule.ptr(), TTR_POLICY_PLUGIN));
  return {Policy::random, function, PyCapsule_GetContext(capsule.ptr())};
}

SeatPlayers players_of(const PyGame& game, const Policies& policies) {
  const auto seats = static_cast<std::size_t>(game.num_players());
  if (policies.size() != seats)
    throw py::value_error("policies: one per seat, so " + std::to_string(seats) + ", got " +
                          std::to_string(policies.size()));
  SeatPlayers players{};
  for (std::size_t i = 0; i < seats; ++i)
    if (py::isinstance<py::str>(policies[i]))
      players[i].policy = policy_named(policies[i].cast<std::string>());
    else
      players[i] = plugin_of(policies[i]);
  return players;
}

const char* name_of(Engine engine) { return engine == Engine::scalar ? "scalar" : "lockstep"; }

Engine engine_named(const PyGame& game, const std::string& name, std::size_t n, bool plugins) {
  if (name == name_of(Engine::scalar)) return Engine::scalar;
  const std::string obstacle =
      plugins ? "a policy is a function of yours, which decides for one game at a time"
              : game.visit([&](const auto& shaped) { return lockstep_obstacle(shaped); });
  if (name == "auto") return obstacle.empty() && n >= kFewGames ? Engine::lockstep : Engine::scalar;
  if (name != name_of(Engine::lockstep))
    throw py::value_error("there is no engine '" + name + "'; engines: auto, scalar, lockstep");
  if (!obstacle.empty())
    throw py::value_error("engine = 'lockstep' cannot play these games: " + obstacle +
                          "; use 'auto' or 'scalar'");
  return Engine::lockstep;
}

PlayoutJob::PlayoutJob(const PyGame& game, const Policies& policies, const py::object& seed_,
                       const py::object& first_game_, const py::object& n_,
                       const py::object& threads_, const std::string& engine_)
    : players(players_of(game, policies)),
      plugins(std::ranges::any_of(players, [](const SeatPlayer& p) { return p.function; })),
      description(plugins ? game.visit([](const auto& shaped) { return policy_game(shaped); })
                          : nullptr),
      seed(to_u64(seed_, "seed")), first_game(to_u64(first_game_, "first_game")),
      n(static_cast<std::size_t>(to_int(n_, "n", 0, std::numeric_limits<long long>::max()))),
      threads(static_cast<int>(to_int(threads_, "threads", 1, 256))),
      engine(engine_named(game, engine_, n, plugins)), kernel(choose_kernels(), engine) {}

std::size_t PlayoutJob::chunk() const {
  const auto workers = static_cast<std::size_t>(threads);
  // Some think long: then few games are much work, and progress is counted by chunks.
  if (plugins) return std::clamp<std::size_t>(n / (64 * workers), 1, 128);
  if (engine == Engine::scalar) return 512;
  // Long ones, because the lanes run empty at the end of each; but so many that the workers end at
  // about the same time.
  return std::clamp<std::size_t>(n / (8 * workers), 64, 16384);
}

}  // namespace ttr::bind
