// The longest trails of 64 networks, as far as falling leaves say them.
//
// A city with one route left is a leaf: the route falls off, and the city at its other end
// remembers its two longest ways down. What never falls off is the core. Without a core the longest
// two ways that met are the longest trail; with one it lies between those and the length of the
// core with the two longest ways that hang on it, and whoever must know searches the core.
#pragma once

#include "ttr/lockstep/games.hpp"
#include "ttr/lockstep/transpose.hpp"

namespace ttr::lockstep {
namespace {
inline namespace TTR_LOCKSTEP_LEVEL {

struct Peeling {
  Bytes routes_left[kMaxCities];              // at a city
  Bytes down[kMaxCities], down2[kMaxCities];  // the longest ways down from it
  Bytes longest;                              // of two ways that met
};

// Lets the route fall off in the networks where one of its ends is a leaf. Says where it did.
inline Mask peel_route(Peeling& p, int a, int b, Bytes length, Mask here) {
  const Mask leaf_a = here & (p.routes_left[a] == bytes(1));
  const Mask leaf_b = but_not(here & (p.routes_left[b] == bytes(1)), leaf_a);
  const Mask falls = leaf_a | leaf_b;
  if (!any(falls)) return falls;
  const Bytes way = select(leaf_a, p.down[a], p.down[b]) + length;
  const Bytes other = select(leaf_a, p.down[b], p.down[a]);
  const Bytes other2 = select(leaf_a, p.down2[b], p.down2[a]);
  const Bytes most = max(other, way), second = max(other2, min(other, way));
  p.longest = select(falls, max(p.longest, other + way), p.longest);
  p.down[a] = select(leaf_b, most, p.down[a]);
  p.down[b] = select(leaf_a, most, p.down[b]);
  p.down2[a] = select(leaf_b, second, p.down2[a]);
  p.down2[b] = select(leaf_a, second, p.down2[b]);
  p.routes_left[a] = sub(falls, p.routes_left[a], bytes(1));
  p.routes_left[b] = sub(falls, p.routes_left[b], bytes(1));
  return falls;
}

// `owners`: for each route the networks that have it, and at the end those that have it in their
// core. All lengths of a network together are at most 200, the trains of a seat.
inline void peel(const Table& table, std::uint64_t* owners, Peeling& p) {
  for (int c = 0; c < table.cities; ++c) p.routes_left[c] = p.down[c] = p.down2[c] = bytes(0);
  p.longest = bytes(0);
  for (int i = 0; i < table.routes; ++i) {
    const Edge& edge = table.edges[static_cast<std::size_t>(i)];
    const Mask here = from_bits(owners[edge.route]);
    p.routes_left[edge.a] = add(here, p.routes_left[edge.a], bytes(1));
    p.routes_left[edge.b] = add(here, p.routes_left[edge.b], bytes(1));
  }
  bool again = true;
  const auto pass = [&](int i) {
    const Edge& edge = table.edges[static_cast<std::size_t>(i)];
    std::uint64_t& here = owners[edge.route];
    if (here == 0) return;
    const std::uint64_t fell =
        to_bits(peel_route(p, edge.a, edge.b, bytes(edge.length), from_bits(here)));
    here &= ~fell;
    again |= fell != 0;
  };
  while (again) {  // to and fro, so that long branches fall in few rounds
    again = false;
    for (int i = 0; i < table.routes; ++i) pass(i);
    if (!again) break;
    again = false;
    for (int i = table.routes; i-- > 0;) pass(i);
  }
}

inline void bound_trails(const Table& table, const std::uint64_t* owners, Finished& games,
                         int seat_) {
  const auto seat = static_cast<std::size_t>(seat_);
  std::uint64_t core[kMaxRoutes];
  std::memcpy(core, owners, sizeof core);
  Peeling p;
  peel(table, core, p);

  Bytes length = bytes(0);
  for (int i = 0; i < table.routes; ++i) {
    const Edge& edge = table.edges[static_cast<std::size_t>(i)];
    if (core[edge.route] != 0)
      length = add(from_bits(core[edge.route]), length, bytes(edge.length));
  }
  Bytes longest = bytes(0), second = bytes(0);
  for (int c = 0; c < table.cities; ++c) {
    const Mask in_core = nonzero(p.routes_left[c]);
    const Bytes down = where(in_core, p.down[c]), down2 = where(in_core, p.down2[c]);
    second = max(max(second, down2), min(longest, down));
    longest = max(longest, down);
  }
  const Bytes most = max(p.longest, length + longest + second);
  std::memcpy(games.trail_least[seat].data(), &p.longest, sizeof p.longest);
  std::memcpy(games.trail_most[seat].data(), &most, sizeof most);
  games_of_members(core, table.route_words, games.core[seat].data());
  std::memcpy(games.down[seat].data(), p.down,
              sizeof(Bytes) * static_cast<std::size_t>(table.cities));
  std::memcpy(games.down2[seat].data(), p.down2,
              sizeof(Bytes) * static_cast<std::size_t>(table.cities));
}

}  // namespace TTR_LOCKSTEP_LEVEL
}  // namespace
}  // namespace ttr::lockstep
