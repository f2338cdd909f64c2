// Worker threads that stay, for many short calls with the GIL released that obey Ctrl-C. For one
// long call there is the Team.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "bind.hpp"

namespace ttr::bind {

class Pool {
 public:
  // Does rows first..first+count-1; `worker` is the number of the thread that does it, 0 the
  // caller.
  using Work = std::function<void(int worker, std::size_t first, std::size_t count)>;

  // The threads are started when they are first needed.
  explicit Pool(int threads);
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  int size() const { return static_cast<int>(workers_.size()); }

  // Does rows 0..n-1, `chunk` at a time, and waits for the end. Call it with the GIL released, from
  // one thread at a time. Throws what the work and signal handlers throw; rows may be undone then.
  void run(std::size_t n, std::size_t chunk, const Work& work);

  // A Tick for long searches inside of a row, and its context.
  static void tick(const void* context);
  const void* context(int worker) const { return &workers_[static_cast<std::size_t>(worker)]; }

 private:
  struct Stopped {};
  struct Worker {
    Pool* pool;
    int number;
  };
  // What the threads share with the caller. They are not there any more in a child of fork(): there
  // it is left behind, locked as it may be, and made anew.
  struct Shared {
    std::mutex mutex;
    std::condition_variable wake, done;
    unsigned long calls = 0;  // so many runs began
    std::size_t busy = 0;     // threads that have not ended the last one
    bool ending = false;
    std::exception_ptr failure;
    std::vector<std::thread> threads;
  };

  void start_threads();
  void serve(Shared& shared, int worker);
  void work_on(int worker);
  void check_now_and_then();

  std::vector<Worker> workers_;
  std::unique_ptr<Shared> shared_;
  long process_ = 0;  // in which the threads live
  const Work* work_ = nullptr;
  std::size_t n_ = 0, chunk_ = 0;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stop_{false};
};

}  // namespace ttr::bind
