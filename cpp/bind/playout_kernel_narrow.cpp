#include "playout_kernel_for.hpp"

namespace ttr::bind {

TTR_FLATTEN TTR_KERNEL(narrow_baseline, UpTo128) TTR_FLATTEN
    TTR_FINISHED(narrow_finished_baseline, UpTo128)
#ifdef TTR_X86_LEVELS
        TTR_FLATTEN_V3 TTR_KERNEL(narrow_v3, UpTo128) TTR_FLATTEN_V3
    TTR_FINISHED(narrow_finished_v3, UpTo128)
#endif

}  // namespace ttr::bind
