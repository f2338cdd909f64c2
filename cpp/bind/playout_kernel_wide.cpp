#include "playout_kernel_for.hpp"

namespace ttr::bind {

TTR_FLATTEN TTR_KERNEL(wide_baseline, UpTo256) TTR_FLATTEN
    TTR_FINISHED(wide_finished_baseline, UpTo256)
#ifdef TTR_X86_LEVELS
        TTR_FLATTEN_V3 TTR_KERNEL(wide_v3, UpTo256) TTR_FLATTEN_V3
    TTR_FINISHED(wide_finished_v3, UpTo256)
#endif

}  // namespace ttr::bind
