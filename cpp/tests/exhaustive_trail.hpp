// The longest trail by trying everything: for every set of edges, the vertices where a walk that
// uses exactly these edges can end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "ttr/trail/graph.hpp"

namespace ttr::test {

// At most 20 edges and 64 vertices.
inline std::int64_t exhaustive_trail(int num_vertices, std::span<const TrailEdge> edges) {
  const std::size_t m = edges.size();
  std::vector<std::uint64_t> ends(std::size_t{1} << m, 0);  // bit v: a walk can end at v
  ends[0] = num_vertices == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << num_vertices) - 1;
  std::int64_t longest = 0;
  for (std::size_t used = 0; used < ends.size(); ++used) {
    if (ends[used] == 0) continue;
    std::int64_t length = 0;
    for (std::size_t e = 0; e < m; ++e) {
      if (used >> e & 1) {
        length += edges[e].length;
        continue;
      }
      const std::size_t more = used | std::size_t{1} << e;
      if (ends[used] >> edges[e].a & 1) ends[more] |= std::uint64_t{1} << edges[e].b;
      if (ends[used] >> edges[e].b & 1) ends[more] |= std::uint64_t{1} << edges[e].a;
    }
    longest = std::max(longest, length);
  }
  return longest;
}

// The length of a walk along these edges, or -1 if it is no trail.
inline std::int64_t trail_length(std::span<const TrailEdge> edges, const std::vector<int>& walk) {
  std::vector<char> used(edges.size(), 0);
  auto follow = [&](int at) -> std::int64_t {
    std::int64_t length = 0;
    used.assign(edges.size(), 0);
    for (int e : walk) {
      if (e < 0 || e >= static_cast<int>(edges.size()) || used[static_cast<std::size_t>(e)])
        return -1;
      used[static_cast<std::size_t>(e)] = 1;
      const TrailEdge& edge = edges[static_cast<std::size_t>(e)];
      if (edge.a != at && edge.b != at) return -1;
      at = edge.a == at ? edge.b : edge.a;
      length += edge.length;
    }
    return length;
  };
  if (walk.empty()) return 0;
  if (walk[0] < 0 || walk[0] >= static_cast<int>(edges.size())) return -1;
  const TrailEdge& first = edges[static_cast<std::size_t>(walk[0])];
  return std::max(follow(first.a), follow(first.b));
}

}  // namespace ttr::test
