// The parity bound: the least length that any trail of a connected piece leaves unused.
//
// The edges outside a trail that joins s and t form a T-join: a set in which exactly the vertices
// of T = (odd vertices) minus {s, t} have an odd number of edges. The cheapest one, over all s and
// t, pairs all odd vertices but two by shortest paths (Edmonds and Johnson 1973): a minimum-weight
// perfect matching of the odd vertices and two extra vertices, each at no cost next to all of them.
#pragma once

#include <queue>

#include "ttr/trail/graph.hpp"
#include "ttr/trail/matching.hpp"

namespace ttr::trail {

// Keeps its buffers between calls.
class TJoin {
 public:
  static constexpr int kMostOdd = 2000;  // the matching holds a table of their square

  // Finds the cheapest set of edges that leaves two vertices odd in (the piece of) `odd`, a list of
  // at least four vertices; only edges with may_use[e] are taken. False: there is none, or the
  // budget is spent.
  bool solve(Edges edges, const Incidence& at, const std::vector<int>& odd,
             const std::vector<char>& may_use, Budget& budget) {
    edges_ = edges;
    at_ = &at;
    may_use_ = &may_use;
    const int k = static_cast<int>(odd.size());
    // Far pairs are hardly ever joined: distances to the nearest will do at first.
    for (int nearest = k <= 2 * kNearest ? k : kNearest;; nearest *= 4) {
      if (!measure(odd, nearest, budget)) return false;
      const Answer answer = pair_up(k, budget);
      if (answer == kSpent || (answer == kNone && nearest >= k)) return false;
      if (answer == kPaired) break;
    }
    take_paths(odd);
    return true;
  }

  const std::vector<int>& edges() const { return join_; }  // each once, in no order

 private:
  static constexpr Length kFar = -1;  // no path

  Length& distance(int i, int j) { return distance_[static_cast<std::size_t>(i) * k_ + j]; }

  static constexpr int kNearest = 16;
  enum Answer { kPaired, kNone, kSpent };

  // Distances from every odd vertex to those nearest to it; beyond radius_ nothing is known, unless
  // all that can be reached is (radius_ is kFar then).
  bool measure(const std::vector<int>& odd, int nearest, Budget& budget) {
    k_ = odd.size();
    distance_.assign(k_ * k_, kFar);
    radius_.assign(k_, kFar);
    place_.assign(static_cast<std::size_t>(at_->num_vertices()), -1);
    for (int i = 0; i < static_cast<int>(k_); ++i) place_[odd[i]] = i;
    for (int i = 0; i < static_cast<int>(k_); ++i) {
      int left = nearest;
      std::uint64_t work = 1;
      spread(odd[i], [&](int v, Length d) {
        ++work;
        const int j = place_[v];
        if (j < 0 || j == i) return false;
        distance(i, j) = distance(j, i) = d;
        if (--left > 0) return false;
        radius_[i] = d;
        return true;
      });
      if (!budget.spend(work * 60)) return false;
    }
    return true;
  }

  Answer pair_up(int k, Budget& budget) {
    mates_.assign(static_cast<std::size_t>(k), -1);
    if (k == 4) return pair_four() ? kPaired : kNone;
    if (total_length(edges_) < std::numeric_limits<Length>::max() / (8 * (k + 2)))
      return match(narrow_, narrow_costs_, k, budget);
    return match(wide_, wide_costs_, k, budget);
  }

  // Dijkstra from `start`; calls settle(vertex, distance) in order, until it says true.
  template <class Settle>
  void spread(int start, Settle&& settle) {
    reached_.assign(static_cast<std::size_t>(at_->num_vertices()), kFar);
    settled_.assign(reached_.size(), 0);
    by_.resize(reached_.size());
    heap_.clear();
    reached_[start] = 0;
    heap_.push_back({0, start});
    const auto later = [](const Reached& x, const Reached& y) { return x.at > y.at; };
    while (!heap_.empty()) {
      const Reached here = heap_.front();
      std::ranges::pop_heap(heap_, later);
      heap_.pop_back();
      if (settled_[here.vertex]) continue;
      settled_[here.vertex] = 1;
      if (settle(here.vertex, here.at)) return;
      for (int e : (*at_)[here.vertex]) {
        if (!(*may_use_)[e]) continue;
        const int to = other_end(edges_[e], here.vertex);
        const Length d = here.at + edges_[e].length;
        if (!settled_[to] && (reached_[to] == kFar || d < reached_[to])) {
          reached_[to] = d;
          by_[to] = e;
          heap_.push_back({d, to});
          std::ranges::push_heap(heap_, later);
        }
      }
    }
  }

  // Two of the four are paired, the nearest ones.
  bool pair_four() {
    Length least = kFar;
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < i; ++j)
        if (const Length d = distance(i, j); d != kFar && (least == kFar || d < least)) {
          least = d;
          mates_.assign(4, -1);
          mates_[i] = j;
          mates_[j] = i;
        }
    return least != kFar;
  }

  template <class Weight>
  Answer match(PerfectMatching<Weight>& matching, std::vector<Weight>& cost, int k,
               Budget& budget) {
    const int n = k + 2;
    cost.assign(static_cast<std::size_t>(n) * n, PerfectMatching<Weight>::kNone);
    for (int i = 0; i < k; ++i) {
      for (int j = 0; j < k; ++j)
        if (i != j) cost[static_cast<std::size_t>(i) * n + j] = distance(i, j);
      for (int extra : {k, k + 1})
        cost[static_cast<std::size_t>(i) * n + extra] =
            cost[static_cast<std::size_t>(extra) * n + i] = 0;
    }
    if (!matching.solve(n, cost, budget)) return budget.is_spent() ? kSpent : kNone;
    // Is it the cheapest with the far pairs too? The duals tell.
    for (int i = 0; i < k; ++i)
      for (int j = 0; j < i; ++j) {
        if (distance(i, j) != kFar || radius_[i] == kFar || radius_[j] == kFar) continue;
        if (matching.dual(i) + matching.dual(j) > 2 * Weight{std::max(radius_[i], radius_[j])})
          return kNone;
      }
    for (int i = 0; i < k; ++i) mates_[i] = matching.mate(i) < k ? matching.mate(i) : -1;
    return kPaired;
  }

  // The paths between the pairs; where two of them share edges, these cancel out.
  void take_paths(const std::vector<int>& odd) {
    is_taken_.assign(edges_.size(), 0);
    join_.clear();
    for (int i = 0; i < static_cast<int>(k_); ++i) {
      if (mates_[i] <= i) continue;
      const int goal = odd[mates_[i]];
      spread(odd[i], [&](int v, Length) { return v == goal; });
      for (int v = goal; v != odd[i]; v = other_end(edges_[by_[v]], v)) is_taken_[by_[v]] ^= 1;
    }
    for (int e = 0; e < static_cast<int>(edges_.size()); ++e)
      if (is_taken_[e]) join_.push_back(e);
  }

  struct Reached {
    Length at;
    int vertex;
  };
  Edges edges_;
  const Incidence* at_ = nullptr;
  const std::vector<char>* may_use_ = nullptr;
  std::size_t k_ = 0;
  std::vector<Length> distance_, radius_, reached_;
  std::vector<int> place_, by_, mates_, join_;
  std::vector<char> settled_, is_taken_;
  std::vector<Reached> heap_;
  PerfectMatching<Length> narrow_;
  PerfectMatching<Wide> wide_;
  std::vector<Length> narrow_costs_;
  std::vector<Wide> wide_costs_;
};

}  // namespace ttr::trail
