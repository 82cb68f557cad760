// Calls: of functions of every kind, from Lisp and from C++. Layer: vm. See README.md here, "Frames". A function that
// returns a ResumePoint returns where execution continues: in the callee, after the call, or in a handler of a failure.
#pragma once

#include <span>

#include "vm/vm_state.hpp"

namespace tessera {

/// Runs Lisp from `at` on until the function that C++ called returns. Returns FAILED if an exit ended it.
Value run_loop(VmState& vm, ResumePoint at);
#ifdef TESSERA_MACHINE_CODE
/// Executes one instruction for which there is no machine code (step.cpp).
ResumePoint run_instruction(VmState& vm, ResumePoint at);
#endif

// --- slow paths of calls by the loop and machine code (general_calls.cpp)
/// Calls any object.
ResumePoint call(VmState& vm, ResumePoint at, Call c);
/// Calls with all values of the last form, the first of which is in the window.
ResumePoint call_with_values(VmState& vm, ResumePoint at, Call c);
/// Calls with the last argument spread.
ResumePoint apply(VmState& vm, ResumePoint at, Call c);
/// Calls in place of the running frame. A callee that is not a closure gets a frame above it; RETURNMV follows the
/// call.
ResumePoint tail_call(VmState& vm, ResumePoint at, Call c);
/// Calls in place of the running frame, with its own arguments.
ResumePoint tail_call_with_own_arguments(VmState& vm, ResumePoint at, Call c);
ResumePoint tail_apply(VmState& vm, ResumePoint at, Call c);
/// Handles `given`, which a native function returned instead of a plain value.
ResumePoint leave_native(VmState& vm, ResumePoint at, Call c, Value given);
/// Begins a function at its first instruction. Its frame is complete but for its registers, which may not fit.
ResumePoint begin_frame(VmState& vm, ResumePoint at);
/// Signals the stack overflow of a call whose window does not fit.
ResumePoint overflow(VmState& vm, ResumePoint at, Call c);
/// Signals the pending failure of a call. The value of a handler becomes the value of the call.
ResumePoint call_failed(VmState& vm, ResumePoint at, Call c, Value operation);

// --- arguments (arguments.cpp)
enum class Layout : std::uint8_t { done, failed, overflow };
/// Lays out the window's arguments for the parameters of `function`: optional, rest and keyword parameters.
Layout lay_out_arguments(VmState& vm, Value function, Value* window, std::uint32_t count);
/// Returns the number of registers that arguments fill.
std::uint32_t parameter_registers(const Code* code);
/// Spreads the last of the window's arguments. Returns FAILED if it is not a proper list, or too long.
Value spread_list(VmState& vm, Value* window, std::uint32_t& count);
/// Lays out the arguments of the call of a closure. Returns false if that failed; execution then continues at `at`.
bool prepare_arguments(VmState& vm, ResumePoint& at, Call c);

}  // namespace tessera
