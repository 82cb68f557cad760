// Ending of an evaluation by the host, which no script can prevent: an exit to the outermost border. Layer: vm. See
// README.md here.
#pragma once

#include "vm/vm_state.hpp"

namespace tessera {

/// True if the evaluation is to end at this safepoint: also after compiled code has jumped out of a cleanup form, and
/// once the time of cleanup forms is over.
bool is_to_end(VmState& vm);
/// Returns the target of an exit while the evaluation is ended: exits out of a cleanup form lead to the host instead.
std::int64_t ending_target(const VmState& vm, std::int64_t target);
/// Returns from a call by C++ while the evaluation is ended: continues to the outermost call, which fails.
Value leave_ended(VmState& vm, std::size_t border);

}  // namespace tessera
