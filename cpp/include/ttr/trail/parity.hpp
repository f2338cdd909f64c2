// parity_bb: branch and bound on what a trail leaves unused.
//
// In a connected piece the cheapest T-join (t_join.hpp) bounds the unused length from below. If
// what remains is connected, it can be walked as a whole and is the answer. Otherwise a part of it,
// with vertices S, is cut off: all edges between S and the rest are in the T-join. Any trail either
// uses one of these edges, or stays in S, or stays outside. So the search branches: the i-th edge
// of the cut must be used and the ones before it are removed; or the whole cut is removed, which
// leaves two smaller problems. The part with the fewest edges around it is taken. Depth first.
#pragma once

#include "ttr/trail/graph.hpp"
#include "ttr/trail/t_join.hpp"

namespace ttr::trail {

// Longest trails of one graph that use all edges of a given set. A step is a T-join.
class ParitySearch {
 public:
  ParitySearch(int num_vertices, Edges edges)
      : edges_(edges), at_(num_vertices, edges), in_part_(static_cast<std::size_t>(num_vertices)) {}

  // Only trails longer than `floor` are looked for, and only those that use all of `forced`.
  void start(Length floor, const std::vector<int>& forced = {}) {
    best_ = Found{floor, {}, floor};
    fate_.assign(edges_.size(), kOpen);
    num_forced_ = static_cast<int>(forced.size());
    for (int e : forced) fate_[e] = kForced;
    log_.clear();
    open_.assign(1, Node{total_length(edges_), 0, {}});
  }

  // Searches on, to the end or until the budget is spent; may be called again with another budget.
  void run(Budget& budget) {
    while (!open_.empty()) {
      if (open_.back().bound > best_.length) {
        if (budget.is_spent()) return;
        Node node = std::move(open_.back());
        open_.pop_back();
        enter(node);
        if (!look_at(budget)) {
          open_.push_back(std::move(node));
          return;
        }
      } else {
        open_.pop_back();
      }
    }
  }
  // What a step costs in a piece, in about nanoseconds.
  static std::uint64_t step_work(std::uint64_t num_odd, std::uint64_t num_edges) {
    return num_odd * num_odd * num_odd / 8 + num_odd * num_edges * 20 + 1000;
  }
  bool is_done() const { return open_.empty(); }

  // The best so far; without edges if nothing is longer than the floor.
  Found found() const {
    Found found = best_;
    found.upper_bound = best_.length;
    for (const Node& node : open_) found.upper_bound = std::max(found.upper_bound, node.bound);
    if (found.edges.empty()) found.length = 0;
    return found;
  }

 private:
  enum Fate : char { kOpen, kRemoved, kForced };
  struct Change {
    int edge;
    Fate fate;
  };
  // A problem that is still to be solved: what its parent has decided, and some changes.
  struct Node {
    Length bound;
    std::size_t log_size;  // of the parent
    std::vector<Change> changes;
  };

  void enter(const Node& node) {
    while (log_.size() > node.log_size) {
      set_fate(log_.back());
      log_.pop_back();
    }
    for (const Change& change : node.changes) {
      log_.push_back({change.edge, fate_[change.edge]});
      set_fate(change);
    }
  }
  void set_fate(const Change& change) {
    num_forced_ += (change.fate == kForced) - (fate_[change.edge] == kForced);
    fate_[change.edge] = change.fate;
  }

  // The piece with all forced edges, or every piece if none is forced. False: the budget is spent,
  // or the piece has more odd vertices than a T-join can take, and the search never gets further.
  bool look_at(Budget& budget) {
    std::ranges::fill(in_part_, 0);
    for (int v = 0; v < at_.num_vertices(); ++v) {
      if (in_part_[v]) continue;
      collect(v);
      if (part_forced_ != num_forced_ && part_forced_ != 0) return true;  // they lie in two pieces
      if (part_forced_ != num_forced_ || part_total_ <= best_.length) continue;
      if (!solve_part(budget)) return false;
    }
    return true;
  }

  void collect(int start) {
    part_.assign(1, start);
    part_edges_.clear();
    odd_.clear();
    part_total_ = 0;
    part_forced_ = 0;
    in_part_[start] = 1;
    for (std::size_t i = 0; i < part_.size(); ++i) {
      const int v = part_[i];
      int degree = 0;
      for (int e : at_[v]) {
        if (fate_[e] == kRemoved) continue;
        ++degree;
        if (edges_[e].a == v) {
          part_edges_.push_back(e);
          part_total_ += edges_[e].length;
          part_forced_ += fate_[e] == kForced;
        }
        if (const int to = other_end(edges_[e], v); !in_part_[to]) {
          in_part_[to] = 1;
          part_.push_back(to);
        }
      }
      if (degree % 2 != 0) odd_.push_back(v);
    }
  }

