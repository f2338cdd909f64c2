// What the solvers of the longest-trail problem share: the graph, the budget of a search, its
// result, and two tools: the pieces of a graph, and the walk along a set of edges.
//
// The problem (R86): in a multigraph with lengths, find a walk of the greatest length that uses no
// edge twice; vertices may repeat. docs/longest-trail.md explains the algorithms.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "ttr/ids.hpp"

namespace ttr {

// Sums of lengths stay below 2^63: whoever makes a graph sees to it.
struct TrailEdge {
  int a, b;
  std::int64_t length;  // >= 0
};

}  // namespace ttr

namespace ttr::trail {

using Length = std::int64_t;
using Wide = __int128;  // for a few lengths together
using Edges = std::span<const TrailEdge>;

inline int other_end(const TrailEdge& e, int v) { return e.a ^ e.b ^ v; }

inline Length total_length(Edges edges) {
  Length total = 0;
  for (const TrailEdge& e : edges) total += e.length;
  return total;
}

// CPU time of the calling thread, in seconds.
inline double cpu_seconds() {
#ifdef CLOCK_THREAD_CPUTIME_ID
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
#else
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
#endif
}

// How long a search may take, in steps (what a step is, each algorithm says) and in CPU time. Once
// one of the two is used up the budget stays spent, and whoever sees that comes to an end.
class Budget {
 public:
  static constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();
  static constexpr double kNoTime = std::numeric_limits<double>::infinity();

  explicit Budget(std::uint64_t node_limit = kNoLimit, double time_limit = kNoTime,
                  Tick tick = nullptr, const void* context = nullptr)
      : node_limit_(node_limit),
        deadline_(time_limit < kNoTime ? cpu_seconds() + time_limit : kNoTime), tick_(tick),
        context_(context), is_spent_(node_limit == 0 || time_limit <= 0),
        out_of_time_(time_limit <= 0) {}

  // Asks for one more step; false: the search has to end. `work` is what the step costs in about
  // nanoseconds; the clock is looked at every few milliseconds of it.
  bool step(std::uint64_t work) { return steps(1, work); }
  bool steps(std::uint64_t nodes, std::uint64_t work) {
    if (nodes > nodes_left()) is_spent_ = true;
    if (is_spent_) return false;
    nodes_ += nodes;
    return spend(work);
  }
  // The same for work that is no step.
  bool spend(std::uint64_t work) {
    work_ += work;
    if (work_ >= kWorkPerLook) look();
    return !is_spent_;
  }

  bool is_spent() const { return is_spent_; }
  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t nodes_left() const { return node_limit_ - std::min(nodes_, node_limit_); }

  // Lets f(budget) use so many steps of this budget at the most; returns f's result.
  template <class F>
  auto lend(std::uint64_t nodes, F&& f) {
    const std::uint64_t limit = node_limit_;
    const std::uint64_t until = nodes_ + std::min(nodes, kNoLimit - nodes_);
    const bool is_part = until < limit;
    if (is_part) node_limit_ = until;
    auto result = f(*this);
    node_limit_ = limit;
    if (is_part && is_spent_ && !out_of_time_) is_spent_ = nodes_ >= limit;
    return result;
  }

 private:
  static constexpr std::uint64_t kWorkPerLook = 2'000'000;
  static constexpr auto kTickInterval = std::chrono::milliseconds(20);

  void look() {
    work_ = 0;
    if (tick_ != nullptr) {
      const auto now = std::chrono::steady_clock::now();
      if (now >= next_tick_) {
        next_tick_ = now + kTickInterval;
        tick_(context_);
      }
    }
    if (deadline_ < kNoTime && cpu_seconds() >= deadline_) is_spent_ = out_of_time_ = true;
  }

  std::uint64_t nodes_ = 0, node_limit_, work_ = 0;
  double deadline_;
  Tick tick_;
  const void* context_;
  std::chrono::steady_clock::time_point next_tick_{};
  bool is_spent_, out_of_time_;
};

// A trail as a set of edges in any order, and a bound that no trail exceeds.
struct Found {
  Length length = 0;
  std::vector<int> edges;
  Length upper_bound = 0;
  bool is_proven() const { return length == upper_bound; }
};

// Edges grouped by the vertices at their ends.
class Incidence {
 public:
  Incidence() = default;
  Incidence(int num_vertices, Edges edges) { assign(num_vertices, edges); }

  void assign(int num_vertices, Edges edges) {
    first_.assign(static_cast<std::size_t>(num_vertices) + 1, 0);
    for (const TrailEdge& e : edges) ++first_[e.a + 1], ++first_[e.b + 1];
    for (std::size_t v = 1; v < first_.size(); ++v) first_[v] += first_[v - 1];
    edges_.resize(2 * edges.size());
    place_.assign(first_.begin(), first_.end() - 1);
    for (int i = 0; i < static_cast<int>(edges.size()); ++i)
      for (int v : {edges[i].a, edges[i].b}) edges_[place_[v]++] = i;
  }

  // Orders the edges of every vertex.
  template <class Before>
  void sort(Before&& before) {
    for (int v = 0; v < num_vertices(); ++v)
      std::stable_sort(edges_.begin() + first_[v], edges_.begin() + first_[v + 1], before);
  }

  int num_vertices() const { return static_cast<int>(first_.size()) - 1; }
  std::span<const int> operator[](int v) const {
    return {edges_.data() + first_[v], edges_.data() + first_[v + 1]};
  }
  int degree(int v) const { return first_[v + 1] - first_[v]; }

