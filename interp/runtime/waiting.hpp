// Waiting for the system, until somebody wants the evaluation. Layer: runtime. See vm/interrupts.md.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "runtime/runtime.hpp"

namespace tessera {

enum class Waited : std::uint8_t {
  ready,   ///< what was waited for is there; or to wait is no use, as the next read or write will tell
  time,    ///< so much time has passed
  wanted,  ///< an interrupt waits, or the host ends the evaluation: the caller has it handled, or fails
  left,    ///< what was done meanwhile has left: an exit is under way
};

struct WaitingFor {
  int fd = -1;                             ///< -1: none
  short events = 0;                        ///< POLLIN or POLLOUT
  bool serves_wakeup = false;              ///< does meanwhile what else there is to do, in Lisp, and so may collect
  std::uint64_t nanoseconds = UINT64_MAX;  ///< at most
  bool lets_others = false;                ///< other threads of Lisp may have their turns meanwhile, and so may collect
  const bool* woken = nullptr;             ///< where another one says that it need not wait any more, for which it rings
};

Waited wait_for(Runtime& rt, const WaitingFor& awaited);

/// The same for any of several files.
struct WaitedFile {
  int fd = -1;
  short events = 0;
  bool ready = false;  ///< as it was found
};
Waited wait_for_any(Runtime& rt, std::span<WaitedFile> files, std::uint64_t nanoseconds);  ///< lets others

/// What the process does besides, while it waits for its user or sleeps.
struct Wakeup {
  int fd = -1;                  ///< readable when there is something to do; -1: nothing ever
  std::function<bool()> serve;  ///< does it, in Lisp. May collect. False: an exit is under way.
};

/// Do what Runtime::wakeup asks for, but not within itself. False: an exit is under way. May collect.
bool serve_wakeup(Runtime& rt);

/// Do nothing for so many nanoseconds, or until somebody wants anything; which this does not look at.
void pause(Runtime& rt, std::uint64_t nanoseconds);

}  // namespace tessera
