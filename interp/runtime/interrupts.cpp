// Handles interrupts at once, or once cleanup forms have ended.
#include "runtime/interrupts.hpp"

#include "platform/clock.hpp"

namespace tessera {

bool Runtime::is_interrupt_pending() { return (heap.poll.load(std::memory_order_relaxed) & poll_interrupt) != 0 || budget.is_exhausted(); }

bool Runtime::take_interrupt() {
  if ((heap.poll.load(std::memory_order_relaxed) & poll_interrupt) == 0) return false;
  heap.poll.fetch_and(~static_cast<std::uint32_t>(poll_interrupt));
  const bool insists = thread.interrupt_deferred && !thread.interrupt_retried;
  thread.interrupt_retried = false;
  const bool may_wait = !is_nil(symbol_value_slot(Known::cleaning_up));
  const std::uint64_t now = may_wait ? platform::monotonic_nanoseconds() : 0;
  if (!may_wait || (insists && now - thread.deferred_since >= config::cleanup_grace_nanoseconds)) {
    thread.interrupt_deferred = false;
    return true;
  }
  if (!thread.interrupt_deferred) thread.deferred_since = now;
  thread.interrupt_deferred = true;
  return false;
}

void Runtime::retry_deferred() {
  if (!is_nil(symbol_value_slot(Known::cleaning_up))) return;
  thread.interrupt_retried = true;
  heap.poll.fetch_or(poll_interrupt);
}

void Runtime::drop_interrupts() {
  if ((heap.poll.load(std::memory_order_relaxed) & poll_interrupt) != 0) {
    heap.poll.fetch_and(~static_cast<std::uint32_t>(poll_interrupt));
    if (exit_asked.load() >= 0) heap.poll.fetch_or(poll_interrupt);  // looked at afterwards, so that no request to exit is dropped
  }
  thread.interrupt_deferred = thread.interrupt_retried = false;
}

bool handle_interrupts(Runtime& rt) {
  if (!rt.interrupt_waits()) return true;
  if (rt.begin_ending()) return false;
  const Value handler = rt.symbol(rt.sym(Known::handle_interrupt))->function;
  if (handler == rt.undefined_function || !rt.take_interrupt()) return true;
  return !is_failed(rt.call_lisp(handler, {}));
}

}  // namespace tessera
