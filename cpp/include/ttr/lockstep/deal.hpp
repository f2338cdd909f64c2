// New games: 64 at a time are dealt into a block of their own, from which a game that ended is
// replaced by the next one.
#pragma once

#include "ttr/lockstep/cards.hpp"
#include "ttr/lockstep/tickets.hpp"

namespace ttr::lockstep {
namespace {

// The key of a stream, as in rng.hpp: first what all streams of a game share.
inline constexpr std::uint64_t kSalts[2] = {0x9E3779B97F4A7C15u, 0xD1B54A32D192ED03u};

struct GameKeys {
  alignas(64) std::uint64_t of[2][kGames];

  GameKeys(std::uint64_t seed, std::uint64_t first_game) {
    for (int i = 0; i < 2; ++i) {
      const std::uint64_t h = mix64(seed + kSalts[i]);
      for (int g = 0; g < kGames; ++g)
        of[i][g] = mix64((h ^ (first_game + static_cast<std::uint64_t>(g))) + kSalts[i]);
    }
  }
  void start(Streams& streams, std::uint64_t number) const {
    for (int g = 0; g < kGames; ++g) streams.at[g] = mix64((of[0][g] ^ number) + kSalts[0]);
    for (int g = 0; g < kGames; ++g) streams.step[g] = mix64((of[1][g] ^ number) + kSalts[1]) | 1;
  }
};

template <int kWords>
inline void start_streams(const Table& table, Games<kWords>& games, const Run& run,
                          std::uint64_t first_game) {
  const GameKeys keys(run.seed, first_game);
  keys.start(games.deal, 0);
  keys.start(games.chance, 1);
  for (int seat = 0; seat < table.players; ++seat)
    keys.start(games.policy[seat], 2 + static_cast<std::uint64_t>(seat));
}

// A row of open routes before the first claim.
inline Pairs new_count(const Table& table, int length_index, int color) {
  const auto& count = table.count[static_cast<std::size_t>(length_index)];
  const auto at = static_cast<std::size_t>(color);
  return interleave(bytes(count[at]), bytes(color == kGray ? 0 : count[at + 1]));
}

template <int kWords>
inline void clear_boards(const Table& table, Games<kWords>& games) {
  std::memset(games.routes, 0, sizeof games.routes);
  for (int i = 0; i < table.num_lengths; ++i)
    for (int c = 0; c < kRouteColors; c += 2)
      games.open.rows[i * kRowsPerLength + c / 2] = new_count(table, i, c);
  for (int seat = 0; seat < table.players; ++seat) {
    games.trains[seat] = bytes(table.trains);
    std::memset(games.kept[seat], 0,
                sizeof(std::uint64_t) * kGames * static_cast<std::size_t>(table.ticket_words));
    if (table.lanes_close) continue;
    std::memset(&games.open_to_others[seat], 0, sizeof(Counts));
  }
}

// R04-R06. The words of the deal stream: first seat, ticket deck, hands, row.
template <int kWords>
inline void deal_cards(const Table& table, Games<kWords>& games) {
  for (int c = 0; c < kCardKinds; ++c) {
    games.deck[c] = bytes(c == kLocomotive ? kLocomotives : kCardsPerColor);
    games.discard[c] = games.face_up[c] = bytes(0);
    for (int seat = 0; seat < table.players; ++seat) games.hand[seat][c] = bytes(0);
  }
  games.deck_total = bytes(kTotalCards);
  for (int seat = 0; seat < table.players; ++seat)
    for (int i = 0; i < table.initial_cards; ++i)
      draw_cards(games, games.deal, all_games(), all_games(), games.hand[seat], games.face_up);
  for (int i = 0; i < table.face_up_size; ++i)
    draw_cards(games, games.deal, all_games(), no_games(), games.face_up, games.face_up);
  check_rows(table, games, games.deal, all_games());
}

// Fisher-Yates from the top; the swaps of all games are drawn side by side.
template <int kWords>
inline void shuffle_tickets(const Table& table, Games<kWords>& games) {
  Halves swaps[kMaxTickets];
  const int n = table.tickets;
  for (int i = 0; i + 1 < n; ++i) swaps[i] = below(games.deal, all_games(), halves(n - i));
  for (int g = 0; g < kGames; ++g) {
    std::uint16_t* ring = games.ring + g * table.ticket_ring;
    std::memcpy(ring, table.ticket_ids.data(), sizeof(std::uint16_t) * static_cast<std::size_t>(n));
    for (int i = 0; i + 1 < n; ++i) std::swap(ring[i], ring[i + swaps[i][g]]);
    games.ticket_top[g] = 0;
    games.ticket_count[g] = static_cast<std::uint16_t>(n);
  }
}

// R07, R10, R50: every seat is dealt its tickets, then they choose one after the other.
template <int kWords>
inline void deal_tickets(const Table& table, Games<kWords>& games, int g) {
  Offer offers[kMaxPlayers];
  for (int seat = 0; seat < table.players; ++seat)
    offer_tickets(table, games, g, table.tickets_dealt, offers[seat]);
  for (int seat = 0; seat < table.players; ++seat) {
    const int dealt = offers[seat].count;
    const int k = below(games.policy[seat], g, table.initial_keeps[dealt]);
    keep_tickets(table, games, seat, g, offers[seat], table.initial_keep_set[dealt][k],
                 table.tickets_leave);
  }
}

// Games first_row, first_row + 1, ... of the run, as they stand before the first turn.
template <int kWords>
inline void deal(const Run& run, Games<kWords>& games, std::size_t first_row) {
  const Table& table = *run.table;
  start_streams(table, games, run, run.first_game + first_row);
  clear_boards(table, games);
  const Halves first = below(games.deal, all_games(), halves(table.players));
  for (int g = 0; g < kGames; ++g) {
    games.row[g] = first_row + static_cast<std::size_t>(g);
    games.first_seat[g] =
        static_cast<std::uint8_t>(table.first_seat == kBySeed ? first[g] : table.first_seat);
  }
  shuffle_tickets(table, games);
  for (int g = 0; g < kGames; ++g) deal_tickets(table, games, g);
  deal_cards(table, games);
  games.final_turns = bytes(kNoFinalRound);
  games.passes = bytes(0);
  games.turns = halves(0);
  games.plies = halves(table.players);
}

inline void move_word(const Streams& from, int i, Streams& to, int g) {
  to.at[g] = from.at[i];
  to.step[g] = from.step[i];
}
inline void move_cards(const Piles& from, int i, Piles& to, int g) {
  for (int c = 0; c < kCardKinds; ++c) to[c][g] = from[c][i];
}

// Game i of one block takes the place of game g of the other.
template <int kWords>
inline void move_game(const Table& table, const Games<kWords>& from, int i, Games<kWords>& to,
                      int g) {
  move_cards(from.deck, i, to.deck, g);
  move_cards(from.discard, i, to.discard, g);
  move_cards(from.face_up, i, to.face_up, g);
  to.deck_total[g] = from.deck_total[i];
  to.final_turns[g] = from.final_turns[i];
  to.passes[g] = from.passes[i];
  to.has_tickets[g] = from.has_tickets[i];
  to.turns[g] = from.turns[i];
  to.plies[g] = from.plies[i];
  move_word(from.chance, i, to.chance, g);
  to.ticket_top[g] = from.ticket_top[i];
  to.ticket_count[g] = from.ticket_count[i];
  std::memcpy(to.ring + g * table.ticket_ring, from.ring + i * table.ticket_ring,
              sizeof(std::uint16_t) * static_cast<std::size_t>(table.ticket_ring));
  to.row[g] = from.row[i];
  to.first_seat[g] = from.first_seat[i];
  to.routes[g] = from.routes[i];
  for (int row = 0; row < table.num_lengths * kRowsPerLength; ++row)
    to.open.rows[row][g] = from.open.rows[row][i];
  for (int seat = 0; seat < table.players; ++seat) {
    move_cards(from.hand[seat], i, to.hand[seat], g);
    to.trains[seat][g] = from.trains[seat][i];
    move_word(from.policy[seat], i, to.policy[seat], g);
    for (int w = 0; w < table.ticket_words; ++w) to.kept[seat][w][g] = from.kept[seat][w][i];
    if (table.lanes_close) continue;
    for (int row = 0; row < table.num_lengths * kRowsPerLength; ++row)
      if (table.has_lanes[static_cast<std::size_t>(row)]) to.open_to_others[seat].rows[row][g] = 0;
  }
}

}  // namespace
}  // namespace ttr::lockstep
