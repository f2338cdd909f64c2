// The long compilations of instances.hpp, for all tests.
#define TTR_INSTANTIATE
#include "ttr/instances.hpp"
