#include "playout_kernel_for.hpp"

namespace ttr::bind {

TTR_FLATTEN TTR_KERNEL(narrow_baseline, UpTo128)
#ifdef TTR_X86_V3
    TTR_FLATTEN_V3 TTR_KERNEL(narrow_v3, UpTo128)
#endif

}  // namespace ttr::bind
