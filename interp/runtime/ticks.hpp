// Calls Lisp at intervals during its work, to show progress. Layer: runtime.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

#include "memory/poll_word.hpp"

namespace tessera {

/// Sets poll_tick in the poll word at intervals, by a thread, for the lifetime of this object; at its next safepoint
/// the VM calls %HANDLE-TICK. Natives ignore poll_tick.
class Ticker {
 public:
  /// Throws std::system_error if no thread can be started.
  Ticker(PollWord& poll, std::int64_t milliseconds);
  ~Ticker();
  Ticker(const Ticker&) = delete;
  Ticker& operator=(const Ticker&) = delete;

 private:
  void tick(std::int64_t milliseconds);
  PollWord& poll_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool end_ = false;
  std::thread thread_;
};

}  // namespace tessera
