// Computations that take seconds and know no way to be stopped, as GMP's, on a thread of their own. Layer: runtime.
#pragma once

#include <functional>

#include "runtime/interrupts.hpp"

namespace tessera {

/// Do `work` and wait for it. An interrupt need not wait: then the work is left to itself, so it must own all that it touches, and
/// touch nothing of the heap. False: an exit or a failure is under way. Where no thread can be had, the work is done here.
bool run_aside(Runtime& rt, std::function<void()> work, OnInterrupt on_interrupt);

}  // namespace tessera
