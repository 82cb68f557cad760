// Has Lisp look up from its work at intervals, to tell how it goes. Layer: data.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

namespace tessera {

/// While it lives, a thread sets poll_tick in the poll word at intervals; at its next safepoint the machine calls %HANDLE-TICK. Natives do
/// not look at it.
class Ticker {
 public:
  /// Throws std::system_error where no thread can be had.
  Ticker(std::atomic<std::uint32_t>& poll, std::int64_t milliseconds);
  ~Ticker();
  Ticker(const Ticker&) = delete;
  Ticker& operator=(const Ticker&) = delete;

 private:
  void tick(std::int64_t milliseconds);
  std::atomic<std::uint32_t>& poll_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool end_ = false;
  std::thread thread_;
};

}  // namespace tessera
