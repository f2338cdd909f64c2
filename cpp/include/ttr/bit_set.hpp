// BitSet: an ordered set of small numbers, one bit each.
//
// A set of routes is one of these, so a player's whole network, the routes a twin rule closes, or
// all gray routes of length 2 are single values with set verbs:
//
//     routes   0 1 2 3 4 5 6 7
//     mine     . x . x . . . x
//     grays    . x x . . . . x
//     mine & grays = {1, 7}
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace ttr {

template <int N>
class BitSet {
  static_assert(N % 64 == 0 && N > 0);

 public:
  static constexpr int kWords = N / 64;

  constexpr BitSet() = default;
  static constexpr BitSet single(int i) {
    BitSet s;
    s.insert(i);
    return s;
  }
  static constexpr BitSet first(int n) {  // {0, ..., n-1}
    BitSet s;
    for (int i = 0; i < kWords; ++i) {
      int left = n - 64 * i;
      s.w_[i] = left >= 64 ? ~std::uint64_t{0} : (left <= 0 ? 0 : (std::uint64_t{1} << left) - 1);
    }
    return s;
  }

  static constexpr BitSet from_words(const std::uint64_t* words, int count) {  // count <= kWords
    BitSet s;
    for (int i = 0; i < count; ++i) s.w_[i] = words[i];
    return s;
  }

  constexpr bool has(int i) const { return (w_[i >> 6] >> (i & 63)) & 1; }
  constexpr void insert(int i) { w_[i >> 6] |= std::uint64_t{1} << (i & 63); }
  constexpr void erase(int i) { w_[i >> 6] &= ~(std::uint64_t{1} << (i & 63)); }

  constexpr bool is_empty() const {
    std::uint64_t any = 0;
    for (auto x : w_) any |= x;
    return any == 0;
  }
  constexpr int len() const {
    int n = 0;
    for (auto x : w_) n += std::popcount(x);
    return n;
  }
  constexpr bool is_subset(const BitSet& of) const { return (*this - of).is_empty(); }
  constexpr bool is_disjoint(const BitSet& from) const { return (*this & from).is_empty(); }

  constexpr BitSet& operator|=(const BitSet& o) {
    for (int i = 0; i < kWords; ++i) w_[i] |= o.w_[i];
    return *this;
  }
  constexpr BitSet& operator&=(const BitSet& o) {
    for (int i = 0; i < kWords; ++i) w_[i] &= o.w_[i];
    return *this;
  }
  constexpr BitSet& operator-=(const BitSet& o) {
    for (int i = 0; i < kWords; ++i) w_[i] &= ~o.w_[i];
    return *this;
  }
  friend constexpr BitSet operator|(BitSet a, const BitSet& b) { return a |= b; }
  friend constexpr BitSet operator&(BitSet a, const BitSet& b) { return a &= b; }
  friend constexpr BitSet operator-(BitSet a, const BitSet& b) { return a -= b; }  // in a, not in b
  friend constexpr bool operator==(const BitSet&, const BitSet&) = default;

  // The k-th smallest member, k from 0. Contract: k < len().
  constexpr int select(int k) const {
    if constexpr (kWords == 2) {  // which of the two it is, no branch could foresee
      const int here = std::popcount(w_[0]);
      const int i = k >= here;
      return 64 * i + select_in_word(w_[i], k - (i != 0 ? here : 0));
    }
    for (int i = 0; i < kWords - 1; ++i) {
      int here = std::popcount(w_[i]);
      if (k < here) return 64 * i + select_in_word(w_[i], k);
      k -= here;
    }
    return 64 * (kWords - 1) + select_in_word(w_[kWords - 1], k);
  }

  // Calls f(i) for every member in ascending order.
  template <class F>
  constexpr void for_each(F&& f) const {
    for (int i = 0; i < kWords; ++i)
      for (std::uint64_t x = w_[i]; x != 0; x &= x - 1) f(64 * i + std::countr_zero(x));
  }

  constexpr std::uint64_t word(int i) const { return w_[i]; }

 private:
  static constexpr int select_in_word(std::uint64_t x, int k) {
    for (; k > 0; --k) x &= x - 1;
    return std::countr_zero(x);
  }

  std::array<std::uint64_t, kWords> w_{};
};

}  // namespace ttr
