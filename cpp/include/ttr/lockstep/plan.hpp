// What goes into a lockstep run and what comes out: plain data, the same for every instruction set.
//
// The kernels are compiled once for each instruction set, from files that see nothing of the engine
// but this header, so that no function of the engine is compiled with instructions that the
// processor may not have.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "ttr/ids.hpp"

// The instruction set that a kernel is compiled for, in the names of its functions.
#ifndef TTR_LOCKSTEP_LEVEL
#define TTR_LOCKSTEP_LEVEL unnamed_level
#endif

namespace ttr::lockstep {

static_assert(std::endian::native == std::endian::little, "numbers lie in the bytes of words");

inline constexpr int kGames = 64;            // games side by side
inline constexpr int kNarrowRouteWords = 2;  // of 64 routes
inline constexpr int kMaxRouteWords = 4;
inline constexpr int kMaxTicketWords = 8;
inline constexpr int kMaxTickets = 64 * kMaxTicketWords;
inline constexpr int kMaxRoutes = 64 * kMaxRouteWords;
inline constexpr int kMaxCities = 128;
inline constexpr int kCells = kMaxLength * kRouteColors;  // cell = place of length * 9 + colour
inline constexpr int kBySeed = -1;
inline constexpr int kMaxLanes = 4;  // routes between the same two cities

// Open routes are counted in rows of two bytes for each game: two colours, or gray and nothing.
inline constexpr int kPairsOfColors = kColors / 2;
inline constexpr int kRowsPerLength = kPairsOfColors + 1;
inline constexpr int kCountRows = kMaxLength * kRowsPerLength + 1;  // the last one is for no route
constexpr int count_offset(int length_index, int color) {
  return ((length_index * kRowsPerLength + color / 2) * kGames) * 2 + color % 2;
}

// What a claim of a route asks for. Its lanes begin with the route itself; the list is filled up
// with the number of no route, which has a byte of its own to be counted in.
template <int kWords>  // of a set of routes
struct RouteInfo {
  std::array<std::uint64_t, kWords> lanes_set{};
  std::array<std::uint16_t, kMaxLanes> lanes{};
  std::array<std::uint16_t, kMaxLanes> counted_at{};  // in Counts: the byte of game 0
};

// What claims ask of the map, as small as can be: all that a turn reads should stay in the nearest
// cache.
template <int kWords>
struct Board {
  alignas(64) std::array<std::array<std::uint64_t, kWords>, kCells> group{};
  std::array<RouteInfo<kWords>, 64 * kWords> route{};
};

// A route of the board, for scoring.
struct Edge {
  std::uint16_t route;
  std::uint8_t a, b, length;  // cities by their new numbers, a < b
  std::int16_t points;
};

// The map and the rules, in the form that the kernels ask for.
struct Table {
  int players = 0;
  int trains = 0, threshold = 0, max_turns = 0;
  int initial_cards = 0, face_up_size = 0, reset_locomotives = 0, max_row_resets = 0;
  int tickets = 0, tickets_dealt = 0, tickets_drawn = 0;
  int first_seat = kBySeed;
  bool tickets_leave = false;  // those not kept at the start
  bool lanes_close = false;    // a claim closes all lanes to everybody (R45)

  int num_lengths = 0;
  std::array<std::uint8_t, kMaxLength> lengths{};  // those on the map, ascending

  int routes = 0, route_words = 0, most_lanes = 0;
  // Rows of Counts in which a route that lies beside another is counted.
  std::array<bool, kCountRows> has_lanes{};
  std::array<std::uint16_t, kCountRows> open{};  // the rows of Counts before the first claim
  // One of these, by route_words.
  Board<kNarrowRouteWords> narrow{};
  Board<kMaxRouteWords> wide{};
  template <int kWords>
  const Board<kWords>& board() const {
    if constexpr (kWords == kNarrowRouteWords)
      return narrow;
    else
      return wide;
  }

  // Subsets of 0..kMaxOffered tickets that may be kept: at the start, and later.
  std::array<std::uint8_t, kMaxOffered + 1> initial_keeps{}, keeps{};
  std::array<std::array<std::uint8_t, 1 << kMaxOffered>, kMaxOffered + 1> initial_keep_set{},
      keep_set{};
  int ticket_words = 0, ticket_ring = 0;                // a power of two, at least `tickets`
  std::array<std::uint16_t, kMaxTickets> ticket_ids{};  // the deck, not shuffled

  // The board as the scoring walks it: cities have new numbers, so that those of neighbours are
  // close to each other, and routes are sorted by them. A walk up or down the list then carries a
  // label or a fallen leaf far.
  int cities = 0;
  std::array<std::uint8_t, kMaxCities> new_number{};  // of a city of the map
  std::array<Edge, kMaxRoutes> edges{};
  std::array<std::uint8_t, kMaxTickets> ticket_a{}, ticket_b{};  // by number; new city numbers
  std::array<std::int16_t, kMaxTickets> ticket_points{};
  int num_ticket_ids = 0;  // numbers below this
};

// Up to 64 games that ended, column by column; the first index of two is the seat.
struct Finished {
  int count = 0;
  alignas(64) std::array<std::uint64_t, kGames> row;  // number of the game less the run's first
  std::array<std::uint16_t, kGames> turns, plies;
  std::array<std::array<std::uint64_t, kMaxRouteWords * kGames>, kMaxPlayers> routes;  // word, game
  std::array<std::array<std::uint64_t, kMaxTicketWords * kGames>, kMaxPlayers> tickets;
  std::array<std::array<std::uint64_t, kMaxTicketWords * kGames>, kMaxPlayers> tickets_completed;
  std::array<std::array<std::int16_t, kGames>, kMaxPlayers> route_points, ticket_points;
  std::array<std::array<std::uint16_t, kGames>, kMaxPlayers> completed, failed;
  // The longest trail lies between these. Where they differ the network has a core, and from its
  // cities hang the longest two ways down, by city and game: see trails.hpp.
  std::array<std::array<std::uint8_t, kGames>, kMaxPlayers> trail_least, trail_most;
  std::array<std::array<std::uint64_t, kMaxRouteWords * kGames>, kMaxPlayers> core;
  std::array<std::array<std::uint8_t, kMaxCities * kGames>, kMaxPlayers> down, down2;
};

struct Run {
  const Table* table;
  std::array<bool, kMaxPlayers> by_type;  // policy of each seat: random_type, else random
  std::uint64_t seed, first_game;
  std::size_t count;
  void (*finished)(void* context, const Finished& games);  // called with 1..64 games, in any order
  void* context;
  const std::atomic<bool>* stop;
  bool want_completed_sets;  // Finished::tickets_completed
};

using Kernel = void(const Run&);

}  // namespace ttr::lockstep
