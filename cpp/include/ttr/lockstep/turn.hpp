// One turn of one seat in all games at once.
//
// The seat's policy picks an action as pick_move of policy.hpp does, with the same numbers: the
// deck, the kinds that lie face up, tickets, claims. Games then part into masks, one for each kind
// of action, and every part is played for its mask.
#pragma once

#include "ttr/lockstep/claims.hpp"
#include "ttr/lockstep/tickets.hpp"

namespace ttr::lockstep {
namespace {
inline namespace TTR_LOCKSTEP_LEVEL {

// What the games do; a game that does nothing else passes.
struct Choice {
  Mask from_deck, face_up, tickets, claims;
  Bytes nth_kind;  // face_up: of the kinds that lie there
  Halves nth_claim;
};

// Uniform over the legal actions.
template <int kWords>
inline Choice choose_action(Games<kWords>& games, Mask live, int seat, const ClaimCounts& counts) {
  Choice choice;
  const Bytes deck = min(games.deck_total, ones());
  const Halves cards = widen(deck + count_kinds(games.face_up, kCardKinds));
  const Halves tickets = widen(games.has_tickets);
  const Halves all = cards + tickets + counts.total;
  const Mask deciding = live & nonzero(all);
  const Halves k = below(games.policy[seat], deciding, all);
  const Mask draws = deciding & whole_mask(k < cards);
  choice.from_deck = draws & whole_mask(k < widen(deck));
  choice.face_up = but_not(draws, choice.from_deck);
  choice.nth_kind = narrow(k) - deck;
  const Halves rest = k - cards;
  choice.tickets = but_not(deciding, draws) & whole_mask(rest < tickets);
  choice.claims = but_not(deciding, draws | choice.tickets);
  choice.nth_claim = rest - tickets;
  return choice;
}

// Uniform over the kinds of action, then within the kind.
template <int kWords>
inline Choice choose_by_type(Games<kWords>& games, Mask live, int seat, const ClaimCounts& counts) {
  Choice choice;
  const Bytes deck = min(games.deck_total, ones());
  const Bytes faces = count_kinds(games.face_up, kCardKinds);
  const Bytes has_faces = min(faces, ones());
  const Bytes has_claims = where(nonzero(counts.total), ones());
  const Bytes types = deck + has_faces + games.has_tickets + has_claims;
  const Mask deciding = live & nonzero(types);
  Bytes k = narrow(below(games.policy[seat], deciding, widen(types)));
  choice.from_deck = deciding & (k < deck);
  Mask left = but_not(deciding, choice.from_deck);
  k = k - deck;
  choice.face_up = left & (k < has_faces);
  left = but_not(left, choice.face_up);
  k = k - has_faces;
  choice.tickets = left & (k < games.has_tickets);
  choice.claims = but_not(left, choice.tickets);
  choice.nth_claim = below(games.policy[seat], choice.face_up | choice.claims,
                           select(half_mask(choice.face_up), widen(faces), counts.total));
  choice.nth_kind = narrow(choice.nth_claim);
  return choice;
}

// The second card, and which of the offered tickets to keep: one random word for each game.
template <bool kByType, int kWords>
inline Choice choose_second(Games<kWords>& games, Mask second, Mask tickets, Bytes keeps,
                            Bytes faces, int seat) {
  Choice choice;
  const Bytes deck = min(games.deck_total, ones());
  if constexpr (!kByType) {
    const Halves k =
        below(games.policy[seat], second | tickets, widen(select(tickets, keeps, deck + faces)));
    choice.nth_claim = k;
    const Bytes card = narrow(k);
    choice.from_deck = second & (card < deck);
    choice.nth_kind = card - deck;
  } else {
    const Mask can_draw = second & nonzero(deck), can_take = second & nonzero(faces);
    const Halves k = below(games.policy[seat], (can_draw & can_take) | tickets,
                           widen(select(tickets, keeps, bytes(2))));
    choice.nth_claim = k;
    choice.from_deck = can_draw & (but_not(can_draw, can_take) | but_not(can_draw, nonzero(k)));
    choice.nth_kind =
        narrow(below(games.policy[seat], but_not(second, choice.from_deck), widen(faces)));
  }
  choice.face_up = but_not(second, choice.from_deck);
  return choice;
}

// Cards into hands; says who took a face-up locomotive.
template <int kWords>
inline Mask draw_chosen_cards(const Table& table, Games<kWords>& games, int seat,
                              const Choice& choice) {
  const Mask drawing = (choice.from_deck | choice.face_up) & nonzero(games.deck_total);
  const Mask took_locomotive =
      take_and_draw(games, games.chance, choice.face_up, choice.nth_kind, drawing, choice.from_deck,
                    games.hand[seat], games.face_up);
  check_rows(table, games, games.chance, choice.face_up);
  return took_locomotive;
}

template <bool kLanesClose, int kWords>
inline void claim_routes(const Table& table, Games<kWords>& games, int seat,
                         const ClaimCounts& counts, const Choice& choice) {
  const Claims claims = find_claims<kLanesClose>(table, games, seat, counts, choice.nth_claim);
  pay(games.hand[seat], games.discard, choice.claims, claims);
  games.trains[seat] = sub(choice.claims, games.trains[seat], claims.length);
  if (table.most_lanes <= 2)
    take_routes<kLanesClose, 2>(table, games, seat, choice.claims, claims);
  else
    take_routes<kLanesClose, kMaxLanes>(table, games, seat, choice.claims, claims);
  check_tables(table, games, choice.claims);
}

// R81-R83, Q07. Says which games are over.
template <int kWords>
inline Mask end_turn(const Table& table, Games<kWords>& games, Mask live, int seat) {
  games.turns = add(half_mask(live), games.turns, halves(1));
  const Mask no_final = games.final_turns == bytes(kNoFinalRound);
  games.final_turns = sub(but_not(live, no_final), games.final_turns, ones());
  const Mask sets_off = live & no_final & (games.trains[seat] < bytes(table.threshold + 1));
  games.final_turns = select(sets_off, bytes(table.players), games.final_turns);
  return live &
         (but_not(live, nonzero(games.final_turns)) | (games.passes == bytes(table.players)) |
          whole_mask(games.turns >= halves(table.max_turns)));
}

// A whole turn of the seat in the games of the mask. Says which games are over.
template <bool kByType, bool kLanesClose, int kWords>
inline Mask play_turn(const Table& table, Games<kWords>& games, Mask live, int seat) {
  ClaimCounts counts;
  count_claims<kLanesClose>(table, games, seat, counts);
  const Choice choice = kByType ? choose_by_type(games, live, seat, counts)
                                : choose_action(games, live, seat, counts);
  const Mask draws = choice.from_deck | choice.face_up;
  const Mask passing = but_not(live, draws | choice.tickets | choice.claims);
  games.passes = where(passing, games.passes + ones());

  Mask second = no_games();
  Bytes colors = bytes(0);  // that lie face up: no locomotive for the second card (R24)
  if (any(draws)) {
    const Mask took_locomotive = draw_chosen_cards(table, games, seat, choice);
    colors = count_kinds(games.face_up, kColors);
    second = but_not(draws, took_locomotive) &  // R23, Q03
             (nonzero(games.deck_total) | nonzero(colors));
  }
  // Between the first card and the second, so that what the first wrote has reached the memory.
  if (any(choice.claims)) claim_routes<kLanesClose>(table, games, seat, counts, choice);
  if (any(second | choice.tickets)) {
    const std::uint8_t usual = table.keeps[static_cast<std::size_t>(table.tickets_drawn)];
    Bytes keeps = bytes(usual);
    Offer offers[kGames];
    for_each(choice.tickets, [&](int g) {
      offer_tickets(table, games, g, table.tickets_drawn, offers[g]);
      const std::uint8_t ways = table.keeps[static_cast<std::size_t>(offers[g].count)];
      if (ways != usual) [[unlikely]]
        keeps[g] = ways;
    });
    const Choice last = choose_second<kByType>(games, second, choice.tickets, keeps, colors, seat);
    if (any(second)) draw_chosen_cards(table, games, seat, last);
    for_each(choice.tickets, [&](int g) {
      keep_tickets(table, games, seat, g, offers[g],
                   table.keep_set[offers[g].count][last.nth_claim[g]], false);
    });
  }
  games.plies = add(half_mask(live), games.plies, halves(1));
  games.plies = add(half_mask(second | choice.tickets), games.plies, halves(1));
  return end_turn(table, games, live, seat);
}

}  // namespace TTR_LOCKSTEP_LEVEL
}  // namespace
}  // namespace ttr::lockstep
