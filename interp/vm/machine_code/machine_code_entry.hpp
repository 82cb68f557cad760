// How machine code is entered and left. Layer: vm.
#pragma once

#ifdef TESSERA_MACHINE_CODE

#include "vm/machine.hpp"

namespace tessera {

/// The code at `at`, a safepoint, has become hot.
ResumePoint compile_hot_code(Machine& m, ResumePoint at);
/// Has the function of the frame compiled, if it can be.
void compile_function(Machine& m, ResumePoint at);
/// The address where machine code continues at `at`; nullptr if there is no machine code for it.
const void* address_in_machine_code(Machine& m, ResumePoint at);
/// Runs machine code until it comes to something that has none.
ResumePoint run_machine_code(Machine& m, Value* base, const void* address);

// --- what machine code calls; it has not saved where it is
/// A loop has become hot.
ResumePoint compile_hot_loop(Machine& m, ResumePoint at);
/// Makes the call at `at`. A closure that is called returns by `back`, unless that is 0.
ResumePoint call_for_machine_code(Machine& m, ResumePoint at, Value back);
/// Makes a call whose callee was not known when its code was made. The frame is complete but for its function, and for
/// its arguments if the callee takes other parameters than required ones.
ResumePoint call_unknown_for_machine_code(Machine& m, Value* callee, MachineCall& call);
/// Lays out the arguments of a frame that is complete but for them.
ResumePoint lay_out_for_machine_code(Machine& m, Value* callee, const MachineCall& call);

}  // namespace tessera

#endif
