// The types of the lockstep engine: rows of 64 numbers, one for each game, and sets of games.
//
//   Mask     a set of games
//   Bytes    a number 0..255 for each game
//   Halves   a number 0..65535 for each game
//   Pairs    two bytes for each game, side by side
//   Streams  a random stream for each game
//
// A thin layer of our own: some forty functions of a line or three, written twice.
#pragma once

#if defined(__AVX512BW__) && defined(__AVX512DQ__) && defined(__AVX512VL__) && \
    !defined(TTR_LOCKSTEP_PORTABLE)
#include "ttr/lockstep/simd_avx512.hpp"
#else
#include "ttr/lockstep/simd_vector.hpp"
#endif
