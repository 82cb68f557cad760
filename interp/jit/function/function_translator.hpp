// Makes the machine code of a function. Layer: jit.
//
// Each instruction becomes what the interpreter does for it, with the frame's registers as operands in memory. The
// common case is in line, everything else out of line; instructions without machine code are executed by
// run_instruction.
#pragma once

#include <memory>
#include <vector>

#include "jit/emitters/instruction_emitter.hpp"
#include "jit/function/function_code.hpp"

namespace tessera {

class FunctionTranslator {
 public:
  static constexpr std::size_t head_bytes = 16;  ///< the bytes before the first instruction; the last 8 point to the JitFunction

  FunctionTranslator(Vm& vm, const FieldOffsets& layout, CallTable& calls, const Code* code, asmjit::StringLogger* logger = nullptr)
      : emission_(vm, layout, calls, code, logger), control_(emission_), emitter_(emission_) {}

  /// Emits the code. Returns false if the function cannot be compiled, or not yet.
  bool translate();
  std::size_t size() const { return emission_.assembler.size(); }
  const char* code() { return emission_.assembler.data(); }
  void put_head(JitFunction* function);
  std::vector<std::uint32_t> take_places() { return control_.take_places(); }
  std::vector<std::unique_ptr<JitLoop>> take_loops(const char* place) { return control_.take_loops(place); }

 private:
  void emit_at(std::size_t n);
  std::size_t next_index() const { return emission_.at + 1 + operand_words(emission_.instructions[emission_.at]); }

  Emission emission_;
  FunctionCode control_;
  InstructionEmitter emitter_;
};

}  // namespace tessera
