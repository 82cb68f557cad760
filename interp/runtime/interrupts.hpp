// Checks for interrupts in natives that may run for long. Layer: runtime. See vm/interrupts.md.
#pragma once

#include <algorithm>

#include "runtime/runtime.hpp"

namespace tessera {

enum class OnInterrupt : std::uint8_t {
  fail,    ///< fail the native or the instruction; the VM handles the interrupt and repeats it
  handle,  ///< call the handler now, which may collect, and continue when it returns
};

/// Handles a pending interrupt within a native, or ends the evaluation if the host says so. False: an exit is under
/// way. May collect.
bool handle_interrupts(Runtime& rt);

/// Checks for interrupts. False: a failure or an exit is under way.
inline bool check_interrupts(Runtime& rt, OnInterrupt on_interrupt) {
  if (TESSERA_LIKELY(!rt.interrupt_waits())) return true;
  return on_interrupt == OnInterrupt::fail ? (rt.fail_interrupted(), false) : handle_interrupts(rt);
}

/// The number of elements that natives process between two checks for interrupts: at most some milliseconds' work.
inline constexpr std::size_t elements_between_checks = std::size_t{1} << 18;

/// Calls `part(from, to)` for consecutive parts of the range from `begin` to `end`, while it returns true, and checks
/// for interrupts between the calls. False: a failure or an exit is under way.
template <class Part>
[[nodiscard]] bool in_parts(Runtime& rt, std::size_t begin, std::size_t end, Part part, OnInterrupt on_interrupt = OnInterrupt::fail) {
  while (end - begin > elements_between_checks) {
    const std::size_t next = begin + elements_between_checks;
    if (!part(begin, next)) return true;
    begin = next;
    if (!check_interrupts(rt, on_interrupt)) return false;
  }
  part(begin, end);
  return true;
}

/// Counts the work done in loops whose steps differ in length, and checks for interrupts regularly.
class InterruptWatch {
 public:
  explicit InterruptWatch(Runtime& rt, OnInterrupt on_interrupt = OnInterrupt::fail) : rt_(rt), on_interrupt_(on_interrupt) {}
  /// Adds `n` to the work done. False: a failure or an exit is under way.
  bool passed(std::size_t n = 1) {
    if (TESSERA_LIKELY((done_ += n) < elements_between_checks)) return true;
    done_ = 0;
    failed_ = failed_ || !check_interrupts(rt_, on_interrupt_);
    return !failed_;
  }
  bool failed() const { return failed_; }

 private:
  Runtime& rt_;
  OnInterrupt on_interrupt_;
  std::size_t done_ = 0;
  bool failed_ = false;
};

/// Returns the value of `compute`, which is repeated if it failed because of an interrupt. It keeps its Values in
/// handles.
template <class Compute> Value with_interrupts_handled(Runtime& rt, Compute compute) {
  for (;;) {
    rt.failure.type = NIL;
    const Value v = compute();
    if (v != FAILED || rt.failure.type != rt.sym(Known::interactive_interrupt)) return v;
    if (!handle_interrupts(rt)) return FAILED;
  }
}

}  // namespace tessera
