// frontier_dp: dynamic programming over the edges in an order that keeps the frontier small.
//
// The edges of a trail form a connected set with no or two vertices of odd degree. Edges are
// decided one by one, used or not; the frontier holds the vertices that have both decided and
// undecided edges. Of what was decided, the future needs to know only
//   - of every frontier vertex, the parity of its used edges, and which connected part of the used
//     edges it belongs to (0: to none, no edge used there),
//   - how many vertices have left the frontier odd (at most two may),
// so of all choices that agree in this the longest is kept. A part whose last vertex leaves the
// frontier is complete: it is a trail, and nothing else may be used. Time and memory grow with the
// number of partitions of the frontier, not with the number of edges: fine up to some 10 vertices.
#pragma once

#include <array>
#include <bit>

#include "ttr/trail/graph.hpp"

namespace ttr::trail {

// The order in which the edges of a connected graph are decided, and where its vertices stand in
// the frontier.
class FrontierOrder {
 public:
  struct Step {
    int edge;
    int slot_a, slot_b;       // of its ends
    bool enters_a, enters_b;  // is it the first edge there?
    bool leaves_a, leaves_b;  // the last?
  };

  // Vertex by vertex: next comes the one after whose edges the frontier is smallest. Gives up once
  // the frontier holds more than `most`.
  FrontierOrder(int num_vertices, Edges edges, int most) {
    const Incidence at(num_vertices, edges);
    std::vector<int> left(static_cast<std::size_t>(num_vertices));  // undecided edges
    for (int v = 0; v < num_vertices; ++v) left[v] = at.degree(v);
    std::vector<int> slot(static_cast<std::size_t>(num_vertices), -1);
    std::vector<char> is_decided(edges.size(), 0);
    std::vector<int> candidates;
    std::vector<char> is_candidate(static_cast<std::size_t>(num_vertices), 0);
    std::vector<char> is_slot_used;
    int width = 0;
    auto enter = [&](int v) {
      std::size_t s = 0;
      while (s < is_slot_used.size() && is_slot_used[s]) ++s;
      if (s == is_slot_used.size()) is_slot_used.push_back(0);
      is_slot_used[s] = 1;
      slot[v] = static_cast<int>(s);
      ++width;
      width_ = std::max(width_, width);
    };
    auto growth = [&](int v) {  // vertices that enter minus those that leave when v is finished
      int change = slot[v] < 0 ? 0 : -1;
      std::array<int, 2> last{-1, -1};
      for (int e : at[v]) {
        if (is_decided[e]) continue;
        const int to = other_end(edges[e], v);
        if (slot[to] < 0 && to != last[0] && to != last[1]) {
          ++change;
          last[1] = last[0];
          last[0] = to;
        }
      }
      return change;
    };
    for (std::size_t done = 0; done < edges.size() && width_ <= most;) {
      int best = -1, best_growth = 0;
      auto consider = [&](int v) {
        if (left[v] == 0) return;
        const int g = growth(v);
        if (best < 0 || g < best_growth || (g == best_growth && left[v] < left[best])) {
          best = v;
          best_growth = g;
        }
      };
      std::erase_if(candidates, [&](int v) { return left[v] == 0; });
      for (int v : candidates) consider(v);
      // Where all ways on are wide, begin elsewhere: a star of rings is done ring by ring.
      if (best < 0 || (best_growth > 0 && num_vertices <= kSmall))
        for (int v = 0; v < num_vertices; ++v) consider(v);
      for (int e : at[best]) {
        if (is_decided[e]) continue;
        is_decided[e] = 1;
        ++done;
        const TrailEdge& edge = edges[e];
        Step step{
            e, 0, 0, slot[edge.a] < 0, slot[edge.b] < 0, --left[edge.a] == 0, --left[edge.b] == 0};
        for (int v : {edge.a, edge.b}) {
          if (slot[v] < 0) enter(v);
          if (!is_candidate[v]) {
            is_candidate[v] = 1;
            candidates.push_back(v);
          }
        }
        step.slot_a = slot[edge.a];
        step.slot_b = slot[edge.b];
        for (int v : {edge.a, edge.b})
          if (left[v] == 0) {
            is_slot_used[static_cast<std::size_t>(slot[v])] = 0;
            --width;
          }
        steps_.push_back(step);
      }
    }
  }

