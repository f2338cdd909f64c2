#include "playout_kernel_for.hpp"

namespace ttr::bind {

TTR_FLATTEN TTR_KERNEL(wide_baseline, UpTo256)
#ifdef TTR_X86_V3
    TTR_FLATTEN_V3 TTR_KERNEL(wide_v3, UpTo256)
#endif

}  // namespace ttr::bind
