// Legal moves. Two independent answers that tests compare: a generator that visits every legal
// move in table order, and a predicate on one move.
#pragma once

#include <algorithm>

#include "ttr/state.hpp"

namespace ttr {

// Spaces that colour c and the locomotives of a hand can pay together (R32-R35).
constexpr int reach(const Cards& hand, int c) {
  return std::min(hand[c] + hand.locomotives(), kMaxLength);
}

// Fewest locomotives in a payment of `length` in colour c; `length` itself = locomotives only.
constexpr int fewest_locomotives(const Cards& hand, int c, int length) {
  return std::max(0, length - hand[c]);
}

// Routes the seat may claim now by any payment (R32-R37, R41, R44-R46).
template <class Shape>
BitSet<Shape::routes> payable_routes(const Game<Shape>& game, const State<Shape>& s, int seat) {
  const auto& p = s.players[seat];
  const int trains = std::min<int>(p.trains, kMaxLength);
  BitSet<Shape::routes> routes;
  int farthest = 0;
  for (int c = 0; c < kColors; ++c) {
    const int pays = std::min(reach(p.hand, c), trains);
    farthest = std::max(farthest, pays);
    routes |= game.map.up_to(c, pays);
  }
  routes |= game.map.up_to(kGray, farthest);
  return routes - p.closed;
}

// Calls f(color, locomotives) for every payment of the route that the rules offer (Q09), in table
// order; color = kNoColor when only locomotives are paid. Contract: the hand is what pays.
template <class Shape, class F>
void for_each_payment(const Game<Shape>& game, const Cards& hand, int route, F&& f) {
  const int length = game.map.length(route);
  const int route_color = game.map.color(route);
  const int first = route_color == kGray ? 0 : route_color;
  const int last = route_color == kGray ? kColors - 1 : route_color;
  const bool fewest = game.rules.fewest_locomotives();
  bool colored = false;
  for (int c = first; c <= last; ++c) {
    const int most = std::min(hand.locomotives(), length - 1);  // at least one card of the colour
    for (int l = fewest_locomotives(hand, c, length); l <= most; ++l) {
      f(c, l);
      colored = true;
      if (fewest) break;
    }
  }
  if (hand.locomotives() >= length && !(fewest && colored)) f(kNoColor, length);
}

template <class Shape>
bool can_draw_tickets(const State<Shape>& s) {
  return s.ticket_deck.size() > 0;  // R57
}

// Fewest tickets to keep out of those offered: never more than were dealt (R07, R49).
template <class Shape>
int keep_min(const Game<Shape>& game, const State<Shape>& s) {
  const int least = s.phase == Phase::choose_initial_tickets ? game.rules.initial_tickets_keep_min
                                                             : game.rules.tickets_keep_min;
  return std::min<int>(least, s.mover().num_offered);
}

// Calls f(move) for every legal move, in the order of the action table.
template <class Shape, class F>
void for_each_legal(const Game<Shape>& game, const State<Shape>& s, F&& f) {
  switch (s.phase) {
    case Phase::terminal: return;
    case Phase::choose_initial_tickets:
    case Phase::choose_tickets: {
      const int least = keep_min(game, s);
      for (int keep = 1; keep < 1 << s.mover().num_offered; ++keep)
        if (std::popcount(static_cast<unsigned>(keep)) >= least) f(Move::keep_tickets(keep));
      return;
    }
    case Phase::draw_second_card:
      if (!s.deck.is_empty()) f(Move::draw_deck());
      for (int c = 0; c < kColors; ++c)  // R24: no locomotive
        if (s.face_up[c] > 0) f(Move::draw_face_up(c));
      return;
    case Phase::choose_action: break;
  }
  bool any = false;
  auto emit = [&](const Move& move) {
    any = true;
    f(move);
  };
  const bool tickets = can_draw_tickets(s);
  if (!s.deck.is_empty()) emit(Move::draw_deck());
  for (int c = 0; c < kCardKinds; ++c)
    if (s.face_up[c] > 0) emit(Move::draw_face_up(c));
  if (tickets) emit(Move::draw_tickets());
  const auto routes = payable_routes(game, s, s.current);
  if (!any && routes.is_empty()) {  // R18, Q07
    f(Move::pass());
    return;
  }
  routes.for_each([&](int r) {
    for_each_payment(game, s.mover().hand, r,
                     [&](int color, int locomotives) { f(Move::claim(r, color, locomotives)); });
  });
}

template <class Shape>
bool is_legal_claim(const Game<Shape>& game, const State<Shape>& s, const Move& move) {
  const auto& p = s.mover();
  const auto& map = game.map;
  const int r = move.route;
  if (r >= map.num_routes() || p.closed.has(r) || p.trains < map.length(r)) return false;
  const int length = map.length(r);
  if (move.locomotives > p.hand.locomotives()) return false;
  const bool gray = map.color(r) == kGray;
  auto pays_with = [&](int c) {  // some payment with at least one card of c
    return p.hand[c] > 0 && p.hand[c] + p.hand.locomotives() >= length;
  };
  if (move.color == kNoColor) {
    if (move.locomotives != length) return false;
    if (!game.rules.fewest_locomotives()) return true;
    for (int c = 0; c < kColors; ++c)
      if ((gray || c == map.color(r)) && pays_with(c)) return false;
    return true;
  }
  if (move.color >= kColors || !(gray || move.color == map.color(r))) return false;
  const int cards = length - move.locomotives;
  if (cards < 1 || cards > p.hand[move.color]) return false;
  return !game.rules.fewest_locomotives() || move.locomotives == 0 || cards == p.hand[move.color];
}

template <class Shape>
bool is_legal(const Game<Shape>& game, const State<Shape>& s, const Move& move) {
  const bool turn = s.phase == Phase::choose_action;
  const bool second = s.phase == Phase::draw_second_card;
  switch (move.kind) {
    case Kind::draw_deck: return (turn || second) && !s.deck.is_empty();
    case Kind::draw_face_up:
      if (move.color >= kCardKinds || s.face_up[move.color] == 0) return false;
      return turn || (second && move.color != kLocomotive);
    case Kind::draw_tickets: return turn && can_draw_tickets(s);
    case Kind::claim: return turn && is_legal_claim(game, s, move);
    case Kind::pass:
      return turn && s.deck.is_empty() && s.face_up.is_empty() && !can_draw_tickets(s) &&
             payable_routes(game, s, s.current).is_empty();
    case Kind::keep_tickets:
      return (s.phase == Phase::choose_initial_tickets || s.phase == Phase::choose_tickets) &&
             move.keep < 1 << s.mover().num_offered &&
             std::popcount(static_cast<unsigned>(move.keep)) >= keep_min(game, s);
  }
  return false;
}

}  // namespace ttr
