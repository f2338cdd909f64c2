// Who holds the longest-trail bonus (R87, R94), for those who do not ask for the lengths.
//
// A network's trail is at most as long as its longest piece (Connectivity). So the seat with the
// longest piece is searched first, and the others, in this order, only as long as their pieces
// reach its trail, and then only for a trail of that length.
#pragma once

#include <array>
#include <bit>

#include "ttr/network.hpp"
#include "ttr/trail.hpp"

namespace ttr {

template <class Shape>
using RouteSets = std::array<BitSet<Shape::routes>, kMaxPlayers>;  // by seat

// Bit s = seat s has one of the longest trails among the seats that have not resigned. Nobody has
// where nobody has a route. `most[s]` is a length that no trail of seat s exceeds; the smaller, the
// less is searched.
template <class Shape>
unsigned longest_trail_holders(const Map<Shape>& map, const RouteSets<Shape>& networks, int players,
                               unsigned resigned, const std::array<int, kMaxPlayers>& most,
                               NetworkTrail<Shape>& trail) {
  int longest = 1;  // one route at least
  unsigned holders = 0, left = ((1u << players) - 1) & ~resigned;
  while (left != 0) {
    int seat = std::countr_zero(left);
    for (int other = seat + 1; other < players; ++other)
      if ((left >> other & 1) != 0 && most[other] > most[seat]) seat = other;
    if (most[seat] < longest) break;
    const int length = trail.length(map, networks[seat], longest);
    if (length > longest) holders = 0;
    if (length >= longest) {
      holders |= 1u << seat;
      longest = length;
    }
    left &= ~(1u << seat);
  }
  return holders;
}

// The same, where nothing is known of the lengths.
template <class Shape>
unsigned longest_trail_holders(const Map<Shape>& map, const RouteSets<Shape>& networks, int players,
                               unsigned resigned, NetworkTrail<Shape>& trail) {
  std::array<int, kMaxPlayers> most{};
  for (int seat = 0; seat < players; ++seat)
    most[seat] = Connectivity<Shape>(map, networks[seat]).longest_piece();
  return longest_trail_holders(map, networks, players, resigned, most, trail);
}

}  // namespace ttr
