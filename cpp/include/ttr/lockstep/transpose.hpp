// From sets of 64 games to games of each member, and back.
#pragma once

#include <cstdint>
#include <cstring>

namespace ttr::lockstep {
namespace {
inline namespace TTR_LOCKSTEP_LEVEL {

// Bit j of word i becomes bit i of word j.
inline void transpose(std::uint64_t (&rows)[64]) {
  std::uint64_t mask = 0x00000000FFFFFFFFu;
  for (int width = 32; width != 0; width >>= 1, mask ^= mask << width)
    for (int block = 0; block < 64; block += 2 * width)
      for (int i = block; i < block + width; ++i) {
        const std::uint64_t t = (rows[i] >> width ^ rows[i + width]) & mask;
        rows[i] ^= t << width;
        rows[i + width] ^= t;
      }
}

// Word w of every game -> for each member 64 * w + i a mask of games.
inline void games_of_members(const std::uint64_t* words, int num_words, std::uint64_t* masks) {
  for (int w = 0; w < num_words; ++w) {
    std::uint64_t block[64];
    std::memcpy(block, words + 64 * w, sizeof block);
    transpose(block);
    std::memcpy(masks + 64 * w, block, sizeof block);
  }
}

}  // namespace TTR_LOCKSTEP_LEVEL
}  // namespace
}  // namespace ttr::lockstep
