// payments.hpp: the ways to pay a price, straight from the rules and by the quick ways.
#include "positions.hpp"

using namespace ttr;
using test::Random;

namespace {

using Paid = std::pair<int, int>;  // colour or kNoColor, locomotives

// R32-R35, R59-R61, Q09: every set of cards of at most one colour and of locomotives.
std::vector<Paid> payments_by_rule(const Cards& hand, const Price& price, bool fewest) {
  std::vector<Paid> all;
  for (int c = 0; c < kColors; ++c) {
    if (price.color != kGray && price.color != c) continue;
    for (int locomotives = 0; locomotives < price.cards; ++locomotives)
      if (hand[c] >= price.cards - locomotives && hand.locomotives() >= locomotives &&
          locomotives >= price.locomotives) {
        all.emplace_back(c, locomotives);
        if (fewest) break;
      }
  }
  if (hand.locomotives() >= price.cards && !(fewest && !all.empty()))
    all.emplace_back(kNoColor, price.cards);
  return all;
}

std::vector<Paid> listed(const Cards& hand, const Price& price, bool fewest) {
  std::vector<Paid> out;
  for_each_payment(hand, price, fewest, [&](int c, int l) { out.emplace_back(c, l); });
  return out;
}

Cards random_hand(Random& random) {
  Cards hand;
  for (int c = 0; c < kColors; ++c) hand.add(c, random.percent(40) ? 0 : random.in(0, 12));
  hand.add(kLocomotive, random.percent(40) ? 0 : random.in(0, 14));
  return hand;
}

template <class Check>
void for_random_prices(std::uint64_t seed, Check&& check) {
  Random random(seed);
  for (int trial = 0; trial < 20000; ++trial) {
    NOTE(trial, trial);
    const int length = random.in(1, kMaxLength);
    const int ferry = random.percent(60) ? 0 : random.in(0, length);
    check(random_hand(random), Price{random.below(kRouteColors), length, ferry},
          random.percent(50));
  }
}

}  // namespace

TEST(payments_R32_R35_R59_follow_the_rules) {
  for_random_prices(1, [](const Cards& hand, const Price& price, bool fewest) {
    CHECK(listed(hand, price, fewest) == payments_by_rule(hand, price, fewest));
  });
}

TEST(payments_predicate_is_the_list) {
  for_random_prices(2, [](const Cards& hand, const Price& price, bool fewest) {
    const auto all = payments_by_rule(hand, price, fewest);
    for (int c : {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 100, kNoColor})
      for (int l = 0; l <= kMaxLength + 2; ++l)
        CHECK_EQ(is_payment(hand, price, fewest, c, l), std::ranges::count(all, Paid(c, l)) == 1);
    CHECK_EQ(can_pay(hand, price), !all.empty());
  });
}

TEST(payments_are_counted_without_a_list) {
  for_random_prices(3, [](const Cards& hand, const Price& price, bool fewest) {
    const auto all = payments_by_rule(hand, price, fewest);
    const Payments payments(hand, price, fewest);
    CHECK_EQ(payments.total(), all.size());
    for (int k = 0; k < payments.total(); ++k)
      CHECK(Paid(payments[k].color, payments[k].locomotives) == all[static_cast<std::size_t>(k)]);
  });
}

TEST(payments_formula_of_the_header) {
  for (int h = 0; h <= kCardsPerColor; ++h)
    for (int j = 0; j <= kLocomotives; ++j)
      for (int n = 1; n <= kMaxLength; ++n)
        for (int k = 0; k <= n; ++k) {
          const auto all =
              payments_by_rule(test::cards({{test::green, h}, {kLocomotive, j}}), {3, n, k}, false);
          const auto colored = std::ranges::count(all, 3, &Paid::first);
          CHECK_EQ(colored, std::max(0, std::min(j, n - 1) - std::max(k, n - h) + 1));
        }
}

TEST(payments_P3_two_colours_never_mix) {  // R33
  const Cards hand = test::cards({{test::green, 2}, {test::blue, 2}, {kLocomotive, 1}});
  CHECK(listed(hand, {kGray, 4, 0}, false).empty());
  CHECK(listed(hand, {kGray, 3, 0}, false) ==
        (std::vector<Paid>{{test::green, 1}, {test::blue, 1}}));
}

TEST(payments_P6_locomotives_alone) {  // R35, F22
  const Cards hand = test::cards({{kLocomotive, 4}});
  for (int color : {0, 5, kGray})
    for (bool fewest : {false, true})
      CHECK(listed(hand, {color, 4, 2}, fewest) == (std::vector<Paid>{{kNoColor, 4}}));
}

TEST(payments_Q09_one_for_each_colour) {
  const Cards hand = test::cards({{test::red, 1}, {test::pink, 3}, {kLocomotive, 3}});
  CHECK(listed(hand, {kGray, 3, 0}, true) == (std::vector<Paid>{{test::red, 2}, {test::pink, 0}}));
  CHECK(listed(hand, {kGray, 3, 1}, true) == (std::vector<Paid>{{test::red, 2}, {test::pink, 1}}));
  CHECK(listed(hand, {kGray, 3, 3}, true) == (std::vector<Paid>{{kNoColor, 3}}));
}
