// Wakes a thread that waits for the system. Layer: platform.
#pragma once

#include <atomic>

namespace tessera::platform {

/// A pipe that ends a wait for descriptors. The waiting thread opens it, checks whether anything is to be done, and
/// then polls `descriptor` as well, which becomes readable at `wake`. So a wake-up that comes after the check ends the
/// wait.
class WakeupPipe {
 public:
  WakeupPipe() = default;
  ~WakeupPipe();
  WakeupPipe(const WakeupPipe&) = delete;
  WakeupPipe& operator=(const WakeupPipe&) = delete;

  /// Opens the pipe on first use. Returns false if no descriptors are left.
  bool open();
  /// Returns -1 while the pipe is closed.
  int descriptor() const { return read_end_; }
  /// Ends the current or the next wait. Callable from any thread or signal handler.
  void wake() const noexcept;
  /// Discards the wake-ups so far.
  void drain() const;

 private:
  int read_end_ = -1;
  std::atomic<int> write_end_{-1};
};

}  // namespace tessera::platform
