// What wakes a thread that waits for the system. Layer: platform.
#pragma once

#include <atomic>

namespace tessera::platform {

/// Whoever waits opens it, looks whether anything is to be done, and then has poll wait for `descriptor`, too, which
/// can be read once somebody has rung. So a ring that comes after that look ends the waiting.
class Doorbell {
 public:
  Doorbell() = default;
  ~Doorbell();
  Doorbell(const Doorbell&) = delete;
  Doorbell& operator=(const Doorbell&) = delete;

  /// What nobody has ever waited for takes no descriptors. False: there are none left.
  bool open();
  /// -1: it is not open.
  int descriptor() const { return read_end_; }
  /// From any thread or signal handler.
  void ring() const noexcept;
  /// Forget the rings so far.
  void answer() const;

 private:
  int read_end_ = -1;
  std::atomic<int> write_end_{-1};
};

}  // namespace tessera::platform
