// For programs of several files: the searches behind a NetworkTrail, which are long to compile, are
// compiled in one of them only, the one that defines TTR_INSTANTIATE before it includes this.
#pragma once

#include "ttr/trail.hpp"

#ifdef TTR_INSTANTIATE
#define TTR_EXTERN
#else
#define TTR_EXTERN extern
#endif

TTR_EXTERN template ttr::trail::Found ttr::NetworkTrail<ttr::UpTo128>::find(
    const ttr::Map<ttr::UpTo128>&, const ttr::BitSet<ttr::UpTo128::routes>&);
TTR_EXTERN template ttr::trail::Found ttr::NetworkTrail<ttr::UpTo256>::find(
    const ttr::Map<ttr::UpTo256>&, const ttr::BitSet<ttr::UpTo256::routes>&);

#undef TTR_EXTERN
