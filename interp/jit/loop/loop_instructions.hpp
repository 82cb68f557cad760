// Emits the instructions of a loop: specialized if something is known of their operands, else as in a function.
// Layer: jit.
#pragma once

#include "jit/loop/loop_calls.hpp"
#include "jit/loop/loop_elements.hpp"
#include "jit/loop/loop_numbers.hpp"

namespace tessera {

class LoopInstructions final : public LoopEmitter {
 public:
  LoopInstructions(LoopContext& context, LoopRegisters& registers, LoopEdges& edges, InstructionEmitter& emitter)
      : LoopEmitter(context),
        calls(context, registers, edges),
        registers_(registers),
        edges_(edges),
        emitter_(emitter),
        numbers_(context, registers, edges, emitter),
        elements_(context, registers) {}

  void begin_pass() { numbers_.doubles.begin_pass(); }
  /// Emits the current instruction and the edges after it.
  void emit();

  LoopCalls calls;

 private:
  bool keeps_registers() const { return has_machine_code(i()) && facts_of(i()).jit.keeps; }
  void emit_general();
  void emit_of_callee(const InlinedInstruction& inlined);
  bool emit_specialized();
  void emit_jump();
  bool emit_test_of_known_kind(bool sense);
  void emit_return();
  bool emit_slot(Access access);
  void set_slot_to_number(Register instance, std::uint32_t slot, std::size_t what);
  bool set_global_to_immediate();

  LoopRegisters& registers_;
  LoopEdges& edges_;
  InstructionEmitter& emitter_;
  LoopNumbers numbers_;
  LoopElements elements_;
};

}  // namespace tessera
