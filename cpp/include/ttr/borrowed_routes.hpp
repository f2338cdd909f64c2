// Borrowed routes (R74-R76): each station lends its owner one route of another player that ends in
// its city, for tickets alone. The choice is made at the end, and here it is the best one: the
// highest ticket points, and of those the most completed tickets.
//
// A borrowed route can do no more than join the part of the network at the station to the part at
// its far end, so two routes to the same part are one choice, and a route to a part with neither an
// end of an open ticket nor a station is none, unless another station reaches that part too. What
// is left, a few choices for each station, is searched in full; a branch is cut off when even all
// routes that are left to choose from, taken together, would not beat the best choice so far, and
// the last station is settled in one pass.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ttr/network.hpp"
#include "ttr/state.hpp"

namespace ttr {

inline constexpr int kNoRoute = -1;

template <class Shape>
class BorrowedRoutes {
 public:
  // `network` is the connectivity of the seat's own routes.
  BorrowedRoutes(const Game<Shape>& game, const State<Shape>& s, int seat,
                 Connectivity<Shape>& network, Tick tick = nullptr, const void* context = nullptr)
      : game_(game), tick_(tick), context_(context) {
    const auto& p = s.players[seat];
    num_stations_ = p.num_stations;
    chosen_.fill(kNoRoute);
    best_ = chosen_;
    for (int c = 0; c < game.map.num_cities(); ++c) parent_[c] = static_cast<std::uint8_t>(c);
    p.tickets.for_each([&](int t) {
      const int a = network.root(game.map.ticket_a(t)), b = network.root(game.map.ticket_b(t));
      if (a != b) open_.push_back({a, b, game.ticket_points[t]});
    });
    if (open_.empty()) return;
    BitSet<Shape::routes> others;
    for (int q = 0; q < game.num_players; ++q)
      if (q != seat) others |= s.players[q].routes;
    find_choices(p, others, network);
    forget_hopeless_tickets();
    if (!open_.empty()) search(0);
  }

  // The route lent by the seat's i-th station, or kNoRoute.
  int route(int i) const { return best_[i]; }

 private:
  struct Ticket {
    int a, b, points;  // the parts of the network that it would join
  };
  struct Choice {
    int route, far;  // the part at its far end
  };
  // Points first, then the number of tickets; a sum of 2^15 points and 2^9 tickets fits.
  static constexpr int kPoint = 1 << 10;
  static int worth(const Ticket& t) { return kPoint * t.points + 1; }

  void find_choices(const typename State<Shape>::Player& p, const BitSet<Shape::routes>& others,
                    Connectivity<Shape>& network) {
    BitSet<Shape::cities> useful;
    for (const Ticket& ticket : open_) {
      useful.insert(ticket.a);
      useful.insert(ticket.b);
    }
    for (int i = 0; i < num_stations_; ++i) {
      near_[i] = network.root(p.stations[i]);
      useful.insert(near_[i]);
    }
    std::array<BitSet<Shape::cities>, kMaxStations> reached;
    for (int i = 0; i < num_stations_; ++i) {
      const int city = p.stations[i];
      (game_.map.routes_at(city) & others).for_each([&](int r) {
        const int far = network.root(game_.map.end_a(r) ^ game_.map.end_b(r) ^ city);
        if (far == near_[i] || reached[i].has(far)) return;
        reached[i].insert(far);
        choices_[i].push_back({r, far});
      });
      for (int j = 0; j < i; ++j) useful |= reached[i] & reached[j];
    }
    for (int i = 0; i < num_stations_; ++i)
      std::erase_if(choices_[i], [&](const Choice& choice) { return !useful.has(choice.far); });
  }

  void forget_hopeless_tickets() {
    const std::size_t mark = joins_.size();
    join_all_from(0);
    std::erase_if(open_, [&](const Ticket& t) { return find(t.a) != find(t.b); });
    undo(mark);
    goal_ = 0;
    for (const Ticket& t : open_) goal_ += worth(t);
  }

  // Tries every choice for station i and those after it. Contract: i < num_stations_.
  void search(int i) {
    if (best_value_ == goal_) return;
    if (tick_ != nullptr && (++steps_ & 0xFF) == 0) tick_(context_);
    if (i == num_stations_ - 1) return settle_last();
    const std::size_t mark = joins_.size();
    join_all_from(i);
    const int bound = value();
    undo(mark);
    if (bound <= best_value_) return;
    search(i + 1);  // without a loan
    for (const Choice& choice : choices_[i]) {
      chosen_[i] = choice.route;
      join(near_[i], choice.far);
      search(i + 1);
      undo(mark);
    }
    chosen_[i] = kNoRoute;
  }

  // The last station joins one part to another: one pass over the tickets says what each would add.
  void settle_last() {
    const int last = num_stations_ - 1, here = find(near_[last]);
    int now = 0;
    std::array<int, Shape::cities> gain{};
    for (const Ticket& t : open_) {
      const int a = find(t.a), b = find(t.b);
      if (a == b) {
        now += worth(t);
      } else if (a == here || b == here) {
        gain[a == here ? b : a] += worth(t);
      }
    }
    offer(now, kNoRoute);
    for (const Choice& choice : choices_[last]) offer(now + gain[find(choice.far)], choice.route);
  }

  void offer(int value, int last_route) {
    if (value <= best_value_) return;
    best_value_ = value;
    best_ = chosen_;
    best_[num_stations_ - 1] = last_route;
  }

  int value() const {
    int sum = 0;
    for (const Ticket& t : open_)
      if (find(t.a) == find(t.b)) sum += worth(t);
    return sum;
  }

  // Union-find over the parts, without path compression, so that joins can be undone.
  int find(int part) const {
    while (parent_[part] != part) part = parent_[part];
    return part;
  }
  void join(int a, int b) {
    a = find(a);
    parent_[a] = static_cast<std::uint8_t>(find(b));
    joins_.push_back(a);
  }
  void join_all_from(int first) {
    for (int i = first; i < num_stations_; ++i)
      for (const Choice& choice : choices_[i]) join(near_[i], choice.far);
  }
  void undo(std::size_t mark) {
    for (; joins_.size() > mark; joins_.pop_back())
      parent_[joins_.back()] = static_cast<std::uint8_t>(joins_.back());
  }

  const Game<Shape>& game_;
  Tick tick_;
  const void* context_;
  int num_stations_ = 0, goal_ = 0, best_value_ = 0;
  std::uint32_t steps_ = 0;
  std::vector<Ticket> open_;
  std::array<int, kMaxStations> near_{};
  std::array<std::vector<Choice>, kMaxStations> choices_;
  std::array<int, kMaxStations> chosen_, best_;
  std::array<std::uint8_t, Shape::cities> parent_;
  std::vector<int> joins_;
};

}  // namespace ttr
