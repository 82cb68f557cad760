// Waits for descriptors and time, until an interrupt or the host ends the wait. Layer: runtime. See vm/interrupts.md.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "platform/waiting.hpp"
#include "runtime/runtime.hpp"

namespace tessera {

enum class WaitResult : std::uint8_t {
  ready,        ///< a descriptor is ready; or the wait failed, and the next read or write will report why
  timed_out,    ///< the time has passed
  interrupted,  ///< an interrupt is pending, or the host ends the evaluation: the caller handles that, or fails
  unwinding,    ///< code that ran meanwhile has begun an exit
};

struct WaitOptions {
  int fd = -1;  ///< -1: none
  platform::Readiness wanted = platform::readable;
  bool runs_callback = false;              ///< runs Runtime::readable_callback meanwhile, and so may collect
  std::uint64_t nanoseconds = UINT64_MAX;  ///< the longest wait
  bool releases_lock = false;              ///< other threads of Lisp may run meanwhile, and so may collect
  const bool* woken = nullptr;             ///< the wait ends when another thread sets it and wakes this one
};

/// Waits until the descriptor is ready, the time has passed, or something ends the wait.
WaitResult wait_for(Runtime& rt, const WaitOptions& options);

/// Waits until one of `files` is ready. Other threads of Lisp may run meanwhile.
WaitResult wait_for_any(Runtime& rt, std::span<platform::WaitFile> files, std::uint64_t nanoseconds);

/// The host's callback, called when a descriptor is readable while Lisp waits for its user or sleeps.
struct ReadableCallback {
  int fd = -1;                 ///< -1 while `call` runs
  std::function<bool()> call;  ///< runs Lisp, and may collect. False: an exit is under way.
};

/// Runs Runtime::readable_callback, which must be set, but not within itself. False: an exit is under way. May collect.
bool run_readable_callback(Runtime& rt);

/// Sleeps for that time, or until the wake-up pipe of the running thread is written to. The caller finds out which.
void sleep_or_wake(Runtime& rt, std::uint64_t nanoseconds);

}  // namespace tessera
