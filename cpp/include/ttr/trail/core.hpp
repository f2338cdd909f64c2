// core_dfs: depth-first search of what is left when leaves are cut off.
//
// 1. Peel. Leaves are cut off one after the other, each vertex keeping the two longest ways down
//    into what was cut off below it. A tree is measured by this alone; what is left is the core.
// 2. Euler. A connected piece of the core with no or two vertices of odd degree can be walked as a
//    whole: the answer if nothing hangs at it, a good first bound otherwise.
// 3. Search. In any other piece an optimal trail joins two different odd vertices of the whole
//    graph: at an even vertex, or where it began, it could be extended by an unused edge. So depth
//    first search over the core starts at the vertices where something hangs or an odd number of
//    edges meets. Let m(u) be the shortest edge at u. A vertex u other than the present and the
//    last one that has an odd number of unused edges keeps one of them, and one edge serves two
//    such vertices. Ending at t, finally, wins down(t), and the last edge there makes an odd number
//    even, or an even one odd. So the search turns back where
//
//        walked + unused - (sum of all m(u)) / 2 + max over t of gain(t) / 2 < best + 1,
//        gain(t) = 2 down(t) + m(t) for an odd t, 2 down(t) - m(t) for an even one
//
//    A trail read backwards is the same trail: once a start has been searched, no trail needs to
//    end there any more. The starts come in the order of their gains.
#pragma once

#include "ttr/trail/graph.hpp"

namespace ttr::trail {

// The core of a connected graph and its search. A step is an edge walked.
class CoreSearch {
 public:
  CoreSearch(int num_vertices, Edges edges, Budget& budget)
      : edges_(edges), budget_(budget), vertices_(static_cast<std::size_t>(num_vertices)),
        used_(edges.size(), 0) {}

  // Only trails longer than `floor` are looked for; found.edges is empty if there is none.
  Found search(Length floor) {
    best_ = floor;
    peel();
    bool done = true;
    if (num_used_ < edges_.size()) {
      list_arcs();
      for (int v = 0; done && v < static_cast<int>(vertices_.size()); ++v)
        if (vertices_[v].degree > 0 && !vertices_[v].seen) {
          collect_piece(v);
          walk_whole_piece();
          if (deepest_ > 0 || num_odd_ > 2) done = search_piece();
        }
    }
    Found found{best_edges_.empty() ? 0 : best_, best_edges_, best_};
    if (!done) found.upper_bound = simple_bound(static_cast<int>(vertices_.size()), edges_);
    return found;
  }

 private:
  struct Arc {
    int edge, to;
  };
  struct Vertex {
    Length down = 0, down2 = 0;           // the two longest ways into what was peeled off here
    int down_edge = -1, down2_edge = -1;  // their first edges
    int up = -1;                          // the edge by which it was peeled off itself
    Length shortest = 0;                  // m(u), over the edges of the core
    int degree = 0;                       // unused edges
    int link = 0;                         // exclusive or of their numbers
    int first = 0, end = 0;               // its arcs
    bool seen = false;                    // by collect_piece
  };
  struct Frame {
    int vertex, next;
  };

  void peel() {
    for (int i = 0; i < static_cast<int>(edges_.size()); ++i)
      for (int end : {edges_[i].a, edges_[i].b}) {
        ++vertices_[end].degree;
        vertices_[end].link ^= i;
      }
    int one_way = -1, other_way = -1;  // of the best trail
    for (int leaf = 0; leaf < static_cast<int>(vertices_.size()); ++leaf)
      for (int v = leaf; vertices_[v].degree == 1;) {
        const int edge = vertices_[v].link;
        const Length way = vertices_[v].down + edges_[edge].length;
        vertices_[v].degree = 0;
        vertices_[v].up = edge;
        Vertex& to = vertices_[other_end(edges_[edge], v)];
        --to.degree;
        to.link ^= edge;
        if (to.down + way > best_) {
          best_ = to.down + way;
          one_way = edge;
          other_way = to.down_edge;
        }
        if (way > to.down) {
          to.down2 = to.down;
          to.down2_edge = to.down_edge;
          to.down = way;
          to.down_edge = edge;
        } else if (way > to.down2) {
          to.down2 = way;
          to.down2_edge = edge;
        }
        used_[edge] = 1;
        ++num_used_;
        v = other_end(edges_[edge], v);
      }
    add_way(one_way);
    add_way(other_way);
    budget_.spend(20 * edges_.size());
  }

