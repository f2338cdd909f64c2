// A Game and a State that belong to somebody else, of either shape: what a bot in C++ or Cython
// gets of a Python object (ttr/python.hpp), or of the view of a policy.
//
// Nothing is copied, so the pointers live no longer than their owner: the Python object, or the
// call of the policy.
#pragma once

#include <cstdint>

#include "ttr/abi.hpp"
#include "ttr/policy_plugin.h"
#include "ttr/state.hpp"

namespace ttr {

// Of the two shapes one is there, of the other all pointers are null; all are null if there was
// nothing to borrow.
struct BorrowedGame {
  const Game<UpTo128>* narrow = nullptr;
  const Game<UpTo256>* wide = nullptr;

  explicit operator bool() const { return narrow != nullptr || wide != nullptr; }
  // f(game). Contract: there is one.
  template <class F>
  decltype(auto) visit(F&& f) const {
    return narrow != nullptr ? f(*narrow) : f(*wide);
  }
};

struct BorrowedState {
  const Game<UpTo128>* narrow_game = nullptr;
  const State<UpTo128>* narrow = nullptr;
  const Game<UpTo256>* wide_game = nullptr;
  const State<UpTo256>* wide = nullptr;

  explicit operator bool() const { return narrow != nullptr || wide != nullptr; }
  // f(game, state). Contract: there is one.
  template <class F>
  decltype(auto) visit(F&& f) const {
    return narrow != nullptr ? f(*narrow_game, *narrow) : f(*wide_game, *wide);
  }
};

inline void borrow_into(BorrowedGame& out, const Game<UpTo128>& game) { out.narrow = &game; }
inline void borrow_into(BorrowedGame& out, const Game<UpTo256>& game) { out.wide = &game; }
inline void borrow_into(BorrowedState& out, const Game<UpTo128>& game, const State<UpTo128>& s) {
  out.narrow_game = &game;
  out.narrow = &s;
}
inline void borrow_into(BorrowedState& out, const Game<UpTo256>& game, const State<UpTo256>& s) {
  out.wide_game = &game;
  out.wide = &s;
}

}  // namespace ttr

struct ttr_policy_truth {
  std::uint64_t abi;
  ttr::BorrowedState state;
};

namespace ttr {

// The state behind a view. It is the whole truth, with the cards that the seat does not see: a
// policy that plays fair uses of it what is public, or makes it one of the states that the seat
// holds for possible. Empty if this was compiled against headers of another layout.
inline BorrowedState borrow_truth(const ttr_policy_view& view) {
  return view.truth->abi == kAbi ? view.truth->state : BorrowedState();
}

}  // namespace ttr
