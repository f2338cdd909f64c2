// Lanes: one 16-bit number for each of the eight colours, worked on together.
//
// A thin name over the vector extension of GCC and Clang, which compiles to SSE2, NEON or plain
// code, whatever the target has; no intrinsics.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "ttr/cards.hpp"

namespace ttr {

using Lanes = std::int16_t __attribute__((vector_size(16)));

// The lanes that can pay for a route of a colour: all of them for a gray one, else its own. All
// ones in these.
inline constexpr std::array<Lanes, kRouteColors> kLanesPaying = {
    Lanes{-1, 0, 0, 0, 0, 0, 0, 0},       Lanes{0, -1, 0, 0, 0, 0, 0, 0},
    Lanes{0, 0, -1, 0, 0, 0, 0, 0},       Lanes{0, 0, 0, -1, 0, 0, 0, 0},
    Lanes{0, 0, 0, 0, -1, 0, 0, 0},       Lanes{0, 0, 0, 0, 0, -1, 0, 0},
    Lanes{0, 0, 0, 0, 0, 0, -1, 0},       Lanes{0, 0, 0, 0, 0, 0, 0, -1},
    Lanes{-1, -1, -1, -1, -1, -1, -1, -1}};

inline Lanes lanes_of(const Cards& cards) {
  using Bytes = std::uint8_t __attribute__((vector_size(8)));
  return __builtin_convertvector(std::bit_cast<Bytes>(cards.colors()), Lanes);
}
inline Lanes filled(int x) { return static_cast<std::int16_t>(x) + Lanes{}; }

// Lanes above zero; zero elsewhere.
inline Lanes positive(Lanes x) { return x > 0 ? x : Lanes{}; }

inline int sum(Lanes x) {  // contract: no partial sum exceeds 16 bits
  x += __builtin_shufflevector(x, x, 4, 5, 6, 7, 0, 1, 2, 3);
  x += __builtin_shufflevector(x, x, 2, 3, 0, 1, 6, 7, 4, 5);
  x += __builtin_shufflevector(x, x, 1, 0, 3, 2, 5, 4, 7, 6);
  return static_cast<std::uint16_t>(x[0]);
}

// Lane i: the sum of lanes 0..i.
inline Lanes sums_up_to(Lanes x) {
  x += __builtin_shufflevector(x, Lanes{}, 8, 0, 1, 2, 3, 4, 5, 6);
  x += __builtin_shufflevector(x, Lanes{}, 8, 8, 0, 1, 2, 3, 4, 5);
  return x + __builtin_shufflevector(x, Lanes{}, 8, 8, 8, 8, 0, 1, 2, 3);
}
// How many lanes are at most k. Contract: the lanes ascend, and the last one is above k.
inline int lanes_up_to(Lanes ascending, int k) {
  using Bytes = std::uint8_t __attribute__((vector_size(8)));
  const auto passed = __builtin_convertvector(ascending <= static_cast<std::int16_t>(k), Bytes);
  return std::countr_one(std::bit_cast<std::uint64_t>(passed)) >> 3;
}

// A length in every lane.
inline constexpr std::array<Lanes, kMaxLength + 1> kLaneLengths = [] {
  std::array<Lanes, kMaxLength + 1> lengths{};
  for (std::int16_t n = 0; n <= kMaxLength; ++n) lengths[n] = Lanes{n, n, n, n, n, n, n, n};
  return lengths;
}();

}  // namespace ttr
