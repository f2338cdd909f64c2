// The cards on the table: the deck, the face-up row, and what happens when one runs out or the row
// holds too many locomotives (R22, R26, R27, R29, Q01, Q02).
#pragma once

#include "ttr/lockstep/games.hpp"

namespace ttr::lockstep {
namespace {

inline Bytes ones() { return bytes(1); }

// How many kinds lie face up, without or with the locomotive.
inline Bytes count_kinds(const Piles& cards, int kinds) {
  Bytes n = bytes(0);
  for (int c = 0; c < kinds; ++c) n = n + min(cards[c], ones());
  return n;
}

// Moves a face-up card of the k-th kind that lies there to the hand. Says who took a locomotive.
inline Mask take_kth_kind(Piles& face_up, Piles& hand, Mask takers, Bytes k) {
  Bytes kinds = bytes(0);
  Mask hit = no_games();
  for (int c = 0; c < kCardKinds; ++c) {
    const Bytes here = min(face_up[c], ones());
    hit = takers & nonzero(here) & (kinds == k);
    hand[c] = add(hit, hand[c], ones());
    face_up[c] = sub(hit, face_up[c], ones());
    kinds = kinds + here;
  }
  return hit;
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

// Every game of the mask draws a card, with its own random number, which goes to one of two places.
// Contract: their decks are not empty.
template <int kWords>
inline void draw_cards(Games<kWords>& games, Streams& stream, Mask games_, Mask to_first,
                       Piles& first, Piles& second) {
  const Bytes k = narrow(below(stream, games_, widen(games.deck_total)));
  const Mask to_second = but_not(games_, to_first);
  Bytes sum = bytes(0);
  Mask left = games_;
  for (int c = 0; c < kCardKinds; ++c) {
    sum = sum + games.deck[c];
    const Mask hit = left & (k < sum);
    left = but_not(left, hit);
    games.deck[c] = sub(hit, games.deck[c], ones());
    first[c] = add(hit & to_first, first[c], ones());
    second[c] = add(hit & to_second, second[c], ones());
  }
  games.deck_total = sub(games_, games.deck_total, ones());
  const Mask empty = but_not(games_, nonzero(games.deck_total));
  if (any(empty)) rebuild_decks(games, empty);
}

// --- Rare events, one game at a time -------------------------------------------------------------

inline Cards take_out(const Piles& piles, int g) {
  std::uint64_t colors = 0;
  for (int c = kColors; c-- > 0;) colors = colors << 8 | piles[c][g];
  return Cards(colors, piles[kLocomotive][g]);
}
inline void put_back(Piles& piles, int g, const Cards& cards) {
  for (int c = 0; c < kCardKinds; ++c) piles[c][g] = static_cast<std::uint8_t>(cards[c]);
}

// The table of one game, taken out of the rows and put back.
template <int kWords>
class OneTable {
 public:
  OneTable(const Table& table, Games<kWords>& games, int g, Streams& stream)
      : table_(table), games_(games), g_(g), stream_(stream), deck_(take_out(games.deck, g)),
        discard_(take_out(games.discard, g)), face_up_(take_out(games.face_up, g)),
        deck_total_(games.deck_total[g]) {}
  ~OneTable() {
    put_back(games_.deck, g_, deck_);
    put_back(games_.discard, g_, discard_);
    put_back(games_.face_up, g_, face_up_);
    games_.deck_total[g_] = static_cast<std::uint8_t>(deck_total_);
  }
  OneTable(const OneTable&) = delete;
  OneTable& operator=(const OneTable&) = delete;

  // R26, R27.
  void check_row() {
    for (int resets = 0; resets < table_.max_row_resets && row_must_go(); ++resets) {
      discard_ += face_up_;
      face_up_ = Cards();
      refill(table_.face_up_size);
    }
  }

  // Cards have been discarded: an empty deck is rebuilt and the row refilled.
  void after_discarding() {
    if (deck_total_ == 0) {
      rebuild();
      refill(table_.face_up_size - face_up_.total());
    }
    check_row();
  }

 private:
  void rebuild() {
    deck_ = discard_;
    discard_ = Cards();
    deck_total_ = deck_.total();
  }

  void refill(int free_slots) {
    for (; free_slots > 0 && deck_total_ > 0; --free_slots) {
      const int kind = deck_.kind_of(below(stream_, g_, deck_total_));
      deck_.remove(kind);
      face_up_.add(kind);
      if (--deck_total_ == 0) rebuild();
    }
  }

  bool row_must_go() const {
    const int limit = table_.reset_locomotives;
    if (limit == 0 || face_up_.locomotives() < limit || deck_total_ == 0) return false;
    Cards all = deck_;
    all += discard_;
    all += face_up_;
    const int total = all.total();
    return all.plain() >= (table_.face_up_size < total ? table_.face_up_size : total) - (limit - 1);
  }

  const Table& table_;
  Games<kWords>& games_;
  int g_;
  Streams& stream_;
  Cards deck_, discard_, face_up_;
  int deck_total_;
};

template <int kWords>
inline Mask rows_to_check(const Table& table, const Games<kWords>& games) {
  if (table.reset_locomotives == 0) return no_games();
  return games.face_up[kLocomotive] >= bytes(table.reset_locomotives);
}

// Called when a face-up card was replaced.
template <int kWords>
inline void check_rows(const Table& table, Games<kWords>& games, Streams& stream, Mask changed) {
  for_each(changed & rows_to_check(table, games),
           [&](int g) { OneTable<kWords>(table, games, g, stream).check_row(); });
}

// Called when cards were discarded.
template <int kWords>
inline void check_tables(const Table& table, Games<kWords>& games, Mask changed) {
  const Mask no_deck = but_not(changed, nonzero(games.deck_total));
  for_each(no_deck | (changed & rows_to_check(table, games)),
           [&](int g) { OneTable<kWords>(table, games, g, games.chance).after_discarding(); });
}

}  // namespace
}  // namespace ttr::lockstep
