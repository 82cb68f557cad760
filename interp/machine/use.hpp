// Whether an interpreter makes machine code, and when. Layer: machine.
#pragma once

#include "tessera/lisp.hpp"
#include "vm/vm.hpp"

namespace tessera {

/// As the host's options say, or the environment variable TESSERA_MACHINE_CODE (hot, off, all), if there is one.
void use_machine_code(Vm& vm, Options::MachineCode asked);

}  // namespace tessera
