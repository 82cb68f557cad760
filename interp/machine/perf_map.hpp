// Names of machine code for Linux' `perf`. Layer: machine.
#pragma once

#include "vm/machine_code.hpp"
#include "vm/vm.hpp"

namespace tessera {

/// If the environment variable TESSERA_PERF_MAP is set: writes where the function is, and its name, to /tmp/perf-PID.map, where `perf report`
/// looks for it.
void note_for_perf(Vm& vm, const MachineFunction& function, const MachineLoop* loop);

}  // namespace tessera
