// Finds the emitter of an instruction.
#include "jit/emitters/instruction_emitter.hpp"

namespace tessera {

using namespace jit;

void InstructionEmitter::emit() {
  if (!has_machine_code(i())) return step();
  switch (static_cast<Op>(i().op)) {
#define OP(name, operands, control, effects, machine_code, facts, doc) \
  case Op::name:                                                       \
    return machine_code;
#include "compiler/opcodes.def"
#undef OP
    case Op::count: break;
  }
}

void InstructionEmitter::move() {
  load(accumulator, i().b);
  put(accumulator);
  emission_.site->keep_in_accumulator(i().a);
}

/// Has the interpreter execute the instruction. If a formula continues with the single operations, jumps to them: in a
/// function's own code they are out of line.
void InstructionEmitter::step() {
  execute();
  if (facts_of(i()).control.flow == Flow::over) masm_.jump(next());
}

}  // namespace tessera
