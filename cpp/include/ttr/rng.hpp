// Counter-based randomness: word i of a stream is a pure function of (seed, game, stream, i).
//
//   word(i) = mix64(base + (i + 1) * step)
//
// `base` and the odd `step` are two independent 64-bit hashes of (seed, game, stream), so two
// streams walk through different sequences, not through one sequence at two places. mix64 is the
// variant 13 finaliser of D. Stafford (2011), as in the SplitMix generators of Steele, Lea and
// Flood (OOPSLA 2014). Known answers: tests/data/rng_kat.txt.
#pragma once

#include <cstdint>

namespace ttr {

// Always inline: kernels for several instruction sets use it, and must not share a function.
[[gnu::always_inline]] constexpr std::uint64_t mix64(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

// Streams of one game. The policy stream of seat s is kPolicyStream + s.
inline constexpr std::uint64_t kDealStream = 0;    // first seat, tickets, hands, opening row
inline constexpr std::uint64_t kChanceStream = 1;  // cards drawn in play
inline constexpr std::uint64_t kPolicyStream = 2;

// What tells the two hashes of a stream apart: of its base and of its step. No array: it would be a
// symbol that kernels for several instruction sets share.
inline constexpr std::uint64_t kBaseSalt = 0x9E3779B97F4A7C15u;
inline constexpr std::uint64_t kStepSalt = 0xD1B54A32D192ED03u;

class Stream {
 public:
  constexpr Stream() = default;
  constexpr Stream(std::uint64_t seed, std::uint64_t game, std::uint64_t stream,
                   std::uint64_t position = 0)
      : base_(key(seed, game, stream, kBaseSalt)), step_(key(seed, game, stream, kStepSalt) | 1),
        position_(position) {}

  constexpr std::uint64_t position() const { return position_; }
  constexpr std::uint64_t next() { return mix64(base_ + ++position_ * step_); }

  // A number in 0..n-1 from one word, 1 <= n < 2^32: the high half of word * n. Each number has
  // the probability 1/n to within 2^-64, for 2^64 words do not divide evenly by n; no experiment of
  // fewer than 2^64 draws could tell. In return draw i of a stream is word i, whatever was drawn.
  constexpr std::uint32_t below(std::uint32_t n) { return high_half(next(), n); }

  friend constexpr bool operator==(const Stream&, const Stream&) = default;

 private:
  static constexpr std::uint32_t high_half(std::uint64_t x, std::uint32_t n) {
#ifdef __SIZEOF_INT128__
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint32_t>(static_cast<Wide>(x) * n >> 64);
#else
    const std::uint64_t carry = (x & 0xFFFFFFFFu) * n >> 32;
    return static_cast<std::uint32_t>(((x >> 32) * n + carry) >> 32);
#endif
  }
  static constexpr std::uint64_t key(std::uint64_t seed, std::uint64_t game, std::uint64_t stream,
                                     std::uint64_t salt) {
    std::uint64_t h = mix64(seed + salt);
    h = mix64((h ^ game) + salt);
    return mix64((h ^ stream) + salt);
  }

  std::uint64_t base_ = 0;
  std::uint64_t step_ = 1;
  std::uint64_t position_ = 0;
};

}  // namespace ttr