  int width() const { return width_; }  // most vertices ever in the frontier
  const std::vector<Step>& steps() const { return steps_; }

 private:
  static constexpr int kSmall = 2000;  // vertices, that all of them may be looked at every time

  int width_ = 0;
  std::vector<Step> steps_;
};

// A step is a state reached.
class FrontierSearch {
 public:
  static constexpr int kMostWidth = 12;
  // Over all edges; 4 bytes each, those of the last two edges 30.
  static constexpr std::size_t kMostStates = 50'000'000;

  FrontierSearch(int num_vertices, Edges edges, Budget& budget)
      : edges_(edges), budget_(budget), order_(num_vertices, edges, kMostWidth),
        simple_bound_(simple_bound(num_vertices, edges)) {}

  int width() const { return order_.width(); }
  bool is_done() const { return is_done_; }  // did the last search come to its end?

  // Only trails longer than `floor` are looked for, and only those that use all of `forced`;
  // found.edges is empty if there is none.
  Found search(Length floor, const std::vector<int>& forced = {},
               std::size_t most_states = kMostStates) {
    Found found{0, {}, simple_bound_};
    is_done_ = false;
    if (order_.width() > kMostWidth) return found;
    std::vector<char> is_forced(edges_.size(), 0);
    for (int e : forced) is_forced[e] = 1;
    forced_left_ = static_cast<int>(forced.size());
    best_ = floor;
    ending_ = {};
    layers_.clear();
    num_states_ = 0;
    most_states_ = most_states;
    Layer layer;
    layer.push_back({0, 0});
    Length left = total_length(edges_);
    for (const FrontierOrder::Step& step : order_.steps()) {
      left -= edges_[step.edge].length;
      forced_left_ -= is_forced[step.edge];
      if (!advance(layer, step, left, is_forced[step.edge] != 0)) return found;
    }
    is_done_ = true;
    found.upper_bound = best_;
    if (ending_.layer >= 0) {
      found.length = best_;
      trace(found.edges);
    }
    return found;
  }

 private:
  // 4 bits a slot for the part, then 12 bits for parities, then 2 for the odd vertices that left.
  using Key = std::uint64_t;
  static constexpr int kOddShift = 4 * kMostWidth, kLeftShift = kOddShift + kMostWidth;
  struct State {
    Key key;
    Length length;
  };
  using Layer = std::vector<State>;
  // Where a state came from: the number of a state of the layer before, doubled, plus 1 if the edge
  // was used.
  using Origin = std::uint32_t;
  struct Ending {
    int layer = -1;
    Origin origin = 0;
  };

  static int part_at(Key key, int slot) { return static_cast<int>(key >> (4 * slot) & 15); }
  static Key with_part(Key key, int slot, int part) {
    return (key & ~(Key{15} << (4 * slot))) | Key(part) << (4 * slot);
  }

  Key replace(Key key, int from, int to) const {
    for (int s = 0; s < order_.width(); ++s)
      if (part_at(key, s) == from) key = with_part(key, s, to);
    return key;
  }
  bool has_part(Key key, int part) const {
    for (int s = 0; s < order_.width(); ++s)
      if (part_at(key, s) == part) return true;
    return false;
  }
  // Parts numbered in the order of their first slots.
  Key canonical(Key key) const {
    std::array<int, 16> name{};
    int parts = 0;
    for (int s = 0; s < order_.width(); ++s) {
      const int part = part_at(key, s);
      if (part == 0) continue;
      if (name[static_cast<std::size_t>(part)] == 0) name[static_cast<std::size_t>(part)] = ++parts;
      key = with_part(key, s, name[static_cast<std::size_t>(part)]);
    }
    return key;
  }
  static Key parts_of(Key key) { return key & ((Key{1} << kOddShift) - 1); }

