// Numbers in a loop whose operands are both known or expected to be fixnums, or to be doubles. Layer: jit.
//
// The overflow of a fixnum is checked only if its bounds allow one. A result is computed in its final register; a side
// exit after the operation undoes it.
#pragma once

#include <string_view>

#include "jit/emitters/instruction_emitter.hpp"
#include "jit/loop/loop_doubles.hpp"

namespace tessera {

class LoopNumbers final : public LoopEmitter {
 public:
  LoopNumbers(LoopContext& context, LoopRegisters& registers, LoopEdges& edges, InstructionEmitter& emitter)
      : LoopEmitter(context), doubles(context, registers, edges), registers_(registers), edges_(edges), emitter_(emitter) {}

  /// Emits the instruction. Returns false if nothing is gained; the code for functions is used then.
  bool emit();

  LoopDoubles doubles;

 private:
  bool arithmetic(Op op);
  // --- sums
  struct Sum {
    bool adds, by_immediate;
    Register result, other;  ///< `other` is added to `result` or subtracted, unless there is an immediate
    std::int32_t immediate;
    bool is_in_place;  ///< true if the side exit needs the previous value of `result`
  };
  void sum(Op op);
  bool sum_with_immediate();
  void finish_sum(const Sum& sum, IntegerBounds bounds);
  void undo_at(const Label& out, Sum sum, const Label& wrong, bool is_wide);
  void emit_sum(const Sum& sum, const Label& overflow = Label());
  // --- other fixnums
  void product();
  bool exact_quotient();
  void divide_by_power(Register x, int bits, bool is_exact = false);
  bool logical(Op op);
  bool shift();
  bool floor(Op op);
  bool min_max(Condition condition);
  bool parity(bool odd);
  bool is_in_place(std::size_t operand) const;
  Register result_register() const;
  Register begin_result(Register x);
  bool are_fixnums() const { return registers_.kind(i().b) == PredictedType::fixnum && registers_.kind(i().c) == PredictedType::fixnum; }
  // --- either
  bool formula();
  bool compare();
  std::pair<unsigned, IntegerBounds> bounds_of_formula(std::string_view formula) const;

  LoopRegisters& registers_;
  LoopEdges& edges_;
  InstructionEmitter& emitter_;
};

}  // namespace tessera
