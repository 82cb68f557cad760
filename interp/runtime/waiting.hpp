// Waits for descriptors and time, until an interrupt or the host ends the wait. Layer: runtime. See vm/interrupts.md.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "runtime/runtime.hpp"

namespace tessera {

enum class WaitResult : std::uint8_t {
  ready,   ///< a descriptor is ready; or waiting is of no use, as the next read or write will tell
  time,    ///< the time has passed
  wanted,  ///< an interrupt is pending, or the host ends the evaluation: the caller handles that, or fails
  left,    ///< code that ran meanwhile has begun an exit
};

struct WaitOptions {
  int fd = -1;                             ///< -1: none
  short events = 0;                        ///< POLLIN or POLLOUT
  bool runs_callback = false;              ///< runs Runtime::readable_callback meanwhile, and so may collect
  std::uint64_t nanoseconds = UINT64_MAX;  ///< at most
  bool releases_lock = false;                ///< other threads of Lisp may run meanwhile, and so may collect
  const bool* woken = nullptr;             ///< if another thread sets it, and rings, the wait ends
};

WaitResult wait_for(Runtime& rt, const WaitOptions& awaited);

/// Waits for any of several descriptors.
struct WaitedFile {
  int fd = -1;
  short events = 0;
  bool ready = false;  ///< set by the wait
};
WaitResult wait_for_any(Runtime& rt, std::span<WaitedFile> files, std::uint64_t nanoseconds);  ///< other threads of Lisp may run meanwhile

/// What the host wants done while Lisp waits for its user or sleeps, whenever a descriptor is readable.
struct ReadableCallback {
  int fd = -1;                 ///< -1 while `call` runs
  std::function<bool()> call;  ///< runs Lisp, and may collect. False: an exit is under way.
};

/// Runs Runtime::readable_callback, which must be set, but not within itself. False: an exit is under way. May collect.
bool run_readable_callback(Runtime& rt);

/// Waits for the time, or until the bell rings. Does not check why it rang.
void pause(Runtime& rt, std::uint64_t nanoseconds);

}  // namespace tessera
