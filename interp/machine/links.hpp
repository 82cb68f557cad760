// How machine code is entered and left: code that all functions share. Layer: machine.
#pragma once

#include "machine/code_memory.hpp"
#include "machine/layout.hpp"

namespace tessera {

/// What `enter` is in C++.
using EnterMachineCode = MachineCode::Left (*)(Vm* vm, Value* base, const void* address);

/// Puts the shared code into `memory` and lets `links` lead there; nullptr if there is no machine code to be had.
EnterMachineCode make_links(Vm& vm, const MachineLayout& layout, CodeMemory& memory);

}  // namespace tessera
