// Continuations: operations that take the frames and records above a prompt off the stacks, and put them back. Layer:
// vm. See continuations.md here. Each VmOperation of a native function is a function of that name here.
#pragma once

#include <vector>

#include "vm/loop/resume_point.hpp"
#include "vm/vm.hpp"

namespace tessera {

class VmState;

/// Returns a function that puts the continuation object `frames` back above the frames of its caller.
Value continuation_function(Vm& vm, Value frames);
/// Returns a function that replaces everything above the prompt for `tag`. `winders`: the prompts of the DYNAMIC-WINDs
/// around the frames.
Value continuation_function(Vm& vm, Value frames, Value tag, Value winders);
/// Returns the prompts for `tag` above the innermost prompt for `end`, outermost last; if `end` is `tag`, that prompt.
std::vector<Value> prompts_above(const Vm& vm, Value tag, Value end);

ResumePoint capture(VmState& vm, ResumePoint at, Call c);
ResumePoint capture_current(VmState& vm, ResumePoint at, Call c);
ResumePoint suspend(VmState& vm, ResumePoint at, Call c);
ResumePoint reinstate(VmState& vm, ResumePoint at, Call c);
/// Calls a function that `continuation_function` returned.
ResumePoint call_continuation(VmState& vm, ResumePoint at, Call c);

/// Executes RETURNTAKEN: the frame above the shared ones has returned; the topmost shared frame runs on.
ResumePoint return_to_shared(VmState& vm, ResumePoint at);
/// Executes RETURNTAKEN for machine code; `callee`: the frame that returns. Returns its real return address.
Value return_to_shared_from(VmState& vm, const Value* callee);
/// Stops sharing the frames from the one at `running` on, which may change from now on.
void unshare_from(VmState& vm, Value* running);
/// Signals that there is no prompt for `tag`, with the library's wording if the tag belongs to a library. Returns
/// FAILED.
Value fail_without_prompt(VmState& vm, Value tag);

}  // namespace tessera
