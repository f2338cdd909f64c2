// The longest trail of a weighted multigraph: no edge twice, vertices as often as one likes (R86).
//
// 1. Peel. Leaves are cut off one after the other, each vertex keeping the two longest ways down
//    into what was cut off below it; a tree is measured by this alone. What is left is the core.
// 2. Euler. A connected piece with no or two vertices of odd degree is one trail as a whole.
// 3. Search. In any other piece an optimal trail joins two different odd vertices: at an even
//    vertex, or where it began, it could be extended by an unused edge. So depth-first search over
//    the core starts at the vertices where something hangs or an odd number of edges meets; it
//    turns back where
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
  // Called every kNodesPerTick steps of a long search; may throw to end it.
  using Tick = void (*)();
  static constexpr std::uint64_t kNodesPerTick = 1 << 20;

  explicit TrailSolver(Tick tick = nullptr) : tick_(tick) {}

  // Length of the longest trail. Contract: ends in 0..num_vertices-1, no self-loops.
  std::int64_t length(int num_vertices, std::span<const TrailEdge> edges) {
    start(num_vertices, edges);
    peel();
    if (core_edges_ == 0) return best_;
    find_pieces();
    bool search = false;
    for (int v = 0; v < num_vertices_; ++v) {
      const Vertex& piece = vertices_[v];
      if (piece.parent != v) continue;
      if (piece.odd <= 2)
        best_ = std::max(best_, piece.total);
      else
        search = true;
    }
    if (!search) return best_;
    list_arcs();
    for (int v = 0; v < num_vertices_; ++v)
      if (vertices_[v].parent == v && vertices_[v].odd > 2 && vertices_[v].total > best_)
        search_piece(v);
    return best_;
  }

  // The edges of one longest trail, as positions, in walking order.
  const std::vector<int>& trail(int num_vertices, std::span<const TrailEdge> edges) {
    target_ = length(num_vertices, edges);
    const std::uint64_t nodes = nodes_;
    start(num_vertices, edges);
    nodes_ = nodes;
    trail_.clear();
    find_pieces();
    list_arcs();
    for (int v = 0; v < num_vertices_ && trail_.empty() && target_ > 0; ++v) {
      const Vertex& piece = vertices_[v];
      if (piece.parent != v || piece.total < target_) continue;
      if (piece.odd <= 2)
        walk_everything(v);
      else
        search_piece(v);
    }
    target_ = kNoTarget;
    return trail_;
  }

  std::uint64_t nodes() const { return nodes_; }  // steps of the last search

 private:
  static constexpr std::int64_t kNoTarget = -1;
  struct Arc {
    int edge, to;
  };
  struct Vertex {
    std::int64_t down = 0, down2 = 0;  // the two longest ways into what was peeled off here
    std::int64_t shortest = 0;         // m(u), over the edges of the core
    std::int64_t total = 0;            // length of the piece, at its root
    int degree = 0;                    // unused edges
    int link = 0;                      // exclusive or of their numbers
    int parent = 0;                    // union-find
    int odd = 0;                       // odd vertices of the piece, at its root
  };
  struct Frame {
    int vertex;
    int next;  // search: the next arc to try; walk_everything: the edge that led here
  };

  int other_end(int edge, int v) const { return edges_[edge].a ^ edges_[edge].b ^ v; }

  void start(int num_vertices, std::span<const TrailEdge> edges) {
    num_vertices_ = num_vertices;
    edges_ = edges;
    core_edges_ = static_cast<int>(edges.size());
    best_ = 0;
    nodes_ = 0;
    vertices_.assign(static_cast<std::size_t>(num_vertices), Vertex{});
    used_.assign(edges.size(), 0);
    for (int i = 0; i < core_edges_; ++i)
      for (int end : {edges[i].a, edges[i].b}) {
        ++vertices_[end].degree;
        vertices_[end].link ^= i;
      }
  }

  void peel() {
    for (int leaf = 0; leaf < num_vertices_; ++leaf)
      for (int v = leaf; vertices_[v].degree == 1;) {
        const int edge = vertices_[v].link;
        const int u = other_end(edge, v);
        const std::int64_t way = vertices_[v].down + edges_[edge].length;
        vertices_[v].degree = 0;
        Vertex& to = vertices_[u];
        --to.degree;
        to.link ^= edge;
        best_ = std::max(best_, to.down + way);
        if (way > to.down) {
          to.down2 = to.down;
          to.down = way;
        } else {
          to.down2 = std::max(to.down2, way);
        }
        used_[edge] = 1;
        --core_edges_;
        v = u;
      }
  }

  int root(int v) {
    while (vertices_[v].parent != v) v = vertices_[v].parent = vertices_[vertices_[v].parent].parent;
    return v;
  }

  void find_pieces() {
    // `odd` first holds the parity of each vertex, peeled edges included.
    for (int v = 0; v < num_vertices_; ++v) vertices_[v].parent = v;
    for (const auto& e : edges_) {
      vertices_[e.a].odd ^= 1;
      vertices_[e.b].odd ^= 1;
      vertices_[root(e.a)].parent = root(e.b);
    }
    for (const auto& e : edges_) vertices_[root(e.a)].total += e.length;
    for (int v = 0; v < num_vertices_; ++v)
      if (const int r = root(v); r != v) {
        vertices_[r].odd += vertices_[v].odd;
        vertices_[v].odd = 0;
      }
  }

  // The unused edges, as arcs grouped by the vertex they leave.
  void list_arcs() {
    first_.assign(static_cast<std::size_t>(num_vertices_) + 1, 0);
    for (int v = 0; v < num_vertices_; ++v) first_[v + 1] = first_[v] + vertices_[v].degree;
    arcs_.resize(static_cast<std::size_t>(first_[num_vertices_]));
    cursor_.assign(first_.begin(), first_.end() - 1);
    for (int i = 0; i < static_cast<int>(edges_.size()); ++i) {
      if (used_[i]) continue;
      const TrailEdge& e = edges_[i];
      for (int end : {e.a, e.b}) {
        Vertex& v = vertices_[end];
        v.shortest = cursor_[end] == first_[end] ? e.length : std::min(v.shortest, e.length);
        arcs_[cursor_[end]++] = {i, other_end(i, end)};
      }
    }
    stack_.resize(edges_.size() + 1);
    path_.resize(edges_.size());
  }

  void search_piece(int piece) {
    std::int64_t unused = 0, odd_sum = 0;
    largest_ = deepest_ = 0;
    for (int v = 0; v < num_vertices_; ++v) {
      const Vertex& vertex = vertices_[v];
      if (vertex.degree == 0 || root(v) != piece) continue;
      for (int i = first_[v]; i < first_[v + 1]; ++i) unused += edges_[arcs_[i].edge].length;
      deepest_ = std::max(deepest_, vertex.down);
      if (vertex.degree & 1) {
        odd_sum += vertex.shortest;
        largest_ = std::max(largest_, vertex.shortest);
      }
    }
    unused /= 2;
    // The trail read backwards starts at its other end, so one start may be left out, unless both
    // ends can hang at it.
    bool may_skip = true;
    for (int v = 0; v < num_vertices_ && best_ != target_; ++v) {
      const Vertex& vertex = vertices_[v];
      if (vertex.degree == 0 || root(v) != piece) continue;
      if (vertex.down == 0 && !(vertex.degree & 1)) continue;
      if (vertex.down == 0 && may_skip) {
        may_skip = false;
        continue;
      }
      search_from(v, unused, odd_sum - (vertex.degree & 1 ? vertex.shortest : 0));
    }
  }

  // Depth-first search with an explicit stack; `odd_sum` is the sum of m(u) described above.
  void search_from(const int start, std::int64_t unused, std::int64_t odd_sum) {
    std::int64_t walked = vertices_[start].down;
    int depth = 0;
    int v = start;
    stack_[0] = {start, first_[start]};
    for (;;) {
      Frame& top = stack_[depth];
      int next = top.next;
      const int end = first_[v + 1];
      while (next < end && used_[arcs_[next].edge]) ++next;
      const std::int64_t kept = std::max<std::int64_t>(0, odd_sum - largest_ + 1) / 2;
      if (next < end && walked + unused + deepest_ - kept > best_) {
        top.next = next + 1;
        const Arc arc = arcs_[next];
        Vertex& from = vertices_[v];
        Vertex& to = vertices_[arc.to];
        const std::int64_t length = edges_[arc.edge].length;
        used_[arc.edge] = 1;
        path_[depth++] = arc.edge;
        walked += length;
        unused -= length;
        if (--from.degree & 1) odd_sum += from.shortest;
        if (to.degree-- & 1) odd_sum -= to.shortest;
        v = arc.to;
        stack_[depth] = {v, first_[v]};
        const std::int64_t whole = walked + (v == start ? to.down2 : to.down);
        if (whole > best_) {
          best_ = whole;
          if (best_ == target_) {
            trail_.assign(path_.begin(), path_.begin() + depth);
            return;
          }
        }
        if (++nodes_ % kNodesPerTick == 0 && tick_ != nullptr) tick_();
        continue;
      }
      if (depth == 0) return;
      const int edge = path_[--depth];
      const int back = stack_[depth].vertex;
      used_[edge] = 0;
      walked -= edges_[edge].length;
      unused += edges_[edge].length;
      if (++vertices_[v].degree & 1) odd_sum += vertices_[v].shortest;
      if (vertices_[back].degree++ & 1) odd_sum -= vertices_[back].shortest;
      v = back;
    }
  }

  // Hierholzer: all edges of a piece with at most two odd vertices, as one trail.
  void walk_everything(int piece) {
    int v = piece;
    for (int u = 0; u < num_vertices_; ++u)
      if (vertices_[u].degree & 1 && root(u) == piece) v = u;
    cursor_.assign(first_.begin(), first_.end() - 1);
    int depth = 0;
    stack_[0] = {v, -1};
    while (depth >= 0) {
      v = stack_[depth].vertex;
      int& next = cursor_[v];
      while (next < first_[v + 1] && used_[arcs_[next].edge]) ++next;
      if (next < first_[v + 1]) {
        used_[arcs_[next].edge] = 1;
        stack_[++depth] = {arcs_[next].to, arcs_[next].edge};
      } else {
        if (depth > 0) trail_.push_back(stack_[depth].next);
        --depth;
      }
    }
  }

  Tick tick_;
  std::span<const TrailEdge> edges_;
  int num_vertices_ = 0;
  int core_edges_ = 0;
  std::int64_t best_ = 0;
  std::int64_t target_ = kNoTarget;  // of trail(): stop at a trail of this length
  std::int64_t largest_ = 0, deepest_ = 0;
  std::uint64_t nodes_ = 0;
  std::vector<Vertex> vertices_;
  std::vector<int> first_, cursor_, path_, trail_;
  std::vector<Arc> arcs_;
  std::vector<char> used_;
  std::vector<Frame> stack_;
};

// The networks of a map's players: a solver with a buffer for their edges.
template <class Shape>
class NetworkTrail {
 public:
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
