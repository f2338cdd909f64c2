// The engine's own search of small networks, and networks of maps.
#include <algorithm>
#include <vector>

#include "boards.hpp"
#include "graphs.hpp"
#include "ttr/trail.hpp"

using namespace ttr;
using test::Graph;
using test::Random;

namespace {

int small_length(const Graph& graph) {
  trail::SmallNetwork network;
  network.assign(graph.vertices, [&](auto&& add) {
    for (const TrailEdge& e : graph.edges) add(e.a, e.b, static_cast<int>(e.length));
  });
  return network.solve();
}

}  // namespace

TEST(small_networks_against_exhaustive_search) {
  Random random(1);
  int gave_up = 0;
  for (int trial = 0; trial < 10000; ++trial) {
    Graph graph = test::random_graph(random, trial % 100 == 0 ? 13 : random.in(1, 10));
    for (TrailEdge& e : graph.edges) e.length = (e.length - 1) % 12 + 1;
    NOTE(graph, test::show(graph));
    const int length = small_length(graph);
    if (length == trail::SmallNetwork::kGaveUp)  // many parallel routes
      ++gave_up;
    else
      CHECK_EQ(length, test::exhaustive_trail(graph.vertices, graph.edges));
  }
  CHECK(gave_up < 200);
}

// Leaves fall one at a time here; solve_core_of is given what is left.
TEST(cores_of_small_networks) {
  Random random(5);
  int cores = 0, rings = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    Graph graph = test::random_graph(random, random.in(1, 12));
    for (TrailEdge& e : graph.edges) e.length = (e.length - 1) % 12 + 1;
    NOTE(graph, test::show(graph));
    const auto vertices = static_cast<std::size_t>(graph.vertices);
    std::vector<int> degree(vertices), down(vertices), down2(vertices);
    for (const TrailEdge& e : graph.edges) {
      ++degree[static_cast<std::size_t>(e.a)];
      ++degree[static_cast<std::size_t>(e.b)];
    }
    std::vector<TrailEdge> left = graph.edges;
    int longest = 0;
    auto falls = [&](const TrailEdge& e) {
      auto leaf = static_cast<std::size_t>(e.a), other = static_cast<std::size_t>(e.b);
      if (degree[leaf] != 1) std::swap(leaf, other);
      if (degree[leaf] != 1) return false;
      const int way = down[leaf] + static_cast<int>(e.length);
      longest = std::max(longest, down[other] + way);
      down2[other] = std::max(down2[other], std::min(down[other], way));
      down[other] = std::max(down[other], way);
      --degree[leaf];
      --degree[other];
      return true;
    };
    while (std::erase_if(left, falls) > 0) {
    }
    if (left.empty()) continue;
    ++cores;
    rings += std::ranges::all_of(degree, [](int d) { return d == 0 || d == 2; });
    trail::SmallNetwork network;
    const auto way = [](const std::vector<int>& ways) {
      return [&ways](int v) { return ways[static_cast<std::size_t>(v)]; };
    };
    const auto solve = [&](int least) {
      return network.solve_core_of(
          [&](auto&& add) {
            for (const TrailEdge& e : left) add(e.a, e.b, static_cast<int>(e.length));
          },
          way(down), way(down2), longest, least);
    };
    const int length = small_length(graph);
    CHECK_EQ(solve(0), length);
    if (length == trail::SmallNetwork::kGaveUp) continue;
    CHECK_EQ(solve(length), length);  // only lengths from there on matter
    CHECK(solve(length + 1) <= length);
  }
  CHECK(cores > 5000);
  CHECK(rings > 500);
}

TEST(small_networks_against_the_portfolio) {
  Random random(2);
  int gave_up = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    Graph graph{random.in(8, 64), {}};
    const int edges = random.in(10, random.percent(10) ? 64 : 24);
    for (int i = 0; i < edges; ++i) {
      const int a = random.below(graph.vertices);
      const int b = (a + random.in(1, std::min(graph.vertices - 1, 5))) % graph.vertices;
      graph.edges.push_back({a, b, random.in(1, 9)});
    }
    NOTE(graph, test::show(graph));
    const int length = small_length(graph);
    trail::Budget budget;
    if (length == trail::SmallNetwork::kGaveUp)
      ++gave_up;
    else
      CHECK_EQ(length, trail::exact(graph.vertices, graph.edges, budget).length);
  }
  CHECK(gave_up < 600);
}

template <class Shape>
void check_networks(std::uint64_t seed, int most_cities) {
  Random random(seed);
  NetworkTrail<Shape> trail;  // one for all: nothing may be left over from the network before
  for (int trial = 0; trial < 300; ++trial) {
    test::MapSize size = test::random_size(random);
    size.cities = random.in(3, most_cities);
    const Map<Shape> map(test::random_map(random, size));
    BitSet<Shape::routes> routes;
    for (int i = random.below(10); i > 0; --i) routes.insert(random.below(map.num_routes()));
    std::vector<TrailEdge> edges;
    std::vector<int> numbers;
    routes.for_each([&](int r) {
      edges.push_back({map.end_a(r), map.end_b(r), map.length(r)});
      numbers.push_back(r);
    });
    std::vector<int> name(static_cast<std::size_t>(map.num_cities()), -1);
    int cities = 0;
    std::vector<TrailEdge> dense = edges;
    for (TrailEdge& e : dense)
      for (int* end : {&e.a, &e.b}) {
        int& n = name[static_cast<std::size_t>(*end)];
        if (n < 0) n = cities++;
        *end = n;
      }
    const int length = trail.length(map, routes);
    CHECK_EQ(length, test::exhaustive_trail(std::max(cities, 1), dense));
    std::vector<int> walk;
    for (int r : trail.trail(map, routes)) {
      CHECK(routes.has(r));
      walk.push_back(static_cast<int>(std::ranges::find(numbers, r) - numbers.begin()));
    }
    CHECK_EQ(test::trail_length(edges, walk), length);
  }
}

TEST(networks_of_maps) { check_networks<UpTo128>(3, 20); }
TEST(networks_of_maps_with_many_cities) { check_networks<UpTo256>(4, 128); }

TEST(a_dense_map_of_many_routes) {
  // All routes of a map of 128: more than the small search takes.
  Random random(5);
  const Map<UpTo128> map(test::random_map(random, {40, 128, 15, 6}));
  NetworkTrail<UpTo128> trail;
  const auto all = BitSet<128>::first(128);
  const int length = trail.length(map, all);
  int walked = 0;
  for (int r : trail.trail(map, all)) walked += map.length(r);
  CHECK_EQ(walked, length);
  std::vector<TrailEdge> edges;
  for (int r = 0; r < 128; ++r) edges.push_back({map.end_a(r), map.end_b(r), map.length(r)});
  trail::Budget budget;
  CHECK_EQ(trail::parity_bb(40, edges, budget).length, length);
}
