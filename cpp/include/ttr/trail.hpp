// The longest trail of a weighted multigraph: no edge twice, vertices as often as one likes (R86).
//
// 1. Peel. Leaves are cut off one after the other, each vertex keeping the two longest ways down
//    into what was cut off below it. A tree is measured by this alone; what is left is the core.
// 2. Euler. A connected piece of the core with no or two vertices of odd degree can be walked as a
//    whole: the answer if nothing hangs at it, a good first bound otherwise.
// 3. Search. In any other piece an optimal trail joins two different odd vertices of the whole
//    graph: at an even vertex, or where it began, it could be extended by an unused edge. So depth
//    first search over the core starts at the vertices where something hangs or an odd number of
//    edges meets; it turns back where
//
//        walked + unused + deepest - (sum of m(u) - largest m) / 2  <=  best so far
//
//    with the sum over the vertices u, other than the present one, that have an odd number of
//    unused edges, m(u) the shortest edge at u: each of these but the trail's last vertex must keep
//    an unused edge, and one edge serves two of them. `deepest` is the longest way down anywhere.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "ttr/map.hpp"

namespace ttr {

struct TrailEdge {
  int a, b;
  std::int64_t length;  // >= 0
};

// Finds longest trails; keeps its buffers between calls. Not for use by two threads at once.
class TrailSolver {
 public:
  // Called with `context` now and then during a long search, some milliseconds apart; may throw to
  // end it.
  using Tick = void (*)(const void* context);

  explicit TrailSolver(Tick tick = nullptr, const void* context = nullptr)
      : tick_(tick), context_(context) {}

  // Length of the longest trail. Contract: ends in 0..num_vertices-1, no self-loops.
  std::int64_t length(int num_vertices, std::span<const TrailEdge> edges) {
    target_ = kNoTarget;  // an earlier search may have been ended by its tick
    start(num_vertices, edges);
    nodes_ = 0;
    work_ = 0;
    peel();
    if (num_used_ == static_cast<int>(edges.size())) return best_;
    list_arcs();
    for (int v : vertices_left_)
      if (!vertices_[v].seen) {
        collect_piece(v);
        walk_whole_piece();
        if (deepest_ > 0 || num_odd_ > 2) search_piece();
      }
    return best_;
  }

  // The edges of one longest trail, as positions, in walking order.
  const std::vector<int>& trail(int num_vertices, std::span<const TrailEdge> edges) {
    const std::int64_t longest = length(num_vertices, edges);
    trail_.clear();
    start(num_vertices, edges);
    if (longest == 0 && edges.empty()) return trail_;
    list_arcs();
    best_ = longest - 1;
    target_ = longest;
    for (int v : vertices_left_) {
      if (vertices_[v].seen) continue;
      collect_piece(v);
      if (total_ < longest) continue;
      if (num_odd_ <= 2)
        trace_whole_piece();
      else
        search_piece();
      if (!trail_.empty()) break;
    }
    target_ = kNoTarget;
    return trail_;
  }

  std::uint64_t nodes() const { return nodes_; }  // steps of the last search

 private:
  static constexpr std::int64_t kNoTarget = -1;
  static constexpr std::int64_t kWorkPerTick = 1 << 20;  // arcs looked at
  struct Arc {
    int edge, to;
  };
  struct Vertex {
    std::int64_t down = 0, down2 = 0;  // the two longest ways into what was peeled off here
    std::int64_t shortest = 0;         // m(u), over the edges of the core
    int degree = 0;                    // unused edges
    int link = 0;                      // exclusive or of their numbers
    int first = 0, end = 0;            // its arcs
    bool seen = false;                 // by collect_piece
  };
  struct Frame {
    int vertex;
    int next;  // search: the next arc to try; trace_whole_piece: the edge that led here
  };

  int other_end(int edge, int v) const { return edges_[edge].a ^ edges_[edge].b ^ v; }

  void start(int num_vertices, std::span<const TrailEdge> edges) {
    num_vertices_ = num_vertices;
    edges_ = edges;
    num_used_ = 0;
    best_ = 0;
    vertices_.assign(static_cast<std::size_t>(num_vertices), Vertex{});
    used_.assign(edges.size(), 0);
    for (int i = 0; i < static_cast<int>(edges.size()); ++i)
      for (int end : {edges[i].a, edges[i].b}) {
        ++vertices_[end].degree;
        vertices_[end].link ^= i;
      }
  }

