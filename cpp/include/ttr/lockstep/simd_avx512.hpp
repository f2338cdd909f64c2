// The lockstep types on AVX-512 (x86-64-v4): 64 bytes in a register, a mask in another.
#pragma once

#include <immintrin.h>

#include <cstdint>

namespace ttr::lockstep {
namespace {
inline namespace TTR_LOCKSTEP_LEVEL {

using Mask = std::uint64_t;
inline Mask no_games() { return 0; }
inline Mask all_games() { return ~Mask{0}; }
inline std::uint64_t to_bits(Mask m) { return m; }
inline Mask from_bits(std::uint64_t bits) { return bits; }
inline Mask but_not(Mask a, Mask b) { return a & ~b; }
inline bool any(Mask m) { return m != 0; }

struct Bytes {
  __m512i v;
  const std::uint8_t& operator[](int g) const {
    return reinterpret_cast<const std::uint8_t*>(this)[g];
  }
  std::uint8_t& operator[](int g) { return reinterpret_cast<std::uint8_t*>(this)[g]; }
};
inline Bytes bytes(int x) { return {_mm512_set1_epi8(static_cast<char>(x))}; }
inline Bytes operator+(Bytes a, Bytes b) { return {_mm512_add_epi8(a.v, b.v)}; }
inline Bytes operator-(Bytes a, Bytes b) { return {_mm512_sub_epi8(a.v, b.v)}; }
inline Bytes less(Bytes a, Bytes b) { return {_mm512_subs_epu8(a.v, b.v)}; }
inline Bytes min(Bytes a, Bytes b) { return {_mm512_min_epu8(a.v, b.v)}; }
inline Bytes max(Bytes a, Bytes b) { return {_mm512_max_epu8(a.v, b.v)}; }
inline Mask operator==(Bytes a, Bytes b) { return _mm512_cmpeq_epu8_mask(a.v, b.v); }
inline Mask operator<(Bytes a, Bytes b) { return _mm512_cmplt_epu8_mask(a.v, b.v); }
inline Mask operator>=(Bytes a, Bytes b) { return _mm512_cmpge_epu8_mask(a.v, b.v); }
inline Mask nonzero(Bytes a) { return _mm512_test_epi8_mask(a.v, a.v); }
inline Bytes select(Mask m, Bytes yes, Bytes no) {
  return {_mm512_mask_blend_epi8(m, no.v, yes.v)};
}
inline Bytes where(Mask m, Bytes a) { return {_mm512_maskz_mov_epi8(m, a.v)}; }
inline Bytes add(Mask m, Bytes a, Bytes b) { return {_mm512_mask_add_epi8(a.v, m, a.v, b.v)}; }
inline Bytes sub(Mask m, Bytes a, Bytes b) { return {_mm512_mask_sub_epi8(a.v, m, a.v, b.v)}; }

// One number out of a register. Plain std::uint16_t may not alias it: GCC would be free to read the
// register before a number is stored in it, and does so.
using Half [[gnu::may_alias]] = std::uint16_t;

struct Halves {  // games 0..31, games 32..63
  __m512i lo, hi;
  const Half& operator[](int g) const { return reinterpret_cast<const Half*>(this)[g]; }
  Half& operator[](int g) { return reinterpret_cast<Half*>(this)[g]; }
};
struct HalfMask {  // a set of games, as comparisons of halves give it
  __mmask32 lo, hi;
};
inline HalfMask half_mask(Mask m) {
  return {static_cast<__mmask32>(m), static_cast<__mmask32>(m >> 32)};
}
inline Mask whole_mask(HalfMask m) { return _mm512_kunpackd(m.hi, m.lo); }
inline Halves halves(int x) {
  const __m512i v = _mm512_set1_epi16(static_cast<short>(x));
  return {v, v};
}
inline Halves operator+(Halves a, Halves b) {
  return {_mm512_add_epi16(a.lo, b.lo), _mm512_add_epi16(a.hi, b.hi)};
}
inline Halves operator-(Halves a, Halves b) {
  return {_mm512_sub_epi16(a.lo, b.lo), _mm512_sub_epi16(a.hi, b.hi)};
}
inline Halves operator*(Halves a, Halves b) {
  return {_mm512_mullo_epi16(a.lo, b.lo), _mm512_mullo_epi16(a.hi, b.hi)};
}
inline HalfMask operator<(Halves a, Halves b) {
  return {_mm512_cmplt_epu16_mask(a.lo, b.lo), _mm512_cmplt_epu16_mask(a.hi, b.hi)};
}
inline HalfMask operator>=(Halves a, Halves b) {
  return {_mm512_cmpge_epu16_mask(a.lo, b.lo), _mm512_cmpge_epu16_mask(a.hi, b.hi)};
}
inline Mask nonzero(Halves a) {
  return whole_mask({_mm512_test_epi16_mask(a.lo, a.lo), _mm512_test_epi16_mask(a.hi, a.hi)});
}
inline Halves select(HalfMask m, Halves yes, Halves no) {
  return {_mm512_mask_blend_epi16(m.lo, no.lo, yes.lo),
          _mm512_mask_blend_epi16(m.hi, no.hi, yes.hi)};
}
inline Halves where(HalfMask m, Halves a) {
  return {_mm512_maskz_mov_epi16(m.lo, a.lo), _mm512_maskz_mov_epi16(m.hi, a.hi)};
}
inline Halves add(HalfMask m, Halves a, Halves b) {
  return {_mm512_mask_add_epi16(a.lo, m.lo, a.lo, b.lo),
          _mm512_mask_add_epi16(a.hi, m.hi, a.hi, b.hi)};
}
inline Halves sub(HalfMask m, Halves a, Halves b) {
  return {_mm512_mask_sub_epi16(a.lo, m.lo, a.lo, b.lo),
          _mm512_mask_sub_epi16(a.hi, m.hi, a.hi, b.hi)};
}
inline Halves widen(Bytes a) {
  return {_mm512_cvtepu8_epi16(_mm512_castsi512_si256(a.v)),
          _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(a.v, 1))};
}
inline Bytes narrow(Halves a) {  // the low bytes
  return {_mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvtepi16_epi8(a.lo)),
                             _mm512_cvtepi16_epi8(a.hi), 1)};
}
// a / b for b in 1..16 and a * b < 2^16.
inline Halves divide(Halves a, Halves b) {
  alignas(64) static constexpr std::uint16_t kOneOver[32] = {
      0,    0,    32768, 21846, 16384, 13108, 10923, 9363, 8192,
      7282, 6554, 5958,  5462,  5042,  4682,  4370,  4096};
  const __m512i table = _mm512_load_si512(kOneOver);
  const HalfMask by_one = b < halves(2);
  const Halves q = {_mm512_mulhi_epu16(a.lo, _mm512_permutexvar_epi16(b.lo, table)),
                    _mm512_mulhi_epu16(a.hi, _mm512_permutexvar_epi16(b.hi, table))};
  return select(by_one, a, q);
}

