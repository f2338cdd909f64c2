// Longest trails of any weighted multigraph.
#include <chrono>

#include "bind.hpp"

namespace ttr::bind {

void bind_trail(py::module_& m) {
  m.def(
      "longest_trail",
      [](int num_vertices, const py::array_t<std::int64_t>& ends,
         const py::array_t<std::int64_t>& lengths) {
        const auto e = ends.unchecked<2>();
        const auto l = lengths.unchecked<1>();
        std::vector<TrailEdge> edges;
        for (py::ssize_t i = 0; i < e.shape(0); ++i)
          edges.push_back({static_cast<int>(e(i, 0)), static_cast<int>(e(i, 1)), l(i)});
        TrailSolver solver(&check_signals);
        std::vector<int> trail;
        const auto begin = std::chrono::steady_clock::now();
        {
          const LongCall call;
          py::gil_scoped_release release;
          trail = solver.trail(num_vertices, edges);
        }
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
        std::int64_t length = 0;
        for (int i : trail) length += edges[static_cast<std::size_t>(i)].length;
        return py::make_tuple(length, trail, solver.nodes(), seconds.count());
      },
      py::arg("num_vertices"), py::arg("ends"), py::arg("lengths"),
      "(length, edges in walking order, search nodes, seconds); checked by the Python wrapper.");
}

}  // namespace ttr::bind
