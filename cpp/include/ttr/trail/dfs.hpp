// The two plain depth-first searches, for comparison with what is cleverer.
//
// naive_dfs starts at every vertex and tries every unused edge; the only thing it knows of the
// problem is the rule. dfs_bound knows two facts more: in a piece with more than two odd vertices
// an optimal trail joins two of them; and no trail becomes longer than what has been walked plus
// the unused edges that can still be reached.
#pragma once

#include "ttr/trail/graph.hpp"

namespace ttr::trail {

// Depth-first search over the trails of a graph, with an explicit stack. A step is an edge walked.
class PlainSearch {
 public:
  PlainSearch(int num_vertices, Edges edges, Length floor, Budget& budget)
      : edges_(edges), at_(num_vertices, edges), budget_(budget), best_(floor),
        used_(edges.size(), 0), stack_(edges.size() + 1),
        seen_(static_cast<std::size_t>(num_vertices), 0) {}

  // All trails from `start`; with `use_bound` only those that may become the longest. False: the
  // budget is spent.
  bool search_from(int start, bool use_bound) {
    Length walked = 0;
    bool is_best = false;
    path_.clear();
    stack_[0] = {start, 0};
    for (;;) {
      Frame& top = stack_[path_.size()];
      const auto here = at_[top.vertex];
      const int degree = static_cast<int>(here.size());
      const int first = top.next;
      while (top.next < degree && used_[here[top.next]]) ++top.next;
      if (!budget_.spend(static_cast<std::uint64_t>(top.next - first) + 4)) break;
      if (top.next < degree) {
        const int e = here[top.next++];
        if (!budget_.step(1)) break;
        used_[e] = 1;
        path_.push_back(e);
        walked += edges_[e].length;
        const int to = other_end(edges_[e], top.vertex);
        if (walked > best_) {
          best_ = walked;
          is_best = true;
        }
        const bool is_hopeless = use_bound && reachable(to) <= best_ - walked;
        stack_[path_.size()] = {to, is_hopeless ? at_.degree(to) : 0};
      } else {
        if (is_best) best_path_ = path_;  // written down once, before it is left
        is_best = false;
        if (path_.empty()) return true;
        used_[path_.back()] = 0;
        walked -= edges_[path_.back()].length;
        path_.pop_back();
      }
    }
    if (is_best) best_path_ = path_;
    for (int e : path_) used_[e] = 0;
    return false;
  }

  const std::vector<int>& best_path() const { return best_path_; }
  Length best() const { return best_; }
  const Incidence& incidence() const { return at_; }

 private:
  struct Frame {
    int vertex, next;
  };

  // Length of the unused edges that can be reached from v.
  Length reachable(int v) {
    Length length = 0;
    queue_.assign(1, v);
    seen_[v] = ++round_;
    std::uint64_t work = 0;
    for (std::size_t i = 0; i < queue_.size(); ++i) {
      work += 4 + at_[queue_[i]].size();
      for (int e : at_[queue_[i]]) {
        if (used_[e]) continue;
        const int to = other_end(edges_[e], queue_[i]);
        if (queue_[i] < to) length += edges_[e].length;  // it is met from both of its ends
        if (seen_[to] != round_) {
          seen_[to] = round_;
          queue_.push_back(to);
        }
      }
    }
    budget_.spend(work);
    return length;
  }

  Edges edges_;
  Incidence at_;
  Budget& budget_;
  Length best_;
  std::vector<char> used_;
  std::vector<int> path_, best_path_, queue_;
  std::vector<Frame> stack_;
  std::vector<std::uint64_t> seen_;
  std::uint64_t round_ = 0;
};

inline Found naive_dfs(int num_vertices, Edges edges, Budget& budget) {
  PlainSearch search(num_vertices, edges, 0, budget);
  bool done = !budget.is_spent();
  for (int v = 0; done && v < num_vertices; ++v) done = search.search_from(v, false);
  Found found{search.best(), search.best_path(), search.best()};
  if (!done)
    for (const Part& part : pieces(num_vertices, edges))
      found.upper_bound =
          std::max(found.upper_bound, simple_bound(part.num_vertices(), part.edges));
  return found;
}

inline Found dfs_bound(int num_vertices, Edges edges, Budget& budget) {
  return solve_pieces(num_vertices, edges, budget, [](const Part& part, Length floor, Budget& b) {
    PlainSearch search(part.num_vertices(), part.edges, floor, b);
    bool done = true;
    for (int v = 0; done && v < part.num_vertices(); ++v)
      if (search.incidence().degree(v) % 2 != 0) done = search.search_from(v, true);
    Found found{search.best_path().empty() ? 0 : search.best(), search.best_path(), search.best()};
    if (!done) found.upper_bound = simple_bound(part.num_vertices(), part.edges);
    return found;
  });
}

}  // namespace ttr::trail
