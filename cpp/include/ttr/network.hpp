// Connectivity of a set of routes.
#pragma once

#include <array>
#include <cstdint>

#include "ttr/map.hpp"

namespace ttr {

// Union-find over the cities of a map; joins the ends of every route of a network (R53).
template <class Shape>
class Connectivity {
 public:
  Connectivity(const Map<Shape>& map, const BitSet<Shape::routes>& routes) {
    for (int c = 0; c < map.num_cities(); ++c) parent_[c] = static_cast<std::uint8_t>(c);
    routes.for_each([&](int r) { join(map.end_a(r), map.end_b(r)); });
  }

  int root(int city) {
    while (parent_[city] != city) city = parent_[city] = parent_[parent_[city]];
    return city;
  }
  bool joined(int a, int b) { return root(a) == root(b); }
  void join(int a, int b) { parent_[root(a)] = static_cast<std::uint8_t>(root(b)); }

 private:
  std::array<std::uint8_t, Shape::cities> parent_;
};

}  // namespace ttr