  void peel() {
    for (int leaf = 0; leaf < num_vertices_; ++leaf)
      for (int v = leaf; vertices_[v].degree == 1;) {
        const int edge = vertices_[v].link;
        const std::int64_t way = vertices_[v].down + edges_[edge].length;
        vertices_[v].degree = 0;
        v = other_end(edge, v);
        Vertex& to = vertices_[v];
        --to.degree;
        to.link ^= edge;
        best_ = std::max(best_, to.down + way);
        to.down2 = std::max(to.down2, std::min(to.down, way));
        to.down = std::max(to.down, way);
        used_[edge] = 1;
        ++num_used_;
      }
  }

  // The unused edges, as arcs grouped by the vertex they leave.
  void list_arcs() {
    vertices_left_.resize(static_cast<std::size_t>(num_vertices_));
    int left = 0, arcs = 0;
    for (int v = 0; v < num_vertices_; ++v) {
      Vertex& vertex = vertices_[v];
      vertex.first = vertex.end = arcs;
      arcs += vertex.degree;
      vertices_left_[left] = v;
      left += vertex.degree > 0;
    }
    vertices_left_.resize(static_cast<std::size_t>(left));
    arcs_.resize(static_cast<std::size_t>(arcs));
    stack_.resize(edges_.size() + 1);
    path_.resize(edges_.size());
    int unused = 0;
    for (int i = 0; i < static_cast<int>(edges_.size()); ++i) {
      path_[unused] = i;
      unused += !used_[i];
    }
    for (int k = 0; k < unused; ++k) {
      const TrailEdge& e = edges_[path_[k]];
      for (int end : {e.a, e.b}) {
        Vertex& v = vertices_[end];
        v.shortest = v.end == v.first ? e.length : std::min(v.shortest, e.length);
        arcs_[v.end++] = {path_[k], other_end(path_[k], end)};
      }
    }
  }

  // The piece of vertex v: its vertices and what the bound needs to know of it.
  void collect_piece(int v) {
    piece_.assign(1, v);
    vertices_[v].seen = true;
    total_ = odd_sum_ = largest_ = deepest_ = 0;
    num_odd_ = 0;
    for (std::size_t i = 0; i < piece_.size(); ++i) {
      const Vertex& vertex = vertices_[piece_[i]];
      deepest_ = std::max(deepest_, vertex.down);
      if (vertex.degree & 1) {
        ++num_odd_;
        odd_sum_ += vertex.shortest;
        largest_ = std::max(largest_, vertex.shortest);
      }
      for (int a = vertex.first; a < vertex.end; ++a) {
        total_ += edges_[arcs_[a].edge].length;
        if (Vertex& to = vertices_[arcs_[a].to]; !to.seen) {
          to.seen = true;
          piece_.push_back(arcs_[a].to);
        }
      }
    }
    total_ /= 2;
  }

  // The trails that use every edge of a piece of the core with at most two odd vertices.
  void walk_whole_piece() {
    if (num_odd_ > 2) return;
    std::int64_t hanging = 0;
    for (int v : piece_) {
      const Vertex& vertex = vertices_[v];
      if (num_odd_ == 0)
        hanging = std::max(hanging, vertex.down + vertex.down2);
      else if (vertex.degree & 1)
        hanging += vertex.down;
    }
    best_ = std::max(best_, total_ + hanging);
  }

  void search_piece() {
    // The trail read backwards starts at its other end, so one start may be left out, unless both
    // ends can hang at it.
    bool may_skip = true;
    for (int v : piece_) {
      const Vertex& vertex = vertices_[v];
      if (best_ == target_) return;
      if (vertex.down == 0 && !(vertex.degree & 1)) continue;
      if (vertex.down == 0 && may_skip)
        may_skip = false;
      else
        search_from(v);
    }
  }

