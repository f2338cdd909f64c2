// Legal moves. Two independent answers that tests compare: a generator that visits every legal
// move in table order, and a predicate on one move.
#pragma once

#include <algorithm>

#include "ttr/payments.hpp"
#include "ttr/state.hpp"
#include "ttr/stations.hpp"
#include "ttr/tunnels.hpp"

namespace ttr {

// Routes the seat may claim now by any payment (R32-R37, R41, R44-R46, R59).
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
  if (!game.map.ferries().empty())
    routes -= game.map.ferries_above(std::min(p.hand.locomotives(), kMaxLength));
  return routes - p.closed;
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
    case Phase::pay_tunnel: {
      const TunnelPayments payments = tunnel_payments(game, s);
      for (int k = 0; k < payments.total(); ++k) f(payments[k]);
      f(Move::decline_tunnel());
      return;
    }
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
  if (!any && routes.is_empty() && !can_build_station(game, s)) {  // R18, Q07
    f(Move::pass());
    return;
  }
  routes.for_each([&](int r) {
    for_each_payment(s.mover().hand, game.map.price(r), game.rules.fewest_locomotives(),
                     [&](int color, int locomotives) { f(Move::claim(r, color, locomotives)); });
  });
  if (game.has_stations()) for_each_station(game, s, f);
}

template <class Shape>
bool is_legal_claim(const Game<Shape>& game, const State<Shape>& s, const Move& move) {
  const auto& p = s.mover();
  const int r = move.route;
  return r < game.map.num_routes() && !p.closed.has(r) && p.trains >= game.map.length(r) &&
         is_payment(p.hand, game.map.price(r), game.rules.fewest_locomotives(), move.color,
                    move.locomotives);
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
    case Kind::build_station: return turn && is_legal_station(game, s, move);
    case Kind::pay_tunnel:
      return s.phase == Phase::pay_tunnel && is_legal_tunnel_payment(game, s, move);
    case Kind::decline_tunnel: return s.phase == Phase::pay_tunnel;
    case Kind::pass:
      return turn && s.deck.is_empty() && s.face_up.is_empty() && !can_draw_tickets(s) &&
             payable_routes(game, s, s.current).is_empty() && !can_build_station(game, s);
    case Kind::keep_tickets:
      return (s.phase == Phase::choose_initial_tickets || s.phase == Phase::choose_tickets) &&
             move.keep < 1 << s.mover().num_offered &&
             std::popcount(static_cast<unsigned>(move.keep)) >= keep_min(game, s);
  }
  return false;
}

}  // namespace ttr
