// How the host ends an evaluation, which no script can prevent: an exit to the outermost border. Layer: vm. See
// README.md here.
#pragma once

#include "vm/machine.hpp"

namespace tessera {

/// At a safepoint: true if the evaluation is to end now. That is so, too, where compiled code has jumped out of a
/// cleanup form, and once the time of cleanup forms is over.
bool is_to_end(Machine& m);
/// The target of an exit while the evaluation is ended: exits that lead out of a cleanup form lead to the host instead.
std::int64_t ending_target(const Machine& m, std::int64_t target);
/// A call from C++ returns while the evaluation is ended: continues to the outermost call, which fails.
Value leave_ended(Machine& m, std::size_t border);

}  // namespace tessera
