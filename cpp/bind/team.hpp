// Worker threads for one long call, with the GIL released, that obey Ctrl-C.
#pragma once

#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "bind.hpp"

namespace ttr::bind {

// Rows 0..n-1 of a job, taken by the workers a chunk at a time from one shared counter.
class Team {
 public:
  // Does rows first..first+count-1.
  using Worker = std::function<void(std::size_t first, std::size_t count)>;

  // Starts at most `threads` workers; make_worker(team) is called once in each of them.
  Team(std::size_t n, std::size_t chunk, int threads,
       std::function<Worker(const Team&)> make_worker);
  ~Team();

  // Waits for the end of the job with the GIL released, some pulses a second in between: then
  // signal handlers run, and progress(rows done) unless it is None. Throws what they throw, and
  // what a worker threw.
  void finish(const py::object& progress = py::none());

  const std::atomic<bool>& stop() const { return stop_; }
  // A Tick for long searches inside of a row; the context is the team.
  static void tick(const void* team);

 private:
  struct Stopped {};

  bool wait();  // a pulse, or until all is done: then it returns true
  void rethrow_failure();
  void work(const Worker& worker);

  std::size_t n_, chunk_;
  std::function<Worker(const Team&)> make_worker_;
  std::atomic<std::size_t> next_{0}, done_{0};
  std::atomic<bool> stop_{false};
  std::mutex mutex_;
  std::condition_variable finished_;
  int running_ = 0;
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

}  // namespace ttr::bind
