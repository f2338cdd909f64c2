// The run: games are dealt, take their turns side by side, are replaced as they end, and are handed
// out 64 at a time.
//
// Included by one file for each instruction set, compiled for it; everything here is local to that
// file.
#pragma once

#include "ttr/lockstep/deal.hpp"
#include "ttr/lockstep/score.hpp"
#include "ttr/lockstep/turn.hpp"

namespace ttr::lockstep {
namespace {
inline namespace TTR_LOCKSTEP_LEVEL {

template <int kWords>
class Lockstep {
 public:
  explicit Lockstep(const Run& run) : run_(run), table_(*run.table) {}

  void play() {
    int seat = table_.first_seat == kBySeed ? 0 : table_.first_seat;
    std::uint64_t live = 0;
    for (;;) {
      refill();
      std::uint64_t start = 0;
      for_each(from_bits(waiting_), [&](int g) {
        start |= static_cast<std::uint64_t>(games_.first_seat[g] == seat) << g;
      });
      live |= start;
      waiting_ &= ~start;
      if ((live | waiting_) == 0 || run_.stop->load(std::memory_order_relaxed)) break;
      if (live != 0) {
        const std::uint64_t ended = to_bits(turn(from_bits(live), seat));
        live &= ~ended;
        idle_ |= ended;
        for_each(from_bits(ended), [&](int g) { retire(g); });
      }
      seat = seat + 1 == table_.players ? 0 : seat + 1;
    }
    hand_out();
  }

 private:
  Mask turn(Mask live, int seat) {
    if (run_.by_type[static_cast<std::size_t>(seat)])
      return table_.lanes_close ? play_turn<true, true>(table_, games_, live, seat)
                                : play_turn<true, false>(table_, games_, live, seat);
    return table_.lanes_close ? play_turn<false, true>(table_, games_, live, seat)
                              : play_turn<false, false>(table_, games_, live, seat);
  }

  void refill() {
    for (; idle_ != 0; idle_ &= idle_ - 1) {
      if (next_dealt_ == num_dealt_) {
        if (rows_dealt_ == run_.count) return;
        deal(run_, dealing_, rows_dealt_);
        for (int i = 0; i < kGames; ++i) take_game(table_, dealing_, i, dealt_[i]);
        next_dealt_ = 0;
        num_dealt_ = kGames;
        if (run_.count - rows_dealt_ < kGames)
          num_dealt_ = static_cast<int>(run_.count - rows_dealt_);
        rows_dealt_ += static_cast<std::size_t>(num_dealt_);
      }
      const int g = std::countr_zero(idle_);
      put_game(table_, dealt_[next_dealt_], dealing_.ring + next_dealt_ * table_.ticket_ring, g,
               games_);
      ++next_dealt_;
      waiting_ |= std::uint64_t{1} << g;
    }
  }

  void retire(int g) {
    const auto i = static_cast<std::size_t>(finished_.count++);
    finished_.row[i] = games_.row[g];
    finished_.turns[i] = games_.turns[g];
    finished_.plies[i] = games_.plies[g];
    for (int s = 0; s < table_.players; ++s) {
      const auto seat = static_cast<std::size_t>(s);
      for (int w = 0; w < kWords; ++w)
        finished_.routes[seat][static_cast<std::size_t>(w) * kGames + i] = games_.owned[s][g][w];
      for (int w = 0; w < table_.ticket_words; ++w)
        finished_.tickets[seat][static_cast<std::size_t>(w) * kGames + i] = games_.kept[s][w][g];
    }
    if (finished_.count == kGames) hand_out();
  }

  void hand_out() {
    if (finished_.count == 0) return;
    score(run_, finished_);
    run_.finished(run_.context, finished_);
    finished_.count = 0;
  }

  const Run& run_;
  const Table& table_;
  Games<kWords> games_{};  // places that no game comes to are worked on like the others
  Games<kWords> dealing_;
  NewGame dealt_[kGames];
  Finished finished_{};
  std::uint64_t idle_ = ~std::uint64_t{0}, waiting_ = 0;  // waiting for their first seat's turn
  int next_dealt_ = 0, num_dealt_ = 0;
  std::size_t rows_dealt_ = 0;
};

// Large: not for the stack of a thread.
template <int kWords>
inline void run_games(const Run& run) {
  struct Owner {
    Lockstep<kWords>* lockstep;
    ~Owner() { delete lockstep; }
  } const owner{new Lockstep<kWords>(run)};
  owner.lockstep->play();
}

inline void run_lockstep(const Run& run) {
  if (run.table->route_words <= 2)
    run_games<2>(run);
  else
    run_games<kMaxRouteWords>(run);
}

}  // namespace TTR_LOCKSTEP_LEVEL
}  // namespace
}  // namespace ttr::lockstep
