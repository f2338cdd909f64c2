// The playout loop, compiled once for every instruction set that pays, chosen at run time.
#pragma once

#include <string>
#include <vector>

#include "ttr/instances.hpp"
#include "ttr/playout.hpp"

namespace ttr::bind {

using KernelShape = UpTo128;
using Kernel = void (*)(const Game<KernelShape>&, const SeatPolicies&, std::uint64_t seed,
                        std::uint64_t first_game, std::size_t first_row, std::size_t count,
                        NetworkTrail<KernelShape>&, const PlayoutColumns&,
                        const std::atomic<bool>& stop);

struct KernelChoice {
  std::string isa;
  Kernel run;
};

// Best first. Only what this processor can run.
std::vector<KernelChoice> available_kernels();

// The first of them, or the one that the environment variable TTR_FAST_ISA names. Throws
// std::invalid_argument if it names none of them.
KernelChoice choose_kernel();

}  // namespace ttr::bind
