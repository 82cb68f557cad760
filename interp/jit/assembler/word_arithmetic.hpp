// Arithmetic of integers that fit into a machine word, small bignums included: tried after the inline code for fixnums
// and before the slow path. Layer: jit.
#pragma once

#include "compiler/instructions.hpp"
#include "vm/vm.hpp"

namespace tessera {

/// Returns the instruction's result for two integers of at most one limb; UNBOUND if an operand is anything else, or
/// the result is too wide.
using WordOperation = Value (*)(Vm& vm, Value x, Value y);
/// Returns the function for the instruction `op`; nullptr if there is none.
WordOperation word_operation(Op op);

/// Returns the result of a WordOperation masked by `mask`, a natural number of at most 64 bits: the wider result is
/// never made.
using MaskedOperation = Value (*)(Vm& vm, Value x, Value y, Value mask);
MaskedOperation masked_operation(Op op);

}  // namespace tessera
