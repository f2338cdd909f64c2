// exact: the portfolio. Every part of a graph goes through these until one of them has solved it:
//
//   pieces with no or two odd vertices: the whole piece
//   core_dfs with a budget of some hundred steps, which settles small networks
//   bridges: the tree of blocks, and for every block in turn
//     parity_bb for about 20 ms, frontier_dp of moderate size, parity_bb for some seconds,
//     frontier_dp as large as memory allows, parity_bb without end
//
// A piece whose search is ended by its budget has at least what a greedy walk finds; one with more
// odd vertices in a block than a T-join can take is left to local_search.
//
// Parity search fails on graphs whose bound is far from the truth, such as those made of pieces of
// the Petersen graph; frontier_dp fails on wide ones. Budgets are steps, never time: the trail
// found is the same on every machine.
#pragma once

#include "ttr/trail/bridges.hpp"
#include "ttr/trail/core.hpp"
#include "ttr/trail/frontier.hpp"
#include "ttr/trail/heuristics.hpp"
#include "ttr/trail/parity.hpp"

namespace ttr::trail {

// The longer of two trails, and the smaller of two bounds.
inline void take_better(Found& best, const Found& other) {
  best.upper_bound = std::min(best.upper_bound, other.upper_bound);
  if (other.length <= best.length) return;
  best.length = other.length;
  best.edges = other.edges;
}

inline Found parity_block(int num_vertices, Edges edges, Length floor,
                          const std::vector<int>& forced, Budget& budget) {
  ParitySearch search(num_vertices, edges);
  search.start(floor, forced);
  search.run(budget);
  return search.found();
}

inline Found portfolio_block(int num_vertices, Edges edges, Length floor,
                             const std::vector<int>& forced, Budget& budget) {
  constexpr std::uint64_t kShort = 20'000'000, kLong = 3'000'000'000;  // work, about nanoseconds
  constexpr std::size_t kModerate = 2'000'000;                         // states
  const auto num_odd = static_cast<std::uint64_t>(num_odd_vertices(num_vertices, edges));
  const std::uint64_t step = ParitySearch::step_work(num_odd, edges.size());
  ParitySearch parity(num_vertices, edges);
  parity.start(floor, forced);
  auto run_parity = [&](std::uint64_t work) {
    return budget.lend(work / step + 1, [&](Budget& part) {
      parity.run(part);
      return parity.is_done();
    });
  };
  if (run_parity(kShort) || budget.is_spent()) return parity.found();
  FrontierSearch frontier(num_vertices, edges, budget);
  auto run_frontier = [&](std::size_t states, Found& found) {
    if (frontier.width() > FrontierSearch::kMostWidth) return false;
    const Found so_far = parity.found();
    found = frontier.search(std::max(floor, so_far.length), forced, states);
    if (!frontier.is_done()) return false;
    if (found.edges.empty()) {
      found.length = so_far.length;
      found.edges = so_far.edges;
    }
    return true;
  };
  Found found;
  if (run_frontier(kModerate, found)) return found;
  if (run_parity(kLong)) return parity.found();
  if (run_frontier(FrontierSearch::kMostStates, found)) return found;
  parity.run(budget);
  return parity.found();
}

inline Found parity_bb(int num_vertices, Edges edges, Budget& budget) {
  return solve_pieces(num_vertices, edges, budget, [](const Part& part, Length floor, Budget& b) {
    ParitySearch search(part.num_vertices(), part.edges);
    search.start(floor);
    search.run(b);
    Found found = search.found();
    if (!search.is_done()) improve_by_greedy(part, found, b);
    return found;
  });
}

inline Found frontier_dp(int num_vertices, Edges edges, Budget& budget) {
  return solve_pieces(num_vertices, edges, budget, [](const Part& part, Length floor, Budget& b) {
    Found best{0, {}, simple_bound(part.num_vertices(), part.edges)};
    improve_by_greedy(part, best, b);
    const Length known = std::max(floor, best.length);
    const Found more = FrontierSearch(part.num_vertices(), part.edges, b).search(known);
    take_better(best, more);
    return best;
  });
}

inline Found bridge_parity(int num_vertices, Edges edges, Budget& budget) {
  return solve_pieces(num_vertices, edges, budget, [](const Part& part, Length floor, Budget& b) {
    Found found = BridgeTree(part.num_vertices(), part.edges, b, parity_block).search(floor);
    if (found.upper_bound > std::max(floor, found.length)) improve_by_greedy(part, found, b);
    return found;
  });
}

inline Found exact(int num_vertices, Edges edges, Budget& budget) {
  constexpr std::uint64_t kCoreSteps = 300;
  return solve_pieces(num_vertices, edges, budget, [](const Part& part, Length floor, Budget& b) {
    Found best = b.lend(kCoreSteps, [&](Budget& some) {
      return CoreSearch(part.num_vertices(), part.edges, some).search(floor);
    });
    if (best.upper_bound <= std::max(floor, best.length)) return best;
    improve_by_greedy(part, best, b);
    if (b.is_spent()) return best;
    const Length known = std::max(floor, best.length);
    const Found more =
        BridgeTree(part.num_vertices(), part.edges, b, portfolio_block).search(known);
    take_better(best, more);
    if (!best.is_proven() && best.upper_bound > floor && !b.is_spent())
      take_better(best, search_locally(part, b));
    return best;
  });
}

}  // namespace ttr::trail
