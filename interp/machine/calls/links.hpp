// The code that all functions share: entering and leaving machine code, and its calls of the machine. Layer: machine.
#pragma once

#include "machine/assembler/code_memory.hpp"
#include "machine/assembler/layout.hpp"

namespace tessera {

/// Enters machine code; what `enter` is in C++.
using EnterMachineCode = ResumePoint (*)(Vm* vm, Value* base, const void* address);

/// Puts the shared code into `memory` and sets the links of the Vm; nullptr if machine code cannot be had.
EnterMachineCode make_links(Vm& vm, const MachineLayout& layout, CodeMemory& memory);

}  // namespace tessera
