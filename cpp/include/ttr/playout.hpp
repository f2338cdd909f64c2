// Playouts: whole games between built-in policies, played, scored and written into columns.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <type_traits>

#include "ttr/play.hpp"
#include "ttr/policy.hpp"
#include "ttr/score.hpp"

namespace ttr {

using SeatPolicies = std::array<Policy, kMaxPlayers>;

// Keeps OpenRoutes up to date while the moves are played.
template <class Shape>
struct FollowOpenRoutes {
  const Game<Shape>& game;
  const State<Shape>& s;
  OpenRoutes<Shape>& open;
  void card(int) {}
  void building(int route) { open.before_claim(game, s, route); }
};

// Plays game `game_index` under `seed` to its end. Seat s decides with its own random stream, so
// that policies can be compared on equal deals. `all_open` is OpenRoutes(game).
template <class Shape, bool kModules = true>
State<Shape> play_out(const Game<Shape>& game, const OpenRoutes<Shape>& all_open,
                      const SeatPolicies& policies, std::uint64_t seed, std::uint64_t game_index) {
  State<Shape> s = new_initial_state(game, seed, game_index);
  OpenRoutes<Shape> open = all_open;
  std::array<Stream, kMaxPlayers> streams;
  for (int seat = 0; seat < game.num_players; ++seat)
    streams[seat] = Stream(seed, game_index, kPolicyStream + static_cast<std::uint64_t>(seat));
  using Follow = FollowOpenRoutes<Shape>;
  while (!s.is_terminal()) {
    const int seat = s.current;
    with_random_move<Shape, kModules>(policies[seat], game, s, open, streams[seat],
                                      [&](const Move& move) {
                                        play_unchecked<Shape, Follow, kModules>(game, s, move,
                                                                                Follow{game, s,
                                                                                       open});
                                      });
  }
  return s;
}

// 64-bit words of a set of so many routes or tickets, as the columns hold it.
constexpr std::size_t words_for(int members) { return static_cast<std::size_t>(members + 63) / 64; }

// Where the results of games first_game, first_game + 1, ... go: row i of every column, in the
// others than (n) seat by seat. Owned by the caller; nullptr = not wanted, and not worked out where
// that saves time.
struct PlayoutColumns {
  std::int16_t* scores = nullptr;          // (n, players)
  std::int16_t* route_points = nullptr;    // (n, players)
  std::int16_t* ticket_points = nullptr;   // (n, players)
  std::uint8_t* completed = nullptr;       // (n, players) if num_tickets() <= kMaxNarrowCount
  std::uint8_t* failed = nullptr;          // (n, players) the same
  std::uint8_t* longest = nullptr;         // (n, players)
  std::uint8_t* stations_built = nullptr;  // (n, players)
  std::uint8_t* winners = nullptr;         // (n): bit s = seat s has rank 1
  std::uint16_t* turns = nullptr;          // (n)
  std::uint16_t* plies = nullptr;          // (n)
  std::uint8_t* ranks = nullptr;           // (n, players)
  // (n, players, words): bit i % 64 of word i / 64; words_for(num_routes()) or (num_tickets()).
  std::uint64_t* routes = nullptr;
  std::uint64_t* tickets = nullptr;            // kept
  std::uint64_t* tickets_completed = nullptr;  // of those kept
  // Instead of completed and failed on maps with more tickets.
  std::uint16_t* completed_wide = nullptr;  // (n, players)
  std::uint16_t* failed_wide = nullptr;     // (n, players)

