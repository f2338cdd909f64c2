// What the longest-trail algorithms are made of: matching, T-joins, bridges, budgets.
#include "graphs.hpp"
#include "ttr/trail/bridges.hpp"
#include "ttr/trail/frontier.hpp"
#include "ttr/trail/matching.hpp"
#include "ttr/trail/parity.hpp"
#include "ttr/trail/t_join.hpp"

using namespace ttr;
using test::Graph;
using test::Random;

namespace {

// The cheapest perfect matching by recursion; -1: there is none.
std::int64_t cheapest(int n, const std::vector<std::int64_t>& cost, unsigned left) {
  if (left == 0) return 0;
  const int u = std::countr_zero(left);
  std::int64_t best = -1;
  for (int v = u + 1; v < n; ++v) {
    const std::int64_t c = cost[static_cast<std::size_t>(u * n + v)];
    if (!(left >> v & 1) || c < 0) continue;
    const std::int64_t rest = cheapest(n, cost, left & ~(1u << u) & ~(1u << v));
    if (rest >= 0 && (best < 0 || c + rest < best)) best = c + rest;
  }
  return best;
}

std::vector<std::int64_t> random_costs(Random& random, int n) {
  const int density = random.in(20, 100);
  const int most = random.one_of(std::vector<int>{1, 3, 10, 1000});
  std::vector<std::int64_t> cost(static_cast<std::size_t>(n * n), -1);
  for (int u = 0; u < n; ++u)
    for (int v = 0; v < u; ++v)
      if (random.percent(density))
        cost[static_cast<std::size_t>(u * n + v)] = cost[static_cast<std::size_t>(v * n + u)] =
            random.in(0, most);
  return cost;
}

}  // namespace

TEST(matching_against_recursion) {
  Random random(1);
  trail::Budget budget;
  trail::PerfectMatching<std::int64_t> narrow;  // one for all: nothing may be left over
  trail::PerfectMatching<__int128> wide;
  for (int trial = 0; trial < 6000; ++trial) {
    const int n = 2 * random.in(1, trial % 20 == 0 ? 6 : 5);
    const auto cost = random_costs(random, n);
    const std::int64_t least = cheapest(n, cost, (1u << n) - 1);
    CHECK_EQ(narrow.solve(n, cost, budget), least >= 0);
    const std::vector<__int128> wide_cost(cost.begin(), cost.end());
    CHECK_EQ(wide.solve(n, wide_cost, budget), least >= 0);
    if (least < 0) continue;
    for (int v = 0; v < n; ++v) {
      CHECK(narrow.mate(v) != v);
      CHECK_EQ(narrow.mate(narrow.mate(v)), v);
    }
    CHECK_EQ(narrow.cost(), least);
    CHECK_EQ(static_cast<std::int64_t>(wide.cost()), least);
  }
}

TEST(matching_of_larger_graphs_against_exchanges) {
  // No two pairs can be exchanged for cheaper ones, and all sizes of blossoms come up.
  Random random(2);
  trail::Budget budget;
  trail::PerfectMatching<std::int64_t> matching;
  for (int trial = 0; trial < 150; ++trial) {
    const int n = 2 * random.in(10, 60);
    const auto cost = random_costs(random, n);
    if (!matching.solve(n, cost, budget)) continue;
    auto at = [&](int u, int v) { return cost[static_cast<std::size_t>(u * n + v)]; };
    for (int u = 0; u < n; ++u)
      for (int v = 0; v < n; ++v) {
        const int a = matching.mate(u), b = matching.mate(v);
        if (v == u || v == a || at(u, v) < 0 || at(a, b) < 0) continue;
        CHECK(at(u, v) + at(a, b) >= at(u, a) + at(v, b));
      }
  }
}

