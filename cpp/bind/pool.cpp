#include "pool.hpp"

#include <algorithm>
#include <chrono>

#ifdef _WIN32
#include <process.h>
#define TTR_GETPID _getpid
#else
#include <unistd.h>
#define TTR_GETPID getpid
#endif

namespace ttr::bind {

namespace {

constexpr auto kPulse = std::chrono::milliseconds(50);

}  // namespace

Pool::Pool(int threads) {
  for (int i = 0; i < threads; ++i) workers_.push_back({this, i});
}

Pool::~Pool() {
  if (!shared_) return;
  if (process_ != TTR_GETPID()) {
    (void)shared_.release();  // NOLINT: see Shared
    return;
  }
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->ending = true;
  }
  shared_->wake.notify_all();
  for (auto& thread : shared_->threads) thread.join();
}

void Pool::start_threads() {
  const long process = TTR_GETPID();
  if (shared_ && process_ == process) return;
  (void)shared_.release();  // NOLINT: see Shared
  shared_ = std::make_unique<Shared>();
  process_ = process;
  try {
    for (int worker = 1; worker < size(); ++worker)
      shared_->threads.emplace_back([this, worker, shared = shared_.get()] {
        serve(*shared, worker);
      });
  } catch (const std::system_error&) {
    // No more threads to be had: those there are do the work.
  }
}

void Pool::serve(Shared& shared, int worker) {
  std::unique_lock lock(shared.mutex);
  for (unsigned long seen = 0;;) {
    shared.wake.wait(lock, [&] { return shared.ending || shared.calls != seen; });
    if (shared.ending) return;
    seen = shared.calls;
    lock.unlock();
    std::exception_ptr failure;
    try {
      work_on(worker);
    } catch (const Stopped&) {
    } catch (...) {
      failure = std::current_exception();
      stop_ = true;
    }
    lock.lock();
    if (failure) shared.failure = failure;
    if (--shared.busy == 0) shared.done.notify_one();
  }
}

void Pool::work_on(int worker) {
  auto looked = std::chrono::steady_clock::now();
  while (!stop_.load(std::memory_order_relaxed)) {
    const std::size_t first = next_.fetch_add(chunk_, std::memory_order_relaxed);
    if (first >= n_) return;
    (*work_)(worker, first, std::min(chunk_, n_ - first));
    if (worker != 0) continue;
    const auto now = std::chrono::steady_clock::now();
    if (now - looked < kPulse) continue;
    looked = now;
    check_signals();
  }
}

void Pool::run(std::size_t n, std::size_t chunk, const Work& work) {
  n_ = n;
  chunk_ = chunk;
  work_ = &work;
  next_ = 0;
  stop_ = false;
  if (size() == 1 || n <= chunk) return work_on(0);

  start_threads();
  Shared& shared = *shared_;
  {
    const std::lock_guard lock(shared.mutex);
    shared.busy = shared.threads.size();
    shared.failure = nullptr;
    ++shared.calls;
  }
  shared.wake.notify_all();
  std::exception_ptr failure;
  try {
    work_on(0);
  } catch (...) {
    failure = std::current_exception();
    stop_ = true;
  }
  std::unique_lock lock(shared.mutex);
  while (!shared.done.wait_for(lock, kPulse, [&] { return shared.busy == 0; })) {
    lock.unlock();
    try {
      if (!failure) check_signals();
    } catch (...) {
      failure = std::current_exception();
      stop_ = true;
    }
    lock.lock();
  }
  if (!failure) failure = shared.failure;
  if (failure) std::rethrow_exception(failure);
}

void Pool::tick(const void* context) {
  const auto& worker = *static_cast<const Worker*>(context);
  if (worker.number == 0) return check_signals();
  if (worker.pool->stop_.load(std::memory_order_relaxed)) throw Stopped{};
}

}  // namespace ttr::bind
