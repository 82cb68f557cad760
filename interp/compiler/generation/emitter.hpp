// The instructions, constants and source positions of the function that is being generated. Layer: compiler.
#pragma once

#include <unordered_map>
#include <vector>

#include "compiler/code.hpp"
#include "compiler/positions.hpp"

namespace tessera {

/// A place in the code that jumps lead to.
struct Label {
  int position = -1;      ///< index of the instruction, once bound
  std::vector<int> uses;  ///< jumps to it that were emitted before that
};

/// The reach of compare-and-jump instructions. Their offset has 16 bits; if that is too few, the function is generated
/// again and they skip a jump with 32 bits.
enum class JumpRange : bool { near, far };

/// Appends instructions. Constants are numbered in the order of their first use, the same object by one number.
class Emitter {
 public:
  explicit Emitter(JumpRange range) : range_(range) {}

  int emit(Op op, int a = 0, int b = 0, int c = 0);
  int emit_wide(Op op, int a, int bc);
  /// Emits a jump whose offset has 32 bits.
  void emit_jump(Op op, int a, Label& label);
  void emit_jump(Label& label) { emit_jump(Op::JUMP, 0, label); }
  void emit_compare_and_jump(Op op, int a, int b, Label& label);
  void bind(Label& label);
  int constant_index(Value v);

  /// The source position of the instructions that are emitted from now on.
  SourcePosition position;

  std::uint32_t size() const { return static_cast<std::uint32_t>(code.size()); }
  bool has_near_jump_overflow() const { return jump_overflow_; }
  bool has_operand_overflow() const { return operand_overflow_; }  ///< too many registers or constants

  std::vector<Instruction> code;
  std::vector<Value> constants;
  std::vector<PositionEntry> positions;

 private:
  void fuse_car_cdr(std::uint16_t list);
  void patch(int at, int target);

  JumpRange range_;
  std::unordered_map<std::uint64_t, int> constant_indices_;
  bool jump_overflow_ = false, operand_overflow_ = false;
};

/// Sets the emitter's position to the position of a node, if it has one, for the lifetime of this object.
class AtPosition {
 public:
  AtPosition(Emitter& code, SourcePosition position) : code_(code), outer_(code.position) {
    if (position.line != 0) code.position = position;
  }
  ~AtPosition() { code_.position = outer_; }
  AtPosition(const AtPosition&) = delete;
  AtPosition& operator=(const AtPosition&) = delete;

 private:
  Emitter& code_;
  SourcePosition outer_;
};

}  // namespace tessera
