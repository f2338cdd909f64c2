// Questions about sets of routes on a map, many at a time: longest trails and connections.
#define TTR_INSTANTIATE
#include <chrono>

#include "bind.hpp"
#include "team.hpp"
#include "ttr/network.hpp"
#include "ttr/trail.hpp"
#include "ttr/trail/dfs.hpp"

namespace ttr::bind {

using Words = py::array_t<std::uint64_t, py::array::c_style>;

class Networks {
 public:
  explicit Networks(const MapData& data)
      : map_(is_narrow(data) ? Maps(std::in_place_type<Map<Narrow>>, data)
                             : Maps(std::in_place_type<Map<Wide>>, data)) {}

  // f(map), whatever its shape.
  template <class F>
  decltype(auto) visit(F&& f) const {
    return std::visit(f, map_);
  }

 private:
  using Maps = std::variant<Map<Narrow>, Map<Wide>>;
  Maps map_;
};

// The rows of an (n, words) array as sets; throws if a row has a route that the map has not.
template <class Shape>
std::vector<BitSet<Shape::routes>> route_sets(const Map<Shape>& map, const Words& words) {
  const int num_words = (map.num_routes() + 63) / 64;
  if (words.ndim() != 2 || words.shape(1) != num_words)
    throw py::value_error("route sets must have shape (n, " + std::to_string(num_words) + ")");
  using RouteSet = BitSet<Shape::routes>;
  const RouteSet all = RouteSet::first(map.num_routes());
  const std::uint64_t* next = words.data();
  std::vector<RouteSet> rows;
  rows.reserve(static_cast<std::size_t>(words.shape(0)));
  for (py::ssize_t i = 0; i < words.shape(0); ++i, next += num_words) {
    rows.push_back(RouteSet::from_words(next, num_words));
    if (const RouteSet more = rows.back() - all; !more.is_empty())
      throw py::value_error("route set " + std::to_string(i) + " has route " +
                            std::to_string(more.select(0)) + "; the map has routes 0.." +
                            std::to_string(map.num_routes() - 1));
  }
  return rows;
}

}  // namespace ttr::bind

namespace pybind11::detail {

template <>
class type_caster<ttr::bind::Networks> : public initialised_caster<ttr::bind::Networks> {};

}  // namespace pybind11::detail

