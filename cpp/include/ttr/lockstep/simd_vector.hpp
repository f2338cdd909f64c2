// The lockstep types in the vector extension of GCC and Clang, for AVX2, SSE, NEON or plain code:
// rows of as many registers as 64 numbers take. The few operations that the extension cannot say
// well are intrinsics where they exist.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__) && !defined(TTR_LOCKSTEP_PORTABLE)
#include <immintrin.h>
#define TTR_LOCKSTEP_X86
#endif

namespace ttr::lockstep {
namespace {
inline namespace TTR_LOCKSTEP_LEVEL {

#ifdef __AVX2__
inline constexpr int kRegister = 32;  // bytes
#else
inline constexpr int kRegister = 16;
#endif
inline constexpr int kParts = 64 / kRegister;  // registers of a row of bytes

using V8 = std::uint8_t __attribute__((vector_size(kRegister)));
using V16 = std::uint16_t __attribute__((vector_size(kRegister)));
using V64 = std::uint64_t __attribute__((vector_size(kRegister)));
using HalfV8 = std::uint8_t __attribute__((vector_size(kRegister / 2)));

// Rows of numbers: f says what to do with the registers at place i.
template <class Row, class F>
inline Row each_register(F&& f) {
  Row r;
#pragma GCC unroll 8
  for (int i = 0; i < Row::kRegisters; ++i) r.v[i] = f(i);
  return r;
}

// --- Numbers of one byte, and sets of games ------------------------------------------------------

struct Mask {  // 0 or 255 for each game
  static constexpr int kRegisters = kParts;
  V8 v[kParts];
};
struct Bytes {
  static constexpr int kRegisters = kParts;
  V8 v[kParts];
  const std::uint8_t& operator[](int g) const {
    return reinterpret_cast<const std::uint8_t*>(this)[g];
  }
  std::uint8_t& operator[](int g) { return reinterpret_cast<std::uint8_t*>(this)[g]; }
};
inline V8 higher(V8 a, V8 b) { return a > b ? a : b; }
inline V8 lower(V8 a, V8 b) { return a < b ? a : b; }

inline Mask operator&(Mask a, Mask b) {
  return each_register<Mask>([&](int i) { return a.v[i] & b.v[i]; });
}
inline Mask operator|(Mask a, Mask b) {
  return each_register<Mask>([&](int i) { return a.v[i] | b.v[i]; });
}
inline Mask but_not(Mask a, Mask b) {
  return each_register<Mask>([&](int i) { return a.v[i] & ~b.v[i]; });
}
inline Mask no_games() {
  return each_register<Mask>([](int) { return V8{}; });
}
inline Mask all_games() {
  return each_register<Mask>([](int) { return ~V8{}; });
}
inline std::uint64_t to_bits(Mask m) {
  std::uint64_t bits = 0;
#ifdef TTR_LOCKSTEP_X86
#pragma GCC unroll 4
  for (int i = 0; i < kParts; ++i) {
#ifdef __AVX2__
    const auto part = static_cast<std::uint32_t>(_mm256_movemask_epi8((__m256i)m.v[i]));
#else
    const auto part = static_cast<std::uint32_t>(_mm_movemask_epi8((__m128i)m.v[i]));
#endif
    bits |= static_cast<std::uint64_t>(part) << (kRegister * i);
  }
#else
  std::uint64_t words[8];
  std::memcpy(words, &m, sizeof words);
  for (int i = 0; i < 8; ++i)  // the lowest bit of every byte to one byte
    bits |= (words[i] & 0x0101010101010101u) * 0x0102040810204080u >> 56 << (8 * i);
#endif
  return bits;
}
inline Mask from_bits(std::uint64_t bits) {
  std::uint64_t words[8];
  for (int i = 0; i < 8; ++i) {
    // Bit k of the eight to byte k, and from there to the lowest bit of that byte.
    const std::uint64_t bit_of_byte =
        (bits >> (8 * i) & 0xFF) * 0x0101010101010101u & 0x8040201008040201u;
    const std::uint64_t one = (bit_of_byte + 0x7F7F7F7F7F7F7F7Fu) >> 7 & 0x0101010101010101u;
    words[i] = one * 0xFF;
  }
  Mask m;
  std::memcpy(&m, words, sizeof words);
  return m;
}
inline bool any(Mask m) {
  V8 all = m.v[0];
  for (int i = 1; i < kParts; ++i) all |= m.v[i];
  std::uint64_t words[kRegister / 8], or_ = 0;
  std::memcpy(words, &all, sizeof words);
  for (auto w : words) or_ |= w;
  return or_ != 0;
}

inline Bytes bytes(int x) {
  return each_register<Bytes>([&](int) { return static_cast<std::uint8_t>(x) + V8{}; });
}
inline Bytes operator+(Bytes a, Bytes b) {
  return each_register<Bytes>([&](int i) { return a.v[i] + b.v[i]; });
}
inline Bytes operator-(Bytes a, Bytes b) {
  return each_register<Bytes>([&](int i) { return a.v[i] - b.v[i]; });
}
inline Bytes less(Bytes a, Bytes b) {
  return each_register<Bytes>([&](int i) { return higher(a.v[i], b.v[i]) - b.v[i]; });
}
inline Bytes min(Bytes a, Bytes b) {
  return each_register<Bytes>([&](int i) { return lower(a.v[i], b.v[i]); });
}
inline Bytes max(Bytes a, Bytes b) {
  return each_register<Bytes>([&](int i) { return higher(a.v[i], b.v[i]); });
}
inline Mask operator==(Bytes a, Bytes b) {
  return each_register<Mask>([&](int i) { return (V8)(a.v[i] == b.v[i]); });
}
inline Mask operator>=(Bytes a, Bytes b) {
  return each_register<Mask>([&](int i) { return (V8)(higher(a.v[i], b.v[i]) == a.v[i]); });
}
inline Mask operator<(Bytes a, Bytes b) { return but_not(all_games(), a >= b); }
inline Mask nonzero(Bytes a) { return but_not(all_games(), a == bytes(0)); }
inline Bytes select(Mask m, Bytes yes, Bytes no) {
  return each_register<Bytes>([&](int i) { return (yes.v[i] & m.v[i]) | (no.v[i] & ~m.v[i]); });
}
inline Bytes where(Mask m, Bytes a) {
  return each_register<Bytes>([&](int i) { return a.v[i] & m.v[i]; });
}
inline Bytes add(Mask m, Bytes a, Bytes b) { return a + where(m, b); }
inline Bytes sub(Mask m, Bytes a, Bytes b) { return a - where(m, b); }

// --- Numbers of two bytes ------------------------------------------------------------------------

struct HalfMask {  // 0 or 65535 for each game
  static constexpr int kRegisters = 2 * kParts;
  V16 v[2 * kParts];
};
struct Halves {
  static constexpr int kRegisters = 2 * kParts;
  V16 v[2 * kParts];
  const std::uint16_t& operator[](int g) const {
    return reinterpret_cast<const std::uint16_t*>(this)[g];
  }
  std::uint16_t& operator[](int g) { return reinterpret_cast<std::uint16_t*>(this)[g]; }
};
struct Parts {  // of a register
  HalfV8 low, high;
};

inline Halves halves(int x) {
  return each_register<Halves>([&](int) { return static_cast<std::uint16_t>(x) + V16{}; });
}
inline Halves operator+(Halves a, Halves b) {
  return each_register<Halves>([&](int i) { return a.v[i] + b.v[i]; });
}
inline Halves operator-(Halves a, Halves b) {
  return each_register<Halves>([&](int i) { return a.v[i] - b.v[i]; });
}
inline Halves operator*(Halves a, Halves b) {
  return each_register<Halves>([&](int i) { return a.v[i] * b.v[i]; });
}
inline HalfMask operator<(Halves a, Halves b) {
  return each_register<HalfMask>([&](int i) { return (V16)(a.v[i] < b.v[i]); });
}
inline HalfMask operator>=(Halves a, Halves b) {
  return each_register<HalfMask>([&](int i) { return (V16)(a.v[i] >= b.v[i]); });
}
inline Halves select(HalfMask m, Halves yes, Halves no) {
  return each_register<Halves>([&](int i) { return (yes.v[i] & m.v[i]) | (no.v[i] & ~m.v[i]); });
}
inline Halves where(HalfMask m, Halves a) {
  return each_register<Halves>([&](int i) { return a.v[i] & m.v[i]; });
}
inline Halves add(HalfMask m, Halves a, Halves b) { return a + where(m, b); }
inline Halves sub(HalfMask m, Halves a, Halves b) { return a - where(m, b); }

inline V16 widen(HalfV8 a) { return __builtin_convertvector(a, V16); }
inline Halves widen(Bytes a) {
  return each_register<Halves>([&](int i) {
    const auto parts = std::bit_cast<Parts>(a.v[i / 2]);
    return widen(i % 2 ? parts.high : parts.low);
  });
}
inline Bytes narrow(Halves a) {  // the low bytes
  return each_register<Bytes>([&](int i) {
    return std::bit_cast<V8>(Parts{__builtin_convertvector(a.v[2 * i], HalfV8),
                                   __builtin_convertvector(a.v[2 * i + 1], HalfV8)});
  });
}
inline HalfMask half_mask(Mask m) {
  const Halves low = widen(std::bit_cast<Bytes>(m));
  return each_register<HalfMask>([&](int i) { return low.v[i] | low.v[i] << 8; });
}
inline Mask whole_mask(HalfMask m) { return std::bit_cast<Mask>(narrow(std::bit_cast<Halves>(m))); }
inline Mask nonzero(Halves a) { return whole_mask(a >= halves(1)); }

// a / b for b in 1..16 and a * b < 2^16.
inline Halves divide(Halves a, Halves b) {
  Halves q;
  static constexpr std::uint16_t kOneOver[32] = {0,     0,    32768, 21846, 16384, 13108,
                                                 10923, 9363, 8192,  7282,  6554,  5958,
                                                 5462,  5042, 4682,  4370,  4096};
  for (int g = 0; g < 64; ++g) {
    const std::uint32_t product = std::uint32_t{a[g]} * kOneOver[b[g] & 31] >> 16;
    q[g] = static_cast<std::uint16_t>(b[g] < 2 ? a[g] : product);
  }
  return q;
}

// --- Two bytes for each game, side by side -------------------------------------------------------

struct Pairs {
  static constexpr int kRegisters = 2 * kParts;
  V8 v[2 * kParts];
  const std::uint16_t& operator[](int g) const {
    return reinterpret_cast<const std::uint16_t*>(this)[g];
  }
  std::uint16_t& operator[](int g) { return reinterpret_cast<std::uint16_t*>(this)[g]; }
};
inline Pairs interleave(Bytes first, Bytes second) {
  const Halves a = widen(first), b = widen(second);
  return each_register<Pairs>([&](int i) { return (V8)(a.v[i] | b.v[i] << 8); });
}
inline Pairs operator+(Pairs a, Pairs b) {
  return each_register<Pairs>([&](int i) { return a.v[i] + b.v[i]; });
}
inline Pairs operator-(Pairs a, Pairs b) {
  return each_register<Pairs>([&](int i) { return a.v[i] - b.v[i]; });
}
inline Pairs less(Pairs a, Pairs b) {
  return each_register<Pairs>([&](int i) { return higher(a.v[i], b.v[i]) - b.v[i]; });
}
inline Pairs select(HalfMask m, Pairs yes, Pairs no) {
  return each_register<Pairs>([&](int i) {
    return (yes.v[i] & (V8)m.v[i]) | (no.v[i] & ~(V8)m.v[i]);
  });
}
inline Halves firsts(Pairs a) {
  return each_register<Halves>([&](int i) { return (V16)a.v[i] & 0xFF; });
}
inline Halves seconds(Pairs a) {
  return each_register<Halves>([&](int i) { return (V16)a.v[i] >> 8; });
}
inline Pairs twice(Halves a) {  // the low byte, two times
  return each_register<Pairs>([&](int i) { return (V8)(a.v[i] | a.v[i] << 8); });
}
// first * first + second * second; those of b below 128, sums below 2^15.
inline Halves dot(Pairs a, Pairs b) {
#if defined(TTR_LOCKSTEP_X86) && defined(__AVX2__)
  return each_register<Halves>([&](int i) {
    return (V16)_mm256_maddubs_epi16((__m256i)a.v[i], (__m256i)b.v[i]);
  });
#elif defined(TTR_LOCKSTEP_X86) && defined(__SSSE3__)
  return each_register<Halves>([&](int i) {
    return (V16)_mm_maddubs_epi16((__m128i)a.v[i], (__m128i)b.v[i]);
  });
#else
  return firsts(a) * firsts(b) + seconds(a) * seconds(b);
#endif
}

// --- A random stream for each game ---------------------------------------------------------------

struct Streams {  // `at` moves on by `step` for every word, see rng.hpp
  alignas(64) std::uint64_t at[64], step[64];  // by place_of(game)
};
inline int place_of(int g) { return g; }

inline V64 low_product(V64 a, V64 b) {  // of the low halves
#if defined(TTR_LOCKSTEP_X86) && defined(__AVX2__)
  return (V64)_mm256_mul_epu32((__m256i)a, (__m256i)b);
#elif defined(TTR_LOCKSTEP_X86)
  return (V64)_mm_mul_epu32((__m128i)a, (__m128i)b);
#else
  return (a & 0xFFFFFFFFu) * (b & 0xFFFFFFFFu);
#endif
}
inline V64 product(V64 a, std::uint64_t b) {
#ifdef TTR_LOCKSTEP_X86  // no multiplication of 64 bits
  const V64 low = b + V64{}, high = (b >> 32) + V64{};
  return low_product(a, low) + ((low_product(a >> 32, low) + low_product(a, high)) << 32);
#else
  return a * b;
#endif
}
inline V64 mix(V64 x) {
  x = product(x ^ (x >> 30), 0xBF58476D1CE4E5B9u);
  x = product(x ^ (x >> 27), 0x94D049BB133111EBu);
  return x ^ (x >> 31);
}
inline V64 mulhi(V64 word, V64 n) {  // n < 2^32
  return (low_product(word >> 32, n) + (low_product(word, n) >> 32)) >> 32;
}

// The next number below n of every stream in the mask, which alone move on; others: anything.
inline Halves below(Streams& s, Mask games, Halves n) {
  constexpr int kWords = kRegister / 8;
  using Small = std::uint16_t __attribute__((vector_size(2 * kWords)));
  using SmallMask = std::int8_t __attribute__((vector_size(kWords)));
  Halves k;
  for (int g = 0; g < 64; g += kWords) {
    V64 at, step;
    std::memcpy(&at, s.at + g, sizeof at);
    std::memcpy(&step, s.step + g, sizeof step);
    SmallMask moving;
    std::memcpy(&moving, reinterpret_cast<const char*>(&games) + g, sizeof moving);
    using Signed = std::int64_t __attribute__((vector_size(kRegister)));
    at += step & (V64) __builtin_convertvector(moving, Signed);
    std::memcpy(s.at + g, &at, sizeof at);
    Small small;
    std::memcpy(&small, &n[g], sizeof small);
    small = __builtin_convertvector(mulhi(mix(at), __builtin_convertvector(small, V64)), Small);
    std::memcpy(&k[g], &small, sizeof small);
  }
  return k;
}

}  // namespace TTR_LOCKSTEP_LEVEL
}  // namespace
}  // namespace ttr::lockstep
