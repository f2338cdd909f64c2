// What can be made of a description of an observation (observe.hpp): its layout, its values in a
// buffer, its text. A sink is told of every slice in turn, by the same calls:
//
//     one_hot(slice, n, value)          n flags, of which `value` says the one that is set, or -1
//     one_hots(slice, rows, n, value)   the same for each row
//     numbers(slice, n, high, value)    n numbers 0..high
//     cards(slice, value)               nine counts
//     rows_of_cards(slice, rows, value)
//     members(slice, n, value)          a flag for each number below n: is it in the set?
//     rows_of_members(slice, rows, n, value)
//
// Values are functions, of the row or the place where there are several: who wants no values calls
// none.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ttr/bit_set.hpp"
#include "ttr/cards.hpp"

namespace ttr {

// What a slice is called and means; the names of the values of a one-hot, if they have some.
struct SliceInfo {
  std::string_view name, meaning;
  std::span<const std::string_view> words = {};
};

// A slice of a layout: where it lies, in the form of floats and in the form of bytes. A value takes
// one float; it takes one byte, or two with the low one first if it can exceed 255.
struct ObservationSlice {
  std::string_view name, meaning;
  int rows = 0, columns = 0;  // rows = 0: one row, and the shape is (columns,)
  int high = 0;               // values are 0..high
  int offset = 0, byte_offset = 0;

  int size() const { return (rows == 0 ? 1 : rows) * columns; }
  int value_bytes() const { return high > 0xFF ? 2 : 1; }
  int bytes() const { return size() * value_bytes(); }
};

namespace detail {

// Lists the slices.
class LayoutSink {
 public:
  explicit LayoutSink(std::vector<ObservationSlice>& slices) : slices_(slices) {}

  template <class F>
  void one_hot(const SliceInfo& slice, int n, F&&) {
    add(slice, 0, n, 1);
  }
  template <class F>
  void one_hots(const SliceInfo& slice, int rows, int n, F&&) {
    add(slice, rows, n, 1);
  }
  template <class F>
  void numbers(const SliceInfo& slice, int n, int high, F&&) {
    add(slice, 0, n, high);
  }
  template <class F>
  void cards(const SliceInfo& slice, F&&) {
    add(slice, 0, kCardKinds, kMostOfAKind);
  }
  template <class F>
  void rows_of_cards(const SliceInfo& slice, int rows, F&&) {
    add(slice, rows, kCardKinds, kMostOfAKind);
  }
  template <class F>
  void members(const SliceInfo& slice, int n, F&&) {
    add(slice, 0, n, 1);
  }
  template <class F>
  void rows_of_members(const SliceInfo& slice, int rows, int n, F&&) {
    add(slice, rows, n, 1);
  }

 private:
  static constexpr int kMostOfAKind = kLocomotives;

  void add(const SliceInfo& info, int rows, int columns, int high) {
    ObservationSlice slice{info.name, info.meaning, rows, columns, high};
    if (!slices_.empty()) {
      const auto& last = slices_.back();
      slice.offset = last.offset + last.size();
      slice.byte_offset = last.byte_offset + last.bytes();
    }
    slices_.push_back(slice);
  }

  std::vector<ObservationSlice>& slices_;
};

// Writes the values one after the other; T is float or std::uint8_t.
template <class T>
class ValueSink {
 public:
  explicit ValueSink(T* out) : out_(out) {}

  template <class F>
  void one_hot(const SliceInfo&, int n, F&& value) {
    put_one_hot(n, value());
  }
  template <class F>
  void one_hots(const SliceInfo&, int rows, int n, F&& value) {
    for (int row = 0; row < rows; ++row) put_one_hot(n, value(row));
  }
  template <class F>
  void numbers(const SliceInfo&, int n, int high, F&& value) {
    for (int i = 0; i < n; ++i) put(value(i), high);
  }
  template <class F>
  void cards(const SliceInfo&, F&& value) {
    put_cards(value());
  }
  template <class F>
  void rows_of_cards(const SliceInfo&, int rows, F&& value) {
    for (int row = 0; row < rows; ++row) put_cards(value(row));
  }
  template <class F>
  void members(const SliceInfo&, int n, F&& value) {
    put_members(value(), n);
  }
  template <class F>
  void rows_of_members(const SliceInfo&, int rows, int n, F&& value) {
    for (int row = 0; row < rows; ++row) put_members(value(row), n);
  }

