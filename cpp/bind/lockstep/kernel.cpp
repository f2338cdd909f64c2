// Compiled once for each instruction set, with the flags for it and TTR_LOCKSTEP_KERNEL, the name
// of the function: see setup.py. Includes nothing whose functions the rest of the module shares.
#include "ttr/lockstep/kernel.hpp"

namespace ttr::bind {

void TTR_LOCKSTEP_KERNEL(const lockstep::Run& run) { lockstep::run_lockstep(run); }

}  // namespace ttr::bind
