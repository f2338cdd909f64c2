// trail.hpp against exhaustive search, and against itself where that is too slow.
#include <numeric>

#include "boards.hpp"
#include "check.hpp"
#include "exhaustive_trail.hpp"
#include "ttr/trail.hpp"

using namespace ttr;
using test::Random;

namespace {

struct Graph {
  int vertices;
  std::vector<TrailEdge> edges;
};

std::string show_graph(const Graph& graph) {
  std::string text = std::to_string(graph.vertices) + " vertices:";
  for (const auto& e : graph.edges)
    text += " " + std::to_string(e.a) + "-" + std::to_string(e.b) + ":" + std::to_string(e.length);
  return text;
}

// Sparse and dense ones, trees, pieces, parallel edges; lengths of 0, of 1, small and huge ones.
Graph random_graph(Random& random, int most_edges) {
  Graph graph;
  const int edges = random.in(0, most_edges);
  graph.vertices = random.in(2, random.percent(50) ? 6 : most_edges + 3);
  const int shape = random.below(4);
  const int lengths = random.below(5);
  for (int i = 0; i < edges; ++i) {
    int a = random.below(graph.vertices);
    int b = (a + random.in(1, graph.vertices - 1)) % graph.vertices;
    if (shape == 1) {  // a tree while there are vertices left
      const int v = i % (graph.vertices - 1) + 1;
      a = v;
      b = random.below(v);
    } else if (shape == 2 && !graph.edges.empty() && random.percent(40)) {
      const TrailEdge& twin = random.one_of(graph.edges);
      a = twin.b;
      b = twin.a;
    } else if (shape == 3) {  // a star with some rings
      a = random.percent(70) ? 0 : 1;
      b = random.in(1, graph.vertices - 1);
      if (a == b) b = 0;
    }
    const std::int64_t huge = 1'000'000'000'000;
    const std::int64_t length = lengths == 0   ? 1
                                : lengths == 1 ? random.in(1, 6)
                                : lengths == 2 ? random.in(0, 3)
                                : lengths == 3 ? random.in(1, 40)
                                               : huge - random.below(100);
    graph.edges.push_back({a, b, length});
  }
  return graph;
}

void check_walk(TrailSolver& solver, const Graph& graph, std::int64_t length) {
  const std::vector<int> walk = solver.trail(graph.vertices, graph.edges);
  CHECK_EQ(test::trail_length(graph.edges, walk), length);
}

}  // namespace

TEST(trail_against_exhaustive_search) {
  Random random(1);
  TrailSolver solver;  // one for all: nothing may be left over from the graph before
  for (int trial = 0; trial < 4000; ++trial) {
    const Graph graph = random_graph(random, trial % 40 == 0 ? 12 : random.in(0, 9));
    NOTE(graph, show_graph(graph));
    const std::int64_t length = solver.length(graph.vertices, graph.edges);
    CHECK_EQ(length, test::exhaustive_trail(graph.vertices, graph.edges));
    CHECK_EQ(solver.length(graph.vertices, graph.edges), length);
    check_walk(solver, graph, length);
    CHECK_EQ(solver.length(graph.vertices, graph.edges), length);
  }
}

TEST(trail_of_every_small_multigraph) {
  // Every way to put 0..2 edges between each two of four vertices, lengths by position.
  TrailSolver solver;
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
    NOTE(graph, show_graph(graph));
    CHECK_EQ(solver.length(graph.vertices, graph.edges),
             test::exhaustive_trail(graph.vertices, graph.edges));
  }
}

TEST(trail_known_lengths) {
  TrailSolver solver;
  auto length = [&](int n, const std::vector<TrailEdge>& edges) { return solver.length(n, edges); };
  CHECK_EQ(length(1, {}), 0);
  CHECK_EQ(length(2, {{0, 1, 5}}), 5);
  CHECK_EQ(length(4, {{0, 1, 2}, {1, 2, 3}, {1, 3, 4}}), 7);  // a branch is left out
  CHECK_EQ(length(3, {{0, 1, 1}, {1, 2, 1}, {2, 0, 1}}), 3);  // a ring counts whole
  CHECK_EQ(length(4, {{0, 1, 6}, {2, 3, 5}}), 6);             // pieces are not added
  CHECK_EQ(length(2, {{0, 1, 1}, {1, 0, 2}, {0, 1, 4}}), 7);  // all three lanes
  CHECK_EQ(length(4, {{0, 1, 1}, {0, 2, 1}, {0, 3, 1}, {1, 2, 1}, {1, 3, 1}, {2, 3, 1}}), 5);
  // A ring with a tail at each of three cities: two of the tails and the ring.
  CHECK_EQ(length(6, {{0, 1, 2}, {1, 2, 2}, {2, 0, 2}, {0, 3, 5}, {1, 4, 6}, {2, 5, 7}}), 17);
  // Two tails at one city of the ring: in by one, round, out by the other.
  CHECK_EQ(length(5, {{0, 1, 2}, {1, 2, 2}, {2, 0, 2}, {0, 3, 5}, {0, 4, 6}}), 17);
  // A long shortest edge at an even vertex where something hangs, which the bound must not forget.
  CHECK_EQ(length(5, {{1, 3, 33},
                      {1, 2, 3},
                      {0, 1, 20},
                      {3, 2, 10},
                      {3, 2, 39},
                      {1, 0, 21},
                      {0, 1, 24},
                      {1, 0, 32},
                      {0, 4, 5},
                      {1, 3, 6}}),
           190);
}