namespace ttr::bind {

namespace {

constexpr std::size_t kChunk = 1024;  // sets between two looks at the shared counter

template <class Shape>
py::array_t<std::int32_t> trail_lengths(const Map<Shape>& map, const Words& words,
                                        const py::object& threads_) {
  const int threads = static_cast<int>(to_int(threads_, "threads", 1, 256));
  const auto sets = route_sets(map, words);
  py::array_t<std::int32_t> lengths(static_cast<py::ssize_t>(sets.size()));
  std::int32_t* out = lengths.mutable_data();
  const LongCall call;
  Team team(sets.size(), kChunk, threads, [&](const Team& self) -> Team::Worker {
    auto trail = std::make_shared<NetworkTrail<Shape>>(&Team::tick, &self);
    return [&, trail](std::size_t first, std::size_t count) {
      for (std::size_t i = first; i < first + count; ++i) out[i] = trail->length(map, sets[i]);
    };
  });
  team.finish();
  return lengths;
}

// How long the engine's search and the plainest one take for each set, side by side. In every round
// all sets come one after the other, so that none is measured while the processor still knows its
// branches; the shortest of the rounds counts.
template <class Shape>
py::tuple time_trails(const Map<Shape>& map, const Words& words, const py::object& rounds_) {
  const int rounds = static_cast<int>(to_int(rounds_, "rounds", 1, 1000));
  const auto sets = route_sets(map, words);
  const auto n = static_cast<py::ssize_t>(sets.size());
  py::array_t<std::int32_t> lengths(n), naive_lengths(n);
  py::array_t<double> engine(n), naive(n);
  std::int32_t *length_out = lengths.mutable_data(), *naive_out = naive_lengths.mutable_data();
  double *engine_time = engine.mutable_data(), *naive_time = naive.mutable_data();
  using Clock = std::chrono::steady_clock;
  auto measure = [&](int round, double& shortest, auto&& search) {
    const auto begin = Clock::now();
    search();
    const double time = std::chrono::duration<double, std::nano>(Clock::now() - begin).count();
    shortest = round == 0 ? time : std::min(shortest, time);
  };
  {
    const LongCall call;
    py::gil_scoped_release release;
    NetworkTrail<Shape> trail(&check_signals);
    std::vector<TrailEdge> edges;
    for (int round = 0; round < rounds; ++round) {
      check_signals();
      for (py::ssize_t i = 0; i < n; ++i) {
        const auto& set = sets[static_cast<std::size_t>(i)];
        measure(round, engine_time[i], [&] { length_out[i] = trail.length(map, set); });
      }
      for (py::ssize_t i = 0; i < n; ++i) {
        edges.clear();
        sets[static_cast<std::size_t>(i)].for_each([&](int r) {
          edges.push_back({map.end_a(r), map.end_b(r), map.length(r)});
        });
        measure(round, naive_time[i], [&] {
          trail::Budget budget(trail::Budget::kNoLimit, trail::Budget::kNoTime, &check_signals);
          const trail::Found found = trail::naive_dfs(map.num_cities(), edges, budget);
          naive_out[i] = static_cast<std::int32_t>(found.length);
        });
      }
    }
  }
  return py::make_tuple(lengths, naive_lengths, engine, naive);
}

template <class Shape>
py::array_t<std::int16_t> components(const Map<Shape>& map, const Words& words) {
  const auto sets = route_sets(map, words);
  const int cities = map.num_cities();
  py::array_t<std::int16_t> labels({static_cast<py::ssize_t>(sets.size()), py::ssize_t{cities}});
  std::int16_t* out = labels.mutable_data();
  py::gil_scoped_release release;
  for (const auto& set : sets) {
    Connectivity<Shape> connectivity(map, set);
    std::array<std::int16_t, Shape::cities> label;
    label.fill(-1);
    std::int16_t count = 0;
    for (int c = 0; c < cities; ++c) {
      std::int16_t& of_root = label[static_cast<std::size_t>(connectivity.root(c))];
      if (of_root < 0) of_root = count++;
      *out++ = of_root;
    }
  }
  return labels;
}

template <class Shape>
py::array_t<bool> connected(const Map<Shape>& map, const Words& words, const py::object& a_,
                            const py::object& b_) {
  const int a = static_cast<int>(to_int(a_, "a", 0, map.num_cities() - 1));
  const int b = static_cast<int>(to_int(b_, "b", 0, map.num_cities() - 1));
  const auto sets = route_sets(map, words);
  py::array_t<bool> answers(static_cast<py::ssize_t>(sets.size()));
  bool* out = answers.mutable_data();
  py::gil_scoped_release release;
  for (const auto& set : sets) *out++ = Connectivity<Shape>(map, set).joined(a, b);
  return answers;
}

template <class Shape>
py::array_t<bool> completed_tickets(const Map<Shape>& map, const Words& words,
                                    const py::sequence& tickets_) {
  std::vector<int> tickets;
  for (const auto& item : tickets_)
    tickets.push_back(static_cast<int>(to_int(item, "tickets", 0, map.num_tickets() - 1)));
  const auto sets = route_sets(map, words);
  py::array_t<bool> answers({static_cast<py::ssize_t>(sets.size()),
                             static_cast<py::ssize_t>(tickets.size())});
  bool* out = answers.mutable_data();
  py::gil_scoped_release release;
  for (const auto& set : sets) {
    Connectivity<Shape> connectivity(map, set);
    for (int t : tickets) *out++ = connectivity.joined(map.ticket_a(t), map.ticket_b(t));
  }
  return answers;
}

}  // namespace

void bind_networks(py::module_& m) {
  py::class_<Networks>(m, "Networks", py::is_final(),
                       "A map, to be asked about sets of its routes; see ttr_fast.networks.")
      .def(py::init([](const py::object& num_cities, const py::iterable& routes,
                       const py::iterable& tickets) {
             return Networks(map_data(routes, tickets,
                                      static_cast<int>(to_int(num_cities, "num_cities", 0,
                                                              Wide::cities))));
           }),
           py::arg("num_cities"), py::arg("routes"), py::arg("tickets"))
      .def(
          "trail_lengths",
          [](const Networks& networks, const Words& words, const py::object& threads) {
            return networks.visit([&](const auto& map) {
              return trail_lengths(map, words, threads);
            });
          },
          py::arg("words"), py::arg("threads"),
          "(n,) int32: trains in the longest trail of each set.")
      .def(
          "time_trails",
          [](const Networks& networks, const Words& words, const py::object& rounds) {
            return networks.visit([&](const auto& map) { return time_trails(map, words, rounds); });
          },
          py::arg("words"), py::arg("rounds"),
          "(n,) each: lengths by the engine and by naive_dfs, nanoseconds of both.")
      .def(
          "components",
          [](const Networks& networks, const Words& words) {
            return networks.visit([&](const auto& map) { return components(map, words); });
          },
          py::arg("words"),
          "(n, cities) int16: the piece of each city, numbered by their first cities.")
      .def(
          "connected",
          [](const Networks& networks, const Words& words, const py::object& a,
             const py::object& b) {
            return networks.visit([&](const auto& map) { return connected(map, words, a, b); });
          },
          py::arg("words"), py::arg("a"), py::arg("b"), "(n,) bool: does the set join two cities?")
      .def(
          "completed_tickets",
          [](const Networks& networks, const Words& words, const py::sequence& tickets) {
            return networks.visit([&](const auto& map) {
              return completed_tickets(map, words, tickets);
            });
          },
          py::arg("words"), py::arg("tickets"),
          "(n, tickets) bool: which tickets does the set complete?");
}

}  // namespace ttr::bind
