// Integers of a machine word, those that are bignums included: what machine code asks of C++ where operands are not fixnums, or the result is not.
// Layer: machine.
#pragma once

#include "compiler/instructions.hpp"
#include "vm/vm.hpp"

namespace tessera {

/// What the instruction gives of two integers that a limb is enough for; UNBOUND if one is none, or the result is too wide for this.
using WordOperation = Value (*)(Vm& vm, Value x, Value y);
/// That of the instruction `op`; nullptr if there is none.
WordOperation word_operation(Op op);

/// The same, and of that the bits that are 1 in `mask`, an integer of at most 64 bits that is not negative: what is wider is never made.
using MaskedOperation = Value (*)(Vm& vm, Value x, Value y, Value mask);
MaskedOperation masked_operation(Op op);

}  // namespace tessera
