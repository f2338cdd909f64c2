// The cards on the table: the deck, the face-up row, and what happens when one runs out or the row
// holds too many locomotives (R22, R26, R27, R29, Q01, Q02).
#pragma once

#include "ttr/lockstep/games.hpp"

namespace ttr::lockstep {
namespace {
inline namespace TTR_LOCKSTEP_LEVEL {

inline Bytes ones() { return bytes(1); }

// How many kinds lie face up, without or with the locomotive.
inline Bytes count_kinds(const Piles& cards, int kinds) {
  Bytes n = bytes(0);
  for (int c = 0; c < kinds; ++c) n = n + min(cards[c], ones());
  return n;
}

// The discards become the deck of these games, whose decks are empty.
template <int kWords>
[[gnu::noinline]] void rebuild_decks(Games<kWords>& games, Mask empty) {
  Bytes total = bytes(0);
  for (int c = 0; c < kCardKinds; ++c) {
    games.deck[c] = select(empty, games.discard[c], games.deck[c]);
    games.discard[c] = where(but_not(all_games(), empty), games.discard[c]);
    total = total + games.deck[c];
  }
  games.deck_total = select(empty, total, games.deck_total);
}

// Two things in one pass over the kinds, for the memory's sake: the takers get a card of the k-th
// kind that lies face up; then the drawers draw a card each, to the hand or to the face-up row.
// Contract: the drawers' decks are not empty. Says who took a locomotive.
template <int kWords>
inline Mask take_and_draw(Games<kWords>& games, Streams& stream, Mask takers, Bytes k, Mask drawers,
                          Mask to_hand, Piles& hand, Piles& face_up) {
  const Bytes nth = narrow(below(stream, drawers, widen(games.deck_total)));
  const Mask to_row = but_not(drawers, to_hand);
  Bytes kinds = bytes(0), sum = bytes(0);
  Mask left = drawers, taken = no_games();
  for (int c = 0; c < kCardKinds; ++c) {
    const Bytes here = min(face_up[c], ones());
    taken = takers & nonzero(here) & (kinds == k);
    kinds = kinds + here;
    sum = sum + games.deck[c];
    const Mask drawn = left & (nth < sum);
    left = but_not(left, drawn);
    games.deck[c] = sub(drawn, games.deck[c], ones());
    hand[c] = add(taken | (drawn & to_hand), hand[c], ones());
    face_up[c] = add(drawn & to_row, sub(taken, face_up[c], ones()), ones());
  }
  games.deck_total = sub(drawers, games.deck_total, ones());
  const Mask empty = but_not(drawers, nonzero(games.deck_total));
  if (any(empty)) rebuild_decks(games, empty);
  return taken;
}

// Every game of the mask draws a card, with its own random number, which goes to one of two places.
// Contract: their decks are not empty.
template <int kWords>
inline void draw_cards(Games<kWords>& games, Streams& stream, Mask games_, Mask to_first,
                       Piles& first, Piles& second) {
  take_and_draw(games, stream, no_games(), bytes(0), games_, to_first, first, second);
}

// --- Rare events ---------------------------------------------------------------------------------

// Draws cards into the row of one game, as many as there is room for. Says how many locomotives.
template <int kWords>
inline int refill_row(Games<kWords>& games, int g, Streams& stream, int room) {
  // Byte c counts colours 0..c; a card less of colour c is one less from there on.
  constexpr std::uint64_t kOnes = 0x0101010101010101u, kHighs = 0x8080808080808080u;
  std::uint64_t prefix = 0;
  for (int c = kColors; c-- > 0;) prefix = prefix << 8 | games.deck[c][g];
  prefix *= kOnes;
  int total = games.deck_total[g], locomotives = 0;
  for (; room > 0 && total > 0; --room) {
    const auto k = static_cast<std::uint64_t>(below(stream, g, total));
    const int kind = std::popcount(((k * kOnes | kHighs) - prefix) & kHighs);
    prefix -= kind < kColors ? kOnes << (8 * kind) : 0;
    locomotives += kind == kLocomotive;
    --games.deck[kind][g];
    ++games.face_up[kind][g];
    games.deck_total[g] = static_cast<std::uint8_t>(--total);
    if (total == 0) [[unlikely]] {
      rebuild_decks(games, from_bits(std::uint64_t{1} << g));
      return locomotives + refill_row(games, g, stream, room - 1);
    }
  }
  return locomotives;
}

// Q01: which rows of too many locomotives go?
template <int kWords>
inline Mask rows_that_go(const Table& table, const Games<kWords>& games, Mask rows) {
  // Mostly the deck alone has colours enough for a better row.
  const Mask go = rows & (games.deck_total - games.deck[kLocomotive] >= bytes(table.face_up_size));
  const Mask doubtful = but_not(rows, go);
  if (!any(doubtful)) return go;
  Bytes plain = bytes(0);
  for (int c = 0; c < kColors; ++c)
    plain = plain + games.deck[c] + games.discard[c] + games.face_up[c];
  const Bytes all =
      plain + games.deck[kLocomotive] + games.discard[kLocomotive] + games.face_up[kLocomotive];
  return go | (doubtful & nonzero(games.deck_total) &
               (plain + bytes(table.reset_locomotives - 1) >= min(all, bytes(table.face_up_size))));
}

// R26, R27: rows of too many locomotives are renewed, again and again.
template <int kWords>
[[gnu::noinline]] void renew_rows(const Table& table, Games<kWords>& games, Streams& stream,
                                  Mask rows) {
  for (int renewals = 0; renewals < table.max_row_resets && any(rows); ++renewals) {
    rows = rows_that_go(table, games, rows);
    const Mask others = but_not(all_games(), rows);
    for (int c = 0; c < kCardKinds; ++c) {
      games.discard[c] = add(rows, games.discard[c], games.face_up[c]);
      games.face_up[c] = where(others, games.face_up[c]);
    }
    std::uint64_t again = 0;
    for_each(rows, [&](int g) {
      const int locomotives = refill_row(games, g, stream, table.face_up_size);
      again |= static_cast<std::uint64_t>(locomotives >= table.reset_locomotives) << g;
    });
    rows = from_bits(again);
  }
}

// Called when face-up cards were replaced or cards discarded.
template <int kWords>
inline void check_rows(const Table& table, Games<kWords>& games, Streams& stream, Mask changed) {
  if (table.reset_locomotives == 0) return;
  const Mask rows = changed & (games.face_up[kLocomotive] >= bytes(table.reset_locomotives));
  if (any(rows)) renew_rows(table, games, stream, rows);
}

// Called when cards were discarded: an empty deck is rebuilt and its row filled.
template <int kWords>
inline void check_tables(const Table& table, Games<kWords>& games, Mask changed) {
  const Mask empty = but_not(changed, nonzero(games.deck_total));
  if (any(empty)) {
    rebuild_decks(games, empty);
    for_each(empty, [&](int g) {
      int room = table.face_up_size;
      for (int c = 0; c < kCardKinds; ++c) room -= games.face_up[c][g];
      refill_row(games, g, games.chance, room);
    });
  }
  check_rows(table, games, games.chance, changed);
}

}  // namespace TTR_LOCKSTEP_LEVEL
}  // namespace
}  // namespace ttr::lockstep