struct Pairs {  // two bytes for each game, side by side
  Bytes lo, hi;
  const Half& operator[](int g) const { return reinterpret_cast<const Half*>(this)[g]; }
  Half& operator[](int g) { return reinterpret_cast<Half*>(this)[g]; }
};
inline Pairs interleave(Bytes first, Bytes second) {
  const __m512i order = _mm512_set_epi64(7, 3, 6, 2, 5, 1, 4, 0);
  const __m512i a = _mm512_permutexvar_epi64(order, first.v);
  const __m512i b = _mm512_permutexvar_epi64(order, second.v);
  return {{_mm512_unpacklo_epi8(a, b)}, {_mm512_unpackhi_epi8(a, b)}};
}
inline Pairs operator+(Pairs a, Pairs b) { return {a.lo + b.lo, a.hi + b.hi}; }
inline Pairs operator-(Pairs a, Pairs b) { return {a.lo - b.lo, a.hi - b.hi}; }
inline Pairs less(Pairs a, Pairs b) { return {less(a.lo, b.lo), less(a.hi, b.hi)}; }
inline Pairs select(HalfMask m, Pairs yes, Pairs no) {
  return {{_mm512_mask_blend_epi16(m.lo, no.lo.v, yes.lo.v)},
          {_mm512_mask_blend_epi16(m.hi, no.hi.v, yes.hi.v)}};
}
inline Halves firsts(Pairs a) {
  const __m512i byte = _mm512_set1_epi16(0xFF);
  return {_mm512_and_si512(a.lo.v, byte), _mm512_and_si512(a.hi.v, byte)};
}
inline Halves seconds(Pairs a) {
  return {_mm512_srli_epi16(a.lo.v, 8), _mm512_srli_epi16(a.hi.v, 8)};
}
inline Pairs twice(Halves a) {  // the low byte, two times
  const Halves both = a * halves(0x0101);
  return {{both.lo}, {both.hi}};
}
// first * first + second * second; those of b below 128, sums below 2^15.
inline Halves dot(Pairs a, Pairs b) {
  return {_mm512_maddubs_epi16(a.lo.v, b.lo.v), _mm512_maddubs_epi16(a.hi.v, b.hi.v)};
}

