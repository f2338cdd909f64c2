// Compiled once for each instruction set, with the flags for it and its name in TTR_LOCKSTEP_LEVEL:
// see setup.py. Includes nothing whose functions the rest of the module shares.
#include "ttr/lockstep/kernel.hpp"

namespace ttr::bind {

#define TTR_KERNEL(level) TTR_KERNEL_(level)
#define TTR_KERNEL_(level) lockstep_##level

void TTR_KERNEL(TTR_LOCKSTEP_LEVEL)(const lockstep::Run& run) { lockstep::run_lockstep(run); }

}  // namespace ttr::bind
