// Emission of instructions and jumps.
#include "compiler/generation/emitter.hpp"

#include "compiler/instructions.hpp"

namespace tessera {

namespace {

/// True for a register, the number of a constant, or a small integer.
bool fits_operand(int n) { return n >= INT16_MIN && n <= UINT16_MAX; }

}  // namespace

int Emitter::emit(Op op, int a, int b, int c) {
  if (position.line != 0 && (positions.empty() || positions.back().position != position)) positions.push_back({size(), position});
  if (!(fits_operand(a) && fits_operand(b) && fits_operand(c))) operand_overflow_ = true;
  if (op == Op::CDR && a == b && !code.empty()) fuse_car_cdr(static_cast<std::uint16_t>(b));
  code.push_back(
      {static_cast<std::uint16_t>(op), static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b), static_cast<std::uint16_t>(c)});
  return static_cast<int>(code.size()) - 1;
}

/// Fuses a CAR of LIST with the (SETQ LIST (CDR LIST)) that follows into a superinstruction.
void Emitter::fuse_car_cdr(std::uint16_t list) {
  Instruction& before = code.back();
  if (is(before, Op::CAR) && before.b == list && before.a != list) become(before, Op::CARCDR);
}

int Emitter::emit_wide(Op op, int a, int bc) {
  const int at = emit(op, a);
  code[static_cast<std::size_t>(at)].set_bc(bc);
  return at;
}

/// Emits a jump. A backward jump is emitted twice: if the loop begins with a test, the peephole pass replaces the first
/// jump by the test.
void Emitter::emit_jump(Op op, int a, Label& label) {
  if (label.position < 0) {
    label.uses.push_back(emit_wide(op, a, 0));
    return;
  }
  const bool back = op == Op::JUMP;
  patch(emit_wide(back ? Op::LOOP : op, a, 0), label.position);
  if (back) patch(emit_wide(Op::LOOP, a, 0), label.position);
}

void Emitter::emit_compare_and_jump(Op op, int a, int b, Label& label) {
  if (range_ == JumpRange::near) {
    const int at = emit(op, a, b);
    if (label.position >= 0) patch(at, label.position);
    else label.uses.push_back(at);
    return;
  }
  emit(op, a, b, 1);
  Label over;
  emit_jump(over);
  emit_jump(label);
  bind(over);
}

void Emitter::bind(Label& label) {
  label.position = static_cast<int>(code.size());
  for (int at : label.uses) patch(at, label.position);
  label.uses.clear();
}

void Emitter::patch(int at, int target) {
  Instruction& jump = code[static_cast<std::size_t>(at)];
  const int offset = target - at - 1;
  if (offset_operand(jump) == 1) {
    jump.set_bc(offset);
    return;
  }
  jump.c = static_cast<std::uint16_t>(offset);
  if (offset != static_cast<std::int16_t>(offset)) jump_overflow_ = true;
}

int Emitter::constant_index(Value v) {
  const auto [found, is_new] = constant_indices_.try_emplace(v.bits(), static_cast<int>(constants.size()));
  if (is_new) constants.push_back(v);
  return found->second;
}

}  // namespace tessera
