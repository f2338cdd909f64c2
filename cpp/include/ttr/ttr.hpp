// The whole core.
#pragma once

#include "ttr/perft.hpp"
#include "ttr/playout.hpp"
#include "ttr/resign.hpp"
#include "ttr/serial.hpp"