  bool solve_part(Budget& budget) {
    if (odd_.size() <= 2) {
      keep(part_edges_, part_total_);
      return true;
    }
    const auto k = odd_.size();
    if (k > TJoin::kMostOdd) return false;
    if (!budget.step(1000)) return false;
    may_use_.assign(edges_.size(), 0);
    for (int e : part_edges_) may_use_[e] = fate_[e] == kOpen;
    if (!join_.solve(edges_, at_, odd_, may_use_, budget)) return !budget.is_spent();
    Length left = part_total_;
    for (int e : join_.edges()) left -= edges_[e].length;
    if (left <= best_.length) return true;
    split(left);
    return true;
  }

  void keep(const std::vector<int>& edges, Length length) {
    if (length <= best_.length) return;
    best_.length = length;
    best_.edges = edges;
  }

  // What the T-join leaves: parts that can each be walked as a whole.
  void split(Length left) {
    is_left_.assign(edges_.size(), 0);
    for (int e : part_edges_) is_left_[e] = 1;
    for (int e : join_.edges()) is_left_[e] = 0;
    group_.assign(in_part_.size(), -1);
    groups_.clear();
    for (int v : part_)
      if (group_[v] < 0) collect_group(v);
    int with_edges = 0;
    for (const Group& g : groups_) with_edges += !g.edges.empty();
    for (const Group& g : groups_)
      if (with_edges == 1 || g.forced == part_forced_) keep(g.edges, g.length);
    if (with_edges > 1) branch(left);
  }

  struct Group {
    std::vector<int> edges;
    Length length = 0;
    int forced = 0;
  };

  void collect_group(int start) {
    const int number = static_cast<int>(groups_.size());
    Group& g = groups_.emplace_back();
    queue_.assign(1, start);
    group_[start] = number;
    for (std::size_t i = 0; i < queue_.size(); ++i)
      for (int e : at_[queue_[i]]) {
        if (!is_left_[e]) continue;
        if (edges_[e].a == queue_[i]) {
          g.edges.push_back(e);
          g.length += edges_[e].length;
          g.forced += fate_[e] == kForced;
        }
        if (const int to = other_end(edges_[e], queue_[i]); group_[to] < 0) {
          group_[to] = number;
          queue_.push_back(to);
        }
      }
  }

  void branch(Length bound) {
    // The part with the fewest edges around it.
    std::vector<std::vector<int>> cuts(groups_.size());
    for (int e : join_.edges()) {
      const int g = group_[edges_[e].a], h = group_[edges_[e].b];
      if (g == h) continue;
      cuts[static_cast<std::size_t>(g)].push_back(e);
      cuts[static_cast<std::size_t>(h)].push_back(e);
    }
    std::size_t chosen = groups_.size();
    for (std::size_t g = 0; g < groups_.size(); ++g)
      if (!groups_[g].edges.empty() &&
          (chosen == groups_.size() || cuts[g].size() < cuts[chosen].size()))
        chosen = g;
    const std::vector<int>& cut = cuts[chosen];
    // Other pieces, which have been solved or are still to come, are left out of what follows.
    std::vector<Change> others;
    if (part_edges_.size() < edges_.size()) {
      std::vector<char> in_piece(edges_.size(), 0);
      for (int e : part_edges_) in_piece[e] = 1;
      for (int e = 0; e < static_cast<int>(edges_.size()); ++e)
        if (!in_piece[e] && fate_[e] != kRemoved) others.push_back({e, kRemoved});
    }
    // The last pushed is looked at first: the first edge of the cut is used.
    std::vector<Change> apart = others;
    for (int e : cut) apart.push_back({e, kRemoved});
    const int inside = groups_[chosen].forced;
    if (inside == 0) push_side(apart, static_cast<int>(chosen), false, bound);
    if (inside == part_forced_) push_side(apart, static_cast<int>(chosen), true, bound);
    for (std::size_t i = cut.size(); i-- > 0;) {
      std::vector<Change> changes = others;
      for (std::size_t j = 0; j < i; ++j) changes.push_back({cut[j], kRemoved});
      changes.push_back({cut[i], kForced});
      open_.push_back({bound, log_.size(), std::move(changes)});
    }
  }

  // The problem without the cut, inside or outside of the group.
  void push_side(std::vector<Change> changes, int group, bool inside, Length bound) {
    Length total = 0;
    for (int e : part_edges_) {
      const int a = group_[edges_[e].a], b = group_[edges_[e].b];
      if ((a == group) != (b == group)) continue;  // in the cut
      if ((a == group) == inside)
        total += edges_[e].length;
      else
        changes.push_back({e, kRemoved});
    }
    if (total > best_.length) open_.push_back({std::min(total, bound), log_.size(), changes});
  }

  Edges edges_;
  Incidence at_;
  TJoin join_;
  Found best_;
  std::vector<Fate> fate_;   // of every edge, at the present node
  std::vector<Change> log_;  // how to get back from there to the root
  int num_forced_ = 0;
  std::vector<Node> open_;
  std::vector<char> in_part_, may_use_, is_left_;
  // The piece at hand.
  std::vector<int> part_, part_edges_, odd_, queue_, group_;
  Length part_total_ = 0;
  int part_forced_ = 0;
  std::vector<Group> groups_;
};

}  // namespace ttr::trail
