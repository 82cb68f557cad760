// The code that all functions share: entering and leaving machine code, and its calls of the Vm. Layer: machine.
#pragma once

#include "machine/assembler/code_memory.hpp"
#include "machine/assembler/layout.hpp"

namespace tessera {

/// The type of `enter`, which enters machine code.
using EnterMachineCode = ResumePoint (*)(Vm* vm, Value* base, const void* address);

/// Puts the shared code into `memory` and sets the links of the Vm. Returns nullptr if machine code is unavailable.
EnterMachineCode make_links(Vm& vm, const MachineLayout& layout, CodeMemory& memory);

}  // namespace tessera
