// Totals: what any number of playouts add up to, in memory that does not grow with that number.
//
// All of them are counts and sums of integers, so the order in which games are added, and how they
// were dealt out to threads or machines, cannot change them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "ttr/playout.hpp"

namespace ttr {

// How often each value occurred: counts()[i] times the value low() + i. Covers the values that were
// asked for so far; the outermost counts may be 0.
class Histogram {
 public:
  int low() const { return low_; }
  const std::vector<std::uint64_t>& counts() const { return counts_; }

  void cover(int low, int high) {
    if (counts_.empty()) low_ = low;
    if (low < low_) {
      counts_.insert(counts_.begin(), static_cast<std::size_t>(low_ - low), 0);
      low_ = low;
    }
    const auto size = static_cast<std::size_t>(high - low_ + 1);
    if (counts_.size() < size) counts_.resize(size);
  }

  // Every `step`-th value from `first` on. Contract: all of them are covered.
  template <class T>
  void add(const T* first, const T* end, std::ptrdiff_t step) {
    std::uint64_t* const counts = counts_.data();
    const int low = low_;
    for (; first < end; first += step) ++counts[*first - low];
  }

  void merge(const Histogram& other) {
    if (other.counts_.empty()) return;
    cover(other.low_, other.low_ + static_cast<int>(other.counts_.size()) - 1);
    for (std::size_t i = 0; i < other.counts_.size(); ++i)
      counts_[static_cast<std::size_t>(other.low_ - low_) + i] += other.counts_[i];
  }

 private:
  int low_ = 0;
  std::vector<std::uint64_t> counts_;
};

// Counts for each bit of a row of `width` words in how many rows it is set.
//
// The counts are kept bit-sliced: bit b of level k is binary digit k of the count of bit b, so one
// operation on words counts for 64 bits. A carry-save adder takes three words of one level to their
// sum, a word of the same level, and their carry, one of the next. Eight rows need seven adders,
// and only every eighth row carries into the levels from eight on:
//
//     level 0   one + row + row   one + row + row   one + row + row   one + row + row
//     level 1      two + carry + carry                 two + carry + carry
//     level 2                   four + carry + carry
//     level 3                              eight + carry, and so on upwards
class BitCounter {
 public:
  explicit BitCounter(std::size_t width)
      : width_(width), levels_(kLevels * width), carry_(width), counts_(64 * width) {}

  void add(const std::uint64_t* rows, std::size_t count) {
    while (count > 0) {
      if (pending_ == kMostPending) flush();
      const std::size_t now = std::min(count, kMostPending - pending_);
      std::size_t row = 0;
      for (; row + 8 <= now; row += 8) add_eight(rows + row * width_);
      for (; row < now; ++row) {
        std::copy_n(rows + row * width_, width_, carry_.begin());
        add_carry(0);
      }
      rows += now * width_;
      pending_ += now;
      count -= now;
    }
  }

  void merge(BitCounter other) {
    flush();
    other.flush();
    for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
  }

  // For bit b of word w at 64 * w + b.
  const std::vector<std::uint64_t>& counts() {
    flush();
    return counts_;
  }

 private:
  static constexpr std::size_t kLevels = 16;
  static constexpr std::size_t kMostPending = (std::size_t{1} << kLevels) - 1;  // rows

  // a + b + c = 2 * carry + sum, in each bit.
  struct Added {
    std::uint64_t sum, carry;
  };
  static Added add_three(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    const std::uint64_t half = a ^ b;
    return {half ^ c, (a & b) | (half & c)};
  }

  void add_eight(const std::uint64_t* rows) {
    std::uint64_t *one = levels_.data(), *two = one + width_, *four = two + width_;
    for (std::size_t w = 0; w < width_; ++w) {
      const std::uint64_t* in = rows + w;
      const Added a = add_three(one[w], in[0], in[width_]);
      const Added b = add_three(a.sum, in[2 * width_], in[3 * width_]);
      const Added c = add_three(b.sum, in[4 * width_], in[5 * width_]);
      const Added d = add_three(c.sum, in[6 * width_], in[7 * width_]);
      const Added e = add_three(two[w], a.carry, b.carry);
      const Added f = add_three(e.sum, c.carry, d.carry);
      const Added g = add_three(four[w], e.carry, f.carry);
      one[w] = d.sum;
      two[w] = f.sum;
      four[w] = g.sum;
      carry_[w] = g.carry;
    }
    add_carry(3);
  }

