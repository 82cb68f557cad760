// The word that tells the VM, at its safepoints, that a request is pending. Layer: memory. See vm/interrupts.md.
#pragma once

#include <atomic>
#include <cstdint>

namespace tessera {

/// Bits of the poll word, tested by the VM at calls and back edges.
enum PollBit : std::uint32_t {
  poll_gc = 1,
  poll_interrupt = 2,
  poll_end = 4,  ///< the host ends the evaluation (runtime/limits.hpp)
  poll_stress = 8,
  poll_tick = 16,      ///< a tick: a program watches the progress of the work (runtime/ticks.hpp)
  poll_count = 32,     ///< the host has limited the evaluation: safepoints are counted
  poll_finalize = 64,  ///< finalizers are to be called (data/tables/weak.hpp)
  poll_yield = 128,    ///< another Lisp thread has waited long for the interpreter lock (vm/threads.md)
};

/// The word that safepoints poll, whose bits any thread and signal handler may set. It has a bound, for machine code:
/// frames whose registers begin below it fit on the stack, and nothing is pending. So one comparison tests for both.
class PollWord {
 public:
  std::uint32_t load(std::memory_order order = std::memory_order_seq_cst) const { return word_.load(order); }
  void fetch_or(std::uint32_t bits) {
    word_.fetch_or(bits);
    begin_below_.store(0);
  }
  void fetch_and(std::uint32_t bits) { word_.fetch_and(bits); }
  /// Sets the bound: frames that begin at `bound` or below fit. Called by the running thread. A bit that is set
  /// meanwhile is seen here, or lowers the bound afterwards.
  void let_begin_below(const void* bound) {
    begin_below_.store(reinterpret_cast<std::uintptr_t>(bound));
    if (word_.load() != 0) begin_below_.store(0);
  }
  const std::atomic<std::uint32_t>& word() const { return word_; }
  const std::atomic<std::uintptr_t>& begin_below() const { return begin_below_; }

 private:
  std::atomic<std::uint32_t> word_{0};
  std::atomic<std::uintptr_t> begin_below_{0};
};

}  // namespace tessera
