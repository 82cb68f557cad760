// Runs long computations that cannot be stopped, such as GMP's, on a thread of their own. Layer: runtime.
#pragma once

#include <functional>

#include "runtime/interrupts.hpp"

namespace tessera {

/// Runs `work` on another thread and waits for it. An interrupt abandons the work, so it must own all that it touches,
/// and must not touch the heap. False: an exit or a failure is under way. If no thread can be started, runs the work
/// here.
bool run_in_background(Runtime& rt, std::function<void()> work, OnInterrupt on_interrupt);

}  // namespace tessera
