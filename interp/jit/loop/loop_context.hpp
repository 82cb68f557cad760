// The state of a loop's compilation, which its parts share. Layer: jit.
#pragma once

#include <memory>

#include "jit/assembler/emission.hpp"
#include "jit/loop_analysis/loop_body.hpp"
#include "jit/loop_analysis/loop_state.hpp"
#include "jit/loop_analysis/type_feedback.hpp"

namespace tessera {

struct LoopContext {
  LoopContext(Vm& vm, const FieldOffsets& layout, CallTable& calls, JitFunction& its_function, JitLoop& its_loop,
              asmjit::StringLogger* logger)
      : emission(vm, layout, calls, its_function.code, logger, logger != nullptr ? its_loop.program.get() : nullptr),
        function(its_function),
        loop(its_loop),
        body(emission, function, loop) {}

  Emission emission;
  JitFunction& function;
  JitLoop& loop;
  LoopBody body;
  bool is_function = false;  ///< true if a function without loops is compiled, specialized for doubles
  std::shared_ptr<const TypeFeedback> feedback;
  LoopState state;  ///< the known facts at the point where code is being emitted
};

}  // namespace tessera
