// Bridges cut a graph into a tree of blocks, and a trail crosses each bridge at most once.
//
// From the leaves of that tree to its root, every block learns for each of its vertices the two
// longest ways down across bridges that hang there. With these ways as single edges hung to the
// vertices, a block is a small longest-trail problem of its own, which is solved twice: for the
// longest trail from the vertex that leads up to the root, and for the longest of all.
#pragma once

#include <array>

#include "ttr/trail/graph.hpp"

namespace ttr::trail {

// The bridges of a graph, and the block of every vertex: what is left of it without bridges.
struct Blocks {
  std::vector<char> is_bridge;  // per edge
  std::vector<int> block;       // per vertex
  int num_blocks = 0;
  std::vector<int> order;  // all vertices, each after the one it was reached from
  std::vector<int> up;     // per vertex: the edge it was reached by, or -1

  Blocks(int num_vertices, Edges edges, const Incidence& at)
      : is_bridge(edges.size(), 0), block(static_cast<std::size_t>(num_vertices), -1),
        up(static_cast<std::size_t>(num_vertices), -1) {
    std::vector<int> low(static_cast<std::size_t>(num_vertices)), time = low, next = low;
    std::vector<char> seen(static_cast<std::size_t>(num_vertices), 0);
    std::vector<int> stack;
    for (int start = 0; start < num_vertices; ++start) {
      if (seen[start]) continue;
      stack.assign(1, start);
      while (!stack.empty()) {
        const int v = stack.back();
        if (!seen[v]) {
          seen[v] = 1;
          low[v] = time[v] = static_cast<int>(order.size());
          order.push_back(v);
        }
        if (next[v] < at.degree(v)) {
          const int e = at[v][next[v]++];
          const int to = other_end(edges[e], v);
          if (!seen[to]) {
            up[to] = e;
            stack.push_back(to);
          } else if (e != up[v]) {
            low[v] = std::min(low[v], time[to]);
          }
        } else {
          stack.pop_back();
          if (!stack.empty()) low[stack.back()] = std::min(low[stack.back()], low[v]);
          if (up[v] >= 0 && low[v] == time[v]) is_bridge[up[v]] = 1;
        }
      }
    }
    for (int v : order)
      block[v] = up[v] < 0 || is_bridge[up[v]] ? num_blocks++ : block[other_end(edges[up[v]], v)];
  }
};

// The longest trail of a connected graph by its blocks. `solve_block(num_vertices, edges, floor,
// forced, budget)` finds the longest trail above `floor` that uses all the `forced` edges.
template <class SolveBlock>
class BridgeTree {
 public:
  BridgeTree(int num_vertices, Edges edges, Budget& budget, SolveBlock& solve_block)
      : edges_(edges), at_(num_vertices, edges), blocks_(num_vertices, edges, at_), budget_(budget),
        solve_block_(solve_block), hanging_(static_cast<std::size_t>(num_vertices)) {}

  Found search(Length floor) {
    best_.length = floor;
    std::vector<std::vector<int>> members(static_cast<std::size_t>(blocks_.num_blocks));
    for (int v : blocks_.order) members[static_cast<std::size_t>(blocks_.block[v])].push_back(v);
    ways_.assign(edges_.size(), {});
    are_ways_proven_ = true;
    block_bound_ = floor;
    for (std::size_t b = members.size(); b-- > 0;) solve(members[b]);
    for (int e : best_ways_) take_way(e, best_.edges);
    if (best_.edges.empty()) best_.length = 0;
    best_.upper_bound = are_ways_proven_ ? std::max(best_.length, block_bound_)
                                         : simple_bound(at_.num_vertices(), edges_);
    return best_;
  }

 private:
  struct Way {  // the longest way down from a vertex; `bridge` is its first edge
    Length length = 0;
    int bridge = -1;
  };

