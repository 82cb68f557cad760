// Threads of Lisp, as far as the VM is concerned; the rest is stdlib/modules/mp/. Layer: builtins.
#include "vm/threads.hpp"

#include "builtins/chapters.hpp"
#include "runtime/interrupts.hpp"
#include "vm/vm.hpp"

namespace tessera {

namespace {

Threads& threads_of(Runtime& rt) { return vm_of(rt).threads(); }

Value start_thread(Runtime& rt, Args a) { return threads_of(rt).start(a[0], a[1]); }

Value yield_lock(Runtime& rt, Args) {
  threads_of(rt).yield();
  return NIL;
}

Value wait_to_be_woken(Runtime& rt, Args a) {
  if (!is_nil(a[0]) && (!a[0].is_fixnum() || a[0].as_fixnum() < 0)) return rt.fail_type(a[0], Known::unsigned_byte);
  switch (threads_of(rt).wait_to_be_woken(is_nil(a[0]) ? UINT64_MAX : static_cast<std::uint64_t>(a[0].as_fixnum()))) {
    case WaitResult::ready: return T;
    case WaitResult::timed_out: return NIL;
    case WaitResult::unwinding: return FAILED;
    case WaitResult::interrupted: break;
  }
  return handle_interrupts(rt) ? T : FAILED;
}

Value wake_thread(Runtime& rt, Args a) { return boolean(threads_of(rt).wake(a[0])); }
Value thread_waits(Runtime& rt, Args a) { return boolean(threads_of(rt).is_waiting(a[0])); }
Value interrupt_thread(Runtime& rt, Args a) { return boolean(threads_of(rt).interrupt(a[0], a[1])); }
Value take_thread_functions(Runtime& rt, Args) { return threads_of(rt).take_functions(); }
Value take_outside_interrupt(Runtime& rt, Args) { return boolean(threads_of(rt).take_outside_interrupt()); }

constexpr Builtin threads_table[] = {
    {"%START-THREAD", "function object", start_thread,
     "Starts a thread, which OBJECT represents in the library, and which calls FUNCTION without arguments when its turn comes. "
     "Returns its number.",
     Permission::threads},
    {"%PASS-TURN", "", yield_lock, "Gives the other runnable threads their turns first. Returns NIL."},
    {"%WAIT-TO-BE-WOKEN", "nanoseconds", wait_to_be_woken,
     "Waits until another thread wakes this one, or has since its last wait, or an interrupt was handled, and returns true. Returns "
     "NIL if NANOSECONDS, unless NIL, have passed.",
     Permission::threads},
    {"%WAKE-THREAD", "number", wake_thread, "Wakes the thread NUMBER; 0 is the main thread. Returns true unless it has ended.",
     Permission::threads},
    {"%THREAD-WAITS-P", "number", thread_waits, "Returns true if the thread waits for the system, or another thread."},
    {"%INTERRUPT-THREAD", "number function", interrupt_thread,
     "Makes the thread call FUNCTION without arguments at its next safepoint or wait. Returns true unless it has ended.",
     Permission::threads},
    {"%TAKE-THREAD-FUNCTIONS", "", take_thread_functions,
     "Returns the functions that the running thread has been interrupted to call, the last one first, and forgets them."},
    {"%TAKE-OUTSIDE-INTERRUPT", "", take_outside_interrupt,
     "Returns true if an interrupt came from outside and this is the thread that is to handle it, and forgets it."},
};

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::threads>() { return threads_table; }

}  // namespace tessera
