// The engine's side of a lockstep run: tables in, games that ended out, into the columns of
// playouts.
#pragma once

#include <memory>

#include "ttr/lockstep/table.hpp"
#include "ttr/playout.hpp"

namespace ttr::lockstep {

// Turns games that ended into rows.
template <class Shape>
class RowWriter {
 public:
  RowWriter(const Game<Shape>& game, const Table& table, NetworkTrail<Shape>& trail,
            const PlayoutColumns& out, std::size_t first_row)
      : game_(game), table_(table), trail_(trail), out_(out), first_row_(first_row) {}

  void write(const Finished& games) const {
    for (std::size_t g = 0; g < static_cast<std::size_t>(games.count); ++g) write(games, g);
  }

 private:
  struct Sets {
    const Finished& games;
    std::size_t g;

    template <int N>
    static BitSet<N> set_of(const auto& words, std::size_t g) {
      std::array<std::uint64_t, N / 64> set{};
      for (std::size_t w = 0; w < set.size(); ++w) set[w] = words[w * kGames + g];
      return BitSet<N>::from_words(set.data(), N / 64);
    }
    BitSet<Shape::routes> routes(int seat) const {
      return set_of<Shape::routes>(games.routes[static_cast<std::size_t>(seat)], g);
    }
    BitSet<Shape::tickets> tickets(int seat) const {
      return set_of<Shape::tickets>(games.tickets[static_cast<std::size_t>(seat)], g);
    }
    BitSet<Shape::tickets> tickets_completed(int seat) const {
      return set_of<Shape::tickets>(games.tickets_completed[static_cast<std::size_t>(seat)], g);
    }
  };

  void write(const Finished& games, std::size_t g) const {
    const int players = game_.num_players;
    const Sets sets{games, g};
    ScoreSheet sheet;
    TrailBounds bounds;
    for (int seat = 0; seat < players; ++seat) {
      const auto s = static_cast<std::size_t>(seat);
      SeatScore& score = sheet[s];
      score.routes = games.route_points[s][g];
      score.tickets = games.ticket_points[s][g];
      score.completed = games.completed[s][g];
      score.failed = games.failed[s][g];
      score.longest = SeatScore::kNotSearched;
      bounds.least[s] = games.trail_least[s][g];
      bounds.most[s] = games.trail_most[s][g];
    }
    const auto search = [&](int seat, int least) {
      const auto s = static_cast<std::size_t>(seat);
      if (bounds.least[s] == bounds.most[s]) return bounds.least[s];
      const auto core = Sets::template set_of<Shape::routes>(games.core[s], g);
      const auto way = [&](const auto& ways) {
        return [&](int city) {
          return ways[table_.new_number[static_cast<std::size_t>(city)] * kGames + g];
        };
      };
      if (fits_core_ && core.len() <= NetworkTrail<Shape>::kMostOfCore)
        return trail_.length_around(game_.map, sets.routes(seat), core, way(games.down[s]),
                                    way(games.down2[s]), bounds.least[s], least);
      return trail_.length(game_.map, sets.routes(seat), least);
    };
    score_longest_trails(game_.rules, players, 0, bounds, out_.longest != nullptr, search, sheet);
    write_scores(game_, sheet, sets, games.turns[g], games.plies[g], out_,
                 first_row_ + games.row[g]);
  }

  const Game<Shape>& game_;
  const Table& table_;
  NetworkTrail<Shape>& trail_;
  const PlayoutColumns& out_;
  std::size_t first_row_;
  bool fits_core_ = game_.map.num_cities() <= NetworkTrail<Shape>::kMostOfCore;
};

// As run_playouts, and the same games; `finished` is a function that calls write() of the RowWriter
// that is its context. Contract: obstacle(game) is empty.
template <class Shape>
void run_playouts(const Game<Shape>& game, const SeatPolicies& policies, std::uint64_t seed,
                  std::uint64_t first_game, std::size_t first_row, std::size_t count,
                  NetworkTrail<Shape>& trail, const PlayoutColumns& out,
                  const std::atomic<bool>& stop, Kernel& kernel,
                  void (*finished)(void*, const Finished&)) {
  const auto table = std::make_unique<Table>(make_table(game));  // large, for a thread's stack
  RowWriter<Shape> writer(game, *table, trail, out, first_row);
  Run run{};
  run.table = table.get();
  for (std::size_t seat = 0; seat < run.by_type.size(); ++seat)
    run.by_type[seat] = policies[seat] == Policy::random_type;
  run.seed = seed;
  run.first_game = first_game;
  run.count = count;
  run.finished = finished;
  run.context = &writer;
  run.stop = &stop;
  run.want_completed_sets = out.tickets_completed != nullptr;
  kernel(run);
}

}  // namespace ttr::lockstep
