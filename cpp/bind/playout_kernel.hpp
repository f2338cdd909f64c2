// The playout loop, compiled once for every instruction set that pays, chosen at run time.
#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "ttr/instances.hpp"
#include "ttr/playout.hpp"

namespace ttr::bind {

template <class Shape>
using Kernel = void (*)(const Game<Shape>&, const SeatPolicies&, std::uint64_t seed,
                        std::uint64_t first_game, std::size_t first_row, std::size_t count,
                        NetworkTrail<Shape>&, const PlayoutColumns&, const std::atomic<bool>& stop);

// Those of this build: <shape>_<instruction set>. One that checks every state is slow anyway.
#if defined(__GNUC__) && defined(__x86_64__) && !defined(TTR_CHECK_STATES)
#define TTR_X86_V3
#endif
std::remove_pointer_t<Kernel<UpTo128>> narrow_baseline;
std::remove_pointer_t<Kernel<UpTo256>> wide_baseline;
#ifdef TTR_X86_V3
std::remove_pointer_t<Kernel<UpTo128>> narrow_v3;
std::remove_pointer_t<Kernel<UpTo256>> wide_v3;
#endif

struct KernelChoice {
  std::string isa;
  Kernel<UpTo128> narrow;
  Kernel<UpTo256> wide;

  void operator()(const Game<UpTo128>& game, auto&&... arguments) const {
    narrow(game, arguments...);
  }
  void operator()(const Game<UpTo256>& game, auto&&... arguments) const {
    wide(game, arguments...);
  }
};

// Best first. Only what this processor can run.
std::vector<KernelChoice> available_kernels();

// The first of them, or the one that the environment variable TTR_FAST_ISA names. Throws
// std::invalid_argument if it names none of them.
KernelChoice choose_kernel();

}  // namespace ttr::bind
