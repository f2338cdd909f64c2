// Runs the compiled solvers of users: see ttr/trail_plugin.h.
#include <chrono>
#include <exception>
#include <limits>
#include <optional>

#include "bind.hpp"
#include "ttr/trail/graph.hpp"
#include "ttr/trail_plugin.h"

namespace ttr::bind {

namespace {

// What stands behind `should_stop`. Exceptions of signal handlers wait here until the solver, which
// may be C, has returned.
class StopSign {
 public:
  StopSign(std::uint64_t node_limit, double time_limit)
      : node_limit_(node_limit), deadline_(trail::cpu_seconds() + time_limit) {}

  static int should_stop(void* context, std::uint64_t nodes) {
    return static_cast<StopSign*>(context)->look(nodes);
  }
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr auto kInterval = std::chrono::milliseconds(5);

  bool look(std::uint64_t nodes) noexcept {
    if (stops_ || nodes >= node_limit_) return stops_ = true;
    // Signals need the GIL and CPU time a system call: too much for every time.
    const auto now = Clock::now();
    if (now < next_look_) return false;
    next_look_ = now + kInterval;
    stops_ = trail::cpu_seconds() >= deadline_;
    try {
      check_signals();
    } catch (...) {
      failure_ = std::current_exception();
      stops_ = true;
    }
    return stops_;
  }

  std::uint64_t node_limit_;
  double deadline_;
  Clock::time_point next_look_ = Clock::time_point::min();
  bool stops_ = false;
  std::exception_ptr failure_;
};

ttr_trail_solver solver_of(const py::object& capsule) {
  if (!PyCapsule_IsValid(capsule.ptr(), TTR_TRAIL_PLUGIN))
    throw py::type_error("solve must be a function or a PyCapsule named '" TTR_TRAIL_PLUGIN
                         "', got " +
                         safe_repr(capsule));
  return reinterpret_cast<ttr_trail_solver>(PyCapsule_GetPointer(capsule.ptr(), TTR_TRAIL_PLUGIN));
}

void require(bool holds, const std::string& fault) {
  if (!holds) throw py::value_error(fault);
}

// The edges that the solver has put into its solution. Behind the room it was given lie some more
// with a mark, so that one that writes a little too far is noticed.
class EdgeBuffer {
 public:
  explicit EdgeBuffer(std::size_t size) : edges_(size + kGuard, kMark), size_(size) {}
  std::int32_t* data() { return edges_.data(); }

  std::vector<std::int32_t> take(const ttr_trail_solution& solution) && {
    for (std::size_t i = size_; i < edges_.size(); ++i)
      require(edges_[i] == kMark, "it writes beyond the room for the trail");
    require(solution.edges == edges_.data(), "it has moved the pointer `edges` of its solution");
    const std::int32_t n = solution.num_edges;
    require(n >= 0 && static_cast<std::size_t>(n) <= size_, "it says that " + std::to_string(n) +
                                                                " of " + std::to_string(size_) +
                                                                " edges are on the trail");
    edges_.resize(static_cast<std::size_t>(n));
    return std::move(edges_);
  }

 private:
  static constexpr std::size_t kGuard = 64;
  static constexpr std::int32_t kMark = std::numeric_limits<std::int32_t>::min();
  std::vector<std::int32_t> edges_;
  std::size_t size_;
};

py::tuple run_trail_plugin(const py::object& capsule, int num_vertices, const Integers& ends_,
                           const Integers& lengths_, const std::optional<std::uint64_t>& node_limit,
                           const std::optional<double>& time_limit) {
  const ttr_trail_solver solve = solver_of(capsule);
  const std::vector<TrailEdge> checked = trail_edges(num_vertices, ends_, lengths_);
  const std::size_t m = checked.size();
  std::vector<std::int32_t> ends;
  std::vector<std::int64_t> lengths;
  ends.reserve(2 * m);
  lengths.reserve(m);
  for (const TrailEdge& e : checked) {
    ends.push_back(e.a);
    ends.push_back(e.b);
    lengths.push_back(e.length);
  }

  EdgeBuffer edges(m);
  const double begin = trail::cpu_seconds();
  StopSign sign(node_limit.value_or(TTR_TRAIL_NO_NODE_LIMIT),
                time_limit.value_or(std::numeric_limits<double>::infinity()));
  const ttr_trail_problem problem{num_vertices,
                                  static_cast<std::int32_t>(m),
                                  ends.data(),
                                  lengths.data(),
                                  node_limit.value_or(TTR_TRAIL_NO_NODE_LIMIT),
                                  time_limit.value_or(std::numeric_limits<double>::infinity()),
                                  &StopSign::should_stop,
                                  &sign};
  ttr_trail_solution solution{edges.data(), 0, 0, TTR_TRAIL_NO_BOUND, 0};
  int failed = 0;
  {
    const LongCall call;
    py::gil_scoped_release release;
    failed = solve(&problem, &solution);
  }
  const double seconds = trail::cpu_seconds() - begin;
  sign.rethrow();
  require(failed == 0, "it failed with code " + std::to_string(failed));
  const auto trail = std::move(edges).take(solution);
  py::object bound = py::none();
  if (solution.upper_bound != TTR_TRAIL_NO_BOUND) bound = py::int_(solution.upper_bound);
  return py::make_tuple(trail, solution.proven != 0, bound, solution.nodes, seconds);
}

}  // namespace

void bind_trail_plugin(py::module_& m) {
  m.def(
      "check_trail_plugin", [](const py::object& capsule) { solver_of(capsule); },
      py::arg("capsule"), "Raises TypeError unless it is a capsule as ttr/trail_plugin.h says.");
  m.def(
      "run_trail_plugin", &run_trail_plugin, py::arg("capsule"), py::arg("num_vertices"),
      py::arg("ends"), py::arg("lengths"), py::arg("node_limit"), py::arg("time_limit"),
      "(edges in walking order, proven, upper bound or None, nodes, CPU seconds). ValueError says "
      "how the solver is at fault. The Python wrapper has checked the graph and walks the trail.");
}

}  // namespace ttr::bind