TEST(t_join_against_exhaustive_search) {
  Random random(3);
  trail::Budget budget;
  trail::TJoin join;
  int solved = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    Graph graph = test::random_graph(random, 11);
    for (TrailEdge& e : graph.edges) e.length %= 50;
    NOTE(graph, test::show(graph));
    const std::size_t m = graph.edges.size();
    std::vector<char> may_use(m);
    for (char& may : may_use) may = random.percent(80);
    std::vector<int> degree(static_cast<std::size_t>(graph.vertices), 0), odd;
    for (const TrailEdge& e : graph.edges)
      ++degree[static_cast<std::size_t>(e.a)], ++degree[static_cast<std::size_t>(e.b)];
    for (int v = 0; v < graph.vertices; ++v)
      if (degree[static_cast<std::size_t>(v)] % 2 != 0) odd.push_back(v);
    if (odd.size() < 4) continue;
    // The cheapest set of edges that leaves exactly two of these vertices odd.
    std::int64_t least = -1;
    for (std::size_t set = 0; set < std::size_t{1} << m; ++set) {
      auto left = degree;
      std::int64_t cost = 0;
      bool may = true;
      for (std::size_t e = 0; e < m; ++e)
        if (set >> e & 1) {
          may = may && may_use[e];
          cost += graph.edges[e].length;
          --left[static_cast<std::size_t>(graph.edges[e].a)];
          --left[static_cast<std::size_t>(graph.edges[e].b)];
        }
      if (!may || (least >= 0 && cost >= least)) continue;
      if (std::ranges::count_if(left, [](int d) { return d % 2 != 0; }) == 2) least = cost;
    }
    const trail::Incidence at(graph.vertices, graph.edges);
    CHECK_EQ(join.solve(graph.edges, at, odd, may_use, budget), least >= 0);
    if (least < 0) continue;
    ++solved;
    std::int64_t cost = 0;
    for (int e : join.edges()) {
      CHECK(may_use[static_cast<std::size_t>(e)]);
      cost += graph.edges[static_cast<std::size_t>(e)].length;
    }
    CHECK_EQ(cost, least);
  }
  CHECK(solved > 300);
}

// With many odd vertices only the nearest distances are computed at first.
TEST(t_join_of_many_odd_vertices_is_that_of_all_distances) {
  Random random(5);
  trail::TJoin join;
  trail::Budget budget;
  int many = 0;
  for (int trial = 0; trial < 60; ++trial) {
    // Stars of leaves, some of them far from the others: near vertices are not enough.
    std::vector<TrailEdge> edges;
    int n = 1;
    const int stars = random.in(2, 8);
    for (int s = 0; s < stars; ++s) {
      const int center = n++;
      edges.push_back({random.below(center), center, random.in(1, 500)});
      for (int leaf = random.in(3, 30); leaf > 0; --leaf)
        edges.push_back({center, n++, random.in(1, 9)});
    }
    for (int more = random.below(10); more > 0; --more) {
      const int a = random.below(n);
      edges.push_back({a, (a + random.in(1, n - 1)) % n, random.in(1, 300)});
    }
    const trail::Incidence at(n, edges);
    std::vector<int> odd;
    for (int v = 0; v < n; ++v)
      if (at.degree(v) % 2 != 0) odd.push_back(v);
    if (odd.size() < 6) continue;
    many += odd.size() > 32;
    const int k = static_cast<int>(odd.size());
    std::vector<std::int64_t> distance(static_cast<std::size_t>(n * n), 1'000'000);
    auto d = [&](int a, int b) -> std::int64_t& {
      return distance[static_cast<std::size_t>(a * n + b)];
    };
    for (int v = 0; v < n; ++v) d(v, v) = 0;
    for (const TrailEdge& e : edges) d(e.a, e.b) = d(e.b, e.a) = std::min(d(e.a, e.b), e.length);
    for (int via = 0; via < n; ++via)
      for (int a = 0; a < n; ++a)
        for (int b = 0; b < n; ++b) d(a, b) = std::min(d(a, b), d(a, via) + d(via, b));
    std::vector<std::int64_t> cost(static_cast<std::size_t>((k + 2) * (k + 2)), -1);
    for (int i = 0; i < k; ++i)
      for (int j = 0; j < k + 2; ++j) {
        if (i == j) continue;
        const std::int64_t c =
            j < k ? d(odd[static_cast<std::size_t>(i)], odd[static_cast<std::size_t>(j)]) : 0;
        cost[static_cast<std::size_t>(i * (k + 2) + j)] = c;
        cost[static_cast<std::size_t>(j * (k + 2) + i)] = c;
      }
    trail::PerfectMatching<std::int64_t> matching;
    CHECK(matching.solve(k + 2, cost, budget));
    CHECK(join.solve(edges, at, odd, std::vector<char>(edges.size(), 1), budget));
    std::int64_t length = 0;
    for (int e : join.edges()) length += edges[static_cast<std::size_t>(e)].length;
    CHECK_EQ(length, matching.cost());
  }
  CHECK(many > 30);
}

