// Tunnels (R62-R70): a claim lays its price and turns up cards; each that matches costs one more.
#pragma once

#include "ttr/turn.hpp"

namespace ttr {

// The ways to pay for the pending tunnel, as numbers of locomotives from `least` on; the other
// cards are of the colour laid.
struct TunnelPayments {
  int extra, least, count;

  int total() const { return count; }
  Move operator[](int k) const { return Move::pay_tunnel(extra - least - k, least + k); }
};

template <class Shape>
TunnelPayments tunnel_payments(const Game<Shape>& game, const State<Shape>& s) {
  const auto& hand = s.mover().hand;
  const int extra = s.tunnel.extra;
  const int of_color = s.tunnel.color == kNoColor ? 0 : hand[s.tunnel.color];  // R67
  const int least = std::max(0, extra - of_color);
  const int count = std::max(0, std::min(extra, hand.locomotives()) - least + 1);
  return {extra, least, game.rules.fewest_locomotives() ? std::min(count, 1) : count};
}

template <class Shape>
bool is_legal_tunnel_payment(const Game<Shape>& game, const State<Shape>& s, const Move& move) {
  const TunnelPayments payments = tunnel_payments(game, s);
  const int k = move.locomotives - payments.least;
  return move.cards + move.locomotives == payments.extra && 0 <= k && k < payments.total();
}

namespace detail {

// Of the turned cards, those that count: of the colour laid, and every locomotive (R62, R66, R67).
template <class Shape>
int matching_cards(const typename State<Shape>::Tunnel& tunnel) {
  int matching = 0;
  for (int i = 0; i < tunnel.num_turned; ++i)
    matching += tunnel.turned[i] == kLocomotive || tunnel.turned[i] == tunnel.color;
  return matching;
}

template <class Shape, class Observer>
void build_tunnel(const Game<Shape>& game, State<Shape>& s, Observer& observer) {
  const auto laid = s.tunnel;
  s.tunnel = {};
  s.discard += laid_cards(game, laid);
  build_route(game, s, laid.route, observer);
}

template <class Shape, class Observer>
void lay_tunnel(const Game<Shape>& game, State<Shape>& s, const Move& move, Observer& observer) {
  auto& tunnel = s.tunnel;
  tunnel.route = move.route;
  tunnel.color = move.color;
  tunnel.locomotives = move.locomotives;
  const Cards laid = laid_cards(game, tunnel);
  for (int kind = 0; kind < kCardKinds; ++kind)
    if (laid[kind] > 0) take_from_hand(game, s, kind, laid[kind]);

  // They wait aside, so that a deck rebuilt meanwhile cannot bring them again (R63, R65, R68).
  Cards turned;
  while (tunnel.num_turned < game.rules.tunnel_cards && !s.deck.is_empty()) {
    const int kind = draw_card(s, s.chance, observer);
    tunnel.turned[tunnel.num_turned++] = static_cast<std::uint8_t>(kind);
    turned.add(kind);
    rebuild_deck_if_empty(game, s);
  }
  s.discard += turned;
  rebuild_deck_if_empty(game, s);

  tunnel.extra = static_cast<std::uint8_t>(matching_cards<Shape>(tunnel));
  if (tunnel.extra == 0)
    build_tunnel(game, s, observer);
  else
    s.phase = Phase::pay_tunnel;
}

template <class Shape, class Observer>
void pay_tunnel(const Game<Shape>& game, State<Shape>& s, const Move& move, Observer& observer) {
  pay(game, s, move.cards > 0 ? s.tunnel.color : kNoColor, move.cards, move.locomotives);
  build_tunnel(game, s, observer);
}

// The cards go back to the hand, and everybody has seen them (R64).
template <class Shape>
void take_tunnel_back(const Game<Shape>& game, State<Shape>& s) {
  const Cards laid = laid_cards(game, s.tunnel);
  s.mover().hand += laid;
  s.mover().known += laid;
  s.tunnel = {};
}

template <class Shape>
void decline_tunnel(const Game<Shape>& game, State<Shape>& s) {
  take_tunnel_back(game, s);
  end_turn(game, s);
}

}  // namespace detail
}  // namespace ttr
