// Handles interrupts at once, or once cleanup forms have ended.
#include "runtime/interrupts.hpp"

#include "platform/clock.hpp"

namespace tessera {

bool Runtime::is_wanted() { return (heap.poll.load(std::memory_order_relaxed) & poll_interrupt) != 0 || budget.is_exhausted(); }

bool Runtime::take_interrupt() {
  if ((heap.poll.load(std::memory_order_relaxed) & poll_interrupt) == 0) return false;
  heap.poll.fetch_and(~static_cast<std::uint32_t>(poll_interrupt));
  const bool insists = own_.interrupt_put_off && !own_.interrupt_renewed;
  own_.interrupt_renewed = false;
  const bool may_wait = !is_nil(symbol_value_slot(Known::cleaning_up));
  const std::uint64_t now = may_wait ? platform::monotonic_nanoseconds() : 0;
  if (!may_wait || (insists && now - own_.put_off_since >= config::cleanup_patience_nanoseconds)) {
    own_.interrupt_put_off = false;
    return true;
  }
  if (!own_.interrupt_put_off) own_.put_off_since = now;
  own_.interrupt_put_off = true;
  return false;
}

void Runtime::renew_put_off_interrupt() {
  if (!is_nil(symbol_value_slot(Known::cleaning_up))) return;
  own_.interrupt_renewed = true;
  heap.poll.fetch_or(poll_interrupt);
}

void Runtime::drop_interrupts() {
  if ((heap.poll.load(std::memory_order_relaxed) & poll_interrupt) != 0 && exit_asked.load(std::memory_order_relaxed) < 0)
    heap.poll.fetch_and(~static_cast<std::uint32_t>(poll_interrupt));
  own_.interrupt_put_off = own_.interrupt_renewed = false;
}

bool handle_interrupts(Runtime& rt) {
  if (!rt.interrupt_waits()) return true;
  if (rt.begin_ending()) return false;
  const Value handler = rt.symbol(rt.sym(Known::handle_interrupt))->function;
  if (handler == rt.undefined_function || !rt.take_interrupt()) return true;
  return !is_failed(rt.call_lisp(handler, {}));
}

}  // namespace tessera
