// Ferries (R59-R61): routes some of whose spaces take a locomotive each.
//
// What such a route costs is its price, as for every route. This file is for those who look at all
// routes of the map at once, and see the plain ones only.
#pragma once

#include "ttr/payments.hpp"
#include "ttr/state.hpp"

namespace ttr {

// The claims of ferries that a player can make: how many there are, and the k-th of them. Order: as
// the map lists its kinds of ferries, within a kind by route, then by payment.

namespace detail {

template <class Shape>
BitSet<Shape::routes> open_ferries(const typename Map<Shape>::Ferries& kind,
                                   const typename State<Shape>::Player& player) {
  return kind.price.cards > player.trains ? BitSet<Shape::routes>() : kind.routes - player.closed;
}

}  // namespace detail

template <class Shape>
int count_ferry_claims(const Game<Shape>& game, const typename State<Shape>::Player& player) {
  if (player.hand.locomotives() == 0) return 0;  // every ferry takes one at least
  int total = 0;
  for (const auto& kind : game.map.ferries())
    total += detail::open_ferries<Shape>(kind, player).len() *
             Payments(player.hand, kind.price, game.rules.fewest_locomotives()).total();
  return total;
}

// Contract: k < count_ferry_claims(game, player).
template <class Shape>
Move nth_ferry_claim(const Game<Shape>& game, const typename State<Shape>::Player& player, int k) {
  for (const auto& kind : game.map.ferries()) {
    const Payments each(player.hand, kind.price, game.rules.fewest_locomotives());
    const auto routes = detail::open_ferries<Shape>(kind, player);
    const int here = routes.len() * each.total();
    if (k < here) {
      const auto paid = each[k % each.total()];
      return Move::claim(routes.select(k / each.total()), paid.color, paid.locomotives);
    }
    k -= here;
  }
  return Move::pass();
}

}  // namespace ttr