  // The longest way down that begins with this edge (-1: none).
  void add_way(int edge) {
    while (edge >= 0) {
      best_edges_.push_back(edge);
      const int a = edges_[edge].a;
      edge = vertices_[vertices_[a].up == edge ? a : edges_[edge].b].down_edge;
    }
  }

  // The unused edges, as arcs grouped by the vertex they leave.
  void list_arcs() {
    int arcs = 0;
    for (Vertex& v : vertices_) {
      v.first = v.end = arcs;
      arcs += v.degree;
    }
    arcs_.resize(static_cast<std::size_t>(arcs));
    stack_.resize(edges_.size() + 1);
    path_.resize(edges_.size());
    for (int i = 0; i < static_cast<int>(edges_.size()); ++i) {
      if (used_[i]) continue;
      for (int end : {edges_[i].a, edges_[i].b}) {
        Vertex& v = vertices_[end];
        v.shortest = v.end == v.first ? edges_[i].length : std::min(v.shortest, edges_[i].length);
        arcs_[v.end++] = {i, other_end(edges_[i], end)};
      }
    }
  }

  // The piece of vertex v: its vertices and what the bound needs to know of it.
  void collect_piece(int v) {
    piece_.assign(1, v);
    vertices_[v].seen = true;
    total_ = deepest_ = 0;
    odd_sum_ = 0;
    num_odd_ = 0;
    for (std::size_t i = 0; i < piece_.size(); ++i) {
      const Vertex& vertex = vertices_[piece_[i]];
      deepest_ = std::max(deepest_, vertex.down);
      if (vertex.degree & 1) {
        ++num_odd_;
        odd_sum_ += vertex.shortest;
      }
      for (int a = vertex.first; a < vertex.end; ++a) {
        if (edges_[arcs_[a].edge].a == piece_[i]) total_ += edges_[arcs_[a].edge].length;
        if (Vertex& to = vertices_[arcs_[a].to]; !to.seen) {
          to.seen = true;
          piece_.push_back(arcs_[a].to);
        }
      }
    }
  }

  // The trails that use every edge of a piece of the core with at most two odd vertices.
  void walk_whole_piece() {
    if (num_odd_ > 2) return;
    Length hanging = 0;
    int way = -1, way2 = -1;
    for (int v : piece_) {
      const Vertex& vertex = vertices_[v];
      if (num_odd_ == 0) {
        if (vertex.down + vertex.down2 > hanging) {
          hanging = vertex.down + vertex.down2;
          way = vertex.down_edge;
          way2 = vertex.down2_edge;
        }
      } else if (vertex.degree & 1) {
        hanging += vertex.down;
        (way == -1 ? way : way2) = vertex.down_edge;
      }
    }
    if (total_ + hanging <= best_) return;
    best_ = total_ + hanging;
    best_edges_.clear();
    for (int v : piece_)
      for (int a = vertices_[v].first; a < vertices_[v].end; ++a)
        if (edges_[arcs_[a].edge].a == v) best_edges_.push_back(arcs_[a].edge);
    add_way(way);
    add_way(way2);
  }

