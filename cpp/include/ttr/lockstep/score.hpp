// Tickets of 64 games that ended: which are complete (R53), and what they are worth (R54).
//
// Every city carries a label, at first its own number; a route hands the smaller label of its ends
// to both, again and again until nothing changes. Then two cities are joined if their labels are
// equal.
#pragma once

#include "ttr/lockstep/trails.hpp"

namespace ttr::lockstep {
namespace {
inline namespace TTR_LOCKSTEP_LEVEL {

inline void label_cities(const Table& table, const std::uint64_t* owners, Bytes* label) {
  // Lanes side by side are one connection.
  struct Connection {
    std::uint64_t owners;
    int a, b;
  };
  Connection connections[kMaxRoutes];
  int num_connections = 0;
  for (int i = 0; i < table.routes; ++i) {
    const Edge& edge = table.edges[static_cast<std::size_t>(i)];
    if (num_connections > 0 && connections[num_connections - 1].a == edge.a &&
        connections[num_connections - 1].b == edge.b)
      connections[num_connections - 1].owners |= owners[edge.route];
    else
      connections[num_connections++] = {owners[edge.route], edge.a, edge.b};
  }

  for (int c = 0; c < table.cities; ++c) label[c] = bytes(c);
  Mask changed = all_games();
  const auto join = [&](const Connection& connection) {
    const Mask here = from_bits(connection.owners);
    Bytes& a = label[connection.a];
    Bytes& b = label[connection.b];
    const Bytes least = min(a, b);
    changed = changed | but_not(here, a == b);
    a = select(here, least, a);
    b = select(here, least, b);
  };
  while (any(changed)) {
    changed = no_games();
    for (int i = 0; i < num_connections; ++i) join(connections[i]);
    if (!any(changed)) break;
    for (int i = num_connections; i-- > 0;) join(connections[i]);
  }
}

inline void score_routes(const Table& table, const std::uint64_t* owners, Finished& games,
                         std::size_t seat) {
  Halves points = halves(0);
  for (int i = 0; i < table.routes; ++i) {
    const Edge& edge = table.edges[static_cast<std::size_t>(i)];
    points = add(half_mask(from_bits(owners[edge.route])), points, halves(edge.points));
  }
  std::memcpy(games.route_points[seat].data(), &points, sizeof points);
}

inline void score_tickets(const Table& table, const std::uint64_t* owners, Finished& games,
                          int seat, bool want_sets) {
  alignas(64) std::uint64_t holders[kMaxTickets];
  games_of_members(games.tickets[seat].data(), table.ticket_words, holders);
  Bytes label[kMaxCities];
  label_cities(table, owners, label);
  Halves points = halves(0), completed = halves(0), failed = halves(0);
  for (int t = 0; t < table.num_ticket_ids; ++t) {
    if (holders[t] == 0) continue;
    const Mask held = from_bits(holders[t]);
    const Mask done = held & (label[table.ticket_a[t]] == label[table.ticket_b[t]]);
    const Mask open = but_not(held, done);
    points = add(half_mask(done), points, halves(table.ticket_points[t]));
    points = sub(half_mask(open), points, halves(table.ticket_points[t]));
    completed = add(half_mask(done), completed, halves(1));
    failed = add(half_mask(open), failed, halves(1));
    holders[t] = to_bits(done);
  }
  std::memcpy(games.ticket_points[seat].data(), &points, sizeof points);
  std::memcpy(games.completed[seat].data(), &completed, sizeof completed);
  std::memcpy(games.failed[seat].data(), &failed, sizeof failed);
  if (want_sets)
    games_of_members(holders, table.ticket_words, games.tickets_completed[seat].data());
}

inline void score(const Run& run, Finished& games) {
  const Table& table = *run.table;
  for (int seat = 0; seat < table.players; ++seat) {
    alignas(64) std::uint64_t owners[kMaxRoutes];
    games_of_members(games.routes[static_cast<std::size_t>(seat)].data(), table.route_words,
                     owners);
    score_routes(table, owners, games, static_cast<std::size_t>(seat));
    score_tickets(table, owners, games, seat, run.want_completed_sets);
    bound_trails(table, owners, games, seat);
  }
}

}  // namespace TTR_LOCKSTEP_LEVEL
}  // namespace
}  // namespace ttr::lockstep
