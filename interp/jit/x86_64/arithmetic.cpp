// Arithmetic of words, fixnums and doubles for x86-64.
#include "jit/assembler/macro_assembler.hpp"

#include <bit>

namespace tessera {

using namespace jit;
namespace x86 = asmjit::x86;

// --- words

void MacroAssembler::add(Register x, std::int32_t y, const Label& overflow) {
  asm_.add(x, y);
  if (overflow.isValid()) asm_.jo(overflow);
}

void MacroAssembler::add(Register x, Register y, const Label& overflow) {
  asm_.add(x, y);
  if (overflow.isValid()) asm_.jo(overflow);
}

void MacroAssembler::subtract(Register x, Register y, const Label& overflow) {
  asm_.sub(x, y);
  if (overflow.isValid()) asm_.jo(overflow);
}

void MacroAssembler::multiply(Register x, Register y, const Label& overflow) {
  asm_.imul(x, y);
  if (overflow.isValid()) asm_.jo(overflow);
}

void MacroAssembler::multiply(Register to, Register x, std::int32_t y, const Label& overflow) {
  asm_.imul(to, x, y);
  if (overflow.isValid()) asm_.jo(overflow);
}

void MacroAssembler::combine(Op op, Register x, Register y, const Label& overflow) {
  switch (op) {
    case Op::ADD: return add(x, y, overflow);
    case Op::SUB: return subtract(x, y, overflow);
    case Op::MUL: return multiply(x, y, overflow);
    case Op::LOGAND: return static_cast<void>(asm_.and_(x, y));
    case Op::LOGIOR: return static_cast<void>(asm_.or_(x, y));
    default: return static_cast<void>(asm_.xor_(x, y));
  }
}

void MacroAssembler::divide(Register divisor) {
  asm_.cqo();
  asm_.idiv(divisor);
}

void MacroAssembler::absolute(Register x, Register scratch, const Label& overflow) {
  asm_.mov(scratch, x);
  asm_.neg(scratch);
  asm_.jo(overflow);
  asm_.cmovns(x, scratch);
}

void MacroAssembler::subtract(Register x, std::int32_t y) { asm_.sub(x, y); }
void MacroAssembler::subtract(Address x, std::int32_t y) { asm_.sub(x, y); }
void MacroAssembler::subtract32(Register x, Address y) { asm_.sub(x.r32(), y); }
void MacroAssembler::negate(Register x) { asm_.neg(x); }
void MacroAssembler::bit_and(Register x, std::int32_t mask) { asm_.and_(x, mask); }
void MacroAssembler::set_tag(Register x, Value immediate) { asm_.or_(x, static_cast<int>(immediate.bits())); }
void MacroAssembler::shift_left(Register x, int bits) { asm_.shl(x, bits); }
void MacroAssembler::shift_right(Register x, int bits) { asm_.shr(x, bits); }
void MacroAssembler::shift_right_signed(Register x, int bits) { asm_.sar(x, bits); }
void MacroAssembler::shift_left_by_operand2(Register x) { asm_.shl(x, operand2.r8()); }
void MacroAssembler::shift_right_signed_by_operand2(Register x) { asm_.sar(x, operand2.r8()); }
void MacroAssembler::clear_top_bit(Register x) { asm_.btr(x, 63); }
void MacroAssembler::set_bit(Address set, Register number) { asm_.bts(set, number); }
void MacroAssembler::decrement(Address x) { asm_.dec(x); }

void MacroAssembler::wrap(Register x, std::uint32_t mask, int shift) {
  asm_.and_(x.r32(), static_cast<std::int32_t>(mask));
  if (shift != 0) asm_.shl(x.r32(), shift);
}

void MacroAssembler::count_down(Address counter, Condition condition, const Label& to) {
  counter.setSize(4);
  asm_.dec(counter);
  branch(condition, to);
}

// --- fixnums

void MacroAssembler::to_fixnum(Register integer, const Label& overflow) { add(integer, integer, overflow); }
void MacroAssembler::natural_to_fixnum(Register integer) { asm_.add(integer.r32(), integer.r32()); }

void MacroAssembler::to_integer(Register fixnum, Condition condition, const Label& to) {
  asm_.sar(fixnum, 1);
  branch(condition, to);
}

// --- doubles

void MacroAssembler::load(DoubleRegister to, Address from) { asm_.movsd(to, from); }
void MacroAssembler::load(DoubleRegister to, const Label& from) { asm_.movsd(to, x86::qword_ptr(from)); }
void MacroAssembler::load_zero(DoubleRegister to) { asm_.xorps(to, to); }
void MacroAssembler::store(Address to, DoubleRegister from) { asm_.movsd(to, from); }
void MacroAssembler::load_bits(DoubleRegister to, Address from) { asm_.movq(to, from); }
void MacroAssembler::store_bits(Address to, DoubleRegister from) { asm_.movq(to, from); }
void MacroAssembler::square_root(DoubleRegister to, DoubleRegister x) { asm_.sqrtsd(to, x); }
void MacroAssembler::compare(DoubleRegister x, DoubleRegister y) { asm_.ucomisd(x, y); }

void MacroAssembler::load(DoubleRegister to, double constant, Register scratch) {
  load(scratch, std::bit_cast<std::uint64_t>(constant));
  asm_.movq(to, scratch);
}

void MacroAssembler::integer_to_double(DoubleRegister to, Register from) {
  asm_.xorps(to, to);
  asm_.cvtsi2sd(to, from);
}

void MacroAssembler::combine(Op op, DoubleRegister x, DoubleRegister y) {
  switch (op) {
    case Op::ADD: return static_cast<void>(asm_.addsd(x, y));
    case Op::SUB: return static_cast<void>(asm_.subsd(x, y));
    case Op::MUL: return static_cast<void>(asm_.mulsd(x, y));
    default: return static_cast<void>(asm_.divsd(x, y));
  }
}

void MacroAssembler::unless_finite(DoubleRegister x, const Label& otherwise) {
  asm_.movaps(double2, x);
  asm_.subsd(double2, double2);
  asm_.ucomisd(double2, double2);
  asm_.jp(otherwise);
}

void MacroAssembler::unless_finite(DoubleRegister x, Register scratch, const Label& otherwise) {
  asm_.movq(scratch, x);
  asm_.shl(scratch, 1);
  asm_.shr(scratch, 53);
  asm_.cmp(scratch.r32(), 0x7FF);
  asm_.je(otherwise);
}

void MacroAssembler::to_double(DoubleRegister to, Register from) {
  asm_.ror(from, 4);
  asm_.sub(from, double_bias);
  asm_.movq(to, from);
}

void MacroAssembler::from_double(Register to, DoubleRegister from, const Label& otherwise) {
  asm_.movq(to, from);
  asm_.add(to, double_bias);
  asm_.rol(to, 4);
  unless_double(to, otherwise);
}

}  // namespace tessera