// Trails that must use some edges, by two searches that have nothing in common.
TEST(forced_edges_by_parity_and_by_frontier) {
  Random random(6);
  int found_some = 0, found_none = 0;
  for (int trial = 0; trial < 1500; ++trial) {
    const Graph graph = test::random_graph(random, 12);
    if (graph.edges.empty() || trail::total_length(graph.edges) > 1000) continue;
    NOTE(graph, test::show(graph));
    std::vector<int> forced;
    for (int i = random.in(1, 3); i > 0; --i) {
      const int e = random.below(static_cast<int>(graph.edges.size()));
      if (std::ranges::count(forced, e) == 0) forced.push_back(e);
    }
    const std::int64_t floor = random.in(-1, 12);
    trail::ParitySearch parity(graph.vertices, graph.edges);
    parity.start(floor, forced);
    while (!parity.is_done()) {  // in small portions
      trail::Budget some(static_cast<std::uint64_t>(random.in(1, 3)));
      parity.run(some);
    }
    trail::Budget budget;
    trail::FrontierSearch frontier(graph.vertices, graph.edges, budget);
    const trail::Found a = parity.found(), b = frontier.search(floor, forced);
    CHECK_EQ(a.length, b.length);
    for (const trail::Found& found : {a, b}) {
      if (found.edges.empty()) continue;
      test::check_found(graph, found);
      for (int e : forced) CHECK(std::ranges::count(found.edges, e) == 1);
      CHECK(found.length > floor);
    }
    ++(a.edges.empty() ? found_none : found_some);
  }
  CHECK(found_some > 200 && found_none > 200);
}

TEST(bridges_against_their_definition) {
  Random random(4);
  for (int trial = 0; trial < 500; ++trial) {
    const Graph graph = test::random_graph(random, 20);
    NOTE(graph, test::show(graph));
    const trail::Incidence at(graph.vertices, graph.edges);
    const trail::Blocks blocks(graph.vertices, graph.edges, at);
    const auto num_pieces = trail::pieces(graph.vertices, graph.edges).size();
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
      // Without a bridge there is a piece more, counting vertices alone.
      auto rest = graph.edges;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(e));
      const TrailEdge edge = graph.edges[e];
      bool joined = false;
      for (const trail::Part& part : trail::pieces(graph.vertices, rest)) {
        const auto& ids = part.vertex_ids;
        joined |= std::ranges::count(ids, edge.a) > 0 && std::ranges::count(ids, edge.b) > 0;
      }
      CHECK_EQ(blocks.is_bridge[e] != 0, !joined);
      CHECK_EQ(blocks.block[static_cast<std::size_t>(edge.a)] ==
                   blocks.block[static_cast<std::size_t>(edge.b)],
               joined);
    }
    CHECK(num_pieces <= graph.edges.size());
  }
}

TEST(frontier_of_a_ladder_and_of_a_star_of_rings_stays_narrow) {
  std::vector<TrailEdge> ladder, star;
  const int rungs = 60;
  for (int i = 0; i < rungs; ++i) {
    ladder.push_back({2 * i, 2 * i + 1, 1});
    if (i + 1 < rungs) {
      ladder.push_back({2 * i, 2 * i + 2, 1});
      ladder.push_back({2 * i + 1, 2 * i + 3, 1});
    }
    star.push_back({0, 2 * i + 1, 1});
    star.push_back({2 * i + 1, 2 * i + 2, 1});
    star.push_back({2 * i + 2, 0, 1});
  }
  CHECK(trail::FrontierOrder(2 * rungs, ladder, 20).width() <= 3);
  CHECK(trail::FrontierOrder(2 * rungs + 1, star, 20).width() <= 3);
}

TEST(budget_lends_a_part_and_keeps_the_rest) {
  trail::Budget budget(10);
  const int done = budget.lend(4, [](trail::Budget& part) {
    int steps = 0;
    while (part.step(1)) ++steps;
    CHECK(part.is_spent());
    return steps;
  });
  CHECK_EQ(done, 4);
  CHECK(!budget.is_spent());
  CHECK_EQ(budget.nodes(), 4u);
  budget.lend(100, [](trail::Budget& part) {
    while (part.step(1)) {
    }
    return 0;
  });
  CHECK(budget.is_spent());
  CHECK_EQ(budget.nodes(), 10u);
}
