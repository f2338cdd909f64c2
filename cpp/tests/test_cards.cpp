// cards.hpp against plain arrays.
#include <array>

#include "check.hpp"
#include "random.hpp"
#include "ttr/cards.hpp"

using namespace ttr;
using test::Random;

namespace {

using Counts = std::array<int, kCardKinds>;

Cards cards_of(const Counts& counts) {
  Cards cards;
  for (int c = 0; c < kCardKinds; ++c) cards.add(c, counts[c]);
  return cards;
}

int total(const Counts& counts) {
  int sum = 0;
  for (int n : counts) sum += n;
  return sum;
}

// Any part of the deck; often with colours that are missing or complete.
Counts random_counts(Random& random) {
  Counts counts{};
  for (int c = 0; c < kCardKinds; ++c) {
    const int all = c == kLocomotive ? kLocomotives : kCardsPerColor;
    counts[c] = random.percent(25) ? 0 : random.percent(25) ? all : random.in(0, all);
  }
  return counts;
}

void check_same(const Cards& cards, const Counts& counts) {
  std::uint64_t bytes = 0;
  int plain = 0;
  Counts one_each{};
  for (int c = 0; c < kCardKinds; ++c) {
    CHECK_EQ(cards[c], counts[c]);
    one_each[c] = counts[c] > 0;
    if (c == kLocomotive) continue;
    plain += counts[c];
    bytes |= static_cast<std::uint64_t>(counts[c]) << (8 * c);
  }
  CHECK_EQ(cards.colors(), bytes);
  CHECK_EQ(cards.locomotives(), counts[kLocomotive]);
  CHECK_EQ(cards.plain(), plain);
  CHECK_EQ(cards.total(), total(counts));
  CHECK_EQ(cards.is_empty(), total(counts) == 0);
  CHECK(cards == cards_of(counts));
  CHECK(cards.kinds() == cards_of(one_each));
  CHECK_EQ(cards.num_colors(), cards.kinds().plain());
  CHECK_EQ(cards.num_kinds(), cards.kinds().total());
  int k = 0;
  for (int c = 0; c < kCardKinds; ++c)
    for (int i = 0; i < counts[c]; ++i) CHECK_EQ(cards.kind_of(k++), c);
}

static_assert(Cards::full_deck().total() == kTotalCards);
static_assert(Cards::full_deck().kind_of(kTotalCards - 1) == kLocomotive);

}  // namespace

TEST(cards_count_as_arrays_do) {
  Random random(1);
  check_same(Cards(), Counts{});
  Counts full{};
  full.fill(kCardsPerColor);
  full[kLocomotive] = kLocomotives;
  check_same(Cards::full_deck(), full);
  for (int trial = 0; trial < 5000; ++trial) {
    const Counts counts = random_counts(random);
    check_same(cards_of(counts), counts);
  }
}

TEST(cards_move_between_piles) {
  Random random(2);
  for (int trial = 0; trial < 300; ++trial) {
    Counts left = random_counts(random), taken{};
    Cards pile = cards_of(left), hand;
    while (!pile.is_empty()) {
      const int c = pile.kind_of(random.below(pile.total()));
      const int n = random.in(1, left[c]);
      pile.remove(c, n);
      hand.add(c, n);
      left[c] -= n;
      taken[c] += n;
      check_same(pile, left);
      check_same(hand, taken);
    }
    Cards sum = hand;
    sum += Cards();
    CHECK(sum == hand);
    Counts more = random_counts(random);
    for (int c = 0; c < kCardKinds; ++c)
      more[c] = std::min(more[c], (c == kLocomotive ? kLocomotives : kCardsPerColor) - taken[c]);
    sum += cards_of(more);
    for (int c = 0; c < kCardKinds; ++c) more[c] += taken[c];
    check_same(sum, more);
  }
}

TEST(row_finds_the_first_slot_of_every_kind) {
  Random random(3);
  constexpr int kSlots = 8;
  for (int kind = 0; kind < kCardKinds; ++kind)
    for (int slot = 0; slot < kSlots; ++slot)
      for (int trial = 0; trial < 200; ++trial) {
        std::array<int, kSlots> model{};
        Row row;
        for (int i = 0; i < kSlots; ++i) {
          // Before the slot other kinds or nothing; after it anything.
          model[i] = random.below(kCardKinds + 1);
          if (i < slot && model[i] == kind) model[i] = kCardKinds;
          if (i == slot) model[i] = kind;
          if (model[i] == kCardKinds) model[i] = Row::kFree;
          if (model[i] != Row::kFree) row.put(i, model[i]);
        }
        for (int i = 0; i < kSlots; ++i) {
          CHECK_EQ(row[i], model[i]);
          CHECK_EQ(row.is_free(i), model[i] == Row::kFree);
        }
        CHECK_EQ(row.find(kind), slot);
        row.take(slot);
        CHECK(row.is_free(slot));
        row.put(slot, kind == 0 ? 1 : 0);
        for (int i = 0; i < kSlots; ++i)
          CHECK_EQ(row[i], i == slot ? (kind == 0 ? 1 : 0) : model[i]);
        row.clear();
        CHECK(row == Row());
        for (int i = 0; i < kSlots; ++i) CHECK(row.is_free(i));
      }
}
