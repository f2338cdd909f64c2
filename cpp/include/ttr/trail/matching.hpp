// Minimum-weight perfect matching in a general graph (Edmonds' blossoms), primal-dual, O(n^3).
//
//   J. Edmonds, Paths, trees, and flowers, Canadian J. Math. 17 (1965); the bookkeeping with one
//   best edge per vertex follows H. Gabow's O(n^3) scheme (JACM 23, 1976).
//
// Duals: y(v) for vertices, z(b) >= 0 for blossoms; reduced cost(u, v) = 2 cost - y(u) - y(v) >= 0
// outside blossoms, 0 on matched and tree edges. Every exposed vertex roots a tree; nodes of trees
// are outer (even distance from the root) or inner. Nodes are vertices 0..n-1 and blossoms n.., and
// `top[v]` is the outermost blossom that holds v, or v.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ttr/trail/graph.hpp"

namespace ttr::trail {

// Weight: a signed integer type that holds 8 n times the largest cost.
template <class Weight>
class PerfectMatching {
 public:
  static constexpr Weight kNone = -1;  // there is no such edge

  // Costs >= 0, or kNone; symmetric; they are kept by reference. n even. Returns false if there is
  // no perfect matching, or the budget is spent. Afterwards mate(v) is the partner of v.
  bool solve(int n, const std::vector<Weight>& cost, Budget& budget) {
    n_ = n;
    cost_ = cost.data();
    start();
    const auto work = static_cast<std::uint64_t>(n) * static_cast<std::uint64_t>(n);
    for (int free = match_greedily(); free > 0; free -= 2)
      if (!budget.spend(work) || !augment()) return false;
    return true;
  }

  int mate(int v) const { return mate_[v]; }
  // Any edge that is left out of `cost` and costs at least half the sum of the duals of its ends
  // would not have changed the answer.
  Weight dual(int v) const { return y_[v]; }
  Weight cost() const {
    Weight sum = 0;
    for (int v = 0; v < n_; ++v)
      if (v < mate_[v]) sum += at(v, mate_[v]);
    return sum;
  }

 private:
  enum Label : signed char { kFree = -1, kOuter = 0, kInner = 1 };
  struct Edge {
    int from, to;  // vertices
  };
  static constexpr int kNobody = -1;

  std::span<const int> near(int v) const {
    return {near_.data() + first_near_[v], near_.data() + first_near_[v + 1]};
  }
  Weight at(int u, int v) const { return cost_[static_cast<std::size_t>(u) * n_ + v]; }
  bool exists(Edge e) const { return e.from >= 0 && at(e.from, e.to) != kNone; }
  Weight reduced(Edge e) const { return 2 * at(e.from, e.to) - y_[e.from] - y_[e.to]; }
  // The best known edge between nodes a and b, from a to b.
  Edge& between(int a, int b) { return between_[static_cast<std::size_t>(a) * nodes_ + b]; }
  Edge edge(int a, int b) {
    if (a < n_ && b < n_) return {a, b};
    return between(a, b);
  }

  void start() {
    nodes_ = n_ + n_ / 2 + 1;
    num_nodes_ = n_;
    const auto nodes = static_cast<std::size_t>(nodes_);
    y_.assign(nodes, 0);
    top_.resize(nodes);
    mate_.assign(nodes, kNobody);
    slack_.assign(nodes, kNobody);
    label_.assign(nodes, kFree);
    parent_.assign(nodes, {kNobody, kNobody});
    ring_.resize(nodes);
    visited_.assign(nodes, 0);
    round_ = 0;
    is_used_.assign(nodes, 0);
    for (int v = 0; v < n_; ++v) top_[v] = v;
    near_.clear();
    first_near_.assign(1, 0);
    for (int u = 0; u < n_; ++u) {
      for (int v = 0; v < n_; ++v)
        if (u != v && at(u, v) != kNone) near_.push_back(v);
      first_near_.push_back(static_cast<int>(near_.size()));
    }
    if (between_.size() < nodes * nodes) between_.resize(nodes * nodes);
    if (inside_.size() < nodes * static_cast<std::size_t>(n_))
      inside_.resize(nodes * static_cast<std::size_t>(n_));
  }

  // Duals that are feasible and make many edges tight; all even, so that the halves below are
  // whole.
  int match_greedily() {
    for (int u = 0; u < n_; ++u) {
      Weight least = kNone;
      for (int v : near(u))
        if (least == kNone || at(u, v) < least) least = at(u, v);
      y_[u] = least == kNone ? 0 : least & ~Weight{1};
    }
    int free = n_;
    for (int u = 0; u < n_; ++u) {
      if (mate_[u] != kNobody) continue;
      Weight least = kNone;
      for (int v : near(u))
        if (const Weight r = reduced({u, v}); least == kNone || r < least) least = r;
      if (least == kNone) continue;
      y_[u] += least & ~Weight{1};
      for (int v : near(u))
        if (mate_[v] == kNobody && reduced({u, v}) == 0) {
          mate_[u] = v;
          mate_[v] = u;
          free -= 2;
          break;
        }
    }
    return free;
  }

