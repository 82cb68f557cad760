// Entering and leaving machine code. Layer: vm.
#pragma once

#ifdef TESSERA_MACHINE_CODE

#include "vm/vm_state.hpp"

namespace tessera {

/// Compiles the function at the safepoint `at`, which has become hot.
ResumePoint compile_hot_code(VmState& vm, ResumePoint at);
/// Compiles the function of the frame if possible.
void compile_function(VmState& vm, ResumePoint at);
/// Returns the address where machine code continues at `at`; nullptr if there is no machine code for it.
const void* address_in_machine_code(VmState& vm, ResumePoint at);
/// Runs machine code until it comes to an instruction without machine code.
ResumePoint run_machine_code(VmState& vm, Value* base, const void* address);

// --- called by machine code, which has not saved its position
/// Compiles a loop that has become hot.
ResumePoint compile_hot_loop(VmState& vm, ResumePoint at);
/// Makes the call at `at`. A called closure returns to `back`, unless that is 0.
ResumePoint call_for_machine_code(VmState& vm, ResumePoint at, Value back);
/// Makes a call whose callee was unknown at compile time. The frame is complete except for its function, and for its
/// arguments if the callee takes other than required parameters.
ResumePoint call_unknown_for_machine_code(VmState& vm, Value* callee, CallStub& call);
/// Lays out the arguments of a frame that is otherwise complete.
ResumePoint lay_out_for_machine_code(VmState& vm, Value* callee, const CallStub& call);

}  // namespace tessera

#endif
