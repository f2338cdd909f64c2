// Positions laid out by hand: where every card is can be said in one line.
#pragma once

#include <initializer_list>
#include <utility>

#include "games.hpp"

namespace ttr::test {

inline Cards cards(std::initializer_list<std::pair<int, int>> counts) {
  Cards out;
  for (const auto& [kind, n] : counts) out.add(kind, n);
  return out;
}

inline std::vector<int> counts(const Cards& cards) {
  std::vector<int> out;
  for (int kind = 0; kind < kCardKinds; ++kind) out.push_back(cards[kind]);
  return out;
}

// The first turn: everybody has kept all tickets that were dealt.
template <class Shape>
State<Shape> first_turn(const Game<Shape>& game, std::uint64_t seed = 1) {
  State<Shape> s = new_initial_state(game, seed);
  while (s.phase == Phase::choose_initial_tickets)
    play_unchecked(game, s, Move::keep_tickets((1 << s.mover().num_offered) - 1));
  return s;
}

struct Table {
  Cards hand;  // of the seat to move
  Cards deck;
  Cards discard;
  std::vector<int> row;
};

// Lays the table anew; the last seat that is not to move takes the cards that are left.
template <class Shape>
void set_table(const Game<Shape>& game, State<Shape>& s, const Table& table) {
  const int rest = s.current == game.num_players - 1 ? 0 : game.num_players - 1;
  for (auto& p : s.players) p.hand = p.known = Cards();
  s.mover().hand = table.hand;
  s.deck = table.deck;
  s.discard = table.discard;
  s.face_up = Cards();
  s.row.clear();
  for (std::size_t slot = 0; slot < table.row.size(); ++slot) {
    s.row.put(static_cast<int>(slot), table.row[slot]);
    s.face_up.add(table.row[slot]);
  }
  Cards used = table.hand;
  used += table.deck;
  used += table.discard;
  used += s.face_up;
  for (int kind = 0; kind < kCardKinds; ++kind)
    s.players[static_cast<std::size_t>(rest)]
        .hand.add(kind, (kind == kLocomotive ? kLocomotives : kCardsPerColor) - used[kind]);
  forget_everything(game, s);
  CHECK_EQ(state_problems(game, s), std::vector<std::string>{});
}

// Seat 0 keeps all tickets that are left to draw.
template <class Shape>
void take_ticket_deck(State<Shape>& s) {
  while (s.ticket_deck.size() > 0) s.players[0].tickets.insert(s.ticket_deck.draw());
  s.unseen_tickets = 0;
}

// Gives the route to a seat as if it had been built.
template <class Shape>
void give_route(const Game<Shape>& game, State<Shape>& s, int seat, int route) {
  auto& p = s.players[static_cast<std::size_t>(seat)];
  p.routes.insert(route);
  p.trains = static_cast<std::uint8_t>(p.trains - game.map.length(route));
  p.route_points =
      static_cast<std::int16_t>(p.route_points + game.points_for(game.map.length(route)));
  derive_fields(game, s);
}

template <class Shape>
void give_station(State<Shape>& s, int seat, int city) {
  auto& p = s.players[static_cast<std::size_t>(seat)];
  p.stations[p.num_stations++] = static_cast<std::uint8_t>(city);
}

// The legal moves of one kind.
template <class Shape>
std::vector<Move> legal_of(const Game<Shape>& game, const State<Shape>& s, Kind kind) {
  std::vector<Move> out;
  for (const Move& move : legal_moves(game, s))
    if (move.kind == kind) out.push_back(move);
  return out;
}

// Keeps what comes off the deck.
struct CardLog {
  std::vector<int> cards;
  void card(int kind) { cards.push_back(kind); }
  void building(int) {}
};

}  // namespace ttr::test
