// Included by one file for each shape, so that these long compilations run side by side: the
// kernels of a shape, one for each instruction set.
#pragma once

#include "playout_kernel.hpp"

// `flatten` pulls the whole playout into the one function that may use the instructions, so that
// nothing outside the run-time check is compiled with them.
#if defined(__GNUC__)
#define TTR_FLATTEN __attribute__((flatten))
#else
#define TTR_FLATTEN
#endif
#ifdef TTR_X86_LEVELS
#define TTR_FLATTEN_V3 __attribute__((flatten, target("arch=x86-64-v3")))
#endif

#define TTR_KERNEL(name, Shape)                                                         \
  void name(const Game<Shape>& game, const SeatPolicies& policies, std::uint64_t seed,  \
            std::uint64_t first_game, std::size_t first_row, std::size_t count,         \
            NetworkTrail<Shape>& trail, const PlayoutColumns& out,                      \
            const std::atomic<bool>& stop) {                                            \
    run_playouts(game, policies, seed, first_game, first_row, count, trail, out, stop); \
  }
#define TTR_FINISHED(name, Shape)                                   \
  void name(void* writer, const lockstep::Finished& games) {        \
    static_cast<lockstep::RowWriter<Shape>*>(writer)->write(games); \
  }