  // Adds carry_ at a level and upwards, until nothing is carried any more.
  void add_carry(std::size_t level) {
    for (std::uint64_t any = 1; any != 0; ++level) {
      std::uint64_t* digit = levels_.data() + level * width_;
      any = 0;
      for (std::size_t w = 0; w < width_; ++w) {
        const std::uint64_t next = digit[w] & carry_[w];
        digit[w] ^= carry_[w];
        any |= carry_[w] = next;
      }
    }
  }

  void flush() {
    for (std::size_t level = 0; level < kLevels; ++level)
      for (std::size_t w = 0; w < width_; ++w) {
        const std::uint64_t digit = levels_[level * width_ + w];
        if (digit == 0) continue;
        for (std::size_t b = 0; b < 64; ++b) counts_[64 * w + b] += (digit >> b & 1) << level;
      }
    std::ranges::fill(levels_, 0);
    pending_ = 0;
  }

  std::size_t width_;
  std::vector<std::uint64_t> levels_;  // (kLevels, width)
  std::vector<std::uint64_t> carry_;   // (width)
  std::size_t pending_ = 0;            // rows in levels_, not in counts_ yet
  std::vector<std::uint64_t> counts_;
};

// How often each member was in the set of each seat, and in that of a winner. A member is in the
// set of at most one seat.
class SetTotals {
 public:
  SetTotals(int players, int members)
      : players_(static_cast<std::size_t>(players)), words_(words_for(members)),
        by_seat_(players_ * words_), by_winners_(words_) {}

  std::uint64_t of_seat(int seat, int member) {
    return by_seat_
        .counts()[64 * words_ * static_cast<std::size_t>(seat) + static_cast<std::size_t>(member)];
  }
  std::uint64_t of_winners(int member) {
    return by_winners_.counts()[static_cast<std::size_t>(member)];
  }

  // `sets` is (count, players, words); `winners`, if known, (count).
  void add(const std::uint64_t* sets, const std::uint8_t* winners, std::size_t count) {
    if (words_ == 0) return;
    by_seat_.add(sets, count);
    if (winners == nullptr) return;
    for (std::size_t row = 0; row < count; row += kBlock) {
      const std::size_t now = std::min(kBlock, count - row);
      won_.assign(now * words_, 0);
      for (std::size_t i = 0; i < now; ++i)
        for (std::size_t seat = 0; seat < players_; ++seat) {
          const auto mask = std::uint64_t{0} - (winners[row + i] >> seat & 1u);
          const std::uint64_t* set = sets + ((row + i) * players_ + seat) * words_;
          for (std::size_t w = 0; w < words_; ++w) won_[i * words_ + w] |= set[w] & mask;
        }
      by_winners_.add(won_.data(), now);
    }
  }

  void merge(const SetTotals& other) {
    by_seat_.merge(other.by_seat_);
    by_winners_.merge(other.by_winners_);
  }

 private:
  static constexpr std::size_t kBlock = 256;  // rows of won_, which should stay in the cache

  std::size_t players_, words_;
  BitCounter by_seat_, by_winners_;
  std::vector<std::uint64_t> won_;
};

// A sum of 64-bit integers that cannot overflow: high * 2^64 + low.
struct WideSum {
  std::int64_t high = 0;
  std::uint64_t low = 0;

  void add(std::int64_t x) { merge({x < 0 ? -1 : 0, static_cast<std::uint64_t>(x)}); }
  void merge(const WideSum& other) {
    low += other.low;
    high += other.high + (low < other.low);
  }
};

class Totals {
 public:
  using BySeat = std::array<Histogram, kMaxPlayers>;

  Totals(int players_, int num_routes, int num_tickets)
      : players(players_), routes(players, num_routes), tickets(players, num_tickets),
        tickets_completed(players, num_tickets) {}

