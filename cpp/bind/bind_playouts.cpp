// Batches of playouts on worker threads, with the GIL released.
#include "bind.hpp"
#include "playout_columns.hpp"
#include "playout_job.hpp"
#include "team.hpp"

namespace ttr::bind {

namespace {

void run(const PyGame& pg, const Policies& policies, const py::object& seed,
         const py::object& first_game, const py::object& n, const py::object& threads,
         const std::string& engine, const py::dict& columns, const py::object& progress) {
  const PlayoutJob job(pg, policies, seed, first_game, n, threads, engine);
  pg.visit([&]<class Shape>(const Game<Shape>& game) {
    const PlayoutColumns out = columns_of(game, columns, job.n);
    const LongCall call;
    Team team(job.n, job.chunk(), job.threads, [&](const Team& self) -> Team::Worker {
      auto trail = std::make_shared<NetworkTrail<Shape>>(&Team::tick, &self);
      auto player = std::make_shared<JobPlayer<Shape>>(job, game);
      return [&, trail, player](std::size_t row, std::size_t count) {
        player->play(row, row, count, *trail, out, self.stop());
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
  m.def(
      "playout_engine",
      [](const PyGame& game, const std::string& engine, std::size_t n, bool plugins) {
        return name_of(engine_named(game, engine, n, plugins));
      },
      py::arg("game"), py::arg("engine"), py::arg("n"), py::arg("plugins"),
      "The engine that plays n games: 'scalar' or 'lockstep', which is what 'auto' becomes.");
  m.def("run_playouts", &run, py::arg("game"), py::arg("policies"), py::arg("seed"),
        py::arg("first_game"), py::arg("n"), py::arg("threads"), py::arg("engine"),
        py::arg("columns"), py::arg("progress"),
        "Plays games first_game, ..., n of them, into the rows of the columns, by their names. A "
        "policy is a name or the capsule of a plugin.");
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
        d["isa"] = choose_kernels().isa;
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
