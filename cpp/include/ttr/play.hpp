// Playing: how a game is dealt and what each move does.
//
// Cards come off the deck in one place, draw_card; whoever wants to know them passes an observer
// with a method card(kind). Statements R.. and Q.. are numbered as in the rules of this project.
#pragma once

#include "ttr/invariants.hpp"
#include "ttr/legal.hpp"
#include "ttr/state.hpp"

namespace ttr {

struct NoObserver {
  void card(int) {}
};

namespace detail {

// Q02, R29: an empty deck is rebuilt from the discards at once.
template <class Shape>
void rebuild_deck_if_empty(State<Shape>& s) {
  if (s.deck.is_empty()) {
    s.deck = s.discard;
    s.discard = Cards();
  }
}

// The next card of the shuffled deck. Contract: the deck is not empty.
template <class Shape, class Observer>
int draw_card(State<Shape>& s, Stream& stream, Observer& observer) {
  const int k = static_cast<int>(stream.below(static_cast<std::uint32_t>(s.deck.total())));
  const int kind = s.deck.kind_of(k);
  s.deck.remove(kind);
  rebuild_deck_if_empty(s);
  observer.card(kind);
  return kind;
}

template <class Shape, class Observer>
void fill_slot(State<Shape>& s, int slot, Stream& stream, Observer& observer) {
  const int kind = draw_card(s, stream, observer);
  s.row.put(slot, kind);
  s.face_up.add(kind);
}

template <class Shape, class Observer>
void refill_row(const Game<Shape>& game, State<Shape>& s, Stream& stream, Observer& observer) {
  for (int slot = 0; slot < game.rules.face_up_size && !s.deck.is_empty(); ++slot)
    if (s.row.is_free(slot)) fill_slot(s, slot, stream, observer);
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
  if (!s.deck.is_empty()) fill_slot(s, slot, s.chance, observer);
  check_row(game, s, s.chance, observer);
}

template <class Shape>
void start_turn(State<Shape>& s, int seat) {
  s.current = static_cast<std::int8_t>(seat);
  s.phase = Phase::choose_action;
}

// R81-R83: the final round; Q07: everybody passed.
template <class Shape>
void end_turn(const Game<Shape>& game, State<Shape>& s) {
  ++s.turn;
  if (s.final_turns_left != State<Shape>::kNoFinalRound)
    --s.final_turns_left;
  else if (s.mover().trains <= game.rules.final_round_threshold)
    s.final_turns_left = static_cast<std::int16_t>(game.num_players);
  if (s.final_turns_left == 0 || s.passes == game.num_players) {
    s.phase = Phase::terminal;
    s.current = 0;  // nobody's turn; one value, so that equal positions are equal states
    return;
  }
  start_turn(s, s.current + 1 == game.num_players ? 0 : s.current + 1);  // R16
}

template <class Shape>
void offer_tickets(State<Shape>& s, int seat, int count) {
  auto& p = s.players[seat];
  p.num_offered = 0;
  while (p.num_offered < count && s.ticket_deck.size() > 0) {
    p.offered[p.num_offered++] = static_cast<std::uint8_t>(s.ticket_deck.draw());
    if (s.unseen_tickets > 0) --s.unseen_tickets;
  }
}

template <class Shape>
void keep_tickets(const Game<Shape>& game, State<Shape>& s, int keep) {
  auto& p = s.mover();
  const bool leave =
      s.phase == Phase::choose_initial_tickets && game.rules.tickets_leave_at_start();
  std::array<std::uint8_t, kMaxOffered> returned;
  int num_returned = 0;
  for (int i = 0; i < p.num_offered; ++i) {
    if (keep >> i & 1) {
      p.tickets.insert(p.offered[i]);
    } else if (!leave) {  // Q11: under the deck in the order of their numbers
      int at = num_returned++;
      for (; at > 0 && returned[at - 1] > p.offered[i]; --at) returned[at] = returned[at - 1];
      returned[at] = p.offered[i];
    }
  }
  for (int i = 0; i < num_returned; ++i) s.ticket_deck.put_under(returned[i]);
  p.num_offered = 0;
  p.offered.fill(0);
}

template <class Shape, class Observer>
void claim(const Game<Shape>& game, State<Shape>& s, const Move& move, Observer& observer) {
  auto& p = s.mover();
  const int length = game.map.length(move.route);
  auto pay = [&](int kind, int n) {
    p.hand.remove(kind, n);
    p.known.remove(kind, std::min(n, p.known[kind]));
    s.discard.add(kind, n);
  };
  if (move.color != kNoColor) pay(move.color, length - move.locomotives);
  if (move.locomotives > 0) pay(kLocomotive, move.locomotives);

  p.routes.insert(move.route);
  p.trains = static_cast<std::uint8_t>(p.trains - length);
  p.route_points = static_cast<std::int16_t>(p.route_points + game.points_for(length));
  const auto& lanes = game.map.lanes(move.route);
  if (game.twins_close()) {  // R45
    for (int seat = 0; seat < game.num_players; ++seat) s.players[seat].closed |= lanes;
  } else {  // R44, R46
    for (int seat = 0; seat < game.num_players; ++seat) s.players[seat].closed.insert(move.route);
    p.closed |= lanes;
  }

  if (s.deck.is_empty()) {
    rebuild_deck_if_empty(s);
    refill_row(game, s, s.chance, observer);
  }
  check_row(game, s, s.chance, observer);
}

// R21-R25: the first card of a turn has been drawn; is there a second to draw?
template <class Shape>
void after_first_card(const Game<Shape>& game, State<Shape>& s) {
  if (s.deck.is_empty() && s.face_up.plain() == 0)
    end_turn(game, s);  // Q03
  else
    s.phase = Phase::draw_second_card;
}

}  // namespace detail

// The state of game `game_index` under a seed, dealt and ready for the first ticket choice.
template <class Shape, class Observer = NoObserver>
State<Shape> new_initial_state(const Game<Shape>& game, std::uint64_t seed,
                               std::uint64_t game_index = 0, Observer&& observer = Observer()) {
  State<Shape> s;
  s.seed = seed;
  s.game_index = game_index;
  s.chance = Stream(seed, game_index, kChanceStream);
  Stream deal(seed, game_index, kDealStream);

  // Drawn even when the caller sets the first seat, so that both deal the same cards (R15).
  const int drawn = static_cast<int>(deal.below(static_cast<std::uint32_t>(game.num_players)));
  s.first_seat =
      static_cast<std::int8_t>(game.first_seat == kFirstSeatBySeed ? drawn : game.first_seat);

  s.ticket_deck.fill_sorted(game.map.num_tickets());
  s.ticket_deck.shuffle_top(game.map.num_tickets(), deal);
  s.unseen_tickets = static_cast<std::uint16_t>(game.map.num_tickets());
  for (int seat = 0; seat < game.num_players; ++seat) {
    s.players[seat].trains = static_cast<std::uint8_t>(game.rules.trains_per_player);
    detail::offer_tickets(s, seat, game.rules.initial_tickets_dealt);
  }

  s.deck = Cards::full_deck();
  for (int seat = 0; seat < game.num_players; ++seat)
    for (int i = 0; i < game.rules.initial_cards; ++i)
      s.players[seat].hand.add(detail::draw_card(s, deal, observer));
  detail::refill_row(game, s, deal, observer);
  detail::check_row(game, s, deal, observer);  // R05
  TTR_CHECK_STATE(game, s);
  return s;
}

// Plays a move. Contract: is_legal(game, s, move); anything else corrupts the state.
template <class Shape, class Observer = NoObserver>
void play_unchecked(const Game<Shape>& game, State<Shape>& s, const Move& move,
                    Observer&& observer = Observer()) {
  ++s.ply;
  const bool second = s.phase == Phase::draw_second_card;
  if (s.phase == Phase::choose_action)
    s.passes = move.kind == Kind::pass ? static_cast<std::int8_t>(s.passes + 1) : std::int8_t{0};
  switch (move.kind) {
    case Kind::draw_deck:
      s.mover().hand.add(detail::draw_card(s, s.chance, observer));
      if (second)
        detail::end_turn(game, s);
      else
        detail::after_first_card(game, s);
      break;
    case Kind::draw_face_up:
      s.mover().hand.add(move.color);
      s.mover().known.add(move.color);
      detail::take_face_up(game, s, move.color, observer);
      if (second || move.color == kLocomotive)  // R23
        detail::end_turn(game, s);
      else
        detail::after_first_card(game, s);
      break;
    case Kind::claim:
      detail::claim(game, s, move, observer);
      detail::end_turn(game, s);
      break;
    case Kind::draw_tickets:
      detail::offer_tickets(s, s.current, game.rules.tickets_drawn);
      s.phase = Phase::choose_tickets;  // R58
      break;
    case Kind::keep_tickets: {
      detail::keep_tickets(game, s, move.keep);
      if (s.phase == Phase::choose_tickets)
        detail::end_turn(game, s);
      else if (s.current + 1 < game.num_players)  // Q10
        ++s.current;
      else
        detail::start_turn(s, s.first_seat);
      break;
    }
    case Kind::pass: detail::end_turn(game, s); break;
  }
  TTR_CHECK_STATE(game, s);
}

// Plays a move if it is legal; otherwise changes nothing and returns false.
template <class Shape, class Observer = NoObserver>
[[nodiscard]] bool play(const Game<Shape>& game, State<Shape>& s, const Move& move,
                        Observer&& observer = Observer()) {
  if (!is_legal(game, s, move)) return false;
  play_unchecked(game, s, move, observer);
  return true;
}

// The same cards in hands, row and deck, with a new future: the chance of play starts anew, and the
// tickets that nobody has seen are shuffled. The new seed is a hash of the one given, so that
// copying game (s, i) with seed s does not bring back its own future.
inline constexpr std::uint64_t kCloneSalt = 0xA0761D6478BD642Fu;

template <class Shape>
State<Shape> with_new_future(const State<Shape>& s, std::uint64_t seed) {
  State<Shape> t = s;
  t.seed = mix64(seed + kCloneSalt);
  t.chance = Stream(t.seed, t.game_index, kChanceStream);
  t.ticket_deck.shuffle_top(t.unseen_tickets, t.chance);
  return t;
}

}  // namespace ttr
