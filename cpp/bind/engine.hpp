// Which engine plays a batch of playouts: the scalar one, a game after the other, plays everything.
#pragma once

#include <string>

#include "playout_kernel.hpp"

namespace ttr::bind {

enum class Engine { scalar, lockstep };

// Why the lockstep engine cannot play these games; empty if it can.
template <class Shape>
std::string lockstep_obstacle(const Game<Shape>&, const SeatPolicies&) {
  return "this build has no lockstep engine";
}

// Throws as choose_kernel().
inline KernelChoice kernel_of(Engine) { return choose_kernel(); }

}  // namespace ttr::bind