  bool search_piece() {
    starts_.clear();
    for (int v : piece_) {
      const Vertex& vertex = vertices_[v];
      const bool is_odd = vertex.degree & 1;
      if (vertex.down == 0 && !is_odd) continue;
      const Wide m = vertex.shortest;
      starts_.push_back({2 * Wide{vertex.down} + (is_odd ? m : -m), v});
    }
    std::ranges::stable_sort(starts_,
                             [](const Start& x, const Start& y) { return x.gain > y.gain; });
    for (std::size_t i = 0; i < starts_.size(); ++i) {
      const Vertex& start = vertices_[starts_[i].vertex];
      // A trail that comes back to its start.
      const Wide m = start.shortest;
      Wide end = 2 * Wide{start.down2} + (start.degree & 1 ? -m : m);
      if (i + 1 < starts_.size()) end = std::max(end, starts_[i + 1].gain);
      if (!search_from(starts_[i].vertex, end)) return false;
    }
    return true;
  }

  // Depth-first search with an explicit stack. `end`: the best gain of a last vertex.
  bool search_from(const int start, const Wide end) {
    Length walked = vertices_[start].down;
    Length unused = total_;
    Wide odd_sum = odd_sum_ - (vertices_[start].degree & 1 ? vertices_[start].shortest : 0);
    int depth = 0, best_depth = 0;
    int v = start;
    stack_[0] = {start, vertices_[start].first};
    for (;;) {
      Frame& top = stack_[depth];
      Vertex& from = vertices_[v];
      int next = top.next;
      while (next < from.end && used_[arcs_[next].edge]) ++next;
      if (!budget_.spend(static_cast<std::uint64_t>(next - top.next) + 4))
        return end_early(start, best_depth);
      if (next < from.end && 2 * (Wide{unused} + walked - best_) - odd_sum + end > 1) {
        if (!budget_.step(1)) return end_early(start, best_depth);
        top.next = next + 1;
        const Arc arc = arcs_[next];
        Vertex& to = vertices_[arc.to];
        const Length length = edges_[arc.edge].length;
        used_[arc.edge] = 1;
        path_[depth++] = arc.edge;
        walked += length;
        unused -= length;
        if (--from.degree & 1) odd_sum += from.shortest;
        if (to.degree-- & 1) odd_sum -= to.shortest;
        v = arc.to;
        stack_[depth] = {v, to.first};
        if (const Length way = v == start ? to.down2 : to.down; walked - best_ > -way) {
          best_ = walked + way;
          best_depth = depth;
        }
        continue;
      }
      if (best_depth > 0) {  // the best trail is written down once, before it is left
        keep(start, best_depth);
        best_depth = 0;
      }
      if (depth == 0) return true;
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

  // The trail of the first `depth` edges of the path, with the ways down at its ends.
  void keep(int start, int depth) {
    const Vertex& last = vertices_[stack_[depth].vertex];
    best_edges_.assign(path_.begin(), path_.begin() + depth);
    add_way(vertices_[start].down_edge);
    add_way(stack_[depth].vertex == start ? last.down2_edge : last.down_edge);
  }
  bool end_early(int start, int best_depth) {
    if (best_depth > 0) keep(start, best_depth);
    return false;
  }

  struct Start {
    Wide gain;
    int vertex;
  };

  Edges edges_;
  Budget& budget_;
  std::size_t num_used_ = 0;
  Length best_ = 0;
  std::vector<int> best_edges_;
  std::vector<Vertex> vertices_;
  std::vector<Arc> arcs_;
  std::vector<char> used_;
  std::vector<int> path_;
  std::vector<Frame> stack_;
  // The piece of the core at hand: its vertices, length, odd vertices and sum of their m(u), and
  // the longest way down anywhere.
  std::vector<int> piece_;
  int num_odd_ = 0;
  Length total_ = 0, deepest_ = 0;
  Wide odd_sum_ = 0;
  std::vector<Start> starts_;
};

inline Found core_dfs(int num_vertices, Edges edges, Budget& budget) {
  return solve_pieces(num_vertices, edges, budget, [](const Part& part, Length floor, Budget& b) {
    return CoreSearch(part.num_vertices(), part.edges, b).search(floor);
  });
}

}  // namespace ttr::trail
