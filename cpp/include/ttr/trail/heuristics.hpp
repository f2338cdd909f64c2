// greedy and local_search: good trails without a proof, unless they meet a simple bound.
#pragma once

#include "ttr/rng.hpp"
#include "ttr/trail/graph.hpp"

namespace ttr::trail {

// A trail under construction in a connected graph: its edges and vertices in walking order.
class Walk {
 public:
  Walk(int num_vertices, Edges edges)
      : edges_(edges), at_(num_vertices, edges), used_(edges.size(), 0) {}

  void begin(int v) {
    for (int e : order_) used_[e] = 0;
    order_.clear();
    vertices_.assign(1, v);
    length_ = 0;
  }
  void go(int e) {
    used_[e] = 1;
    order_.push_back(e);
    vertices_.push_back(other_end(edges_[e], vertices_.back()));
    length_ += edges_[e].length;
  }
  void cut(std::size_t num_edges) {
    while (order_.size() > num_edges) {
      used_[order_.back()] = 0;
      length_ -= edges_[order_.back()].length;
      order_.pop_back();
      vertices_.pop_back();
    }
  }
  void turn_round() {
    std::ranges::reverse(order_);
    std::ranges::reverse(vertices_);
  }

  // Walks on by choose(unused edges here) until there is none.
  template <class Choose>
  void extend(Choose&& choose) {
    for (;;) {
      list_unused(vertices_.back());
      if (choices_.empty()) return;
      go(choose(choices_));
    }
  }

  // Tries to walk from the vertex at `place` along unused edges back to it, and takes that in.
  template <class Choose>
  bool insert_ring(std::size_t place, Choose&& choose) {
    std::vector<int> ring;
    const int home = vertices_[place];
    for (int v = home;;) {
      list_unused(v);
      if (choices_.empty()) break;
      const int e = choose(choices_);
      used_[e] = 1;
      ring.push_back(e);
      v = other_end(edges_[e], v);
      if (v == home) {
        std::vector<int> on;
        for (int e2 : ring) {
          v = other_end(edges_[e2], v);
          on.push_back(v);
          length_ += edges_[e2].length;
        }
        const auto p = static_cast<std::ptrdiff_t>(place);
        order_.insert(order_.begin() + p, ring.begin(), ring.end());
        vertices_.insert(vertices_.begin() + p + 1, on.begin(), on.end());
        return true;
      }
    }
    for (int e : ring) used_[e] = 0;
    return false;
  }

  void assign(const Walk& other) {
    used_ = other.used_;
    order_ = other.order_;
    vertices_ = other.vertices_;
    length_ = other.length_;
  }

  Length length() const { return length_; }
  const std::vector<int>& order() const { return order_; }
  const Incidence& incidence() const { return at_; }

 private:
  void list_unused(int v) {
    choices_.clear();
    for (int e : at_[v])
      if (!used_[e]) choices_.push_back(e);
  }

  Edges edges_;
  Incidence at_;
  std::vector<char> used_;
  std::vector<int> order_, vertices_, choices_;
  Length length_ = 0;
};

// From odd vertices of a connected graph, at most `most_starts` of them, always along the longest
// unused edge: the best of these walks.
inline Walk greedy_walk(int num_vertices, Edges edges, Length enough, int most_starts,
                        Budget& budget) {
  Walk walk(num_vertices, edges), best = walk;
  for (int v = 0; v < num_vertices && most_starts > 0; ++v) {
    if (walk.incidence().degree(v) % 2 == 0) continue;
    if (best.length() >= enough || !budget.step(20 * edges.size())) break;
    --most_starts;
    walk.begin(v);
    walk.extend([&](const std::vector<int>& choices) {
      return *std::ranges::max_element(choices, {}, [&](int e) { return edges[e].length; });
    });
    if (walk.length() > best.length()) best.assign(walk);
  }
  return best;
}

// A trail to begin with, however little is left of a budget.
inline void improve_by_greedy(const Part& part, Found& found) {
  constexpr int kStarts = 8;
  Budget free;
  const Walk walk = greedy_walk(part.num_vertices(), part.edges, found.upper_bound, kStarts, free);
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
  auto any = [&](const std::vector<int>& choices) { return choices[below(choices.size())]; };
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
    walk.extend(any);
    for (int ring = 0; ring < 4; ++ring) walk.insert_ring(below(walk.order().size() + 1), any);
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
