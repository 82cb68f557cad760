// Services: calls of Lisp that the VM makes in the middle of an instruction, for failures, interrupts and safepoints.
// Layer: vm. See README.md here, "Service frames". Each function returns where execution continues.
#pragma once

#include <initializer_list>

#include "vm/calls/calls.hpp"

namespace tessera {

/// What becomes of a service's value that does not go to a register of the served frame.
enum ServiceValue : int {
  unused_value = -1,
  no_value = -2,      ///< the function must not return
  value_of_test = -3  ///< the value decides whether the failed test jumps
};

/// Calls `f` for the instruction before `at.pc`. `dest` is the register for its value, or a ServiceValue.
ResumePoint push_service(VmState& vm, ResumePoint at, Value* top, int dest, Value f, std::initializer_list<Value> args);
/// Executes DELIVER: hands on the value of the service whose registers begin at `service`.
ResumePoint deliver(VmState& vm, const Value* service);

// --- failures, pending in `failure` unless stated otherwise
/// Signals the pending failure of the instruction before `at.pc`.
ResumePoint instruction_failed(VmState& vm, ResumePoint at);
/// Signals the failure in the name of `operation`. The value of a handler goes to register `dest`.
ResumePoint signal_failure(VmState& vm, ResumePoint at, int dest, Value operation);
ResumePoint wrong_type(VmState& vm, ResumePoint at, Value datum, Known type);
ResumePoint not_an_instance(VmState& vm, ResumePoint at, Value datum);
/// Retries PUTHASH after a collection if memory ran out; else signals the failure.
ResumePoint retry_puthash(VmState& vm, ResumePoint at);
/// Calls a hook for a symbol without value or function; its value goes to register a of the instruction.
ResumePoint ask_for(VmState& vm, ResumePoint at, Known hook, Value name);
/// Signals that the callee is not a function, or undefined.
ResumePoint call_non_function(VmState& vm, ResumePoint at, Call c);
void fail_native_arity(VmState& vm, const Native* native, std::uint32_t count);
/// Signals a C++ exception with this text; nullptr: memory ran out.
ResumePoint signal_exception(VmState& vm, const char* what);
ResumePoint stack_overflow(VmState& vm, ResumePoint at, Value* top);

/// Handles the failure of the native function in `window`: calls it again if that may help, after a collection or once
/// an interrupt was handled.
Value retry_native(VmState& vm, Value* window, std::uint32_t count);

// --- safepoints
/// Handles what is pending.
ResumePoint poll(VmState& vm, ResumePoint at);
inline ResumePoint safepoint(VmState& vm, ResumePoint at) {
  return vm.heap.poll.load(std::memory_order_relaxed) == 0 || vm.is_just_a_step() ? at : poll(vm, at);
}

}  // namespace tessera
