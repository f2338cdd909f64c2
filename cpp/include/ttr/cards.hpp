// Cards: how many train cards of each kind, as eight byte counters in one word plus locomotives.
//
// Decks, discards and hands are all counts. Drawing from a shuffled deck whose order nobody has
// seen is the same as drawing a uniformly random card of what is left, so no order is stored, and
// shuffling the discards into a new deck is a copy. No counter can exceed 110, the sum of all
// eight colours is at most 96: prefix sums never carry from one byte into the next.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "ttr/ids.hpp"

namespace ttr {

class Cards {
 public:
  constexpr Cards() = default;
  constexpr Cards(std::uint64_t colors, int locomotives)
      : words_{colors, static_cast<std::uint64_t>(locomotives)} {}
  static constexpr Cards full_deck() { return Cards(kOnes * kCardsPerColor, kLocomotives); }

  constexpr int operator[](int c) const {
    return static_cast<int>((words_[c >> 3] >> (8 * (c & 7))) & 0xFF);
  }
  // Both words change, one of them by nothing: a word that the kind picks would have to be written
  // and read back at an address that is known late, and there is a card drawn in most plies.
  constexpr void add(int c, int n = 1) {
    const auto plain = static_cast<std::uint64_t>(c >> 3) - 1;  // all ones or nothing
    words_[0] += (static_cast<std::uint64_t>(n) << (8 * (c & 7))) & plain;
    words_[1] += static_cast<std::uint64_t>(n) & ~plain;
  }
  constexpr void remove(int c, int n = 1) {  // contract: at least n of them are here
    const auto plain = static_cast<std::uint64_t>(c >> 3) - 1;
    words_[0] -= (static_cast<std::uint64_t>(n) << (8 * (c & 7))) & plain;
    words_[1] -= static_cast<std::uint64_t>(n) & ~plain;
  }
  constexpr Cards& operator+=(const Cards& o) {
    words_[0] += o.words_[0];
    words_[1] += o.words_[1];
    return *this;
  }
  constexpr Cards& operator-=(const Cards& o) {  // contract: all of them are here
    words_[0] -= o.words_[0];
    words_[1] -= o.words_[1];
    return *this;
  }
  friend constexpr bool operator==(const Cards&, const Cards&) = default;

  constexpr std::uint64_t colors() const { return words_[0]; }  // byte c = count of colour c
  constexpr int locomotives() const { return static_cast<int>(words_[1]); }
  constexpr int plain() const { return sum_of_bytes(words_[0]); }
  constexpr int total() const { return plain() + locomotives(); }
  constexpr bool is_empty() const { return (words_[0] | words_[1]) == 0; }

  // Kind of the k-th card when all lie sorted by kind. Contract: k < total().
  constexpr int kind_of(int k) const {
    const std::uint64_t prefix = words_[0] * kOnes;  // byte c = cards of colours 0..c
    const std::uint64_t passed =
        (((static_cast<std::uint64_t>(k) * kOnes) | kHighs) - prefix) & kHighs;
    return std::popcount(passed);
  }

  // One card of every kind that is here.
  constexpr Cards kinds() const { return Cards(colors_held() >> 7, words_[1] != 0); }
  constexpr int num_colors() const { return std::popcount(colors_held()); }
  constexpr int num_kinds() const { return num_colors() + (words_[1] != 0); }

 private:
  static constexpr std::uint64_t kOnes = 0x0101010101010101u;
  static constexpr std::uint64_t kHighs = 0x8080808080808080u;
  constexpr std::uint64_t colors_held() const {  // the high bit of the byte of each
    return (((words_[0] & ~kHighs) + ~kHighs) | words_[0]) & kHighs;
  }
  static constexpr int sum_of_bytes(std::uint64_t x) { return static_cast<int>((x * kOnes) >> 56); }

  std::array<std::uint64_t, 2> words_{};  // the colours, a byte each; the locomotives
};

// Row: the face-up row, one card a slot, a byte each. A free slot holds kFree.
class Row {
 public:
  static constexpr int kFree = 0xFF;

  constexpr int operator[](int slot) const {
    return static_cast<int>((slots_ >> (8 * slot)) & 0xFF);
  }
  constexpr bool is_free(int slot) const { return (*this)[slot] == kFree; }
  constexpr void put(int slot, int kind) {  // contract: the slot is free
    slots_ ^= static_cast<std::uint64_t>(kFree ^ kind) << (8 * slot);
  }
  constexpr void take(int slot) { slots_ |= std::uint64_t{kFree} << (8 * slot); }
  constexpr void clear() { slots_ = ~std::uint64_t{0}; }

  // First slot with that kind. Contract: there is one.
  constexpr int find(int kind) const {
    const std::uint64_t x = slots_ ^ (0x0101010101010101u * static_cast<std::uint64_t>(kind));
    // The lowest zero byte of x is the lowest byte that borrows.
    return std::countr_zero((x - 0x0101010101010101u) & ~x & 0x8080808080808080u) >> 3;
  }
  friend constexpr bool operator==(const Row&, const Row&) = default;

 private:
  std::uint64_t slots_ = ~std::uint64_t{0};
};

}  // namespace ttr
