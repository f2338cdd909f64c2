// Batches of playouts on worker threads, with the GIL released.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "bind.hpp"
#include "playout_kernel.hpp"

namespace ttr::bind {

namespace {

constexpr std::size_t kChunk = 512;  // games between two looks at the shared counter
constexpr auto kPulse = std::chrono::milliseconds(100);

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

// Worker threads over the games of one call. They share one counter, taken a chunk at a time.
class Team {
 public:
  Team(const CoreGame& game, const SeatPolicies& policies, std::uint64_t seed,
       std::uint64_t first_game, std::size_t n, int threads, const PlayoutColumns& out)
      : n_(n) {
    const Kernel run = choose_kernel().run;
    auto play = [=, this, &game] {
      NetworkTrail<Shape> trail(&Team::tick, this);
      for (;;) {
        const std::size_t row = next_.fetch_add(kChunk, std::memory_order_relaxed);
        if (row >= n_ || stop_.load(std::memory_order_relaxed)) break;
        const std::size_t count = std::min(kChunk, n_ - row);
        run(game, policies, seed, first_game + row, row, count, trail, out, stop_);
        done_.fetch_add(count, std::memory_order_relaxed);
      }
    };
    auto work = [=, this] {
      std::exception_ptr failure;
      try {
        play();
      } catch (const Stopped&) {
      } catch (...) {
        failure = std::current_exception();
        stop_ = true;
      }
      const std::lock_guard lock(mutex_);
      if (failure) failure_ = failure;
      --running_;
      finished_.notify_one();
    };
    const auto chunks = (n + kChunk - 1) / kChunk;
    running_ = static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(threads), chunks));
    const int workers = running_;
    threads_.reserve(static_cast<std::size_t>(workers));
    try {
      for (int i = 0; i < workers; ++i) threads_.emplace_back(work);
    } catch (...) {  // no more threads to be had: those there are do the work
      const std::lock_guard lock(mutex_);
      running_ -= workers - static_cast<int>(threads_.size());
      if (threads_.empty()) throw;
    }
  }
  ~Team() {
    py::gil_scoped_release release;
    stop_ = true;
    for (auto& t : threads_) t.join();
  }

  // Waits a pulse, or until all is done. True when all is done.
  bool wait() {
    std::unique_lock lock(mutex_);
    return finished_.wait_for(lock, kPulse, [this] { return running_ == 0; });
  }
  // What ended a worker before its time, if anything did.
  void rethrow_failure() {
    const std::lock_guard lock(mutex_);
    if (failure_) std::rethrow_exception(failure_);
  }
  std::size_t done() const { return std::min(n_, done_.load(std::memory_order_relaxed)); }

 private:
  struct Stopped {};
  // Called by a long trail search in the middle of a game.
  static void tick(const void* team) {
    if (static_cast<const Team*>(team)->stop_.load(std::memory_order_relaxed)) throw Stopped{};
  }

  std::size_t n_;
  std::atomic<std::size_t> next_{0}, done_{0};
  std::atomic<bool> stop_{false};
  std::mutex mutex_;
  std::condition_variable finished_;
  int running_ = 0;
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

void run(const PyGame& pg, const std::vector<std::string>& names, const py::object& seed_,
         const py::object& first_game_, const py::object& threads_, const py::dict& columns,
         const py::object& progress) {
  const auto players = static_cast<std::size_t>(pg.game.num_players);
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
                           column<std::uint8_t>(columns, "completed", n, players),
                           column<std::uint8_t>(columns, "failed", n, players),
                           column<std::uint16_t>(columns, "longest", n, players),
                           column<std::uint8_t>(columns, "winners", n, 1),
                           column<std::uint16_t>(columns, "turns", n, 1),
                           column<std::uint16_t>(columns, "plies", n, 1)};
  const LongCall call;
  Team team(pg.game, policies, seed, first_game, n, threads, out);
  for (bool all_done = false; !all_done;) {
    {
      py::gil_scoped_release release;
      all_done = team.wait();
    }
    check_signals();
    team.rethrow_failure();
    if (!progress.is_none()) progress(team.done());
  }
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
        for (std::size_t i = 0; i < kPolicyNames.size(); ++i)
          out[i] = py::str(kPolicyNames[i].data(), kPolicyNames[i].size());
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