  void solve(const std::vector<int>& vertices) {
    const int top = vertices.front();
    const int bridge = blocks_.up[top];  // -1: the root
    collect(vertices);
    if (part_.empty()) {  // a single vertex
      const auto& [first, second] = hanging_[top];
      if (first.length + second.length > best_.length) {
        best_.length = first.length + second.length;
        best_ways_ = {first.bridge, second.bridge};
      }
      if (bridge >= 0) hang(bridge, top, first.length, {first.bridge});
      return;
    }
    if (bridge >= 0) {
      // An edge of length 0 that must be used makes the trail end at `top`.
      std::vector<TrailEdge> edges = part_;
      edges.push_back({0, next_vertex_, 0});
      const int forced = static_cast<int>(part_.size());
      const Found found = solve_block_(next_vertex_ + 1, Edges(edges), Length{-1},
                                       std::vector<int>{forced}, budget_);
      are_ways_proven_ &= found.is_proven();
      std::vector<int> way;
      for (int e : found.edges)
        if (e != forced) way.push_back(part_ids_[static_cast<std::size_t>(e)]);
      hang(bridge, top, found.length, std::move(way));
    }
    if (bound_ <= best_.length) return;
    const Found found =
        solve_block_(next_vertex_, Edges(part_), best_.length, std::vector<int>{}, budget_);
    block_bound_ = std::max(block_bound_, found.upper_bound);
    if (found.length <= best_.length) return;
    best_.length = found.length;
    best_ways_.clear();
    for (int e : found.edges) best_ways_.push_back(part_ids_[static_cast<std::size_t>(e)]);
  }

  // The block as a graph of its own: its edges, and an edge to a new vertex for every way down.
  void collect(const std::vector<int>& vertices) {
    part_.clear();
    part_ids_.clear();
    number_.resize(hanging_.size());
    next_vertex_ = 0;
    bound_ = 0;
    for (int v : vertices) number_[v] = next_vertex_++;
    for (int v : vertices)
      for (int e : at_[v])
        if (!blocks_.is_bridge[e] && edges_[e].a == v) {
          part_.push_back({number_[edges_[e].a], number_[edges_[e].b], edges_[e].length});
          part_ids_.push_back(e);
          bound_ += edges_[e].length;
        }
    if (part_.empty()) return;
    Length longest = 0, second = 0;
    for (int v : vertices)
      for (const Way& way : hanging_[v]) {
        if (way.bridge < 0) continue;
        part_.push_back({number_[v], next_vertex_++, way.length});
        part_ids_.push_back(way.bridge);
        second = std::max(second, std::min(longest, way.length));
        longest = std::max(longest, way.length);
      }
    bound_ += longest + second;
  }

  // The way across `bridge` down to `top`, and on along `way`, hangs at the bridge's upper end.
  void hang(int bridge, int top, Length below, std::vector<int> way) {
    ways_[static_cast<std::size_t>(bridge)] = std::move(way);
    Way here{below + edges_[bridge].length, bridge};
    for (Way& known : hanging_[other_end(edges_[bridge], top)])
      if (here.length > known.length) std::swap(here, known);
  }

  // The edge itself, or all of the way that begins with this bridge; nothing for -1.
  void take_way(int edge, std::vector<int>& to) const {
    std::vector<int> left{edge};
    while (!left.empty()) {
      const int e = left.back();
      left.pop_back();
      if (e < 0) continue;
      to.push_back(e);
      if (blocks_.is_bridge[e])
        for (int next : ways_[static_cast<std::size_t>(e)]) left.push_back(next);
    }
  }

  Edges edges_;
  Incidence at_;
  Blocks blocks_;
  Budget& budget_;
  SolveBlock& solve_block_;
  std::vector<std::array<Way, 2>> hanging_;  // per vertex, the longer one first
  std::vector<std::vector<int>> ways_;       // per bridge: how its way goes on, bridges as such
  Found best_;
  std::vector<int> best_ways_;  // its edges in one block, and the first edges of its ways down
  bool are_ways_proven_ = true;
  Length block_bound_ = 0;  // of the blocks with their ways, as far as they were solved
  std::vector<TrailEdge> part_;
  std::vector<int> part_ids_, number_;
  int next_vertex_ = 0;
  Length bound_ = 0;
};

}  // namespace ttr::trail
