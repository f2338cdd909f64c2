// Connectivity of a set of routes.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "ttr/map.hpp"

namespace ttr {

// The pieces of a network (R53): every city carries the number of one city of its piece, and a
// route gives all cities of one of its pieces the number of the other.
//
// Renumbering passes over all cities where union-find would pass over a few, but it does so in a
// few vectors and without a branch that nobody can foresee: on a board it is twice as fast.
template <class Shape>
class Connectivity {
 public:
  Connectivity(const Map<Shape>& map, const BitSet<Shape::routes>& routes)
      : num_blocks_((map.num_cities() + kBlock - 1) / kBlock) {
    for (int c = 0; c < kBlock * num_blocks_; ++c) {
      part_[c] = static_cast<std::uint8_t>(c);
      length_[c] = 0;
    }
    routes.for_each([&](int r) { join(map.end_a(r), map.end_b(r), map.length(r)); });
  }

  // The same number for all cities of a piece, that of one of them.
  int root(int city) const { return part_[city]; }
  bool joined(int a, int b) const { return part_[a] == part_[b]; }
  void join(int a, int b, int length = 0) {
    const std::uint8_t kept = part_[a], gone = part_[b];
    for (int block = 0; block < num_blocks_; ++block)
      for (int c = kBlock * block; c < kBlock * (block + 1); ++c)
        part_[c] = part_[c] == gone ? kept : part_[c];
    length_[kept] += length + (gone == kept ? 0 : length_[gone]);
    longest_piece_ = std::max(longest_piece_, length_[kept]);
  }
  // The length of all routes of one piece together, of the piece where it is greatest: no trail is
  // longer.
  int longest_piece() const { return longest_piece_; }

 private:
  static constexpr int kBlock = 32;  // a vector or two
  static_assert(Shape::cities % kBlock == 0 && Shape::cities <= 256);

  int num_blocks_, longest_piece_ = 0;
  alignas(kBlock) std::array<std::uint8_t, Shape::cities> part_;
  std::array<int, Shape::cities> length_;  // of a piece, at its number
};

}  // namespace ttr
