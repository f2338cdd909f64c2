#include "team.hpp"

#include <algorithm>
#include <chrono>

namespace ttr::bind {

namespace {

constexpr auto kPulse = std::chrono::milliseconds(100);

}  // namespace

Team::Team(std::size_t n, std::size_t chunk, int threads,
           std::function<Worker(const Team&)> make_worker)
    : n_(n), chunk_(chunk), make_worker_(std::move(make_worker)) {
  auto run = [this] {
    std::exception_ptr failure;
    try {
      work(make_worker_(*this));
    } catch (const Stopped&) {
    } catch (...) {
      failure = std::current_exception();
      stop_ = true;
    }
    const std::lock_guard lock(mutex_);
    if (failure) failure_ = failure;
    --running_;
    finished_.notify_one();
  };
  const auto chunks = (n + chunk - 1) / chunk;
  running_ = static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(threads), chunks));
  const int workers = running_;
  threads_.reserve(static_cast<std::size_t>(workers));
  try {
    for (int i = 0; i < workers; ++i) threads_.emplace_back(run);
  } catch (...) {  // no more threads to be had: those there are do the work
    const std::lock_guard lock(mutex_);
    running_ -= workers - static_cast<int>(threads_.size());
    if (threads_.empty()) throw;
  }
}

Team::~Team() {
  py::gil_scoped_release release;
  stop_ = true;
  for (auto& t : threads_) t.join();
}

void Team::work(const Worker& worker) {
  for (;;) {
    const std::size_t row = next_.fetch_add(chunk_, std::memory_order_relaxed);
    if (row >= n_ || stop_.load(std::memory_order_relaxed)) break;
    const std::size_t count = std::min(chunk_, n_ - row);
    worker(row, count);
    done_.fetch_add(count, std::memory_order_relaxed);
  }
}

void Team::finish(const py::object& progress) {
  for (bool all_done = false; !all_done;) {
    {
      py::gil_scoped_release release;
      all_done = wait();
    }
    check_signals();
    rethrow_failure();
    if (!progress.is_none()) progress(std::min(n_, done_.load(std::memory_order_relaxed)));
  }
}

bool Team::wait() {
  std::unique_lock lock(mutex_);
  return finished_.wait_for(lock, kPulse, [this] { return running_ == 0; });
}

void Team::rethrow_failure() {
  const std::lock_guard lock(mutex_);
  if (failure_) std::rethrow_exception(failure_);
}

void Team::tick(const void* team) {
  if (static_cast<const Team*>(team)->stop_.load(std::memory_order_relaxed)) throw Stopped{};
}

}  // namespace ttr::bind
