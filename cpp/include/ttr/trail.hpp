// The longest trails of a map's networks (R86).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ttr/map.hpp"
#include "ttr/trail/exact.hpp"
#include "ttr/trail/network.hpp"

namespace ttr {

// Keeps its buffers between calls; one for each thread.
template <class Shape>
class NetworkTrail {
 public:
  using RouteSet = BitSet<Shape::routes>;

  explicit NetworkTrail(Tick tick = nullptr, const void* context = nullptr)
      : tick_(tick), context_(context) {}

  Tick tick() const { return tick_; }
  const void* context() const { return context_; }

  // The length of the longest trail. For those whom only lengths of `least` and more concern, and
  // who take any smaller number for a shorter one, the search is shorter too.
  int length(const Map<Shape>& map, const RouteSet& routes, int least = 0) {
    if (map.num_cities() <= trail::SmallNetwork::kMost &&
        (Shape::routes <= trail::SmallNetwork::kMost ||
         routes.len() <= trail::SmallNetwork::kMost)) {
      small_.assign(map.num_cities(), [&](auto&& add) {
        routes.for_each([&](int r) { add(map.end_a(r), map.end_b(r), map.length(r)); });
      });
      if (const int length = small_.solve(least); length != trail::SmallNetwork::kGaveUp)
        return length;
    }
    return static_cast<int>(find(map, routes).length);
  }

  // The same for a network whose leaves have fallen (SmallNetwork::solve_core_of). Contract: at
  // most kMostOfCore cities on the map, and routes in the core.
  static constexpr int kMostOfCore = trail::SmallNetwork::kMost;
  template <class Down, class Down2>
  int length_around(const Map<Shape>& map, const RouteSet& routes, const RouteSet& core,
                    Down&& down, Down2&& down2, int longest_outside, int least) {
    const int length = small_.solve_core_of(
        [&](auto&& add) {
          core.for_each([&](int r) { add(map.end_a(r), map.end_b(r), map.length(r)); });
        },
        down, down2, longest_outside, least);
    return length != trail::SmallNetwork::kGaveUp ? length
                                                  : static_cast<int>(find(map, routes).length);
  }

  // Routes of one longest trail in walking order.
  std::vector<int> trail(const Map<Shape>& map, const RouteSet& routes) {
    std::vector<int> order;
    const trail::Found found = find(map, routes);
    for (int i : trail::walk_along(edges_, found.edges)) order.push_back(numbers_[i]);
    return order;
  }

 private:
  [[gnu::noinline]] trail::Found find(const Map<Shape>& map, const RouteSet& routes) {
    edges_.clear();
    numbers_.clear();
    routes.for_each([&](int r) {
      edges_.push_back({map.end_a(r), map.end_b(r), map.length(r)});
      numbers_.push_back(r);
    });
    trail::Budget budget(trail::Budget::kNoLimit, trail::Budget::kNoTime, tick_, context_);
    return trail::exact(map.num_cities(), edges_, budget);
  }

  Tick tick_;
  const void* context_;
  trail::SmallNetwork small_;
  std::vector<TrailEdge> edges_;
  std::vector<int> numbers_;
};

}  // namespace ttr