  // inside_[b * n + v]: the child of blossom b that holds vertex v.
  int& child_with(int b, int v) { return inside_[static_cast<std::size_t>(b) * n_ + v]; }

  void offer_slack(int u, int x) {  // u: a vertex of an outer node
    if (slack_[x] == kNobody || !exists(edge(slack_[x], x)) ||
        reduced(edge(u, x)) < reduced(edge(slack_[x], x)))
      slack_[x] = u;
  }
  void find_slack(int x) {
    slack_[x] = kNobody;
    auto consider = [&](int u) {
      if (exists(edge(u, x)) && top_[u] != x && label_[top_[u]] == kOuter) offer_slack(u, x);
    };
    if (x < n_)
      for (int u : near(x)) consider(u);
    else
      for (int u = 0; u < n_; ++u) consider(u);
  }

  void push(int x) {  // an outer node's vertices are to be scanned
    if (x < n_)
      queue_.push_back(x);
    else
      for (int child : ring_[x]) push(child);
  }
  void set_top(int x, int b) {
    top_[x] = b;
    if (x >= n_)
      for (int child : ring_[x]) set_top(child, b);
  }

  // Turns the ring of blossom b so that the way from its base to `child` has an even number of
  // edges; returns the child's place.
  int place_evenly(int b, int child) {
    auto& ring = ring_[b];
    const int place = static_cast<int>(std::ranges::find(ring, child) - ring.begin());
    if (place % 2 == 0) return place;
    std::reverse(ring.begin() + 1, ring.end());
    return static_cast<int>(ring.size()) - place;
  }

  // Node a is matched along the edge to node b.
  void set_mate(int a, int b) {
    const Edge e = edge(a, b);
    mate_[a] = e.to;
    if (a < n_) return;
    const int child = child_with(a, e.from);
    const int place = place_evenly(a, child);
    auto& ring = ring_[a];
    for (int i = 0; i < place; ++i) set_mate(ring[i], ring[i ^ 1]);
    set_mate(child, b);
    std::rotate(ring.begin(), ring.begin() + place, ring.end());
  }

  // Swaps matched and unmatched edges from node a, just matched to b's node, up to the root.
  void swap_along(int a, int b) {
    for (;;) {
      const int next = mate_[a] == kNobody ? kNobody : top_[mate_[a]];
      set_mate(a, b);
      if (next == kNobody) return;
      set_mate(next, top_[parent_[next].from]);
      a = top_[parent_[next].from];
      b = next;
    }
  }

  int common_ancestor(int a, int b) {
    ++round_;
    while (a != kNobody || b != kNobody) {
      if (a != kNobody) {
        if (visited_[a] == round_) return a;
        visited_[a] = round_;
        a = mate_[a] == kNobody ? kNobody : top_[mate_[a]];
        if (a != kNobody) a = top_[parent_[a].from];
      }
      std::swap(a, b);
    }
    return kNobody;
  }

  void make_blossom(int a, int base, int b) {
    int x = n_;
    while (x < num_nodes_ && is_used_[x]) ++x;
    if (x == num_nodes_) ++num_nodes_;
    is_used_[x] = 1;
    y_[x] = 0;
    label_[x] = kOuter;
    mate_[x] = mate_[base];
    parent_[x] = {kNobody, kNobody};
    slack_[x] = kNobody;
    auto& ring = ring_[x];
    ring.assign(1, base);
    auto climb = [&](int v) {  // from an outer node up to the base; inner ones become outer
      while (v != base) {
        const int inner = top_[mate_[v]];
        ring.push_back(v);
        ring.push_back(inner);
        push(inner);
        v = top_[parent_[inner].from];
      }
    };
    climb(a);
    std::reverse(ring.begin() + 1, ring.end());
    climb(b);
    set_top(x, x);
    for (int other = 0; other < num_nodes_; ++other)
      between(x, other) = between(other, x) = {kNobody, kNobody};
    for (int v = 0; v < n_; ++v) child_with(x, v) = kNobody;
    for (int child : ring) {
      auto consider = [&](int other) {
        const Edge e = edge(child, other);
        if (!exists(e) || child == other) return;
        if (Edge& known = between(x, other); !exists(known) || reduced(e) < reduced(known)) {
          known = e;
          between(other, x) = {e.to, e.from};
        }
      };
      if (child < n_) {
        for (int v : near(child)) consider(v);
        child_with(x, child) = child;
      } else {
        for (int v = 0; v < n_; ++v) {
          consider(v);
          if (child_with(child, v) != kNobody) child_with(x, v) = child;
        }
      }
      for (int other = n_; other < num_nodes_; ++other)
        if (is_used_[other]) consider(other);
    }
    find_slack(x);
  }

