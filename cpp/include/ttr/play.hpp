// Playing: how a game is dealt and what each move does. Statements R.. and Q.. are numbered as in
// the rules of this project.
#pragma once

#include "ttr/invariants.hpp"
#include "ttr/legal.hpp"
#include "ttr/stations.hpp"
#include "ttr/tickets.hpp"
#include "ttr/tunnels.hpp"
#include "ttr/turn.hpp"

namespace ttr {

namespace detail {

template <bool kModules, class Shape, class Observer>
void claim(const Game<Shape>& game, State<Shape>& s, const Move& move, Observer& observer) {
  if (kModules && game.map.tunnels().has(move.route)) {
    lay_tunnel(game, s, move, observer);
  } else {
    pay(game, s, move.color, game.map.length(move.route) - move.locomotives, move.locomotives);
    build_route<kModules>(game, s, move.route, observer);
  }
}

// R21-R25: the first card of a turn has been drawn; is there a second to draw?
template <bool kModules, class Shape>
void after_card(const Game<Shape>& game, State<Shape>& s, bool last) {
  last |= s.deck.is_empty() & (s.face_up.plain() == 0);  // Q03
  if (last)
    end_turn<kModules>(game, s);
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

  for (int seat = 0; seat < game.num_players; ++seat)
    s.players[seat].trains = static_cast<std::uint8_t>(game.rules.trains_per_player);
  detail::deal_tickets(game, s, deal);

  s.deck = Cards::full_deck();
  for (int seat = 0; seat < game.num_players; ++seat)
    for (int i = 0; i < game.rules.initial_cards; ++i)
      detail::draw_into_hand(game, s, seat, deal, observer);
  detail::refill_row(game, s, deal, observer);
  detail::check_row(game, s, deal, observer);  // R05
  TTR_CHECK_STATE(game, s);
  return s;
}

// Plays a move. Contract: is_legal(game, s, move); anything else corrupts the state.
template <class Shape, class Observer = NoObserver, bool kModules = true>
void play_unchecked(const Game<Shape>& game, State<Shape>& s, const Move& move,
                    Observer&& observer = Observer()) {
  ++s.ply;
  const bool second = s.phase == Phase::draw_second_card;
  if (s.phase == Phase::choose_action)
    s.passes = move.kind == Kind::pass ? static_cast<std::int8_t>(s.passes + 1) : std::int8_t{0};
  if constexpr (!kModules)
    if (move.kind > Kind::claim) __builtin_unreachable();
  switch (move.kind) {
    case Kind::draw_deck:
      detail::draw_into_hand(game, s, s.current, s.chance, observer);
      detail::after_card<kModules>(game, s, second);
      break;
    case Kind::draw_face_up:
      s.mover().hand.add(move.color);
      s.mover().known.add(move.color);
      detail::take_face_up(game, s, move.color, observer);
      detail::after_card<kModules>(game, s, second | (move.color == kLocomotive));  // R23
      break;
    case Kind::claim: detail::claim<kModules>(game, s, move, observer); break;
    case Kind::draw_tickets:
      detail::offer_tickets(s, s.current, game.rules.tickets_drawn);
      s.phase = Phase::choose_tickets;  // R58
      break;
    case Kind::keep_tickets: {
      detail::keep_tickets(game, s, s.current, move.keep);
      if (s.phase == Phase::choose_tickets)
        detail::end_turn<kModules>(game, s);
      else
        detail::next_initial_choice(game, s);
      break;
    }
    case Kind::pass: detail::end_turn<kModules>(game, s); break;
    case Kind::build_station:
      if constexpr (kModules) detail::build_station(game, s, move, observer);
      break;
    case Kind::pay_tunnel:
      if constexpr (kModules) detail::pay_tunnel(game, s, move, observer);
      break;
    case Kind::decline_tunnel:
      if constexpr (kModules) detail::decline_tunnel(game, s);
      break;
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
