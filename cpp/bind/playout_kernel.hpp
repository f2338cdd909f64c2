// The playout loops of both engines, compiled for every instruction set that pays, chosen at run
// time.
#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "ttr/instances.hpp"
#include "ttr/lockstep/rows.hpp"

namespace ttr::bind {

enum class Engine { scalar, lockstep };

template <class Shape>
using Kernel = void(const Game<Shape>&, const SeatPolicies&, std::uint64_t seed,
                    std::uint64_t first_game, std::size_t first_row, std::size_t count,
                    NetworkTrail<Shape>&, const PlayoutColumns&, const std::atomic<bool>& stop);

// How the lockstep engine hands out games that ended: calls write() of its RowWriter.
using RowSink = void(void* row_writer, const lockstep::Finished&);

// Those of this build: <shape>_<instruction set>. The one without an instruction set is for all
// processors that the module is compiled for; setup.py defines TTR_X86_LEVELS where there are
// others.
Kernel<UpTo128> narrow_baseline;
Kernel<UpTo256> wide_baseline;
RowSink narrow_finished_baseline, wide_finished_baseline;
lockstep::Kernel lockstep_baseline;
#ifdef TTR_X86_LEVELS
Kernel<UpTo128> narrow_v3;
Kernel<UpTo256> wide_v3;
RowSink narrow_finished_v3, wide_finished_v3;
lockstep::Kernel lockstep_v3, lockstep_v4;
#endif

// The kernels of one instruction set.
struct KernelSet {
  std::string isa;
  Kernel<UpTo128>* narrow;
  Kernel<UpTo256>* wide;
  RowSink* narrow_finished;
  RowSink* wide_finished;
  lockstep::Kernel* lockstep;
};

// Best first. Only what this processor can run.
std::vector<KernelSet> available_kernels();

// The first of them, or the one that the environment variable TTR_FAST_ISA names. Throws
// std::invalid_argument if it names none of them.
KernelSet choose_kernels();

// Why the lockstep engine cannot play these games; empty if it can.
template <class Shape>
std::string lockstep_obstacle(const Game<Shape>& game) {
#ifdef TTR_CHECK_STATES
  return "this build checks every state, which the lockstep engine does not have";
#endif
  return lockstep::obstacle(game);
}

// Plays games into rows, with the engine that was chosen.
class PlayoutKernel {
 public:
  PlayoutKernel(const KernelSet& kernels, Engine engine) : kernels_(kernels), engine_(engine) {}

  template <class Shape>
  void operator()(const Game<Shape>& game, const SeatPolicies& policies, std::uint64_t seed,
                  std::uint64_t first_game, std::size_t first_row, std::size_t count,
                  NetworkTrail<Shape>& trail, const PlayoutColumns& out,
                  const std::atomic<bool>& stop) const {
    const auto [scalar, finished] = of(game);
    if (engine_ == Engine::scalar)
      scalar(game, policies, seed, first_game, first_row, count, trail, out, stop);
    else
      lockstep::run_playouts(game, policies, seed, first_game, first_row, count, trail, out, stop,
                             *kernels_.lockstep, finished);
  }

 private:
  auto of(const Game<UpTo128>&) const {
    return std::pair(kernels_.narrow, kernels_.narrow_finished);
  }
  auto of(const Game<UpTo256>&) const { return std::pair(kernels_.wide, kernels_.wide_finished); }

  KernelSet kernels_;
  Engine engine_;
};

}  // namespace ttr::bind
