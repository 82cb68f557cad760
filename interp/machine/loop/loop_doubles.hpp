// Double-floats in a loop, unboxed in floating-point registers. Layer: machine.
//
// A result is computed where it will stay. If the side exit needs the previous value there, that is saved
// first and restored on the way out. The check for infinity and NaN is left to the next instruction if that computes
// with the result: what it gives is not finite either. Until then the result is *unchecked*: an invariant is that at
// most one is, and only between two neighbouring instructions.
#pragma once

#include "machine/loop/loop_edges.hpp"

namespace tessera {

class LoopDoubles final : public LoopEmitter {
 public:
  LoopDoubles(LoopContext& context, LoopRegisters& registers, LoopEdges& edges) : LoopEmitter(context), r_(registers), edges_(edges) {}

  void begin_pass() { unchecked_ = {}; }
  /// A sum, difference, product or quotient of two numbers, at least one of them a double.
  void combine(Op op);
  bool square_root();
  /// Where the current instruction leaves the loop whatever its operands are; before an unchecked result if there is
  /// one.
  Label side_exit();

 private:
  /// A result that the instruction before has computed and not checked.
  struct Unchecked {
    bool is_open = false;
    bool keeps = false;  ///< what stood in its place is saved
    Label wrong;         ///< the side exit of that instruction
    Xmm result;
  };
  struct Operands {
    Xmm x, y;
    Label wrong;     ///< the side exit, before an unchecked operand
    bool is_finite;  ///< the result cannot be infinite or NaN
  };
  Operands fetch(Op op, Xmm scratch, const Unchecked& before);
  void operate(Op op, Xmm x, Xmm y);
  void combine_in_place(Op op, const Operands& operands, const Unchecked& before);
  void combine_aside(Op op, const Operands& operands, const Unchecked& before);
  void unless_zero(std::size_t n);
  bool next_checks_result() const;
  Label restoring(Xmm result, Xmm kept, const Label& wrong);
  Label restoring(const Unchecked& unchecked, const Label& wrong);

  LoopRegisters& r_;
  LoopEdges& edges_;
  Unchecked unchecked_;
};

}  // namespace tessera
