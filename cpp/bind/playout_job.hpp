// What run_playouts and run_totals have in common: which games to play, by whom, and how.
#pragma once

#include <string>
#include <vector>

#include "bind.hpp"
#include "playout_kernel.hpp"

namespace ttr::bind {

// One policy for each seat; throws py::value_error for other numbers of names and unknown ones.
SeatPolicies policies_named(const PyGame& game, const std::vector<std::string>& names);

// The engine for n games: "scalar", "lockstep", or "auto", the faster of those that can play them.
// Throws py::value_error for other names, and if the engine that is named cannot play the games.
Engine engine_named(const PyGame& game, const std::string& name, std::size_t n);
const char* name_of(Engine engine);

struct PlayoutJob {
  // Everything from Python, and checked.
  PlayoutJob(const PyGame& game, const std::vector<std::string>& policies, const py::object& seed,
             const py::object& first_game, const py::object& n, const py::object& threads,
             const std::string& engine);

  // Games that a worker takes at a time.
  std::size_t chunk() const;

  SeatPolicies policies;
  std::uint64_t seed, first_game;
  std::size_t n;
  int threads;
  Engine engine;
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
