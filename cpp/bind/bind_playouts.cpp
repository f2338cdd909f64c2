// Batches of playouts on worker threads, with the GIL released.
#include "bind.hpp"
#include "playout_kernel.hpp"
#include "team.hpp"

namespace ttr::bind {

namespace {

constexpr std::size_t kChunk = 512;  // games between two looks at the shared counter

template <class T>
T* column(const py::dict& columns, const char* name, std::size_t n, std::size_t width) {
  if (!columns.contains(name)) throw py::value_error("columns: no '" + std::string(name) + "'");
  const py::object value = columns[name];
  if (!py::isinstance<py::array_t<T, py::array::c_style>>(value))
    throw py::type_error("columns: '" + std::string(name) + "' has another dtype or layout");
  auto array = py::reinterpret_borrow<py::array_t<T, py::array::c_style>>(value);
  if (static_cast<std::size_t>(array.size()) != n * width)
    throw py::value_error("columns: '" + std::string(name) + "' has another shape");
  return array.mutable_data();
}

Policy policy_named(const std::string& name) {
  std::string allowed;
  for (std::size_t i = 0; i < kPolicyNames.size(); ++i) {
    if (kPolicyNames[i] == name) return static_cast<Policy>(i);
    allowed += (i ? ", " : "") + std::string(kPolicyNames[i]);
  }
  throw py::value_error("there is no policy '" + name + "'; policies: " + allowed);
}

void run(const PyGame& pg, const std::vector<std::string>& names, const py::object& seed_,
         const py::object& first_game_, const py::object& threads_, const py::dict& columns,
         const py::object& progress) {
  const auto players = static_cast<std::size_t>(pg.num_players());
  if (names.size() != players)
    throw py::value_error("policies: one per seat, so " + std::to_string(players) + ", got " +
                          std::to_string(names.size()));
  SeatPolicies policies{};
  for (std::size_t i = 0; i < players; ++i) policies[i] = policy_named(names[i]);
  const std::uint64_t seed = to_u64(seed_, "seed"), first_game = to_u64(first_game_, "first_game");
  const int threads = static_cast<int>(to_int(threads_, "threads", 1, 256));
  if (!columns.contains("winners")) throw py::value_error("columns: no 'winners'");
  const std::size_t n = py::len(columns["winners"]);
  const PlayoutColumns out{column<std::int16_t>(columns, "scores", n, players),
                           column<std::int16_t>(columns, "route_points", n, players),
                           column<std::int16_t>(columns, "ticket_points", n, players),
                           column<std::uint16_t>(columns, "completed", n, players),
                           column<std::uint16_t>(columns, "failed", n, players),
                           column<std::uint16_t>(columns, "longest", n, players),
                           column<std::uint8_t>(columns, "stations_built", n, players),
                           column<std::uint8_t>(columns, "winners", n, 1),
                           column<std::uint16_t>(columns, "turns", n, 1),
                           column<std::uint16_t>(columns, "plies", n, 1)};
  const KernelChoice kernel = choose_kernel();
  const LongCall call;
  pg.visit([&]<class Shape>(const Game<Shape>& game) {
    Team team(n, kChunk, threads, [&](const Team& self) -> Team::Worker {
      auto trail = std::make_shared<NetworkTrail<Shape>>(&Team::tick, &self);
      return [&, trail](std::size_t row, std::size_t count) {
        kernel(game, policies, seed, first_game + row, row, count, *trail, out, self.stop());
      };
    });
    team.finish(progress);
  });
}

std::string compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#elif defined(__GNUC__)
  return "gcc " __VERSION__;
#else
  return "unknown";
#endif
}

}  // namespace

void bind_playouts(py::module_& m) {
  m.def(
      "policy_names",
      [] {
        py::tuple out(kPolicyNames.size());
        for (std::size_t i = 0; i < kPolicyNames.size(); ++i) out[i] = text(kPolicyNames[i]);
        return out;
      },
      "Names of the built-in policies.");
  m.def("run_playouts", &run, py::arg("game"), py::arg("policies"), py::arg("seed"),
        py::arg("first_game"), py::arg("threads"), py::arg("columns"), py::arg("progress"),
        "Plays games first_game, first_game + 1, ... into the rows of the columns.");
  m.def(
      "build_info",
      [] {
        py::dict d;
        d["compiler"] = compiler();
#ifdef TTR_BUILD_FLAGS
        d["flags"] = TTR_BUILD_FLAGS;
#else
        d["flags"] = "unknown";
#endif
        d["isa"] = choose_kernel().isa;
        py::list isas;
        for (const auto& kernel : available_kernels()) isas.append(kernel.isa);
        d["isa_available"] = isas;
#ifdef TTR_CHECK_STATES
        d["debug"] = true;
#else
        d["debug"] = false;
#endif
        return d;
      },
      "Compiler, flags and instruction sets of this build.");
}

}  // namespace ttr::bind
