// Resigning (R94, R95, Q05, Q08): a seat leaves, the others play on.
//
// Its hand stays with it, counted but never drawn again; its routes and stations stay on the board.
#pragma once

#include "ttr/play.hpp"

namespace ttr {

template <class Shape>
bool can_resign(const State<Shape>& s, int seat) {
  return !s.is_terminal() && !s.has_resigned(seat);
}

namespace detail {

// What the seat to move has begun and cannot end: a tunnel is declined, tickets are returned.
template <class Shape>
void drop_decision(const Game<Shape>& game, State<Shape>& s) {
  if (s.phase == Phase::pay_tunnel) take_tunnel_back(game, s);
  if (s.phase == Phase::choose_tickets) keep_tickets(game, s, s.current, 0);
}

// How many turns of other active seats come before the next one of `seat`, the turn now on
// included.
template <class Shape>
int turns_until(const Game<Shape>& game, const State<Shape>& s, int seat) {
  int turns = 0;
  for (int at = s.current; at != seat; at = next_active_seat(game, s, at)) ++turns;
  return turns;
}

}  // namespace detail

// Contract: can_resign(s, seat).
template <class Shape>
void resign_unchecked(const Game<Shape>& game, State<Shape>& s, int seat) {
  const bool initial = s.phase == Phase::choose_initial_tickets;
  const bool moves = s.current == seat;
  const int active = s.num_active(game.num_players);
  const int turns = detail::turns_until(game, s, seat);
  // Every active seat has one turn of the final round left, or none (R82).
  if (s.final_turns_left != State<Shape>::kNoFinalRound && turns < s.final_turns_left)
    --s.final_turns_left;
  // The last turns were passes of the seats before the one to move.
  if (!moves && active - turns <= s.passes) --s.passes;
  s.resigned = static_cast<std::uint8_t>(s.resigned | 1 << seat);

  if (initial) detail::keep_tickets(game, s, seat, 0);
  const bool over = active - 1 < 2 || s.passes == active - 1 || s.final_turns_left == 0;
  if (moves || over) detail::drop_decision(game, s);
  if (over && initial)
    for (int p = 0; p < game.num_players; ++p) detail::keep_tickets(game, s, p, 0);
  if (initial && moves && !over)
    detail::next_initial_choice(game, s);
  else if (moves || over)
    detail::next_turn(game, s);
  TTR_CHECK_STATE(game, s);
}

}  // namespace ttr
