// Playouts in which the caller decides for some of the seats: many games side by side, so that it
// can be asked about all of those at once that wait for a seat.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "ttr/live_game.hpp"

namespace ttr {

struct BatchedJob {
  SeatPolicies policies{};  // of the seats that the caller does not decide for
  unsigned asked = 0;       // bit s: the caller decides for seat s; at least one
  std::uint64_t seed = 0, first_game = 0;
  std::size_t n = 0;  // games
};

// The games are played in slots, each in one from its beginning to its end. Which games are side by
// side changes nothing in them.
template <class Shape>
class BatchedPlayouts {
 public:
  BatchedPlayouts(const Game<Shape>& game, const BatchedJob& job, std::size_t slots)
      : game_(game), job_(job), all_open_(game),
        slots_(std::min(slots, job.n), Slot{LiveGame<Shape>(all_open_)}) {}

  const Game<Shape>& game() const { return game_; }
  // No slot is empty before all games have begun.
  std::size_t size() const { return slots_.size(); }
  std::size_t games_done() const { return done_; }

  // Row 0..n-1 of the game in the slot.
  std::size_t row(std::size_t slot) const { return slots_[slot].row; }
  std::uint64_t game_number(std::size_t slot) const { return job_.first_game + row(slot); }
  const State<Shape>& state(std::size_t slot) const { return slots_[slot].live.state(); }
  LiveGame<Shape>& live(std::size_t slot) { return slots_[slot].live; }

  // Begins the next game in the slot, or leaves it empty if there is none, and plays it on to the
  // first decision of the caller.
  void begin_next(std::size_t slot) {
    Slot& s = slots_[slot];
    s.empty = begun_ == job_.n;
    if (s.empty) return;
    s.row = begun_++;
    s.live.deal(game_, all_open_, job_.seed, job_.first_game + s.row);
    s.live.play_until(game_, job_.policies, job_.asked);
  }

  // The slots whose games wait for a decision of the seat, ascending.
  std::vector<std::int64_t> waiting(int seat) const {
    std::vector<std::int64_t> found;
    for (std::size_t slot = 0; slot < slots_.size(); ++slot)
      if (waits(slot, seat)) found.push_back(static_cast<std::int64_t>(slot));
    return found;
  }
  bool waits(std::size_t slot, int seat) const {
    return !slots_[slot].empty && state(slot).current == seat;
  }

  // Contract: the slot waits, and the move is legal.
  void play(std::size_t slot, const Move& move) {
    slots_[slot].live.play(game_, move);
    slots_[slot].live.play_until(game_, job_.policies, job_.asked);
  }

  // If the game in the slot is over: calls finish(state, row), and begins the next one.
  template <class Finish>
  void go_on(std::size_t slot, Finish&& finish) {
    if (!state(slot).is_terminal()) return;
    finish(state(slot), row(slot));
    ++done_;
    begin_next(slot);
  }

 private:
  struct Slot {
    LiveGame<Shape> live;
    std::size_t row = 0;
    bool empty = true;
  };

  const Game<Shape>& game_;
  BatchedJob job_;
  OpenRoutes<Shape> all_open_;
  std::vector<Slot> slots_;
  std::size_t begun_ = 0, done_ = 0;
};

}  // namespace ttr