 private:
  void put(int value, int high) {
    *out_++ = static_cast<T>(value);
    if constexpr (sizeof(T) == 1)
      if (high > 0xFF) *out_++ = static_cast<T>(value >> 8);
  }
  void put_one_hot(int n, int value) {
    std::memset(out_, 0, static_cast<std::size_t>(n) * sizeof(T));
    if (value >= 0) out_[value] = T{1};
    out_ += n;
  }
  void put_cards(const Cards& cards) {
    for (int kind = 0; kind < kCardKinds; ++kind) *out_++ = static_cast<T>(cards[kind]);
  }
  // Four flags at a time, out of a table: nothing depends on how many members there are.
  template <int N>
  void put_members(const BitSet<N>& set, int n) {
    int i = 0;
    for (; i + 4 <= n; i += 4)
      std::memcpy(out_ + i, kFlags[set.word(i >> 6) >> (i & 63) & 15].data(), 4 * sizeof(T));
    for (; i < n; ++i) out_[i] = static_cast<T>(set.has(i));
    out_ += n;
  }

  static constexpr auto kFlags = [] {
    std::array<std::array<T, 4>, 16> flags{};
    for (unsigned four = 0; four < 16; ++four)
      for (unsigned i = 0; i < 4; ++i) flags[four][i] = static_cast<T>(four >> i & 1);
    return flags;
  }();

  T* out_;
};

// Writes a line for every slice: its name, and its values in words. Rows are parted by bars.
class TextSink {
 public:
  explicit TextSink(std::string& out) : out_(out) {}

  template <class F>
  void one_hot(const SliceInfo& slice, int, F&& value) {
    begin(slice);
    word(slice, value());
    out_ += '\n';
  }
  template <class F>
  void one_hots(const SliceInfo& slice, int rows, int, F&& value) {
    begin(slice);
    for (int row = 0; row < rows; ++row) word(slice, value(row));
    out_ += '\n';
  }
  template <class F>
  void numbers(const SliceInfo& slice, int n, int, F&& value) {
    begin(slice);
    for (int i = 0; i < n; ++i) number(value(i));
    out_ += '\n';
  }
  template <class F>
  void cards(const SliceInfo& slice, F&& value) {
    begin(slice);
    counts(value());
    out_ += '\n';
  }
  template <class F>
  void rows_of_cards(const SliceInfo& slice, int rows, F&& value) {
    begin(slice);
    for (int row = 0; row < rows; ++row) {
      part(row);
      counts(value(row));
    }
    out_ += '\n';
  }
  template <class F>
  void members(const SliceInfo& slice, int, F&& value) {
    begin(slice);
    value().for_each([&](int i) { number(i); });
    out_ += '\n';
  }
  template <class F>
  void rows_of_members(const SliceInfo& slice, int rows, int, F&& value) {
    begin(slice);
    for (int row = 0; row < rows; ++row) {
      part(row);
      value(row).for_each([&](int i) { number(i); });
    }
    out_ += '\n';
  }

 private:
  void begin(const SliceInfo& slice) {
    out_ += slice.name;
    out_ += ':';
  }
  void part(int row) {
    if (row > 0) out_ += " |";
  }
  void number(int n) {
    std::array<char, 12> digits;
    digits[0] = ' ';
    const auto end = std::to_chars(digits.data() + 1, digits.data() + digits.size(), n).ptr;
    out_.append(digits.data(), end);
  }
  void word(const SliceInfo& slice, int value) {
    if (value < 0) {
      out_ += " -";
    } else if (slice.words.empty()) {
      number(value);
    } else {
      out_ += ' ';
      out_ += slice.words[static_cast<std::size_t>(value)];
    }
  }
  void counts(const Cards& cards) {
    for (int kind = 0; kind < kCardKinds; ++kind)
      if (cards[kind] > 0) {
        number(cards[kind]);
        out_ += ' ';
        out_ += kCardNames[static_cast<std::size_t>(kind)];
      }
  }

  std::string& out_;
};

}  // namespace detail
}  // namespace ttr