  // Rows 0..count-1 of the columns that are there.
  void add(const PlayoutColumns& rows, std::size_t count) {
    games += count;
    add_values(scores, rows.scores, count);
    add_values(route_points, rows.route_points, count);
    add_values(ticket_points, rows.ticket_points, count);
    add_values(completed, rows.completed, count);
    add_values(completed, rows.completed_wide, count);
    add_values(failed, rows.failed, count);
    add_values(failed, rows.failed_wide, count);
    add_values(longest, rows.longest, count);
    add_values(stations_built, rows.stations_built, count);
    add_values(ranks, rows.ranks, count);
    add_values(turns, rows.turns, count);
    add_values(plies, rows.plies, count);
    if (rows.winners != nullptr)
      for (std::size_t i = 0; i < count; ++i) ++winner_sets[rows.winners[i]];
    if (rows.scores != nullptr) add_products(rows.scores, count);
    if (rows.routes != nullptr) routes.add(rows.routes, rows.winners, count);
    if (rows.tickets != nullptr) tickets.add(rows.tickets, rows.winners, count);
    if (rows.tickets_completed != nullptr)
      tickets_completed.add(rows.tickets_completed, rows.winners, count);
  }

  // Adds totals of games of the same kind.
  void merge(const Totals& other) {
    games += other.games;
    for (auto [mine, others] : {std::pair{&scores, &other.scores},
                                {&route_points, &other.route_points},
                                {&ticket_points, &other.ticket_points},
                                {&completed, &other.completed},
                                {&failed, &other.failed},
                                {&longest, &other.longest},
                                {&stations_built, &other.stations_built},
                                {&ranks, &other.ranks}})
      for (std::size_t seat = 0; seat < kMaxPlayers; ++seat) (*mine)[seat].merge((*others)[seat]);
    turns.merge(other.turns);
    plies.merge(other.plies);
    for (std::size_t i = 0; i < winner_sets.size(); ++i) winner_sets[i] += other.winner_sets[i];
    for (std::size_t a = 0; a < kMaxPlayers; ++a)
      for (std::size_t b = 0; b < a; ++b) products[a][b].merge(other.products[a][b]);
    routes.merge(other.routes);
    tickets.merge(other.tickets);
    tickets_completed.merge(other.tickets_completed);
  }

  int players;
  std::uint64_t games = 0;
  BySeat scores, route_points, ticket_points, completed, failed, longest, stations_built, ranks;
  Histogram turns, plies;
  std::array<std::uint64_t, 256> winner_sets{};  // by their bits
  // Of the scores of seats a > b: products[a][b].
  std::array<std::array<WideSum, kMaxPlayers>, kMaxPlayers> products{};
  SetTotals routes, tickets, tickets_completed;

 private:
  template <class T>
  void add_values(BySeat& seats, const T* values, std::size_t count) {
    add_values(seats.data(), players, values, count);
  }
  template <class T>
  void add_values(Histogram& one, const T* values, std::size_t count) {
    add_values(&one, 1, values, count);
  }
  template <class T>
  static void add_values(Histogram* seats, int number, const T* values, std::size_t count) {
    if (values == nullptr || count == 0) return;
    const T* end = values + count * static_cast<std::size_t>(number);
    T low = *values, high = *values;
    for (const T* value = values; value < end; ++value) {
      low = std::min(low, *value);
      high = std::max(high, *value);
    }
    for (int seat = 0; seat < number; ++seat) {
      seats[seat].cover(low, high);
      seats[seat].add(values + seat, end, number);
    }
  }

  void add_products(const std::int16_t* values, std::size_t count) {
    const auto step = static_cast<std::size_t>(players);
    for (std::size_t a = 0; a < step; ++a)
      for (std::size_t b = 0; b < a; ++b) {
        std::int64_t sum = 0;  // of at most 2^33 products below 2^30
        for (std::size_t i = 0; i < count; ++i)
          sum += std::int32_t{values[i * step + a]} * values[i * step + b];
        products[a][b].add(sum);
      }
  }
};

}  // namespace ttr
