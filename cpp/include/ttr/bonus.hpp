// Who holds the longest-trail bonus (R87, R94), for those who do not ask for the lengths.
//
// A network's trail is at most as long as its longest piece (Connectivity). So the seat with the
// longest piece is searched first, and the others, in this order, only as long as their pieces
// reach its trail, and then only for a trail of that length.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "ttr/network.hpp"
#include "ttr/trail.hpp"

namespace ttr {

template <class Shape>
using RouteSets = std::array<BitSet<Shape::routes>, kMaxPlayers>;  // by seat

// Lengths between which the longest trail of each seat lies; the closer, the less is searched.
struct TrailBounds {
  std::array<int, kMaxPlayers> least{}, most{};
};

// Bit s = seat s has one of the longest trails among the seats that have not resigned. Nobody has
// where nobody has a route. `search(seat, least)` is the length of the seat's longest trail, or any
// number below `least` if it is below.
template <class Search>
unsigned longest_trail_holders(int players, unsigned resigned, const TrailBounds& bounds,
                               Search&& search) {
  int longest = 1;  // one route at least
  unsigned holders = 0, left = ((1u << players) - 1) & ~resigned;
  for (int seat = 0; seat < players; ++seat)
    if ((left >> seat & 1) != 0) longest = std::max(longest, bounds.least[seat]);
  while (left != 0) {
    int seat = std::countr_zero(left);
    for (int other = seat + 1; other < players; ++other)
      if ((left >> other & 1) != 0 && bounds.most[other] > bounds.most[seat]) seat = other;
    if (bounds.most[seat] < longest) break;
    const int length = search(seat, longest);
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
  TrailBounds bounds;
  for (int seat = 0; seat < players; ++seat)
    bounds.most[seat] = Connectivity<Shape>(map, networks[seat]).longest_piece();
  return longest_trail_holders(players, resigned, bounds, [&](int seat, int least) {
    return trail.length(map, networks[seat], least);
  });
}

}  // namespace ttr
