// Configures when an interpreter compiles to machine code. Layer: jit.
#pragma once

#include "tessera/lisp.hpp"
#include "vm/vm.hpp"

namespace tessera {

/// Follows the host's options, or the environment variable TESSERA_MACHINE_CODE (hot, off, all, doubt) if it is set.
void use_machine_code(Vm& vm, Options::MachineCode asked);

}  // namespace tessera