  void expand(int b) {  // an inner blossom whose dual is 0
    auto& ring = ring_[b];
    for (int child : ring) set_top(child, child);
    const int entry = child_with(b, parent_[b].to);
    const int place = place_evenly(b, entry);
    for (int i = 0; i < place; i += 2) {
      const int inner = ring[i], outer = ring[i + 1];
      parent_[inner] = edge(outer, inner);
      label_[inner] = kInner;
      label_[outer] = kOuter;
      slack_[inner] = kNobody;
      find_slack(outer);
      push(outer);
    }
    label_[entry] = kInner;
    parent_[entry] = parent_[b];
    for (std::size_t i = static_cast<std::size_t>(place) + 1; i < ring.size(); ++i) {
      label_[ring[i]] = kFree;
      find_slack(ring[i]);
    }
    is_used_[b] = 0;
    top_[b] = kNobody;
  }
  // A tight edge from an outer node. True: it augmented the matching.
  bool follow(Edge e) {
    const int a = top_[e.from], b = top_[e.to];
    if (label_[b] == kFree) {
      parent_[b] = e;
      label_[b] = kInner;
      const int next = top_[mate_[b]];
      slack_[b] = slack_[next] = kNobody;
      label_[next] = kOuter;
      push(next);
    } else if (label_[b] == kOuter) {
      const int base = common_ancestor(a, b);
      if (base == kNobody) {
        swap_along(a, b);
        swap_along(b, a);
        return true;
      }
      make_blossom(a, base, b);
    }
    return false;
  }

  bool augment() {
    queue_.clear();
    for (int x = 0; x < num_nodes_; ++x) {
      label_[x] = kFree;
      slack_[x] = kNobody;
    }
    for (int x = 0; x < num_nodes_; ++x)
      if (top_[x] == x && mate_[x] == kNobody && (x < n_ || is_used_[x])) {
        parent_[x] = {kNobody, kNobody};
        label_[x] = kOuter;
        push(x);
      }
    for (;;) {
      while (!queue_.empty()) {
        const int u = queue_.back();
        queue_.pop_back();
        if (label_[top_[u]] == kInner) continue;
        for (int v : near(u)) {
          if (top_[u] == top_[v]) continue;
          if (reduced({u, v}) == 0) {
            if (follow({u, v})) return true;
          } else {
            offer_slack(u, top_[v]);
          }
        }
      }
      if (!change_duals()) return false;
      for (int x = 0; x < num_nodes_; ++x)
        if (is_top(x) && slack_[x] != kNobody && top_[slack_[x]] != x) {
          const Edge e = edge(slack_[x], x);
          if (exists(e) && reduced(e) == 0 && follow(e)) return true;
        }
      for (int b = n_; b < num_nodes_; ++b)
        if (is_top(b) && label_[b] == kInner && y_[b] == 0) expand(b);
    }
  }

  bool is_top(int x) const { return (x < n_ || is_used_[x]) && top_[x] == x; }

  bool change_duals() {
    bool any = false;
    Weight least = 0;
    auto offer = [&](Weight d) {
      if (!any || d < least) least = d;
      any = true;
    };
    for (int b = n_; b < num_nodes_; ++b)
      if (is_top(b) && label_[b] == kInner) offer(y_[b] / 2);
    for (int x = 0; x < num_nodes_; ++x)
      if (is_top(x) && slack_[x] != kNobody) {
        const Edge e = edge(slack_[x], x);
        if (!exists(e)) continue;
        if (label_[x] == kFree) offer(reduced(e));
        if (label_[x] == kOuter && top_[slack_[x]] != x) offer(reduced(e) / 2);
      }
    if (!any) return false;
    for (int v = 0; v < n_; ++v) {
      if (label_[top_[v]] == kOuter) y_[v] += least;
      if (label_[top_[v]] == kInner) y_[v] -= least;
    }
    for (int b = n_; b < num_nodes_; ++b)
      if (is_top(b)) {
        if (label_[b] == kOuter) y_[b] += 2 * least;
        if (label_[b] == kInner) y_[b] -= 2 * least;
      }
    return true;
  }

  int n_ = 0;          // vertices
  int nodes_ = 0;      // most nodes there can be
  int num_nodes_ = 0;  // highest number of a node so far, plus 1
  const Weight* cost_ = nullptr;
  std::vector<Weight> y_;        // y of vertices, z of blossoms
  std::vector<int> top_, mate_;  // mate_: the vertex at the other end of the matched edge
  std::vector<int> slack_;       // of node x: the outer vertex from which x is reached best
  std::vector<Label> label_;
  std::vector<Edge> parent_;            // of an inner node: the tree edge that reached it
  std::vector<std::vector<int>> ring_;  // children of a blossom, base first
  std::vector<Edge> between_;
  std::vector<int> near_, first_near_;  // the neighbours of every vertex
  std::vector<int> inside_, queue_;
  std::vector<std::uint64_t> visited_;
  std::uint64_t round_ = 0;
  std::vector<char> is_used_;
};

}  // namespace ttr::trail