 private:
  std::vector<int> first_{0}, edges_, place_;
};

// A part of a graph with vertices and edges of its own numbers.
struct Part {
  std::vector<TrailEdge> edges;
  std::vector<int> edge_ids;    // numbers in the whole graph
  std::vector<int> vertex_ids;  // likewise
  int num_vertices() const { return static_cast<int>(vertex_ids.size()); }
};

// The connected pieces that have an edge, the longest in all first (then by their first vertex).
inline std::vector<Part> pieces(int num_vertices, Edges edges) {
  const Incidence at(num_vertices, edges);
  std::vector<int> number(static_cast<std::size_t>(num_vertices), -1);  // in its piece
  std::vector<Part> parts;
  for (int start = 0; start < num_vertices; ++start) {
    if (number[start] >= 0 || at.degree(start) == 0) continue;
    Part& part = parts.emplace_back();
    part.vertex_ids.push_back(start);
    number[start] = 0;
    for (std::size_t i = 0; i < part.vertex_ids.size(); ++i) {
      const int v = part.vertex_ids[i];
      for (int e : at[v]) {
        const int to = other_end(edges[e], v);
        if (number[to] < 0) {
          number[to] = static_cast<int>(part.vertex_ids.size());
          part.vertex_ids.push_back(to);
        }
        if (edges[e].a == v) {
          part.edge_ids.push_back(e);
        }
      }
    }
    std::ranges::sort(part.edge_ids);
    for (int e : part.edge_ids)
      part.edges.push_back({number[edges[e].a], number[edges[e].b], edges[e].length});
  }
  std::ranges::stable_sort(parts, [](const Part& x, const Part& y) {
    return total_length(x.edges) > total_length(y.edges);
  });
  return parts;
}

inline int num_odd_vertices(int num_vertices, Edges edges) {
  std::vector<char> odd(static_cast<std::size_t>(num_vertices), 0);
  for (const TrailEdge& e : edges) odd[e.a] ^= 1, odd[e.b] ^= 1;
  return static_cast<int>(std::ranges::count(odd, 1));
}

// The edges `used`, which are connected and leave no or two vertices odd, in the order of a walk
// along all of them (Hierholzer).
inline std::vector<int> walk_along(Edges edges, const std::vector<int>& used) {
  if (used.empty()) return {};
  int num_vertices = 0;
  std::vector<TrailEdge> part;
  for (int e : used) {
    part.push_back(edges[e]);
    num_vertices = std::max({num_vertices, edges[e].a + 1, edges[e].b + 1});
  }
  const Incidence at(num_vertices, part);
  int start = part.front().a;
  for (int v = num_vertices; v-- > 0;)
    if (at.degree(v) % 2 != 0) start = v;
  std::vector<int> next(static_cast<std::size_t>(num_vertices), 0);
  std::vector<char> walked(part.size(), 0);
  std::vector<std::pair<int, int>> stack{{start, -1}};  // vertex, edge that led there
  std::vector<int> order;
  while (!stack.empty()) {
    const auto [v, by] = stack.back();
    int& i = next[v];
    while (i < at.degree(v) && walked[at[v][i]]) ++i;
    if (i == at.degree(v)) {
      if (by >= 0) order.push_back(used[by]);
      stack.pop_back();
    } else {
      const int e = at[v][i];
      walked[e] = 1;
      stack.emplace_back(other_end(part[e], v), e);
    }
  }
  return order;
}

// No trail of a connected graph is longer: of its odd vertices all but two keep an unused edge, and
// one edge serves two of them. A matter of a moment, for searches that were ended.
inline Length simple_bound(int num_vertices, Edges edges) {
  constexpr Length kNone = std::numeric_limits<Length>::max();
  std::vector<Length> shortest(static_cast<std::size_t>(num_vertices), kNone);
  std::vector<char> odd(shortest.size(), 0);
  for (const TrailEdge& e : edges)
    for (int v : {e.a, e.b}) {
      odd[v] ^= 1;
      shortest[v] = std::min(shortest[v], e.length);
    }
  std::uint64_t sum = 0, largest = 0, second = 0;  // sum: at most twice the sum of all lengths
  for (std::size_t v = 0; v < odd.size(); ++v) {
    if (!odd[v]) continue;
    const auto m = static_cast<std::uint64_t>(shortest[v]);
    sum += m;
    second = std::max(second, std::min(largest, m));
    largest = std::max(largest, m);
  }
  return total_length(edges) - static_cast<Length>((sum - largest - second + 1) / 2);
}

// Solves each piece that could hold a longer trail than the best so far, by
// `solve(part, floor, budget)`, a Found that need only be right above `floor`. Pieces with no or
// two odd vertices are walked as a whole.
template <class Solve>
Found solve_pieces(int num_vertices, Edges edges, Budget& budget, Solve&& solve) {
  Found best;
  for (const Part& part : pieces(num_vertices, edges)) {
    const Length total = total_length(part.edges);
    if (total <= best.length) break;
    if (num_odd_vertices(part.num_vertices(), part.edges) <= 2) {
      best.length = total;
      best.edges = part.edge_ids;
    } else {
      Found found{0, {}, simple_bound(part.num_vertices(), part.edges)};
      if (!budget.is_spent()) found = solve(part, best.length, budget);
      if (found.upper_bound > std::max(best.length, found.length))
        found.upper_bound =
            std::min(found.upper_bound, simple_bound(part.num_vertices(), part.edges));
      best.upper_bound = std::max(best.upper_bound, found.upper_bound);
      if (found.length > best.length) {
        best.length = found.length;
        best.edges.clear();
        for (int e : found.edges) best.edges.push_back(part.edge_ids[static_cast<std::size_t>(e)]);
      }
    }
  }
  best.upper_bound = std::max(best.upper_bound, best.length);
  return best;
}

}  // namespace ttr::trail