  // Depth-first search with an explicit stack.
  void search_from(const int start) {
    std::int64_t walked = vertices_[start].down;
    std::int64_t unused = total_;
    // The sum of m(u) described above, and the largest m(u) that can ever be part of it: walking
    // changes the parity of no vertex but the start, which turns odd if it was even.
    std::int64_t odd_sum = odd_sum_ - (vertices_[start].degree & 1 ? vertices_[start].shortest : 0);
    const std::int64_t largest = std::max(largest_, vertices_[start].shortest);
    int depth = 0;
    int v = start;
    stack_[0] = {start, vertices_[start].first};
    for (;;) {
      Frame& top = stack_[depth];
      Vertex& from = vertices_[v];
      int next = top.next;
      while (next < from.end && used_[arcs_[next].edge]) ++next;
      work_ += next - top.next + 1;
      if (work_ >= kWorkPerTick && tick_ != nullptr) {
        work_ = 0;
        tick_(context_);
      }
      const std::int64_t kept = std::max<std::int64_t>(0, odd_sum - largest + 1) / 2;
      if (next < from.end && walked + unused + deepest_ - kept > best_) {
        top.next = next + 1;
        const Arc arc = arcs_[next];
        Vertex& to = vertices_[arc.to];
        const std::int64_t length = edges_[arc.edge].length;
        used_[arc.edge] = 1;
        path_[depth++] = arc.edge;
        walked += length;
        unused -= length;
        if (--from.degree & 1) odd_sum += from.shortest;
        if (to.degree-- & 1) odd_sum -= to.shortest;
        v = arc.to;
        stack_[depth] = {v, to.first};
        const std::int64_t whole = walked + (v == start ? to.down2 : to.down);
        if (whole > best_) {
          best_ = whole;
          if (best_ == target_) {
            trail_.assign(path_.begin(), path_.begin() + depth);
            return;
          }
        }
        ++nodes_;
        continue;
      }
      if (depth == 0) return;
      const int edge = path_[--depth];
      Vertex& back = vertices_[stack_[depth].vertex];
      used_[edge] = 0;
      walked -= edges_[edge].length;
      unused += edges_[edge].length;
      if (++from.degree & 1) odd_sum += from.shortest;
      if (back.degree++ & 1) odd_sum -= back.shortest;
      v = stack_[depth].vertex;
    }
  }

  // Hierholzer: all edges of a piece with at most two odd vertices, as one trail.
  void trace_whole_piece() {
    int v = piece_.front();
    for (int u : piece_)
      if (vertices_[u].degree & 1) v = u;
    int depth = 0;
    stack_[0] = {v, -1};
    while (depth >= 0) {
      Vertex& at = vertices_[stack_[depth].vertex];
      while (at.first < at.end && used_[arcs_[at.first].edge]) ++at.first;
      if (at.first < at.end) {
        const Arc arc = arcs_[at.first];
        used_[arc.edge] = 1;
        stack_[++depth] = {arc.to, arc.edge};
      } else {
        if (depth > 0) trail_.push_back(stack_[depth].next);
        --depth;
      }
    }
  }

  Tick tick_;
  const void* context_;
  std::int64_t work_ = 0;  // since the search began or called tick
  std::span<const TrailEdge> edges_;
  int num_vertices_ = 0, num_used_ = 0;
  std::int64_t best_ = 0;
  std::int64_t target_ = kNoTarget;  // of trail(): stop at a trail of this length
  std::uint64_t nodes_ = 0;
  std::vector<Vertex> vertices_;
  std::vector<int> vertices_left_;  // those with unused edges
  std::vector<Arc> arcs_;
  std::vector<char> used_;
  std::vector<int> path_, trail_;
  std::vector<Frame> stack_;
  // The piece at hand: its vertices, length, odd vertices, sum and largest of their m(u), and the
  // longest way down anywhere.
  std::vector<int> piece_;
  int num_odd_ = 0;
  std::int64_t total_ = 0, odd_sum_ = 0, largest_ = 0, deepest_ = 0;
};

// The networks of a map's players: a solver with a buffer for their edges.
template <class Shape>
class NetworkTrail {
 public:
  explicit NetworkTrail(TrailSolver::Tick tick = nullptr, const void* context = nullptr)
      : solver_(tick, context) {}

  int length(const Map<Shape>& map, const BitSet<Shape::routes>& routes) {
    collect(map, routes);
    return static_cast<int>(solver_.length(map.num_cities(), edges_));
  }
  // Routes of one longest trail in walking order.
  std::vector<int> trail(const Map<Shape>& map, const BitSet<Shape::routes>& routes) {
    collect(map, routes);
    std::vector<int> order;
    for (int i : solver_.trail(map.num_cities(), edges_)) order.push_back(numbers_[i]);
    return order;
  }

 private:
  void collect(const Map<Shape>& map, const BitSet<Shape::routes>& routes) {
    edges_.clear();
    numbers_.clear();
    routes.for_each([&](int r) {
      edges_.push_back({map.end_a(r), map.end_b(r), map.length(r)});
      numbers_.push_back(r);
    });
  }

  TrailSolver solver_;
  std::vector<TrailEdge> edges_;
  std::vector<int> numbers_;
};

}  // namespace ttr
