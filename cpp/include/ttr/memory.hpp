// What the seats remember of what they have seen and what lies open no more.
//
// Cards. Of a hand all know Player::known; the rest of it is hidden. When the deck is rebuilt, the
// open discards become the deck: whoever counts cards knows from then on which cards all hands hold
// together, though not whose they are. So there are two kinds of hidden cards: those that were in
// hands at that moment, and fresh ones, drawn since.
//
//     in_hands          what all hands together surely hold beyond `known`; everybody knows it
//     Player::counted   the same for the hands of the others, known to that seat, which leaves out
//                       its own cards
//     Player::fresh     at most so many of the seat's hidden cards are fresh; everybody knows it
//
// A card that is paid was one of `known` if it can have been; cards of a kind are alike, so no
// other hand could be told apart from this one. Beyond `known` it was a counted one if it can have
// been, by the same reasoning: what remains for sure in all hands together is one less. If it may
// as well have been a fresh one of the payer, then some other hand may hold one more card that is
// no counted one: `fresh` of the others grows. Before the deck is rebuilt for the first time all
// hidden cards are fresh. With two players all this is exact: `counted` and `known` are the part of
// the other hand that a perfect memory is sure of. With more, who holds which of the counted cards
// is told by `fresh` alone, and forgotten when the deck is rebuilt again.
//
// Tickets. Player::located holds the tickets that the seat has seen, does not hold, and still knows
// the place of: those that it returned, until somebody draws them and returns a part of what was
// drawn. From then on they may lie wherever tickets unknown to the seat lie. That tickets drawn
// from one block were in order is forgotten as well.
#pragma once

#include <algorithm>

#include "ttr/state.hpp"

namespace ttr {

// The cards of a hand that are not `known`.
template <class Player>
Cards hidden_cards(const Player& player) {
  Cards hidden = player.hand;
  hidden -= player.known;
  return hidden;
}

namespace detail {

// The deck has just been rebuilt.
template <class Shape>
[[gnu::cold, gnu::noinline]] void count_hands(const Game<Shape>& game, State<Shape>& s) {
  s.in_hands = Cards();
  for (int seat = 0; seat < game.num_players; ++seat) s.in_hands += hidden_cards(s.players[seat]);
  for (int seat = 0; seat < game.num_players; ++seat) {
    auto& p = s.players[seat];
    p.counted = s.in_hands;
    p.counted -= hidden_cards(p);
    p.fresh = 0;
  }
}

// Has anybody counted cards? Where one seat had fresh cards of a kind, it may be sure of a card of
// the others that is not left in `in_hands`.
template <class Shape>
bool are_counted(const Game<Shape>& game, const State<Shape>& s) {
  bool none = s.in_hands.is_empty();
  for (int seat = 0; seat < game.num_players; ++seat) none &= s.players[seat].counted.is_empty();
  return !none;
}

// The seat to move has paid hidden cards of a kind when there were counted ones. Returns how many
// of them the memory takes for counted ones.
template <class Shape>
int spend_counted(const Game<Shape>& game, State<Shape>& s, int kind, int n) {
  auto take = [&](Cards& cards) {
    const int taken = std::min(n, cards[kind]);
    cards.remove(kind, taken);
    return taken;
  };
  const int taken = take(s.in_hands);
  const int maybe_fresh = std::min(taken, int{s.mover().fresh});
  for (int seat = 0; seat < game.num_players; ++seat) {
    if (seat == s.current) continue;
    auto& p = s.players[seat];
    take(p.counted);
    if (maybe_fresh > 0)
      p.fresh = static_cast<std::uint8_t>(std::min(p.fresh + maybe_fresh, hidden_cards(p).total()));
  }
  return taken;
}

// The seat to move has paid n hidden cards of a kind; they are out of its hand already.
template <class Shape>
void spend_hidden(const Game<Shape>& game, State<Shape>& s, int kind, int n) {
  auto& p = s.mover();
  if (!are_counted(game, s)) [[likely]] {
    p.fresh = static_cast<std::uint8_t>(std::max(0, p.fresh - n));
    return;
  }
  const int fresh = p.fresh - (n - spend_counted(game, s, kind, n));
  p.fresh = static_cast<std::uint8_t>(std::clamp(fresh, 0, hidden_cards(p).total()));
}

// The seat has kept or returned all tickets offered to it: what do the others still know of those
// they had located?
template <class Shape>
void forget_offered(const Game<Shape>& game, State<Shape>& s, int seat,
                    const typename State<Shape>::TicketSet& offered, int kept) {
  for (int other = 0; other < game.num_players; ++other) {
    auto& located = s.players[other].located;
    if (other == seat || located.is_disjoint(offered)) continue;
    // Sure are those of a seat that keeps all, and the places of all if it keeps none.
    const bool sure = kept == offered.len() || (kept == 0 && offered.is_subset(located));
    if (!sure) located -= offered;
  }
}

}  // namespace detail

// Takes off what a position from outside does not allow: people change a hand or a ticket of a
// stored one and leave the memory as it was. Contract: every hand holds its known cards.
template <class Shape>
void fit_memory(const Game<Shape>& game, State<Shape>& s) {
  auto cut = [](Cards& cards, const Cards& most) {
    for (int kind = 0; kind < kCardKinds; ++kind)
      cards.remove(kind, std::max(0, cards[kind] - most[kind]));
  };
  Cards hidden;
  for (int seat = 0; seat < game.num_players; ++seat) hidden += hidden_cards(s.players[seat]);
  cut(s.in_hands, hidden);
  typename State<Shape>::TicketSet never_seen;
  for (int i = 0; i < s.unseen_tickets; ++i) {
    never_seen.insert(s.ticket_deck[i]);
    s.ticket_deck.start_block(i, false);
  }
  for (int seat = 0; seat < game.num_players; ++seat) {
    auto& p = s.players[seat];
    Cards others = hidden;
    others -= hidden_cards(p);
    cut(p.counted, others);
    p.fresh = static_cast<std::uint8_t>(std::min<int>(p.fresh, hidden_cards(p).total()));
    p.located -= p.tickets | never_seen;
    for (int i = 0; i < p.num_offered; ++i) p.located.erase(p.offered[i]);
    p.initial_kept = static_cast<std::uint8_t>(std::min({int{p.initial_kept}, game.tickets_dealt(),
                                                         p.tickets.len()}));
  }
}

// For a position from outside that tells nothing of what was seen before: nobody remembers
// anything. Contract: every hand holds its known cards.
template <class Shape>
void forget_everything(const Game<Shape>& game, State<Shape>& s) {
  s.in_hands = Cards();
  for (int seat = 0; seat < game.num_players; ++seat) {
    auto& p = s.players[seat];
    const bool has_chosen = s.phase != Phase::choose_initial_tickets || p.num_offered == 0;
    p.counted = Cards();
    p.located = {};
    p.fresh = static_cast<std::uint8_t>(hidden_cards(p).total());
    p.initial_kept =
        static_cast<std::uint8_t>(has_chosen ? std::min(game.tickets_dealt(), p.tickets.len()) : 0);
  }
  for (int i = 0; i < s.ticket_deck.size(); ++i)
    s.ticket_deck.start_block(i, i >= s.unseen_tickets);
}
}  // namespace ttr
