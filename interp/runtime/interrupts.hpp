// Interrupts in natives that run for long. Layer: runtime. See vm/interrupts.md.
#pragma once

#include <algorithm>

#include "runtime/runtime.hpp"

namespace tessera {

enum class OnInterrupt : std::uint8_t {
  fail,    ///< have the native, or the instruction, fail until the interrupt was handled; then it is called anew
  handle,  ///< call the handler now, which may collect, and go on where it returns
};

/// Let a pending interrupt be handled now, in the midst of a native, or the evaluation be ended. False: an exit is under way. May collect.
bool handle_interrupts(Runtime& rt);

/// A look at interrupts. False: a failure or an exit is under way.
inline bool heed_interrupts(Runtime& rt, OnInterrupt on_interrupt) {
  if (TESSERA_LIKELY(!rt.interrupt_waits())) return true;
  return on_interrupt == OnInterrupt::fail ? (rt.fail_interrupted(), false) : handle_interrupts(rt);
}

/// How many elements natives treat between two looks at interrupts: at most some milliseconds' work.
inline constexpr std::size_t elements_between_looks = std::size_t{1} << 18;

/// Call `part(from, to)` for the parts of what stands from `begin` to `end`, one after the other, with a look at interrupts between them,
/// as long as it returns true. False: a failure or an exit is under way.
template <class Part>
[[nodiscard]] bool in_parts(Runtime& rt, std::size_t begin, std::size_t end, Part part, OnInterrupt on_interrupt = OnInterrupt::fail) {
  while (end - begin > elements_between_looks) {
    const std::size_t next = begin + elements_between_looks;
    if (!part(begin, next)) return true;
    begin = next;
    if (!heed_interrupts(rt, on_interrupt)) return false;
  }
  part(begin, end);
  return true;
}

/// For loops whose steps are of different lengths: counts what was done, and looks now and then.
class InterruptWatch {
 public:
  explicit InterruptWatch(Runtime& rt, OnInterrupt on_interrupt = OnInterrupt::fail) : rt_(rt), on_interrupt_(on_interrupt) {}
  /// So much more was done. False: a failure or an exit is under way.
  bool passed(std::size_t n = 1) {
    if (TESSERA_LIKELY((done_ += n) < elements_between_looks)) return true;
    done_ = 0;
    failed_ = failed_ || !heed_interrupts(rt_, on_interrupt_);
    return !failed_;
  }
  bool failed() const { return failed_; }

 private:
  Runtime& rt_;
  OnInterrupt on_interrupt_;
  std::size_t done_ = 0;
  bool failed_ = false;
};

/// What `compute` gives, which is called anew where it failed to let an interrupt be handled. What it needs stands in handles.
template <class Compute> Value with_interrupts_handled(Runtime& rt, Compute compute) {
  for (;;) {
    rt.failure.type = NIL;
    const Value v = compute();
    if (v != FAILED || rt.failure.type != rt.sym(Known::interactive_interrupt)) return v;
    if (!handle_interrupts(rt)) return FAILED;
  }
}

}  // namespace tessera
