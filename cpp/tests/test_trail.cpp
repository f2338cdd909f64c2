// The longest-trail algorithms against exhaustive search, and against one another where that is too
// slow.
#include <numeric>
#include <span>

#include "graphs.hpp"
#include "ttr/trail/dfs.hpp"
#include "ttr/trail/exact.hpp"
#include "ttr/trail/heuristics.hpp"

using namespace ttr;
using test::Graph;
using test::Random;
using trail::Budget;
using trail::Found;

namespace {

struct Algorithm {
  const char* name;
  Found (*solve)(int, trail::Edges, Budget&);
  Found operator()(const Graph& graph) const {
    Budget budget;
    return solve(graph.vertices, graph.edges, budget);
  }
};

constexpr Algorithm kExact[] = {
    {"naive_dfs", &trail::naive_dfs},
    {"dfs_bound", &trail::dfs_bound},
    {"core_dfs", &trail::core_dfs},
    {"parity_bb", &trail::parity_bb},
    {"bridge_parity", &trail::bridge_parity},
    {"frontier_dp", &trail::frontier_dp},
    {"exact", &trail::exact},
};
constexpr Algorithm kInexact[] = {{"greedy", &trail::greedy},
                                  {"local_search", &trail::local_search}};

void check_all(const Graph& graph, std::int64_t length) {
  NOTE(graph, test::show(graph));
  for (const Algorithm& algorithm : kExact) {
    NOTE(name, std::string(algorithm.name));
    // The plain searches try every order of parallel edges.
    if (graph.edges.size() > 9 && &algorithm < kExact + 2) continue;
    const Found found = algorithm(graph);
    CHECK_EQ(found.length, length);
    CHECK_EQ(found.upper_bound, length);
    test::check_found(graph, found);
  }
  for (const Algorithm& algorithm : kInexact) {
    NOTE(name, std::string(algorithm.name));
    const Found found = algorithm(graph);
    CHECK(found.length <= length && length <= found.upper_bound);
    CHECK(graph.edges.empty() == (found.length == 0));
    test::check_found(graph, found);
  }
}

}  // namespace

TEST(trail_against_exhaustive_search) {
  Random random(1);
  for (int trial = 0; trial < 3000; ++trial) {
    const Graph graph = test::random_graph(random, trial % 40 == 0 ? 12 : random.in(1, 10));
    check_all(graph, test::exhaustive_trail(graph.vertices, graph.edges));
  }
}

TEST(trail_of_every_small_multigraph) {
  // Every way to put 0..2 edges between each two of four vertices, lengths by position.
  const std::pair<int, int> pairs[] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
  for (int code = 0; code < 729; ++code) {
    Graph graph{4, {}};
    int rest = code;
    for (const auto& [a, b] : pairs) {
      for (int i = 0; i < rest % 3; ++i)
        graph.edges.push_back({a, b, static_cast<std::int64_t>(a + 2 * b + i)});
      rest /= 3;
    }
    if (graph.edges.size() > 9) continue;
    check_all(graph, test::exhaustive_trail(graph.vertices, graph.edges));
  }
}

TEST(trail_known_lengths) {
  auto check = [&](int n, const std::vector<TrailEdge>& edges, std::int64_t length) {
    check_all({n, edges}, length);
  };
  check(1, {}, 0);
  check(2, {{0, 1, 5}}, 5);
  check(4, {{0, 1, 2}, {1, 2, 3}, {1, 3, 4}}, 7);  // a branch is left out
  check(3, {{0, 1, 1}, {1, 2, 1}, {2, 0, 1}}, 3);  // a ring counts whole
  check(4, {{0, 1, 6}, {2, 3, 5}}, 6);             // pieces are not added
  check(2, {{0, 1, 1}, {1, 0, 2}, {0, 1, 4}}, 7);  // all three lanes
  check(4, {{0, 1, 1}, {0, 2, 1}, {0, 3, 1}, {1, 2, 1}, {1, 3, 1}, {2, 3, 1}}, 5);
  // A ring with a tail at each of three cities: two of the tails and the ring.
  check(6, {{0, 1, 2}, {1, 2, 2}, {2, 0, 2}, {0, 3, 5}, {1, 4, 6}, {2, 5, 7}}, 17);
  // Two tails at one city of the ring: in by one, round, out by the other.
  check(5, {{0, 1, 2}, {1, 2, 2}, {2, 0, 2}, {0, 3, 5}, {0, 4, 6}}, 17);
  // A long shortest edge at an even vertex where something hangs, which the bound must not forget.
  check(5,
        {{1, 3, 33},
         {1, 2, 3},
         {0, 1, 20},
         {3, 2, 10},
         {3, 2, 39},
         {1, 0, 21},
         {0, 1, 24},
         {1, 0, 32},
         {0, 4, 5},
         {1, 3, 6}},
        190);
}