// A random stream for each game: `at` moves on by `step` for every word, see rng.hpp.
//
// A register of eight words serves every fourth game, so that the numbers of 32 games lie side by
// side in the words of four registers:
//
//   Halves            0  1  2  3 |  4  5  6  7 |  8  9 ...      games
//   first register    0          |  4          |  8    ...
//   second register      1       |     5       |     9 ...
//
struct Streams {
  alignas(64) std::uint64_t at[64], step[64];  // by place_of(game)
};
inline int place_of(int g) { return (g & 32) | (g & 3) << 3 | (g >> 2 & 7); }

inline __m512i mix(__m512i x) {
  const __m512i a = _mm512_set1_epi64(static_cast<long long>(0xBF58476D1CE4E5B9u));
  const __m512i b = _mm512_set1_epi64(static_cast<long long>(0x94D049BB133111EBu));
  x = _mm512_mullo_epi64(_mm512_xor_si512(x, _mm512_srli_epi64(x, 30)), a);
  x = _mm512_mullo_epi64(_mm512_xor_si512(x, _mm512_srli_epi64(x, 27)), b);
  return _mm512_xor_si512(x, _mm512_srli_epi64(x, 31));
}
inline __m512i mulhi(__m512i word, __m512i n) {  // n < 2^32
  const __m512i upper = _mm512_mul_epu32(_mm512_srli_epi64(word, 32), n);
  const __m512i lower = _mm512_srli_epi64(_mm512_mul_epu32(word, n), 32);
  return _mm512_srli_epi64(_mm512_add_epi64(upper, lower), 32);
}

// The numbers of 32 games, whose words begin at `at` and `step`.
inline __m512i below(std::uint64_t* at_, const std::uint64_t* step, __mmask32 games, __m512i n) {
  const __m512i moving = _mm512_movm_epi16(games);
  const __m512i low = _mm512_set1_epi64(0xFFFF);
  const auto eight = [&]<int k>() {
    __m512i at = _mm512_load_si512(at_ + 8 * k);
    const __mmask8 move = _mm512_test_epi64_mask(moving, _mm512_slli_epi64(low, 16 * k));
    at = _mm512_mask_add_epi64(at, move, at, _mm512_load_si512(step + 8 * k));
    _mm512_store_si512(at_ + 8 * k, at);
    const __m512i mine = _mm512_and_si512(_mm512_srli_epi64(n, 16 * k), low);
    return _mm512_slli_epi64(mulhi(mix(at), mine), 16 * k);
  };
  return _mm512_or_si512(_mm512_or_si512(eight.template operator()<0>(),
                                         eight.template operator()<1>()),
                         _mm512_or_si512(eight.template operator()<2>(),
                                         eight.template operator()<3>()));
}

// The next number below n of every stream in the mask, which alone move on; others: anything.
inline Halves below(Streams& s, Mask games, Halves n) {
  const HalfMask parts = half_mask(games);
  return {below(s.at, s.step, parts.lo, n.lo), below(s.at + 32, s.step + 32, parts.hi, n.hi)};
}

}  // namespace TTR_LOCKSTEP_LEVEL
}  // namespace
}  // namespace ttr::lockstep
