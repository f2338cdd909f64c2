// Payments: the ways to pay a price out of a hand (R32-R35, Q09).
//
// A payment is a colour and a number of locomotives; the other cards are of the colour. One in
// locomotives only has the colour kNoColor. With h cards of a colour and j locomotives a price of n
// cards, k of which must be locomotives, has
//
//     max(0, min(j, n - 1) - max(k, n - h) + 1)
//
// payments in that colour, and one in locomotives only if j >= n.
#pragma once

#include <algorithm>

#include "ttr/cards.hpp"
#include "ttr/lanes.hpp"
#include "ttr/map.hpp"

namespace ttr {

// Spaces that colour c and the locomotives of a hand can pay together.
constexpr int reach(const Cards& hand, int c) {
  return std::min(hand[c] + hand.locomotives(), kMaxLength);
}

// Fewest locomotives in a payment of `cards` cards with colour c; `cards` itself = locomotives
// only.
constexpr int fewest_locomotives(const Cards& hand, int c, int cards) {
  return std::max(0, cards - hand[c]);
}

// Calls f(color, locomotives) for every payment, in table order: all of them, or with `fewest` one
// per colour, and locomotives only where no colour can pay.
template <class F>
void for_each_payment(const Cards& hand, const Price& price, bool fewest, F&& f) {
  const bool gray = price.color == kGray;
  bool colored = false;
  const int most =
      std::min(hand.locomotives(), price.cards - 1);  // one card of the colour at least
  for (int c = gray ? 0 : price.color; c <= (gray ? kColors - 1 : price.color); ++c) {
    const int least = std::max(price.locomotives, fewest_locomotives(hand, c, price.cards));
    for (int l = least; l <= most; ++l) {
      f(c, l);
      colored = true;
      if (fewest) break;
    }
  }
  if (hand.locomotives() >= price.cards && !(fewest && colored)) f(kNoColor, price.cards);
}

// Is this one of them?
constexpr bool is_payment(const Cards& hand, const Price& price, bool fewest, int color,
                          int locomotives) {
  if (locomotives > hand.locomotives()) return false;
  auto fits = [&](int c) { return price.color == kGray || price.color == c; };
  auto least = [&](int c) {
    return std::max(price.locomotives, fewest_locomotives(hand, c, price.cards));
  };
  if (color == kNoColor) {
    if (locomotives != price.cards) return false;
    for (int c = 0; fewest && c < kColors; ++c)
      if (fits(c) && least(c) < price.cards) return false;  // then so many locomotives are here
    return true;
  }
  if (color >= kColors || !fits(color)) return false;
  if (locomotives >= price.cards || locomotives < least(color)) return false;
  return !fewest || locomotives == least(color);
}

// Can anything of this hand pay the price?
constexpr bool can_pay(const Cards& hand, const Price& price) {
  if (hand.locomotives() < price.locomotives) return false;
  if (price.color != kGray) return hand[price.color] + hand.locomotives() >= price.cards;
  for (int c = 0; c < kColors; ++c)
    if (hand[c] + hand.locomotives() >= price.cards) return true;
  return false;
}

// The payments as numbers 0..total()-1, counted and found without listing them.
class Payments {
 public:
  struct Payment {
    int color, locomotives;
  };

  Payments(const Cards& hand, const Price& price, bool fewest) : price_(price), fewest_(fewest) {
    const auto fill = [](int x) { return static_cast<std::int16_t>(x) + Lanes{}; };
    const Lanes missing = kLaneLengths[price.cards] - lanes_of(hand);
    const Lanes least = fill(price.locomotives);
    least_ = missing > least ? missing : least;
    colored_ = positive(fill(std::min(hand.locomotives(), price.cards - 1) + 1) - least_);
    if (price.color != kGray) colored_ &= kLanesPaying[price.color];
    if (fewest) colored_ = (colored_ > 0) & 1;
    num_colored_ = sum(colored_);
    total_ =
        num_colored_ + (hand.locomotives() >= price.cards && !(fewest && num_colored_ > 0) ? 1 : 0);
  }

  int total() const { return total_; }
  Payment operator[](int k) const {
    if (k >= num_colored_) return {kNoColor, price_.cards};
    int c = 0;
    for (; c < kColors - 1 && k >= colored_[c]; ++c) k -= colored_[c];
    return {c, least_[c] + k};
  }

 private:
  Price price_;
  bool fewest_;
  Lanes least_{}, colored_{};
  int num_colored_ = 0, total_ = 0;
};

}  // namespace ttr
