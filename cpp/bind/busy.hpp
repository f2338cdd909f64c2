// Marks an object as in use while a call works on it without the GIL.
#pragma once

#include <atomic>
#include <stdexcept>

namespace ttr::bind {

class Busy {
 public:
  // Throws std::runtime_error if another thread is in a call.
  Busy(std::atomic<bool>& flag, const char* what) : flag_(flag) {
    if (flag_.exchange(true))
      throw std::runtime_error(std::string(what) + " is in use by another thread");
  }
  ~Busy() { flag_ = false; }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;

 private:
  std::atomic<bool>& flag_;
};

}  // namespace ttr::bind
