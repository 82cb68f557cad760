// What machine code calls in C++ when a loop meets a function that is not inlined.
#include "jit/calls/vm_entries.hpp"

#include <limits>

namespace tessera {

/// Has the loop recompiled in the next round, to inline that function as well.
void VmEntries::note_callee(Vm&, JitLoop* loop, std::uint64_t instruction, Value function) {
  loop->other_callees_tolerated = std::numeric_limits<std::int32_t>::max();
  if (!has_type(function, Type::closure) || loop->recompilations++ >= config::machine_code_recompilations) return;
  loop->seen.push_back({instruction, to_value(code_of(as<Closure>(function)))});
  loop->rounds = 1;
  loop->code = loop->counting;
}

}  // namespace tessera
