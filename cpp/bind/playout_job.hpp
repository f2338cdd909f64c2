// What run_playouts and run_totals have in common: which games to play, by whom, and how.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bind.hpp"
#include "playout_kernel.hpp"
#include "ttr/plugin_playout.hpp"

// Long to compile: in plugin_playout.cpp.
extern template class ttr::PluginPlayouts<ttr::UpTo128>;
extern template class ttr::PluginPlayouts<ttr::UpTo256>;

namespace ttr::bind {

// What a policy plugin is called, checked: throws py::type_error for other objects.
SeatPlayer plugin_of(const py::object& capsule);

// One policy for each seat: the name of a built-in one, or the capsule of a plugin. Throws
// py::value_error for other numbers of them and unknown names.
using Policies = std::vector<py::object>;
SeatPlayers players_of(const PyGame& game, const Policies& policies);

// The engine for n games: "scalar", "lockstep", or "auto", the faster of those that can play them.
// Throws py::value_error for other names, and if the engine that is named cannot play the games.
// `plugins`: a policy is the user's own.
Engine engine_named(const PyGame& game, const std::string& name, std::size_t n, bool plugins);
const char* name_of(Engine engine);

struct PlayoutJob {
  // Everything from Python, and checked.
  PlayoutJob(const PyGame& game, const Policies& policies, const py::object& seed,
             const py::object& first_game, const py::object& n, const py::object& threads,
             const std::string& engine);

  // Games that a worker takes at a time.
  std::size_t chunk() const;

  SeatPlayers players;
  bool plugins;                                  // among the players
  std::unique_ptr<ttr_policy_game> description;  // for them; else none
  std::uint64_t seed, first_game;
  std::size_t n;
  int threads;
  Engine engine;
  PlayoutKernel kernel;
};

// Plays the games of a job in one thread.
template <class Shape>
class JobPlayer {
 public:
  JobPlayer(const PlayoutJob& job, const Game<Shape>& game) : job_(job), game_(game) {
    if (job.plugins) plugins_.emplace(game, *job.description, job.players);
    for (std::size_t seat = 0; seat < policies_.size(); ++seat)
      policies_[seat] = job.players[seat].policy;
  }

  // The games of the job from number `first` on, into rows first_row, ... Throws IllegalAction when
  // a plugin chooses what is none.
  void play(std::size_t first, std::size_t first_row, std::size_t count, NetworkTrail<Shape>& trail,
            const PlayoutColumns& out, const std::atomic<bool>& stop) {
    const std::uint64_t number = job_.first_game + first;
    if (!plugins_) {
      job_.kernel(game_, policies_, job_.seed, number, first_row, count, trail, out, stop);
      return;
    }
    try {
      plugins_->run(job_.seed, number, first_row, count, trail, out, stop);
    } catch (const PolicyFault& fault) {
      throw IllegalAction(fault.what());
    }
  }

 private:
  const PlayoutJob& job_;
  const Game<Shape>& game_;
  SeatPolicies policies_{};
  std::optional<PluginPlayouts<Shape>> plugins_;
};

// Calls visit(pointer, name, width) for every column that playouts of this game can have: where its
// memory is noted, its name in Python, and how many numbers a row of it has.
template <class Shape, class Visit>
void for_each_column(const Game<Shape>& game, PlayoutColumns& columns, Visit&& visit) {
  const auto players = static_cast<std::size_t>(game.num_players);
  const std::size_t routes = players * words_for(game.map.num_routes());
  const std::size_t tickets = players * words_for(game.map.num_tickets());
  const bool narrow = game.map.num_tickets() <= PlayoutColumns::kMaxNarrowCount;
  visit(columns.scores, "scores", players);
  visit(columns.route_points, "route_points", players);
  visit(columns.ticket_points, "ticket_points", players);
  if (narrow) {
    visit(columns.completed, "completed", players);
    visit(columns.failed, "failed", players);
  } else {
    visit(columns.completed_wide, "completed", players);
    visit(columns.failed_wide, "failed", players);
  }
  visit(columns.longest, "longest", players);
  visit(columns.stations_built, "stations_built", players);
  visit(columns.winners, "winners", std::size_t{1});
  visit(columns.turns, "turns", std::size_t{1});
  visit(columns.plies, "plies", std::size_t{1});
  visit(columns.ranks, "ranks", players);
  visit(columns.routes, "routes", routes);
  visit(columns.tickets, "tickets", tickets);
  visit(columns.tickets_completed, "tickets_completed", tickets);
}

}  // namespace ttr::bind
