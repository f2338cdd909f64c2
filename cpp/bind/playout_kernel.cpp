#include "playout_kernel.hpp"

#include <cstdlib>
#include <stdexcept>

namespace ttr::bind {

namespace {

#define TTR_KERNEL(name)                                                                     \
  void name(const Game<KernelShape>& game, const SeatPolicies& policies, std::uint64_t seed, \
            std::uint64_t first_game, std::size_t first_row, std::size_t count,              \
            NetworkTrail<KernelShape>& trail, const PlayoutColumns& out,                     \
            const std::atomic<bool>& stop) {                                                 \
    run_playouts(game, policies, seed, first_game, first_row, count, trail, out, stop);      \
  }

// `flatten` pulls the whole playout into the one function that may use the instructions, so that
// nothing outside the run-time check is compiled with them.
#if defined(__GNUC__)
#define TTR_FLATTEN __attribute__((flatten))
#else
#define TTR_FLATTEN
#endif

TTR_FLATTEN TTR_KERNEL(kernel_baseline)
#if defined(__GNUC__) && defined(__x86_64__)
#define TTR_X86_V3
    __attribute__((flatten, target("arch=x86-64-v3"))) TTR_KERNEL(kernel_x86_64_v3)

        bool has_v3() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("lzcnt") &&
         __builtin_cpu_supports("movbe") && __builtin_cpu_supports("f16c");
}
#endif

}  // namespace

std::vector<KernelChoice> available_kernels() {
  std::vector<KernelChoice> kernels;
#ifdef TTR_X86_V3
  if (has_v3()) kernels.push_back({"x86-64-v3", &kernel_x86_64_v3});
#endif
  kernels.push_back({"baseline", &kernel_baseline});
  return kernels;
}

KernelChoice choose_kernel() {
  const auto kernels = available_kernels();
  const char* wanted = std::getenv("TTR_FAST_ISA");
  if (wanted == nullptr || *wanted == '\0') return kernels.front();
  std::string allowed;
  for (const auto& kernel : kernels) {
    if (kernel.isa == wanted) return kernel;
    allowed += (allowed.empty() ? "" : ", ") + kernel.isa;
  }
  throw std::invalid_argument("TTR_FAST_ISA = '" + std::string(wanted) +
                              "' is not available here; allowed: " + allowed);
}

}  // namespace ttr::bind