TEST(trail_does_not_depend_on_numbering) {
  struct TooLong {};
  Random random(2);
  int done = 0;
  for (int trial = 0; trial < 300; ++trial) {
    Graph graph = random_graph(random, 24);
    NOTE(graph, show_graph(graph));
    TrailSolver solver([](const void*) { throw TooLong{}; });
    try {
      const std::int64_t length = solver.length(graph.vertices, graph.edges);
      check_walk(solver, graph, length);

      std::vector<int> names(static_cast<std::size_t>(graph.vertices));
      std::iota(names.begin(), names.end(), 0);
      random.shuffle(names);
      random.shuffle(graph.edges);
      for (auto& e : graph.edges) {
        e.a = names[static_cast<std::size_t>(e.a)];
        e.b = names[static_cast<std::size_t>(e.b)];
        if (random.percent(50)) std::swap(e.a, e.b);
      }
      CHECK_EQ(solver.length(graph.vertices, graph.edges), length);
      check_walk(solver, graph, length);

      // One edge more never makes it shorter; a trail without one of its edges is two trails.
      const int a = random.below(graph.vertices);
      graph.edges.push_back({a, (a + 1) % graph.vertices, 3});
      const std::int64_t more = solver.length(graph.vertices, graph.edges);
      CHECK(length <= more && more <= 2 * length + 3);
      ++done;
    } catch (const TooLong&) {  // a dense one
    }
  }
  CHECK(done > 200);
}

TEST(trail_search_calls_tick_and_may_be_ended) {
  struct Ended {};
  static int ticks;
  // A complete graph on 12 vertices has 12 odd ones: a long search.
  Graph graph{12, {}};
  for (int a = 0; a < 12; ++a)
    for (int b = 0; b < a; ++b) graph.edges.push_back({a, b, 1 + (7 * a + 3 * b) % 5});
  ticks = 0;
  TrailSolver solver([](const void*) {
    if (++ticks == 2) throw Ended{};
  });
  bool ended = false;
  try {
    solver.length(graph.vertices, graph.edges);
  } catch (const Ended&) {
    ended = true;
  }
  CHECK(ended);
  CHECK_EQ(ticks, 2);
  CHECK(solver.nodes() > 1000);
  // The solver is good for another graph afterwards.
  const std::vector<TrailEdge> path = {{0, 1, 2}, {1, 2, 3}};
  CHECK_EQ(solver.length(3, path), 5);
}

// A search that is ended leaves nothing behind: not the length that trail() was looking for.
TEST(trail_after_an_ended_search) {
  struct Ended {};
  static int ticks, last;
  Graph graph{12, {}};
  for (const auto& [a, b] :
       {std::pair(8, 5), {2, 1},  {10, 2}, {4, 5}, {0, 9},  {10, 3}, {10, 4}, {9, 11},
        {5, 6},          {5, 9},  {6, 2},  {4, 1}, {4, 10}, {3, 9},  {5, 2},  {6, 8},
        {4, 3},          {3, 10}, {9, 4},  {8, 0}, {4, 0},  {7, 8}})
    graph.edges.push_back({a, b, 1});
  TrailSolver solver([](const void*) {
    if (++ticks == last) throw Ended{};
  });
  ticks = 0;
  last = -1;
  const std::int64_t length = solver.length(graph.vertices, graph.edges);
  last = ticks + 1;  // while trail() searches for a trail of that length
  ticks = 0;
  try {
    solver.trail(graph.vertices, graph.edges);
  } catch (const Ended&) {
  }
  last = -1;
  graph.edges.push_back({0, 1, 1});
  graph.edges.push_back({2, 3, 1});
  const std::int64_t longer = TrailSolver().length(graph.vertices, graph.edges);
  CHECK(longer > length);
  CHECK_EQ(solver.length(graph.vertices, graph.edges), longer);
}

TEST(trail_of_networks) {
  Random random(3);
  NetworkTrail<UpTo128> trail;
  for (int trial = 0; trial < 300; ++trial) {
    const Map<UpTo128> map(test::random_map(random, test::random_size(random)));
    BitSet<128> routes;
    for (int i = random.below(10); i > 0; --i) routes.insert(random.below(map.num_routes()));
    std::vector<TrailEdge> edges;
    std::vector<int> numbers;
    routes.for_each([&](int r) {
      edges.push_back({map.end_a(r), map.end_b(r), map.length(r)});
      numbers.push_back(r);
    });
    const int length = trail.length(map, routes);
    CHECK_EQ(length, test::exhaustive_trail(map.num_cities(), edges));
    std::vector<int> walk;
    for (int r : trail.trail(map, routes)) {
      CHECK(routes.has(r));
      walk.push_back(static_cast<int>(std::ranges::find(numbers, r) - numbers.begin()));
    }
    CHECK_EQ(test::trail_length(edges, walk), length);
  }
}
