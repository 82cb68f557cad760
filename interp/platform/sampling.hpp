// Samples of a running thread, for profilers: Linux on x86-64 and AArch64 only. Layer: platform.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

namespace tessera::platform {

/// Where a thread was when it was sampled.
struct SampledPosition {
  const char* instruction;  ///< the machine instruction
  void* frame;              ///< the register in which machine code has its frame (jit/assembler/machine.hpp)
  std::uint32_t count;      ///< intervals of processor time that the thread has taken since its last sample
};

/// Interrupts a thread whenever it has taken some processor time, by a second thread and the signal SIGPROF.
class SamplingClock {
 public:
  virtual ~SamplingClock();
  SamplingClock(const SamplingClock&) = delete;
  SamplingClock& operator=(const SamplingClock&) = delete;

  /// True if this system can sample, and SIGPROF is not the host program's.
  static bool is_available();
  /// Begins to sample the calling thread. Throws std::system_error if no thread can be started.
  void start(std::uint64_t interval_nanoseconds);
  void stop();
  bool is_running() const { return ticker_.joinable(); }
  /// Samples the calling thread from now on.
  void follow_this_thread();

 protected:
  SamplingClock() = default;
  /// Called on the sampled thread within the signal handler, and may do only what that may.
  virtual void sampled(const SampledPosition& at) = 0;

 private:
  static void handle(int signal, void* info, void* context);
  static bool set_handler();
  void tick(std::uint64_t interval_nanoseconds);

  std::atomic<int> thread_{0};  ///< the system's number of the sampled thread
  std::atomic<std::uint32_t> due_{0};
  std::mutex mutex_;
  std::condition_variable ended_;
  bool end_ = false;
  std::thread ticker_;
};

}  // namespace tessera::platform
