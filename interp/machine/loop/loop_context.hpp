// The state of a loop's compilation, which its parts share. Layer: machine.
#pragma once

#include <memory>

#include "machine/assembler/emission.hpp"
#include "machine/loop_analysis/loop_body.hpp"
#include "machine/loop_analysis/loop_state.hpp"
#include "machine/loop_analysis/type_feedback.hpp"

namespace tessera {

struct LoopContext {
  LoopContext(Vm& vm, const MachineLayout& layout, CallTable& calls, MachineFunction& its_function, MachineLoop& its_loop,
              asmjit::StringLogger* logger)
      : emission(vm, layout, calls, its_function.code, logger, logger != nullptr ? its_loop.program.get() : nullptr),
        function(its_function),
        loop(its_loop),
        body(emission, function, loop) {}

  Emission emission;
  MachineFunction& function;
  MachineLoop& loop;
  LoopBody body;
  bool is_function = false;  ///< true if a function without loops is compiled, specialized for doubles
  std::shared_ptr<const TypeFeedback> feedback;
  LoopState state;  ///< the known facts at the point where code is being emitted
};

}  // namespace tessera
