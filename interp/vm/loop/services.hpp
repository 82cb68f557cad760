// Services: calls of Lisp that the VM makes in the middle of an instruction, for failures, interrupts and safepoints.
// Layer: vm. See README.md here, "Service frames". Each function returns where execution continues.
#pragma once

#include <initializer_list>

#include "vm/calls/calls.hpp"

namespace tessera {

/// The `dest` of a service whose function must not return.
inline constexpr int no_return = -2;

/// Calls `f` for the instruction before `at.pc`. Its value goes to register `dest`, if that is not negative.
ResumePoint push_service(Machine& m, ResumePoint at, Value* top, int dest, Value f, std::initializer_list<Value> args);
/// DELIVER: the service whose registers begin at `service` has its value.
ResumePoint deliver(Machine& m, const Value* service);

// --- failures, which are pending in `failure` where nothing else is said
/// The instruction before `at.pc` failed.
ResumePoint instruction_failed(Machine& m, ResumePoint at);
/// Signals the failure in the name of `operation`. The value of a handler goes to register `dest`.
ResumePoint signal_failure(Machine& m, ResumePoint at, int dest, Value operation);
ResumePoint wrong_type(Machine& m, ResumePoint at, Value datum, Known type);
ResumePoint not_an_instance(Machine& m, ResumePoint at, Value datum);
/// A PUTHASH failed: tries again after a collection, if it was for want of memory.
ResumePoint retry_puthash(Machine& m, ResumePoint at);
/// A symbol has no value, or no function: a hook provides one for register a of the instruction.
ResumePoint ask_for(Machine& m, ResumePoint at, Known hook, Value name);
/// The callee is not a function, or undefined.
ResumePoint call_non_function(Machine& m, ResumePoint at, Call c);
void fail_native_arity(Machine& m, const Native* native, std::uint32_t count);
/// C++ threw an exception with this text; nullptr: memory gave out.
ResumePoint signal_exception(Machine& m, const char* what);
ResumePoint stack_overflow(Machine& m, ResumePoint at, Value* top);

/// A native function in `window` failed. Calls it again where that may help: after a collection, or once an interrupt
/// was handled.
Value retry_native(Machine& m, Value* window, std::uint32_t count);

// --- safepoints
/// Serves what waits.
ResumePoint poll(Machine& m, ResumePoint at);
inline ResumePoint safepoint(Machine& m, ResumePoint at) {
  return m.heap.poll.load(std::memory_order_relaxed) == 0 || m.is_just_a_step() ? at : poll(m, at);
}

}  // namespace tessera
