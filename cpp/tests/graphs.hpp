// Random graphs for the longest-trail tests, and checks of what a solver found.
#pragma once

#include <set>
#include <string>

#include "check.hpp"
#include "exhaustive_trail.hpp"
#include "random.hpp"
#include "ttr/trail/graph.hpp"

namespace ttr::test {

struct Graph {
  int vertices;
  std::vector<TrailEdge> edges;
};

inline std::string show(const Graph& graph) {
  std::string text = std::to_string(graph.vertices) + " vertices:";
  for (const auto& e : graph.edges)
    text += " " + std::to_string(e.a) + "-" + std::to_string(e.b) + ":" + std::to_string(e.length);
  return text;
}

// Sparse and dense ones, trees, pieces, parallel edges; lengths of 1, small and huge ones.
inline Graph random_graph(Random& random, int most_edges) {
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
    const std::int64_t huge = std::numeric_limits<std::int64_t>::max() / most_edges;
    const std::int64_t length = lengths == 0   ? 1
                                : lengths == 1 ? random.in(1, 6)
                                : lengths == 2 ? random.in(1, 3)
                                : lengths == 3 ? random.in(1, 40)
                                               : huge - random.below(100);
    graph.edges.push_back({a, b, length});
  }
  return graph;
}

// The edges found make a trail of the length that is claimed, below the bound that is claimed.
inline void check_found(const Graph& graph, const trail::Found& found) {
  const std::vector<int> walk = trail::walk_along(graph.edges, found.edges);
  CHECK_EQ(walk.size(), found.edges.size());
  CHECK_EQ(trail_length(graph.edges, walk), found.length);
  CHECK(found.length <= found.upper_bound);
}

}  // namespace ttr::test