  bool advance(Layer& layer, const FrontierOrder::Step& step, Length left, bool must_use) {
    std::vector<State> next;
    std::vector<Origin> origins;
    table_.assign(std::bit_ceil(std::max<std::size_t>(16, 4 * layer.size())), 0);
    const Length length = edges_[step.edge].length;
    for (std::size_t i = 0; i < layer.size(); ++i) {
      if (i % 4096 == 4095 &&
          (num_states_ + next.size() > most_states_ || !budget_.spend(4096 * 60)))
        return false;
      const State& state = layer[i];
      for (int use = must_use ? 1 : 0; use <= 1; ++use) {
        Key key = state.key;
        const Length sum = state.length + (use ? length : 0);
        if (use) key = join(key, step);
        if (left <= best_ - sum) continue;
        const Origin origin = static_cast<Origin>(2 * i) + static_cast<Origin>(use);
        if (!leave(key, step, sum, origin)) continue;
        add(next, origins, {canonical(key), sum}, origin);
      }
    }
    num_states_ += next.size();
    layers_.push_back(std::move(origins));
    layer = std::move(next);
    return num_states_ <= most_states_ && budget_.steps(layer.size(), 200);
  }

  // The edge is used.
  Key join(Key key, const FrontierOrder::Step& step) const {
    key ^= Key{1} << (kOddShift + step.slot_a) | Key{1} << (kOddShift + step.slot_b);
    const int a = part_at(key, step.slot_a), b = part_at(key, step.slot_b);
    if (a == 0 && b == 0) {
      int unused = 1;
      while (has_part(key, unused)) ++unused;
      return with_part(with_part(key, step.slot_a, unused), step.slot_b, unused);
    }
    if (a == 0) return with_part(key, step.slot_a, b);
    if (b == 0) return with_part(key, step.slot_b, a);
    return a == b ? key : replace(key, b, a);
  }

  // Vertices that leave the frontier. False: the state does not go on.
  bool leave(Key& key, const FrontierOrder::Step& step, Length sum, Origin origin) {
    for (const auto& [leaves, slot] :
         {std::pair(step.leaves_a, step.slot_a), {step.leaves_b, step.slot_b}}) {
      if (!leaves) continue;
      const int part = part_at(key, slot);
      if (key >> (kOddShift + slot) & 1) {
        key &= ~(Key{1} << (kOddShift + slot));
        if ((key >> kLeftShift) == 2) return false;
        key += Key{1} << kLeftShift;
      }
      key = with_part(key, slot, 0);
      if (part != 0 && !has_part(key, part)) {  // complete
        if (parts_of(key) == 0 && sum > best_ && forced_left_ == 0) {
          best_ = sum;
          ending_ = {static_cast<int>(layers_.size()), origin};
        }
        return false;
      }
    }
    return true;
  }

  void add(std::vector<State>& next, std::vector<Origin>& origins, State state, Origin origin) {
    if (2 * next.size() >= table_.size()) {
      table_.assign(2 * table_.size(), 0);
      for (std::size_t i = 0; i < next.size(); ++i) *find(next, next[i].key) = 1 + Origin(i);
    }
    Origin* entry = find(next, state.key);
    if (*entry == 0) {
      next.push_back(state);
      origins.push_back(origin);
      *entry = static_cast<Origin>(next.size());
    } else if (State& known = next[*entry - 1]; state.length > known.length) {
      known.length = state.length;
      origins[*entry - 1] = origin;
    }
  }
  Origin* find(const std::vector<State>& next, Key key) {
    std::size_t i = (key * 0x9E3779B97F4A7C15u >> 20) & (table_.size() - 1);
    while (table_[i] != 0 && next[table_[i] - 1].key != key) i = (i + 1) & (table_.size() - 1);
    return &table_[i];
  }

  void trace(std::vector<int>& used) const {
    Origin origin = ending_.origin;
    for (int i = ending_.layer; i >= 0; --i) {
      if (origin & 1) used.push_back(order_.steps()[static_cast<std::size_t>(i)].edge);
      if (i > 0) origin = layers_[static_cast<std::size_t>(i) - 1][origin >> 1];
    }
  }

  Edges edges_;
  Budget& budget_;
  FrontierOrder order_;
  Length simple_bound_;
  Length best_ = 0;
  Ending ending_;
  bool is_done_ = false;
  int forced_left_ = 0;
  std::size_t num_states_ = 0, most_states_ = 0;
  std::vector<std::vector<Origin>> layers_;
  std::vector<Origin> table_;
};

}  // namespace ttr::trail
