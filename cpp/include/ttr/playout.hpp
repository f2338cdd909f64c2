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

// Where the results of games first_game, first_game + 1, ... go: row i of every column, seat by
// seat in the two-dimensional ones. Owned by the caller.
struct PlayoutColumns {
  std::int16_t* scores;          // (n, players)
  std::int16_t* route_points;    // (n, players)
  std::int16_t* ticket_points;   // (n, players)
  std::uint16_t* completed;      // (n, players)
  std::uint16_t* failed;         // (n, players)
  std::uint16_t* longest;        // (n, players)
  std::uint8_t* stations_built;  // (n, players)
  std::uint8_t* winners;         // (n): bit s = seat s has rank 1
  std::uint16_t* turns;          // (n)
  std::uint16_t* plies;          // (n)
};

template <class Shape>
void write_row(const Game<Shape>& game, const State<Shape>& s, NetworkTrail<Shape>& trail,
               const PlayoutColumns& out, std::size_t row) {
  const int players = game.num_players;
  const ScoreSheet sheet = score_sheet(game, s, trail);
  const auto rank = ranks(game.rules, players, sheet);
  unsigned winners = 0;
  for (int seat = 0; seat < players; ++seat) {
    const std::size_t cell =
        row * static_cast<std::size_t>(players) + static_cast<std::size_t>(seat);
    const SeatScore& score = sheet[seat];
    out.scores[cell] = static_cast<std::int16_t>(score.total());
    out.route_points[cell] = static_cast<std::int16_t>(score.routes);
    out.ticket_points[cell] = static_cast<std::int16_t>(score.tickets);
    out.completed[cell] = static_cast<std::uint16_t>(score.completed);
    out.failed[cell] = static_cast<std::uint16_t>(score.failed);
    out.longest[cell] = static_cast<std::uint16_t>(score.longest);
    out.stations_built[cell] = static_cast<std::uint8_t>(score.stations_built);
    winners |= static_cast<unsigned>(rank[seat] == 1) << seat;
  }
  out.winners[row] = static_cast<std::uint8_t>(winners);
  out.turns[row] = static_cast<std::uint16_t>(s.turn);
  out.plies[row] = static_cast<std::uint16_t>(s.ply);
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
