// Arithmetic of words, fixnums and doubles for AArch64.
#include "jit/aarch64/operands.hpp"
#include "jit/assembler/macro_assembler.hpp"

#include <bit>

namespace tessera {

using namespace jit;
namespace a64 = asmjit::a64;

// --- words

void MacroAssembler::add(Register x, std::int32_t y, const Label& overflow) {
  const std::int64_t n = y;
  const bool checks = overflow.isValid();
  if (is_immediate(n)) {
    checks ? asm_.adds(x, x, n) : asm_.add(x, x, n);
  } else if (is_immediate(-n)) {
    checks ? asm_.subs(x, x, -n) : asm_.sub(x, x, -n);
  } else {
    asm_.mov(first_scratch, n);
    checks ? asm_.adds(x, x, first_scratch) : asm_.add(x, x, first_scratch);
  }
  if (checks) asm_.b_vs(overflow);
}

void MacroAssembler::add(Register x, Register y, const Label& overflow) {
  if (!overflow.isValid()) return static_cast<void>(asm_.add(x, x, y));
  asm_.adds(x, x, y);
  asm_.b_vs(overflow);
}

void MacroAssembler::subtract(Register x, Register y, const Label& overflow) {
  if (!overflow.isValid()) return static_cast<void>(asm_.sub(x, x, y));
  asm_.subs(x, x, y);
  asm_.b_vs(overflow);
}

/// A product overflows if its upper half is not the sign of its lower half.
void MacroAssembler::multiply(Register x, Register y, const Label& overflow) {
  if (overflow.isValid()) asm_.smulh(first_scratch, x, y);
  asm_.mul(x, x, y);
  if (!overflow.isValid()) return;
  asm_.cmp(first_scratch, x, a64::asr(63));
  asm_.b_ne(overflow);
}

void MacroAssembler::multiply(Register to, Register x, std::int32_t y, const Label& overflow) {
  asm_.mov(second_scratch, static_cast<std::int64_t>(y));
  if (overflow.isValid()) asm_.smulh(first_scratch, x, second_scratch);
  asm_.mul(to, x, second_scratch);
  if (!overflow.isValid()) return;
  asm_.cmp(first_scratch, to, a64::asr(63));
  asm_.b_ne(overflow);
}

void MacroAssembler::combine(Op op, Register x, Register y, const Label& overflow) {
  switch (op) {
    case Op::ADD: return add(x, y, overflow);
    case Op::SUB: return subtract(x, y, overflow);
    case Op::MUL: return multiply(x, y, overflow);
    case Op::LOGAND: return static_cast<void>(asm_.and_(x, x, y));
    case Op::LOGIOR: return static_cast<void>(asm_.orr(x, x, y));
    default: return static_cast<void>(asm_.eor(x, x, y));
  }
}

void MacroAssembler::divide(Register divisor) {
  asm_.sdiv(first_scratch, accumulator, divisor);
  asm_.msub(temporary, first_scratch, divisor, accumulator);
  asm_.mov(accumulator, first_scratch);
}

void MacroAssembler::absolute(Register x, Register scratch, const Label& overflow) {
  asm_.negs(scratch, x);
  asm_.b_vs(overflow);
  asm_.csel(x, scratch, x, asmjit::arm::CondCode::kPL);
}

void MacroAssembler::subtract(Register x, std::int32_t y) { add(x, -y); }

void MacroAssembler::subtract(Address x, std::int32_t y) {
  load(second_scratch, x);
  asm_.sub(second_scratch, second_scratch, y);
  store(x, second_scratch);
}

void MacroAssembler::subtract32(Register x, Address y) {
  load_integer(second_scratch, y, 32, false);
  asm_.sub(x.w(), x.w(), second_scratch.w());
}

void MacroAssembler::bit_and(Register x, std::int32_t mask) {
  if (is_mask(mask)) return static_cast<void>(asm_.and_(x, x, static_cast<std::int64_t>(mask)));
  asm_.mov(first_scratch, static_cast<std::int64_t>(mask));
  asm_.and_(x, x, first_scratch);
}

void MacroAssembler::set_tag(Register x, Value immediate) {
  const auto bits = static_cast<std::int64_t>(immediate.bits());
  if (is_mask(bits)) return static_cast<void>(asm_.orr(x, x, bits));
  asm_.mov(first_scratch, bits);
  asm_.orr(x, x, first_scratch);
}

void MacroAssembler::negate(Register x) { asm_.neg(x, x); }
void MacroAssembler::shift_left(Register x, int bits) { asm_.lsl(x, x, bits); }
void MacroAssembler::shift_right(Register x, int bits) { asm_.lsr(x, x, bits); }
void MacroAssembler::shift_right_signed(Register x, int bits) { asm_.asr(x, x, bits); }
void MacroAssembler::shift_left_by_operand2(Register x) { asm_.lsl(x, x, operand2); }
void MacroAssembler::shift_right_signed_by_operand2(Register x) { asm_.asr(x, x, operand2); }
void MacroAssembler::clear_top_bit(Register x) { asm_.and_(x, x, 0x7FFFFFFFFFFFFFFF); }

void MacroAssembler::wrap(Register x, std::uint32_t mask, int shift) {
  if (is_mask32(mask)) {
    asm_.and_(x.w(), x.w(), mask);
  } else {
    asm_.mov(first_scratch.w(), mask);
    asm_.and_(x.w(), x.w(), first_scratch.w());
  }
  if (shift != 0) asm_.lsl(x, x, shift);
}

void MacroAssembler::set_bit(Address set, Register number) {
  load(second_scratch, set);
  asm_.mov(first_scratch, 1);
  asm_.lsl(first_scratch, first_scratch, number);
  asm_.orr(second_scratch, second_scratch, first_scratch);
  store(set, second_scratch);
}

void MacroAssembler::decrement(Address x) { subtract(x, 1); }

void MacroAssembler::count_down(Address counter, Condition condition, const Label& to) {
  load_integer(second_scratch, counter, 32, false);
  asm_.subs(second_scratch.w(), second_scratch.w(), 1);
  store32(counter, second_scratch);
  branch(condition, to);
}

// --- fixnums

void MacroAssembler::to_fixnum(Register integer, const Label& overflow) { add(integer, integer, overflow); }
void MacroAssembler::natural_to_fixnum(Register integer) { asm_.add(integer, integer, integer); }

void MacroAssembler::to_integer(Register fixnum, Condition condition, const Label& to) {
  asm_.asr(fixnum, fixnum, 1);
  compare_zero(fixnum);
  branch(condition, to);
}

// --- doubles

void MacroAssembler::load(DoubleRegister to, Address from) { asm_.ldr(to, memory(asm_, from, 8)); }
void MacroAssembler::load(DoubleRegister to, const Label& from) { asm_.ldr(to, a64::ptr(from)); }
void MacroAssembler::load_zero(DoubleRegister to) { asm_.fmov(to, a64::xzr); }
void MacroAssembler::store(Address to, DoubleRegister from) { asm_.str(from, memory(asm_, to, 8)); }
void MacroAssembler::load_bits(DoubleRegister to, Address from) { load(to, from); }
void MacroAssembler::store_bits(Address to, DoubleRegister from) { store(to, from); }
void MacroAssembler::square_root(DoubleRegister to, DoubleRegister x) { asm_.fsqrt(to, x); }
void MacroAssembler::compare(DoubleRegister x, DoubleRegister y) { asm_.fcmp(x, y); }
void MacroAssembler::integer_to_double(DoubleRegister to, Register from) { asm_.scvtf(to, from); }

void MacroAssembler::load(DoubleRegister to, double constant, Register scratch) {
  load(scratch, std::bit_cast<std::uint64_t>(constant));
  asm_.fmov(to, scratch);
}

void MacroAssembler::combine(Op op, DoubleRegister x, DoubleRegister y) {
  switch (op) {
    case Op::ADD: return static_cast<void>(asm_.fadd(x, x, y));
    case Op::SUB: return static_cast<void>(asm_.fsub(x, x, y));
    case Op::MUL: return static_cast<void>(asm_.fmul(x, x, y));
    default: return static_cast<void>(asm_.fdiv(x, x, y));
  }
}

void MacroAssembler::unless_finite(DoubleRegister x, const Label& otherwise) {
  asm_.fsub(double2, x, x);
  asm_.fcmp(double2, double2);
  asm_.b_vs(otherwise);
}

void MacroAssembler::unless_finite(DoubleRegister x, Register scratch, const Label& otherwise) {
  asm_.fmov(scratch, x);
  asm_.ubfx(scratch, scratch, 52, 11);
  asm_.cmp(scratch, 0x7FF);
  asm_.b_eq(otherwise);
}

void MacroAssembler::to_double(DoubleRegister to, Register from) {
  asm_.ror(from, from, 4);
  asm_.sub(from, from, double_bias);
  asm_.fmov(to, from);
}

void MacroAssembler::from_double(Register to, DoubleRegister from, const Label& otherwise) {
  asm_.fmov(to, from);
  asm_.add(to, to, double_bias);
  asm_.ror(to, to, 60);
  unless_double(to, otherwise);
}

}  // namespace tessera
