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

constexpr std::uint64_t mix64(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

// Streams of one game. The policy stream of seat s is kPolicyStream + s.
inline constexpr std::uint64_t kDealStream = 0;    // first seat, tickets, hands, opening row
inline constexpr std::uint64_t kChanceStream = 1;  // cards drawn in play
inline constexpr std::uint64_t kPolicyStream = 2;

class Stream {
 public:
  constexpr Stream() = default;
  constexpr Stream(std::uint64_t seed, std::uint64_t game, std::uint64_t stream,
                   std::uint64_t position = 0)
      : base_(key(seed, game, stream, 0x9E3779B97F4A7C15u)),
        step_(key(seed, game, stream, 0xD1B54A32D192ED03u) | 1), position_(position) {}

  constexpr std::uint64_t position() const { return position_; }
  constexpr std::uint64_t next() { return mix64(base_ + ++position_ * step_); }

  // A uniform number in 0..n-1, 1 <= n < 2^32, exactly: Lemire's multiply-shift with rejection
  // (ACM TOMACS 29, 2019). A rejected word, one in 2^64 / n, is followed by the next word.
  constexpr std::uint32_t below(std::uint32_t n) {
    Product p = multiply(next(), n);
    if (p.low < n) [[unlikely]] {
      const std::uint64_t threshold = (0 - static_cast<std::uint64_t>(n)) % n;
      while (p.low < threshold) p = multiply(next(), n);
    }
    return static_cast<std::uint32_t>(p.high);
  }

  friend constexpr bool operator==(const Stream&, const Stream&) = default;

 private:
  struct Product {
    std::uint64_t high, low;
  };
  static constexpr Product multiply(std::uint64_t x, std::uint32_t n) {
#ifdef __SIZEOF_INT128__
    __extension__ using Wide = unsigned __int128;
    const Wide p = static_cast<Wide>(x) * n;
    return {static_cast<std::uint64_t>(p >> 64), static_cast<std::uint64_t>(p)};
#else
    const std::uint64_t a = (x >> 32) * n;
    const std::uint64_t b = (x & 0xFFFFFFFFu) * n;
    const std::uint64_t mid = a + (b >> 32);
    return {mid >> 32, (mid << 32) | (b & 0xFFFFFFFFu)};
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
