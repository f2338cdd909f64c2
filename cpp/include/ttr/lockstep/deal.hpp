// New games: 64 at a time are dealt into a block of their own, from which a game that ended is
// replaced by the next one.
#pragma once

#include "ttr/lockstep/cards.hpp"
#include "ttr/lockstep/tickets.hpp"

namespace ttr::lockstep {
namespace {
inline namespace TTR_LOCKSTEP_LEVEL {

// The keys of streams, as in rng.hpp: first what all streams of a game share.
struct GameKeys {
  alignas(64) std::uint64_t base[kGames];  // by place_of(game)
  alignas(64) std::uint64_t step[kGames];

  GameKeys(std::uint64_t seed, std::uint64_t first_game) {
    fill(base, seed, first_game, kBaseSalt);
    fill(step, seed, first_game, kStepSalt);
  }
  void start(Streams& streams, std::uint64_t number) const {
    for (int i = 0; i < kGames; ++i) streams.at[i] = mix64((base[i] ^ number) + kBaseSalt);
    for (int i = 0; i < kGames; ++i) streams.step[i] = mix64((step[i] ^ number) + kStepSalt) | 1;
  }

 private:
  static void fill(std::uint64_t* of, std::uint64_t seed, std::uint64_t first_game,
                   std::uint64_t salt) {
    const std::uint64_t h = mix64(seed + salt);
    for (int g = 0; g < kGames; ++g)
      of[place_of(g)] = mix64((h ^ (first_game + static_cast<std::uint64_t>(g))) + salt);
  }
};

template <int kWords>
inline void start_streams(const Table& table, Games<kWords>& games, const Run& run,
                          std::uint64_t first_game) {
  const GameKeys keys(run.seed, first_game);
  keys.start(games.deal, kDealStream);
  keys.start(games.chance, kChanceStream);
  for (int seat = 0; seat < table.players; ++seat)
    keys.start(games.policy[seat], kPolicyStream + static_cast<std::uint64_t>(seat));
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

// Fisher-Yates from the top, in all games side by side.
template <int kWords>
inline void shuffle_tickets(const Table& table, Games<kWords>& games) {
  const int n = table.tickets;
  for (int g = 0; g < kGames; ++g) {
    std::memcpy(games.ring + g * table.ticket_ring, table.ticket_ids.data(),
                sizeof(std::uint16_t) * static_cast<std::size_t>(n));
    games.ticket_top[g] = 0;
    games.ticket_count[g] = static_cast<std::uint16_t>(n);
  }
  for (int i = 0; i + 1 < n; ++i) {
    const Halves swap = below(games.deal, all_games(), halves(n - i));
    for (int g = 0; g < kGames; ++g) {
      std::uint16_t* top = games.ring + g * table.ticket_ring + i;
      std::swap(*top, top[swap[g]]);
    }
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

// Games first_row, first_row + 1, ... of the run: the cards and tickets before the first turn.
template <int kWords>
inline void deal(const Run& run, Games<kWords>& games, std::size_t first_row) {
  const Table& table = *run.table;
  start_streams(table, games, run, run.first_game + first_row);
  for (int seat = 0; seat < table.players; ++seat)
    std::memset(games.kept[seat], 0,
                sizeof(std::uint64_t) * kGames * static_cast<std::size_t>(table.ticket_words));
  const Halves first = below(games.deal, all_games(), halves(table.players));
  for (int g = 0; g < kGames; ++g) {
    games.row[g] = first_row + static_cast<std::size_t>(g);
    games.first_seat[g] =
        static_cast<std::uint8_t>(table.first_seat == kBySeed ? first[g] : table.first_seat);
  }
  shuffle_tickets(table, games);
  for (int g = 0; g < kGames; ++g) deal_tickets(table, games, g);
  deal_cards(table, games);
}

// --- From one block to the other -----------------------------------------------------------------

// A game before its first turn, in few cache lines.
struct NewGame {
  struct Stream {
    std::uint64_t at, step;
  };
  std::uint64_t row;
  Stream chance, policy[kMaxPlayers];
  std::uint64_t kept[kMaxPlayers][kMaxTicketWords];
  std::uint16_t ticket_top, ticket_count;
  std::uint8_t first_seat, has_tickets, deck_total;
  std::uint8_t deck[kCardKinds], discard[kCardKinds], face_up[kCardKinds];
  std::uint8_t hand[kMaxPlayers][kCardKinds];
};

inline void take_pile(const Piles& piles, int g, std::uint8_t (&pile)[kCardKinds]) {
  for (int c = 0; c < kCardKinds; ++c) pile[c] = piles[c][g];
}
inline void put_pile(const std::uint8_t (&pile)[kCardKinds], int g, Piles& piles) {
  for (int c = 0; c < kCardKinds; ++c) piles[c][g] = pile[c];
}
inline NewGame::Stream take_stream(const Streams& streams, int g) {
  return {streams.at[place_of(g)], streams.step[place_of(g)]};
}
inline void put_stream(const NewGame::Stream& stream, int g, Streams& streams) {
  streams.at[place_of(g)] = stream.at;
  streams.step[place_of(g)] = stream.step;
}

template <int kWords>
inline void take_game(const Table& table, const Games<kWords>& games, int g, NewGame& game) {
  game.row = games.row[g];
  game.first_seat = games.first_seat[g];
  game.chance = take_stream(games.chance, g);
  game.ticket_top = games.ticket_top[g];
  game.ticket_count = games.ticket_count[g];
  game.has_tickets = games.has_tickets[g];
  game.deck_total = games.deck_total[g];
  take_pile(games.deck, g, game.deck);
  take_pile(games.discard, g, game.discard);
  take_pile(games.face_up, g, game.face_up);
  for (int seat = 0; seat < table.players; ++seat) {
    game.policy[seat] = take_stream(games.policy[seat], g);
    take_pile(games.hand[seat], g, game.hand[seat]);
    for (int w = 0; w < table.ticket_words; ++w) game.kept[seat][w] = games.kept[seat][w][g];
  }
}

// The game begins at place g. `ring`: its ticket deck.
template <int kWords>
inline void put_game(const Table& table, const NewGame& game, const std::uint16_t* ring, int g,
                     Games<kWords>& games) {
  games.row[g] = game.row;
  games.first_seat[g] = game.first_seat;
  put_stream(game.chance, g, games.chance);
  games.ticket_top[g] = game.ticket_top;
  games.ticket_count[g] = game.ticket_count;
  games.has_tickets[g] = game.has_tickets;
  std::memcpy(games.ring + g * table.ticket_ring, ring,
              sizeof(std::uint16_t) * static_cast<std::size_t>(table.ticket_ring));
  games.deck_total[g] = game.deck_total;
  put_pile(game.deck, g, games.deck);
  put_pile(game.discard, g, games.discard);
  put_pile(game.face_up, g, games.face_up);
  games.final_turns[g] = kNoFinalRound;
  games.passes[g] = 0;
  games.turns[g] = 0;
  games.plies[g] = static_cast<std::uint16_t>(table.players);
  std::memset(games.closed[g], 0, sizeof games.closed[g]);
  const int rows = table.num_lengths * kRowsPerLength;
  for (int row = 0; row < rows; ++row)
    games.open.rows[row][g] = table.open[static_cast<std::size_t>(row)];
  for (int seat = 0; seat < table.players; ++seat) {
    put_stream(game.policy[seat], g, games.policy[seat]);
    put_pile(game.hand[seat], g, games.hand[seat]);
    games.trains[seat][g] = static_cast<std::uint8_t>(table.trains);
    for (int w = 0; w < table.ticket_words; ++w) games.kept[seat][w][g] = game.kept[seat][w];
    std::memset(games.owned[seat][g], 0, sizeof games.owned[seat][g]);
    if (table.lanes_close) continue;
    std::memset(games.blocked[seat][g], 0, sizeof games.blocked[seat][g]);
    for (int row = 0; row < rows; ++row)
      if (table.has_lanes[static_cast<std::size_t>(row)])
        games.open_to_others[seat].rows[row][g] = 0;
  }
}

}  // namespace TTR_LOCKSTEP_LEVEL
}  // namespace
}  // namespace ttr::lockstep
