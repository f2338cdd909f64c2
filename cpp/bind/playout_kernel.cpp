#include "playout_kernel.hpp"

#include <cstdlib>
#include <stdexcept>

namespace ttr::bind {

namespace {

#ifdef TTR_X86_LEVELS
// Some compilers know no more names of features; every processor with AVX2 has the others of its
// level.
bool has_v3() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("popcnt");
}
bool has_v4() {
  return has_v3() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl");
}
#endif

}  // namespace

std::vector<KernelSet> available_kernels() {
  std::vector<KernelSet> kernels;
#ifdef TTR_X86_LEVELS
  const KernelSet v3{"x86-64-v3",         &narrow_v3,        &wide_v3,
                     &narrow_finished_v3, &wide_finished_v3, &lockstep_v3};
  if (has_v4()) {
    kernels.push_back(v3);  // AVX-512 makes the scalar engine slower
    kernels.back().isa = "x86-64-v4";
    kernels.back().lockstep = &lockstep_v4;
  }
  if (has_v3()) kernels.push_back(v3);
#endif
  kernels.push_back({TTR_BASELINE_ISA, &narrow_baseline, &wide_baseline, &narrow_finished_baseline,
                     &wide_finished_baseline, &lockstep_baseline});
  return kernels;
}

KernelSet choose_kernels() {
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
