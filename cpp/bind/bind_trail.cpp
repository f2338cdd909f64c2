// Longest trails of any weighted multigraph: the compiled algorithms by name.
#include <array>
#include <optional>
#include <string_view>

#include "bind.hpp"
#include "ttr/trail/dfs.hpp"
#include "ttr/trail/exact.hpp"
#include "ttr/trail/heuristics.hpp"

namespace ttr::bind {

namespace {

struct Algorithm {
  std::string_view name;
  trail::Found (*solve)(int num_vertices, trail::Edges edges, trail::Budget& budget);
};

constexpr std::array kAlgorithms = {
    Algorithm{"naive_dfs", &trail::naive_dfs},
    Algorithm{"dfs_bound", &trail::dfs_bound},
    Algorithm{"core_dfs", &trail::core_dfs},
    Algorithm{"parity_bb", &trail::parity_bb},
    Algorithm{"bridge_parity", &trail::bridge_parity},
    Algorithm{"frontier_dp", &trail::frontier_dp},
    Algorithm{"exact", &trail::exact},
    Algorithm{"greedy", &trail::greedy},
    Algorithm{"local_search", &trail::local_search},
};

const Algorithm& algorithm_named(const std::string& name) {
  std::string allowed;
  for (const Algorithm& a : kAlgorithms) {
    if (a.name == name) return a;
    allowed += (allowed.empty() ? "" : ", ") + std::string(a.name);
  }
  throw py::value_error("there is no compiled algorithm '" + name + "'; algorithms: " + allowed);
}

}  // namespace

std::vector<TrailEdge> trail_edges(int num_vertices, const Integers& ends,
                                   const Integers& lengths) {
  if (ends.ndim() != 2 || ends.shape(1) != 2 || lengths.ndim() != 1 ||
      lengths.shape(0) != ends.shape(0))
    throw py::value_error("ends must have shape (m, 2) and lengths shape (m,)");
  if (ends.shape(0) >= std::numeric_limits<int>::max() / 4)
    throw py::value_error("more edges than can be numbered");
  const auto e = ends.unchecked<2>();
  const auto l = lengths.unchecked<1>();
  std::vector<TrailEdge> edges;
  edges.reserve(static_cast<std::size_t>(e.shape(0)));
  trail::Length total = 0;
  for (py::ssize_t i = 0; i < e.shape(0); ++i) {
    for (py::ssize_t end : {0, 1})
      if (e(i, end) < 0 || e(i, end) >= num_vertices)
        throw py::value_error("ends[" + std::to_string(i) + "]: vertices are numbered 0.." +
                              std::to_string(num_vertices - 1));
    if (e(i, 0) == e(i, 1))
      throw py::value_error("ends[" + std::to_string(i) + "]: joins a vertex to itself");
    if (l(i) < 1 || __builtin_add_overflow(total, l(i), &total))
      throw py::value_error("lengths[" + std::to_string(i) +
                            "]: lengths are >= 1 and stay below 2**63 in all");
    edges.push_back({static_cast<int>(e(i, 0)), static_cast<int>(e(i, 1)), l(i)});
  }
  return edges;
}

void bind_trail(py::module_& m) {
  m.def(
      "solve_trail",
      [](const std::string& name, const py::object& num_vertices, const Integers& ends,
         const Integers& lengths, const py::object& node_limit,
         const std::optional<double>& time_limit) {
        const Algorithm& algorithm = algorithm_named(name);
        const int n = static_cast<int>(to_int(num_vertices, "num_vertices", 0,
                                              std::numeric_limits<int>::max() / 4));
        const std::vector<TrailEdge> edges = trail_edges(n, ends, lengths);
        trail::Budget budget(node_limit.is_none() ? trail::Budget::kNoLimit
                                                  : to_u64(node_limit, "node_limit"),
                             time_limit.value_or(trail::Budget::kNoTime), &check_signals);
        trail::Found found;
        std::vector<int> order;
        double seconds;
        {
          const LongCall call;
          py::gil_scoped_release release;
          const double begin = trail::cpu_seconds();
          found = algorithm.solve(n, edges, budget);
          seconds = trail::cpu_seconds() - begin;
          order = trail::walk_along(edges, found.edges);
        }
        return py::make_tuple(order, found.is_proven(), found.upper_bound, budget.nodes(), seconds);
      },
      py::arg("algorithm"), py::arg("num_vertices"), py::arg("ends"), py::arg("lengths"),
      py::arg("node_limit"), py::arg("time_limit"),
      "(edges in walking order, proven, upper bound, nodes, CPU seconds) of the best trail found.");
  m.def(
      "trail_algorithm_names",
      [] {
        py::list names;
        for (const Algorithm& a : kAlgorithms) names.append(std::string(a.name));
        return py::tuple(names);
      },
      "Names of the compiled algorithms.");
}

}  // namespace ttr::bind
