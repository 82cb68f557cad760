// Double-floats in a loop, unboxed in floating-point registers. Layer: jit.
//
// A result is computed in its final register. If the side exit needs the previous value there, that value is saved
// first and restored on the way out. The check for infinity and NaN is left to the next instruction if it computes
// with the result, since its own result is then not finite either. Until then the result is *unchecked*. Invariant: at
// most one result is unchecked, and only between two neighbouring instructions.
#pragma once

#include "jit/loop/loop_edges.hpp"

namespace tessera {

class LoopDoubles final : public LoopEmitter {
 public:
  LoopDoubles(LoopContext& context, LoopRegisters& registers, LoopEdges& edges)
      : LoopEmitter(context), registers_(registers), edges_(edges) {}

  void begin_pass() { unchecked_ = {}; }
  /// Emits a sum, difference, product or quotient of two numbers, at least one of them a double.
  void combine(Op op);
  bool square_root();
  /// Returns the label where the current instruction leaves the loop unconditionally; the label before the unchecked
  /// result if there is one.
  Label side_exit();

 private:
  /// A result that the previous instruction has computed and not checked.
  struct Unchecked {
    bool is_open = false;
    bool keeps = false;  ///< true if the previous value of its register is saved
    Label wrong;         ///< the side exit of the previous instruction
    DoubleRegister result;
  };
  struct Operands {
    DoubleRegister x, y;
    Label wrong;     ///< the side exit, before an unchecked operand
    bool is_finite;  ///< true if the result cannot be infinite or NaN
  };
  Operands fetch(Op op, DoubleRegister scratch, const Unchecked& before);
  void operate(Op op, DoubleRegister x, DoubleRegister y);
  void combine_in_place(Op op, const Operands& operands, const Unchecked& before);
  void combine_aside(Op op, const Operands& operands, const Unchecked& before);
  void unless_zero(std::size_t n);
  bool next_checks_result() const;
  Label restoring(DoubleRegister result, DoubleRegister kept, const Label& wrong);
  Label restoring(const Unchecked& unchecked, const Label& wrong);

  LoopRegisters& registers_;
  LoopEdges& edges_;
  Unchecked unchecked_;
};

}  // namespace tessera
