// The code that all functions share: entering and leaving machine code, and its calls of the Vm. Layer: jit.
#pragma once

#include "jit/assembler/code_memory.hpp"
#include "jit/assembler/field_offsets.hpp"

namespace tessera {

/// The type of `enter`, which enters machine code.
using EnterMachineCode = ResumePoint (*)(Vm* vm, Value* base, const void* address);

/// Puts the shared code into `memory` and sets the links of the Vm. Returns nullptr if machine code is unavailable.
EnterMachineCode make_links(Vm& vm, const FieldOffsets& layout, CodeMemory& memory);

}  // namespace tessera
