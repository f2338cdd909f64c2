// greedy and local_search: good trails without a proof, unless they meet a simple bound.
#pragma once

#include "ttr/rng.hpp"
#include "ttr/trail/graph.hpp"

namespace ttr::trail {

// A trail under construction in a connected graph: its edges and vertices in walking order.
class Walk {
 public:
  Walk(int num_vertices, Edges edges)
      : edges_(edges), at_(num_vertices, edges), used_(edges.size(), 0),
        unused_at_(static_cast<std::size_t>(num_vertices)),
        next_(static_cast<std::size_t>(num_vertices), 0) {
    at_.sort([&](int e, int f) { return edges[e].length > edges[f].length; });
    for (int v = 0; v < num_vertices; ++v) unused_at_[v] = at_.degree(v);
  }

  void begin(int v) {
    for (int u : vertices_) next_[u] = 0;
    for (int e : order_) mark(e, false);
    order_.clear();
    vertices_.assign(1, v);
    length_ = 0;
  }
  void cut(std::size_t num_edges) {
    while (order_.size() > num_edges) {
      mark(order_.back(), false);
      length_ -= edges_[order_.back()].length;
      order_.pop_back();
      vertices_.pop_back();
    }
  }
  void turn_round() {
    std::ranges::reverse(order_);
    std::ranges::reverse(vertices_);
  }

  // Walks on along the longest unused edge until there is none. Only for walks that are not cut.
  void extend_greedily() {
    for (;;) {
      const auto here = at_[vertices_.back()];
      int& next = next_[vertices_.back()];
      while (next < static_cast<int>(here.size()) && used_[here[next]]) ++next;
      if (next == static_cast<int>(here.size())) return;
      go(here[next]);
    }
  }

  // Walks on at random until there is no unused edge.
  void extend(Stream& random) {
    while (unused_at_[vertices_.back()] > 0) go(pick(vertices_.back(), random));
  }

  // Tries to walk from the vertex at `place` along unused edges back to it, and takes that in.
  void insert_ring(std::size_t place, Stream& random) {
    std::vector<int> ring, on;
    const int home = vertices_[place];
    for (int v = home; unused_at_[v] > 0;) {
      const int e = pick(v, random);
      mark(e, true);
      v = other_end(edges_[e], v);
      ring.push_back(e);
      on.push_back(v);
      if (v != home) continue;
      for (int taken : ring) length_ += edges_[taken].length;
      const auto p = static_cast<std::ptrdiff_t>(place);
      order_.insert(order_.begin() + p, ring.begin(), ring.end());
      vertices_.insert(vertices_.begin() + p + 1, on.begin(), on.end());
      return;
    }
    for (int e : ring) mark(e, false);
  }

  void assign(const Walk& other) {
    used_ = other.used_;
    unused_at_ = other.unused_at_;
    order_ = other.order_;
    vertices_ = other.vertices_;
    length_ = other.length_;
  }

  Length length() const { return length_; }
  const std::vector<int>& order() const { return order_; }
  const Incidence& incidence() const { return at_; }

 private:
  void go(int e) {
    mark(e, true);
    order_.push_back(e);
    vertices_.push_back(other_end(edges_[e], vertices_.back()));
    length_ += edges_[e].length;
  }
  void mark(int e, bool used) {
    used_[e] = used;
    const int change = used ? -1 : 1;
    unused_at_[edges_[e].a] += change;
    unused_at_[edges_[e].b] += change;
  }
  // The first unused edge from a random one on. Contract: there is one.
  int pick(int v, Stream& random) const {
    const auto here = at_[v];
    auto i = random.below(static_cast<std::uint32_t>(here.size()));
    while (used_[here[i]])
      if (++i == here.size()) i = 0;
    return here[i];
  }

