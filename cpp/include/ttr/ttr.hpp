// The whole core.
#pragma once

#include "ttr/determinize.hpp"
#include "ttr/observe.hpp"
#include "ttr/perft.hpp"
#include "ttr/resign.hpp"
#include "ttr/sample.hpp"
#include "ttr/serial.hpp"
#include "ttr/totals.hpp"
