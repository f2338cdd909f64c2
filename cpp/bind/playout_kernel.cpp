#include "playout_kernel.hpp"

#include <cstdlib>
#include <stdexcept>

namespace ttr::bind {

namespace {

#ifdef TTR_X86_V3
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
  if (has_v3()) kernels.push_back({"x86-64-v3", &narrow_v3, &wide_v3});
#endif
  kernels.push_back({"baseline", &narrow_baseline, &wide_baseline});
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