  Edges edges_;
  Incidence at_;  // the longest edges of a vertex first
  std::vector<char> used_;
  std::vector<int> unused_at_, next_, order_, vertices_;
  Length length_ = 0;
};

// From odd vertices of a connected graph, at most `most_starts` of them, always along the longest
// unused edge: the best of these walks. Each takes a time in proportion to the edges, and one is
// walked whatever the budget says.
inline Walk greedy_walk(int num_vertices, Edges edges, Length enough, int most_starts,
                        Budget& budget) {
  Walk walk(num_vertices, edges), best = walk;
  for (int v = 0; v < num_vertices && most_starts > 0; ++v) {
    if (walk.incidence().degree(v) % 2 == 0) continue;
    if (best.length() >= enough) break;
    if (!budget.step(20 * edges.size()) && best.length() > 0) break;
    --most_starts;
    walk.begin(v);
    walk.extend_greedily();
    if (walk.length() > best.length()) best.assign(walk);
  }
  return best;
}

// A trail to begin with. Its walks are no steps of the search.
inline void improve_by_greedy(const Part& part, Found& found, Budget& budget) {
  constexpr int kStarts = 8;
  Budget free;
  budget.spend(20 * part.edges.size() * kStarts);
  const Walk walk = greedy_walk(part.num_vertices(), part.edges, found.upper_bound,
                                budget.is_spent() ? 1 : kStarts, free);
  if (walk.length() <= found.length) return;
  found.length = walk.length();
  found.edges = walk.order();
}

// A step is a walk.
inline Found greedy(int num_vertices, Edges edges, Budget& budget) {
  return solve_pieces(num_vertices, edges, budget, [](const Part& part, Length, Budget& b) {
    constexpr int kAll = std::numeric_limits<int>::max();
    const Length bound = simple_bound(part.num_vertices(), part.edges);
    const Walk walk = greedy_walk(part.num_vertices(), part.edges, bound, kAll, b);
    return Found{walk.length(), walk.order(), bound};
  });
}

// Starts with what greedy finds, then again and again cuts the trail somewhere, lets it grow anew
// at random and takes in rings of unused edges; keeps what is not shorter. Ends when nothing became
// better for a time that grows with the graph, or at the bound. A step is one such try.
inline Found search_locally(const Part& part, Budget& budget) {
  constexpr std::uint64_t kSeed = 86;
  constexpr int kStarts = 1000;
  Stream random(kSeed, 0, 0);
  auto below = [&](std::size_t n) {
    return static_cast<std::size_t>(random.below(static_cast<std::uint32_t>(n)));
  };
  const Length bound = simple_bound(part.num_vertices(), part.edges);
  Walk kept = greedy_walk(part.num_vertices(), part.edges, bound, kStarts, budget), walk = kept;
  // A try takes time in proportion to the graph; on large ones that bounds their number.
  const std::size_t m = part.edges.size();
  const std::size_t patience = 1000 + std::min(50 * m, 100'000'000 / m);
  for (std::size_t idle = 0; idle < patience && kept.length() < bound; ++idle) {
    if (kept.order().empty() || !budget.step(20 * m)) break;
    walk.assign(kept);
    if (below(2) == 0) walk.turn_round();
    // Mostly near the end, where little is lost.
    const std::size_t most = walk.order().size();
    walk.cut(most - below((below(2) == 0 ? most : std::min<std::size_t>(most, 6)) + 1));
    walk.extend(random);
    for (int ring = 0; ring < 4; ++ring) walk.insert_ring(below(walk.order().size() + 1), random);
    if (walk.length() < kept.length()) continue;
    if (walk.length() > kept.length()) idle = 0;
    kept.assign(walk);
  }
  return Found{kept.length(), kept.order(), bound};
}

inline Found local_search(int num_vertices, Edges edges, Budget& budget) {
  return solve_pieces(num_vertices, edges, budget,
                      [](const Part& part, Length, Budget& b) { return search_locally(part, b); });
}

}  // namespace ttr::trail
