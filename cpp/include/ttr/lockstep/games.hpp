// 64 games side by side: every quantity is a row of 64 numbers, one for each game.
#pragma once

#include <bit>

#include "ttr/lockstep/plan.hpp"
#include "ttr/lockstep/simd.hpp"
#include "ttr/rng.hpp"

namespace ttr::lockstep {
namespace {
inline namespace TTR_LOCKSTEP_LEVEL {

inline constexpr int kNoFinalRound = 0xFF;

// Calls f(g) for every game of the mask.
template <class F>
inline void for_each(Mask games, F&& f) {
  for (std::uint64_t w = to_bits(games); w != 0; w &= w - 1) f(std::countr_zero(w));
}

using Piles = Bytes[kCardKinds];  // how many of each kind

// Routes counted by length and colour.
struct Counts {
  Pairs rows[kCountRows];

  void add(int offset, int g, int n) {
    auto* at = reinterpret_cast<std::uint8_t*>(rows) + offset + 2 * g;
    *at = static_cast<std::uint8_t>(*at + n);
  }
};

// A set of routes for each game.
template <int kWords>
using RouteWords = std::uint64_t[kGames][kWords];

template <int kWords>  // of a set of routes
struct Games {
  Piles hand[kMaxPlayers], deck, discard, face_up;
  Bytes deck_total;
  Bytes trains[kMaxPlayers];
  Bytes final_turns, passes;
  Bytes has_tickets;  // 1 = the ticket deck is not empty
  Halves turns, plies;
  Streams deal, chance, policy[kMaxPlayers];

  RouteWords<kWords> closed;  // to everybody
  Counts open;                // the others
  RouteWords<kWords> owned[kMaxPlayers];
  // Where a claim leaves the other lanes open to others: the lanes of a seat's own routes, and
  // those of them that are not closed.
  RouteWords<kWords> blocked[kMaxPlayers];
  Counts open_to_others[kMaxPlayers];

  std::uint16_t ticket_top[kGames], ticket_count[kGames];  // the ticket deck, a ring
  std::uint64_t kept[kMaxPlayers][kMaxTicketWords][kGames];
  std::uint16_t ring[kGames * kMaxTickets];

  std::uint64_t row[kGames];
  std::uint8_t first_seat[kGames];
};

// --- Random words of one game --------------------------------------------------------------------

inline int index_of(std::uint64_t word, int n_) {  // the high half of word * n
  const auto n = static_cast<std::uint64_t>(n_);
  return static_cast<int>(((word >> 32) * n + ((word & 0xFFFFFFFFu) * n >> 32)) >> 32);
}
inline int below(Streams& s, int g, int n) {
  const int place = place_of(g);
  return index_of(mix64(s.at[place] += s.step[place]), n);
}

}  // namespace TTR_LOCKSTEP_LEVEL
}  // namespace
}  // namespace ttr::lockstep
