// Destination tickets: how they are dealt, offered, kept and returned (R07-R11, R49-R52, R58).
//
// Long tickets lie apart from the ticket deck: they are dealt at the start alone, and those that
// nobody keeps leave the game.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "ttr/turn.hpp"

namespace ttr::detail {

template <class Shape>
void offer_tickets(State<Shape>& s, int seat, int count) {
  auto& p = s.players[seat];
  using Id = typename State<Shape>::TicketId;
  for (; count > 0 && s.ticket_deck.size() > 0; --count) {
    const int ticket = s.ticket_deck.draw();
    p.offered[p.num_offered++] = static_cast<Id>(ticket);
    p.located.erase(ticket);
    if (s.unseen_tickets > 0) --s.unseen_tickets;
  }
}

// R08: they come first among those offered.
template <class Shape>
void deal_long_tickets(const Game<Shape>& game, State<Shape>& s, Stream& stream) {
  std::array<int, Shape::tickets> apart;
  auto left = game.long_tickets.size();
  std::copy(game.long_tickets.begin(), game.long_tickets.end(), apart.begin());
  for (int seat = 0; seat < game.num_players; ++seat)
    for (int i = 0; i < game.long_dealt; ++i) {
      const auto k = stream.below(static_cast<std::uint32_t>(left));
      auto& p = s.players[seat];
      p.offered[p.num_offered++] = static_cast<typename State<Shape>::TicketId>(apart[k]);
      apart[k] = apart[--left];
    }
}

template <class Shape>
void deal_tickets(const Game<Shape>& game, State<Shape>& s, Stream& stream) {
  s.ticket_deck = game.ticket_deck;
  s.ticket_deck.shuffle_top(s.ticket_deck.size(), stream);
  s.unseen_tickets = static_cast<std::uint16_t>(s.ticket_deck.size());
  if (game.long_dealt > 0) deal_long_tickets(game, s, stream);
  for (int seat = 0; seat < game.num_players; ++seat)
    offer_tickets(s, seat, game.rules.initial_tickets_dealt);
}

// What the seat keeps of the tickets offered to it; bit i of `keep` is the i-th of them.
template <class Shape>
void keep_tickets(const Game<Shape>& game, State<Shape>& s, int seat, int keep) {
  auto& p = s.players[seat];
  const bool initial = s.phase == Phase::choose_initial_tickets;
  const bool leave = initial && game.rules.tickets_leave_at_start();
  std::array<typename State<Shape>::TicketId, kMaxOffered> returned;  // in order (Q11)
  int num_returned = 0, kept = 0;
  typename State<Shape>::TicketSet offered;
  for (int i = 0; i < p.num_offered; ++i) {
    offered.insert(p.offered[i]);
    if (keep >> i & 1) {
      p.tickets.insert(p.offered[i]);
      ++kept;
      continue;
    }
    p.located.insert(p.offered[i]);
    if (!leave && !game.lies_apart(p.offered[i])) {
      int at = num_returned++;
      for (; at > 0 && returned[at - 1] > p.offered[i]; --at) returned[at] = returned[at - 1];
      returned[at] = p.offered[i];
    }
  }
  for (int i = 0; i < num_returned; ++i) s.ticket_deck.put_under(returned[i], i == 0);
  if (!initial)
    forget_offered(game, s, seat, offered, kept);
  else if (p.num_offered > 0)
    p.initial_kept = static_cast<std::uint8_t>(kept);
  p.num_offered = 0;
  p.offered.fill(0);
}

// The next seat to choose its initial tickets, or the first turn of the game.
template <class Shape>
void next_initial_choice(const Game<Shape>& game, State<Shape>& s) {
  for (int seat = s.current + 1; seat < game.num_players; ++seat)
    if (!s.has_resigned(seat)) {  // Q10
      s.current = static_cast<std::int8_t>(seat);
      return;
    }
  start_turn(s,
             s.has_resigned(s.first_seat) ? next_active_seat(game, s, s.first_seat) : s.first_seat);
}

}  // namespace ttr::detail