TEST(trail_does_not_depend_on_numbering) {
  Random random(2);
  const Algorithm algorithms[] = {kExact[3], kExact[4], kExact[5], kExact[6]};
  for (int trial = 0; trial < 150; ++trial) {
    Graph graph = test::random_graph(random, 30);
    NOTE(graph, test::show(graph));
    const Found first = kExact[6](graph);
    CHECK(first.is_proven());

    std::vector<int> names(static_cast<std::size_t>(graph.vertices));
    std::iota(names.begin(), names.end(), 0);
    random.shuffle(names);
    random.shuffle(graph.edges);
    for (auto& e : graph.edges) {
      e.a = names[static_cast<std::size_t>(e.a)];
      e.b = names[static_cast<std::size_t>(e.b)];
      if (random.percent(50)) std::swap(e.a, e.b);
    }
    for (const Algorithm& algorithm : algorithms) {
      NOTE(name, std::string(algorithm.name));
      const Found found = algorithm(graph);
      if (found.is_proven()) CHECK_EQ(found.length, first.length);
      CHECK(found.length <= first.length && first.length <= found.upper_bound);
      test::check_found(graph, found);
    }

    // One edge more never makes it shorter; a trail without one of its edges is two trails.
    if (first.length > std::numeric_limits<std::int64_t>::max() / 4) continue;
    const int a = random.below(graph.vertices);
    graph.edges.push_back({a, (a + 1) % graph.vertices, 3});
    const std::int64_t more = kExact[6](graph).length;
    CHECK(first.length <= more && more <= 2 * first.length + 3);
  }
}

TEST(trail_limits_give_valid_bounds) {
  Random random(3);
  int struck = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const Graph graph = test::random_graph(random, 14);
    NOTE(graph, test::show(graph));
    const std::int64_t length = kExact[6](graph).length;
    for (const Algorithm& algorithm : kExact)
      for (const std::uint64_t nodes : {0, 1, 2, 5, 20}) {
        NOTE(name, std::string(algorithm.name) + " " + std::to_string(nodes));
        Budget budget(nodes);
        const Found found = algorithm.solve(graph.vertices, graph.edges, budget);
        test::check_found(graph, found);
        CHECK(found.length <= length && length <= found.upper_bound);
        CHECK(budget.nodes() <= nodes);
        struck += !found.is_proven();
      }
  }
  CHECK(struck > 1000);
}

TEST(trail_search_calls_tick_and_may_be_ended) {
  struct Ended {};
  static int ticks;
  // A complete graph on 12 vertices has 12 odd ones: a long search.
  Graph graph{12, {}};
  for (int a = 0; a < 12; ++a)
    for (int b = 0; b < a; ++b) graph.edges.push_back({a, b, 1 + (7 * a + 3 * b) % 5});
  for (const Algorithm& algorithm : {kExact[0], kExact[1], kExact[2]}) {
    ticks = 0;
    Budget budget(Budget::kNoLimit, Budget::kNoTime, [](const void*) {
      if (++ticks == 2) throw Ended{};
    });
    bool ended = false;
    try {
      algorithm.solve(graph.vertices, graph.edges, budget);
    } catch (const Ended&) {
      ended = true;
    }
    CHECK(ended);
    CHECK_EQ(ticks, 2);
    CHECK(budget.nodes() > 1000);
  }
}

TEST(trail_limits_hold_at_hubs_and_on_paths) {
  // Many edges at few vertices, and trails that grow by one edge at a time.
  Graph parallel{4, {}}, path{30'000, {}}, dense{300, {}};
  for (int i = 0; i < 5001; ++i)
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < a; ++b) parallel.edges.push_back({a, b, 1 + i % 7});
  for (int v = 0; v + 3 < path.vertices; ++v) path.edges.push_back({v, v + 1, 1});
  for (int v : {0, path.vertices / 2}) path.edges.push_back({v, path.vertices - 1 - (v == 0), 1});
  for (int a = 0; a < dense.vertices; ++a)
    for (int b = 0; b < a; ++b) dense.edges.push_back({a, b, 1 + (7 * a + 3 * b) % 50});
  for (const Graph* graph : {&parallel, &path, &dense})
    for (const auto& algorithms : {std::span<const Algorithm>(kExact), {kInexact}})
      for (const Algorithm& algorithm : algorithms) {
        NOTE(name, std::string(algorithm.name) + " " + std::to_string(graph->edges.size()));
        const double begin = trail::cpu_seconds();
        Budget budget(Budget::kNoLimit, 0.1);
        const Found found = algorithm.solve(graph->vertices, graph->edges, budget);
        CHECK(trail::cpu_seconds() - begin < 15);  // it was a minute, without a sanitizer
        test::check_found(*graph, found);
      }
}

TEST(trail_time_limit_ends_a_search) {
  Graph graph{16, {}};
  for (int a = 0; a < 16; ++a)
    for (int b = 0; b < a; ++b) graph.edges.push_back({a, b, 1 + (7 * a + 3 * b) % 5});
  Budget budget(Budget::kNoLimit, 0.02);
  const double begin = trail::cpu_seconds();
  const Found found = trail::naive_dfs(graph.vertices, graph.edges, budget);
  CHECK(trail::cpu_seconds() - begin < 10);
  CHECK(!found.is_proven());
  test::check_found(graph, found);
}
