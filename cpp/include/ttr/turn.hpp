// The cards on the table and the end of a turn: what every kind of move needs.
//
// Cards come off the deck in one place, draw_card; whoever wants to follow a game passes an
// observer that is told of every card that comes off the deck, and of every route just before it is
// built.
#pragma once

#include "ttr/memory.hpp"

namespace ttr {

struct NoObserver {
  void card(int) {}
  void building(int) {}
};

namespace detail {

// Q02, R29: an empty deck is rebuilt from the discards at once.
template <class Shape>
void rebuild_deck_if_empty(const Game<Shape>& game, State<Shape>& s) {
  if (s.deck.is_empty()) {
    s.deck = s.discard;
    s.discard = Cards();
    count_hands(game, s);
  }
}

// The next card of the shuffled deck. Contract: the deck is not empty. Once the card has its place,
// a deck that is out must be rebuilt.
template <class Shape, class Observer>
int draw_card(State<Shape>& s, Stream& stream, Observer& observer) {
  const int k = static_cast<int>(stream.below(static_cast<std::uint32_t>(s.deck.total())));
  const int kind = s.deck.kind_of(k);
  s.deck.remove(kind);
  observer.card(kind);
  return kind;
}

template <class Shape, class Observer>
void draw_into_hand(const Game<Shape>& game, State<Shape>& s, int seat, Stream& stream,
                    Observer& observer) {
  auto& p = s.players[static_cast<std::size_t>(seat)];
  p.hand.add(draw_card(s, stream, observer));
  ++p.fresh;
  rebuild_deck_if_empty(game, s);
}

template <class Shape, class Observer>
void fill_slot(const Game<Shape>& game, State<Shape>& s, int slot, Stream& stream,
               Observer& observer) {
  const int kind = draw_card(s, stream, observer);
  s.row.put(slot, kind);
  s.face_up.add(kind);
  rebuild_deck_if_empty(game, s);
}

template <class Shape, class Observer>
void refill_row(const Game<Shape>& game, State<Shape>& s, Stream& stream, Observer& observer) {
  for (int slot = 0; slot < game.rules.face_up_size && !s.deck.is_empty(); ++slot)
    if (s.row.is_free(slot)) fill_slot(game, s, slot, stream, observer);
}

// Q01: a row of too many locomotives goes while a better one is possible at all.
template <class Shape>
bool row_must_go(const Game<Shape>& game, const State<Shape>& s) {
  const int limit = game.rules.reset_locomotives;
  if (limit == 0 || s.face_up.locomotives() < limit) return false;
  if (s.deck.is_empty()) return false;  // then there are no discards either (Q02)
  const int plain = s.deck.plain() + s.discard.plain() + s.face_up.plain();
  const int all = s.deck.total() + s.discard.total() + s.face_up.total();
  return plain >= std::min(game.rules.face_up_size, all) - (limit - 1);
}

// R26, R27: called after every change of the row or of the discards.
template <class Shape, class Observer>
void check_row(const Game<Shape>& game, State<Shape>& s, Stream& stream, Observer& observer) {
  for (int resets = 0; resets < game.rules.max_row_resets && row_must_go(game, s); ++resets) {
    s.discard += s.face_up;
    s.face_up = Cards();
    s.row.clear();
    refill_row(game, s, stream, observer);
  }
}

// Takes a face-up card of that kind and refills its slot (R22). Contract: one lies there.
template <class Shape, class Observer>
void take_face_up(const Game<Shape>& game, State<Shape>& s, int kind, Observer& observer) {
  const int slot = s.row.find(kind);
  s.row.take(slot);
  s.face_up.remove(kind);
  if (!s.deck.is_empty()) fill_slot(game, s, slot, s.chance, observer);
  check_row(game, s, s.chance, observer);
}

// An empty deck is rebuilt, the row refilled and checked: called when cards have been discarded.
template <class Shape, class Observer>
void after_discarding(const Game<Shape>& game, State<Shape>& s, Observer& observer) {
  if (s.deck.is_empty()) {
    rebuild_deck_if_empty(game, s);
    refill_row(game, s, s.chance, observer);
  }
  check_row(game, s, s.chance, observer);
}

// Out of the hand of the seat to move, and of what the others know of it.
template <class Shape>
void take_from_hand(const Game<Shape>& game, State<Shape>& s, int kind, int n) {
  auto& p = s.mover();
  const int known = std::min(n, p.known[kind]);
  p.hand.remove(kind, n);
  p.known.remove(kind, known);
  if (n > known) spend_hidden(game, s, kind, n - known);
}

template <class Shape>
void pay(const Game<Shape>& game, State<Shape>& s, int color, int cards, int locomotives) {
  auto pay_kind = [&](int kind, int n) {
    take_from_hand(game, s, kind, n);
    s.discard.add(kind, n);
  };
  if (color != kNoColor) pay_kind(color, cards);
  if (locomotives > 0) pay_kind(kLocomotive, locomotives);
}

template <class Shape>
void start_turn(State<Shape>& s, int seat) {
  s.current = static_cast<std::int8_t>(seat);
  s.phase = Phase::choose_action;
}

template <class Shape>
int next_active_seat(const Game<Shape>& game, const State<Shape>& s, int seat) {
  do seat = seat + 1 == game.num_players ? 0 : seat + 1;
  while (s.has_resigned(seat));
  return seat;
}

// The next turn, unless nothing is left to play: R82, Q07, Q08.
template <bool kModules = true, class Shape>
void next_turn(const Game<Shape>& game, State<Shape>& s) {
  const int active = kModules ? s.num_active(game.num_players) : game.num_players;
  if (s.final_turns_left == 0 || s.passes == active || active < 2 ||
      s.turn >= static_cast<std::uint32_t>(game.rules.max_turns)) {
    s.phase = Phase::terminal;
    s.current = 0;  // nobody's turn; one value, so that equal positions are equal states
    return;
  }
  if constexpr (kModules)
    start_turn(s, next_active_seat(game, s, s.current));  // R16
  else
    start_turn(s, s.current + 1 == game.num_players ? 0 : s.current + 1);
}

// R81-R83: the final round.
template <bool kModules = true, class Shape>
void end_turn(const Game<Shape>& game, State<Shape>& s) {
  ++s.turn;
  if (s.final_turns_left != State<Shape>::kNoFinalRound)
    --s.final_turns_left;
  else if (s.mover().trains <= game.rules.final_round_threshold)
    s.final_turns_left =
        static_cast<std::int16_t>(kModules ? s.num_active(game.num_players) : game.num_players);
  next_turn<kModules>(game, s);
}

// The route is the mover's: R41, R42, R44-R46. It is paid for already.
template <bool kModules = true, class Shape, class Observer>
void build_route(const Game<Shape>& game, State<Shape>& s, int route, Observer& observer) {
  observer.building(route);
  auto& p = s.mover();
  const int length = game.map.length(route);
  p.routes.insert(route);
  p.trains = static_cast<std::uint8_t>(p.trains - length);
  p.route_points = static_cast<std::int16_t>(p.route_points + game.points_for(length));
  const auto& lanes = game.map.lanes(route);
  if (game.twins_close()) {  // R45
    for (int seat = 0; seat < game.num_players; ++seat) s.players[seat].closed |= lanes;
  } else {  // R44, R46
    for (int seat = 0; seat < game.num_players; ++seat) s.players[seat].closed.insert(route);
    p.closed |= lanes;
  }
  after_discarding(game, s, observer);
  end_turn<kModules>(game, s);
}

}  // namespace detail
}  // namespace ttr
