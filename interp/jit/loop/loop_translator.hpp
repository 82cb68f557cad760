// Makes the machine code of a loop for the kinds of values that its registers held when it became hot.
// Layer: jit.
//
// Values of the expected kinds stay in machine registers. All other values cause a side exit to the function's own
// code, before the instruction that meets them: so the code of a loop has no slow paths. A function without loops that
// computes with doubles is compiled once more in the same way, as a loop of one round.
#pragma once

#include "jit/loop/loop_instructions.hpp"

namespace tessera {

class LoopTranslator {
 public:
  /// Prepares to compile the loop of `function` whose head is executed next in the frame at `base`.
  LoopTranslator(Vm& vm, const FieldOffsets& layout, CallTable& calls, JitFunction& function, JitLoop& loop, const Value* base)
      : LoopTranslator(vm, layout, calls, function, loop, base, nullptr) {}
  /// Prepares to list the code of the loop, by emitting it again for the same type feedback.
  LoopTranslator(Vm& vm, const FieldOffsets& layout, CallTable& calls, JitFunction& function, JitLoop& loop, asmjit::StringLogger* logger)
      : LoopTranslator(vm, layout, calls, function, loop, nullptr, logger) {
    context_.feedback = loop.feedback;
  }

  /// Emits the code of the loop. Returns false if the loop cannot be compiled, or that would not pay.
  bool translate_loop();
  /// Emits the code of the whole function, specialized for the arguments in the frame. Returns false like
  /// `translate_loop`.
  bool translate_function();
  std::size_t size() const { return context_.emission.assembler.size(); }
  const char* code() { return context_.emission.assembler.data(); }
  /// Returns the offset at which the code of a function begins, after the jump by `JitLoop::code`.
  std::size_t entry_offset() const { return edges_.entry_offset(); }
  /// Gives the loop the code, the callees that the code compares, its program and its type feedback.
  void publish();

 private:
  LoopTranslator(Vm& vm, const FieldOffsets& layout, CallTable& calls, JitFunction& function, JitLoop& loop, const Value* base,
                 asmjit::StringLogger* logger);
  bool translate_passes();
  void emit_pass();
  unsigned uses_of_doubles() const;

  LoopContext context_;
  LoopBody& body_;
  const Value* const base_;
  LoopRegisters registers_;
  LoopEdges edges_;
  InstructionEmitter emitter_;
  LoopInstructions instructions_;
};

}  // namespace tessera