  static constexpr int kMaxNarrowCount = 0xFF;
};
static_assert(kMaxTrains <= 0xFF, "a longest trail, in trains, is a byte of a column");

template <class T>
void put(T* column, std::size_t cell, int value) {
  if (column != nullptr) column[cell] = static_cast<T>(value);
}

template <int N>
void put_set(std::uint64_t* column, std::size_t cell, std::size_t words, const BitSet<N>& set) {
  for (std::size_t i = 0; i < words; ++i) column[cell * words + i] = set.word(static_cast<int>(i));
}

// Writes a row. `sets` says what the set columns want to know of a seat: routes(seat),
// tickets(seat) and tickets_completed(seat), bit sets.
template <class Shape, class Sets>
void write_scores(const Game<Shape>& game, const ScoreSheet& sheet, const Sets& sets, int turns,
                  int plies, const PlayoutColumns& out, std::size_t row) {
  const int players = game.num_players;
  const std::size_t route_words = words_for(game.map.num_routes());
  const std::size_t ticket_words = words_for(game.map.num_tickets());
  const auto rank = ranks(game.rules, players, sheet);
  int winners = 0;
  for (int seat = 0; seat < players; ++seat) {
    const std::size_t cell =
        row * static_cast<std::size_t>(players) + static_cast<std::size_t>(seat);
    const SeatScore& score = sheet[seat];
    put(out.scores, cell, score.total());
    put(out.route_points, cell, score.routes);
    put(out.ticket_points, cell, score.tickets);
    put(out.completed, cell, score.completed);
    put(out.failed, cell, score.failed);
    put(out.completed_wide, cell, score.completed);
    put(out.failed_wide, cell, score.failed);
    put(out.longest, cell, score.longest);
    put(out.stations_built, cell, score.stations_built);
    put(out.ranks, cell, rank[seat]);
    if (out.routes != nullptr) put_set(out.routes, cell, route_words, sets.routes(seat));
    if (out.tickets != nullptr) put_set(out.tickets, cell, ticket_words, sets.tickets(seat));
    if (out.tickets_completed != nullptr)
      put_set(out.tickets_completed, cell, ticket_words,
              score.completed > 0 ? sets.tickets_completed(seat) : BitSet<Shape::tickets>());
    winners |= static_cast<int>(rank[seat] == 1) << seat;
  }
  put(out.winners, row, winners);
  put(out.turns, row, turns);
  put(out.plies, row, plies);
}

namespace detail {

template <class Shape>
struct SetsOfState {
  const Game<Shape>& game;
  const State<Shape>& s;
  const NetworkTrail<Shape>& trail;

  const auto& routes(int seat) const { return s.players[seat].routes; }
  const auto& tickets(int seat) const { return s.players[seat].tickets; }
  BitSet<Shape::tickets> tickets_completed(int seat) const {
    const auto network = ticket_network(game, s, seat, trail.tick(), trail.context());
    BitSet<Shape::tickets> completed;
    tickets(seat).for_each([&](int t) {
      if (is_complete(game.map, network, t)) completed.insert(t);
    });
    return completed;
  }
};

}  // namespace detail

template <class Shape>
void write_row(const Game<Shape>& game, const State<Shape>& s, NetworkTrail<Shape>& trail,
               const PlayoutColumns& out, std::size_t row) {
  const ScoreSheet sheet = out.longest != nullptr ? score_sheet(game, s, trail)
                                                  : score_sheet_without_lengths(game, s, trail);
  write_scores(game, sheet, detail::SetsOfState<Shape>{game, s, trail}, static_cast<int>(s.turn),
               static_cast<int>(s.ply), out, row);
}

// Plays games first_game .. first_game + count - 1 of a seed into rows first_row, ... Stops early,
// between two games, when `stop` becomes true.
template <class Shape>
void run_playouts(const Game<Shape>& game, const SeatPolicies& policies, std::uint64_t seed,
                  std::uint64_t first_game, std::size_t first_row, std::size_t count,
                  NetworkTrail<Shape>& trail, const PlayoutColumns& out,
                  const std::atomic<bool>& stop) {
  const OpenRoutes<Shape> all_open(game);
  auto run = [&]<bool kModules>() {
    for (std::size_t i = 0; i < count && !stop.load(std::memory_order_relaxed); ++i)
      write_row(game, play_out<Shape, kModules>(game, all_open, policies, seed, first_game + i),
                trail, out, first_row + i);
  };
  if constexpr (std::is_same_v<Shape, UpTo128>)  // the other is not worth twice the code
    if (game.is_plain()) return run.template operator()<false>();
  run.template operator()<true>();
}

}  // namespace ttr
