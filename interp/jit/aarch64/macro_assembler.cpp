// Moves, comparisons, control and calls for AArch64.
//
// Branches by conditions reach 1 MiB: `finish` fails for a function that is larger, which is interpreted then.
#include "jit/assembler/macro_assembler.hpp"
#include "jit/aarch64/operands.hpp"

namespace tessera {

using namespace jit;
namespace a64 = asmjit::a64;
using CondCode = asmjit::arm::CondCode;

namespace {

CondCode code_of(Condition condition) {
  // FCMP of a NaN sets C and V: then GT and GE are false.
  constexpr CondCode codes[] = {CondCode::kEQ, CondCode::kNE, CondCode::kLT, CondCode::kGE, CondCode::kLE, CondCode::kGT, CondCode::kLO,
                                CondCode::kHS, CondCode::kLS, CondCode::kHI, CondCode::kMI, CondCode::kPL, CondCode::kNE, CondCode::kEQ,
                                CondCode::kGT, CondCode::kLE, CondCode::kGE, CondCode::kLT, CondCode::kVS, CondCode::kVC};
  static_assert(std::size(codes) == static_cast<std::size_t>(Condition::ordered) + 1);
  return codes[static_cast<std::size_t>(condition)];
}

Address header_at(Register object, int offset) { return place_at(object, offset - object_tag); }

constexpr std::int32_t enter_bytes = 160;  // x29, x30, x19 to x28, d8 to d15

}  // namespace

a64::Mem jit::memory(Assembler& a, const Address& at, int bytes) {
  const bool is_encodable =
      (at.offset >= -256 && at.offset < 256) || (at.offset >= 0 && at.offset % bytes == 0 && at.offset / bytes < 4096);
  if (!at.index.isValid()) {
    if (is_encodable) return a64::ptr(at.base, at.offset);
    a.mov(first_scratch, static_cast<std::int64_t>(at.offset));
    return a64::ptr(at.base, first_scratch);
  }
  if (is_encodable) {
    if (at.base.isValid()) a.add(first_scratch, at.base, at.index, a64::lsl(at.shift));
    else a.lsl(first_scratch, at.index, at.shift);
    return a64::ptr(first_scratch, at.offset);
  }
  a.mov(first_scratch, static_cast<std::int64_t>(at.offset));
  a.add(first_scratch, first_scratch, at.index, a64::lsl(at.shift));
  return a64::ptr(at.base, first_scratch);
}

// --- control

void MacroAssembler::bind_return_point(const Label& label, std::uint64_t pc) {
  while ((asm_.offset() + 8) % 8 != 4) asm_.nop();
  embed(pc);
  bind(label);
}

void MacroAssembler::jump(const Label& to) { asm_.b(to); }
void MacroAssembler::jump(Register to) { asm_.br(to); }
void MacroAssembler::jump(Address to) {
  load(second_scratch, to);
  asm_.br(second_scratch);
}
void MacroAssembler::branch(Condition condition, const Label& to) { asm_.b(code_of(condition), to); }
void MacroAssembler::call(const Label& subroutine) { asm_.bl(subroutine); }
void MacroAssembler::call(Address subroutine) {
  load(second_scratch, subroutine);
  asm_.blr(second_scratch);
}
void MacroAssembler::return_from_subroutine() { asm_.ret(a64::x30); }
void MacroAssembler::trap() { asm_.udf(0); }

// --- moves

void MacroAssembler::move(Register to, Register from) { asm_.mov(to, from); }
void MacroAssembler::move(DoubleRegister to, DoubleRegister from) { asm_.fmov(to, from); }
void MacroAssembler::move32(Register to, Register from) { asm_.mov(to.w(), from.w()); }
void MacroAssembler::load(Register to, Address from) { asm_.ldr(to, memory(asm_, from, 8)); }
void MacroAssembler::load(Register to, std::uint64_t constant) { asm_.mov(to, constant); }
void MacroAssembler::load32(Register to, std::uint32_t constant) { asm_.mov(to.w(), constant); }
void MacroAssembler::load_zero(Register to) { asm_.mov(to, a64::xzr); }
void MacroAssembler::load_address(Register to, const Label& of) { asm_.adr(to, of); }

void MacroAssembler::load_address(Register to, Address of) {
  Register base = of.base;
  if (of.index.isValid()) {
    if (base.isValid()) asm_.add(to, base, of.index, a64::lsl(of.shift));
    else asm_.lsl(to, of.index, of.shift);
    base = to;
  }
  if (of.offset == 0 && base == to) return;
  if (is_immediate(of.offset)) return static_cast<void>(asm_.add(to, base, of.offset));
  if (is_immediate(-static_cast<std::int64_t>(of.offset))) return static_cast<void>(asm_.sub(to, base, -of.offset));
  asm_.mov(first_scratch, of.offset);
  asm_.add(to, base, first_scratch);
}

void MacroAssembler::load_integer(Register to, Address from, unsigned bits, bool is_signed) {
  const a64::Mem at = memory(asm_, from, static_cast<int>(bits / 8));
  if (bits == 64) asm_.ldr(to, at);
  else if (bits == 32) is_signed ? asm_.ldrsw(to, at) : asm_.ldr(to.w(), at);
  else if (bits == 16) is_signed ? asm_.ldrsh(to, at) : asm_.ldrh(to.w(), at);
  else is_signed ? asm_.ldrsb(to, at) : asm_.ldrb(to.w(), at);
}

void MacroAssembler::load_type(Register to, Register object) { load_integer(to, header_at(object, 1), 8, false); }
void MacroAssembler::load_length(Register to, Register object) { load_integer(to, header_at(object, 4), 32, false); }
void MacroAssembler::store(Address to, Register from) { asm_.str(from, memory(asm_, to, 8)); }

void MacroAssembler::store(Address to, std::int32_t constant) {
  if (constant == 0) return store(to, a64::xzr);
  asm_.mov(second_scratch, static_cast<std::int64_t>(constant));
  asm_.str(second_scratch, memory(asm_, to, 8));
}

void MacroAssembler::store(Address to, Value v) {
  asm_.mov(second_scratch, v.bits());
  asm_.str(second_scratch, memory(asm_, to, 8));
}

void MacroAssembler::store32(Address to, Register from) { asm_.str(from.w(), memory(asm_, to, 4)); }

void MacroAssembler::store32(Address to, std::int32_t constant) {
  asm_.mov(second_scratch.w(), constant);
  asm_.str(second_scratch.w(), memory(asm_, to, 4));
}

void MacroAssembler::store_integer(Address to, Register from, unsigned bits) {
  const a64::Mem at = memory(asm_, to, static_cast<int>(bits / 8));
  if (bits == 64) asm_.str(from, at);
  else if (bits == 32) asm_.str(from.w(), at);
  else if (bits == 16) asm_.strh(from.w(), at);
  else asm_.strb(from.w(), at);
}

void MacroAssembler::move_if(Condition condition, Register to, Register from) { asm_.csel(to, from, to, code_of(condition)); }

// --- comparisons

void MacroAssembler::compare(Register x, Register y) { asm_.cmp(x, y); }
void MacroAssembler::compare(Register x, Address y) {
  load(second_scratch, y);
  asm_.cmp(x, second_scratch);
}
void MacroAssembler::compare(Address x, Register y) {
  load(second_scratch, x);
  asm_.cmp(second_scratch, y);
}

void MacroAssembler::compare(Register x, std::int32_t y) {
  if (is_immediate(y)) return static_cast<void>(asm_.cmp(x, y));
  if (is_immediate(-static_cast<std::int64_t>(y))) return static_cast<void>(asm_.cmn(x, -y));
  asm_.mov(first_scratch, static_cast<std::int64_t>(y));
  asm_.cmp(x, first_scratch);
}

void MacroAssembler::compare(Address x, std::int32_t y) {
  load(second_scratch, x);
  compare(second_scratch, y);
}

void MacroAssembler::compare(Register x, Value y) {
  if (is_immediate(static_cast<std::int64_t>(y.bits()))) return static_cast<void>(asm_.cmp(x, y.bits()));
  asm_.mov(first_scratch, y.bits());
  asm_.cmp(x, first_scratch);
}

void MacroAssembler::compare32(Register x, std::int32_t y) {
  if (is_immediate(y)) return static_cast<void>(asm_.cmp(x.w(), y));
  asm_.mov(first_scratch.w(), y);
  asm_.cmp(x.w(), first_scratch.w());
}

void MacroAssembler::compare32(Address x, std::int32_t y) {
  load_integer(second_scratch, x, 32, false);
  compare32(second_scratch, y);
}

void MacroAssembler::compare8(Register x, Value y) {
  asm_.and_(first_scratch.w(), x.w(), 0xFF);
  asm_.cmp(first_scratch.w(), y.bits() & 0xFF);
}

void MacroAssembler::compare_zero(Register x) { asm_.cmp(x, 0); }
void MacroAssembler::compare_zero32(Register x) { asm_.cmp(x.w(), 0); }
void MacroAssembler::compare_false(Register x) { asm_.tst(x.w(), 0xFF); }
void MacroAssembler::test_bits(Register x, int mask) { test_bits32(x, mask); }

void MacroAssembler::compare_type(Register object, Type type) {
  load_type(second_scratch, object);
  asm_.cmp(second_scratch.w(), static_cast<int>(type));
}

void MacroAssembler::test_bits32(Register x, std::int32_t mask) {
  if (is_mask32(static_cast<std::uint32_t>(mask))) return static_cast<void>(asm_.tst(x.w(), static_cast<std::uint32_t>(mask)));
  asm_.mov(first_scratch.w(), mask);
  asm_.tst(x.w(), first_scratch.w());
}

void MacroAssembler::test_bit(Register set, Register number) {
  asm_.lsr(first_scratch, set, number);
  asm_.tst(first_scratch, 1);
}

void MacroAssembler::test_tag(Register v, int tag, Register) {
  asm_.and_(first_scratch.w(), v.w(), tag_mask);
  asm_.cmp(first_scratch.w(), tag);
}

void MacroAssembler::branch_if_subtype(Register object, Condition condition, int subtype, const Label& to) {
  load_integer(second_scratch, header_at(object, 2), 16, false);
  compare32(second_scratch, subtype);
  branch(condition, to);
}

void MacroAssembler::branch_if_length(Register object, Condition condition, std::uint32_t length, const Label& to) {
  load_length(second_scratch, object);
  compare32(second_scratch, static_cast<std::int32_t>(length));
  branch(condition, to);
}

void MacroAssembler::branch_if_in_range(Register x, Address begin, Address size, const Label& to) {
  load(second_scratch, begin);
  asm_.sub(argument1, x, second_scratch);
  load(second_scratch, size);
  asm_.cmp(argument1, second_scratch);
  branch(Condition::below, to);
}

// --- calls of C++

void MacroAssembler::call_cpp(const void* function) {
  load(first_scratch, function);
  asm_.blr(first_scratch);
  asm_.mov(temporary, a64::x1);
  asm_.mov(accumulator, a64::x0);
}

void MacroAssembler::keep(Register r) { asm_.str(r, a64::ptr_pre(a64::sp, -16)); }
void MacroAssembler::restore(Register r) { asm_.ldr(r, a64::ptr_post(a64::sp, 16)); }
void MacroAssembler::reserve_stack(std::int32_t words) { asm_.sub(a64::sp, a64::sp, words * 8); }
void MacroAssembler::release_stack(std::int32_t words) { asm_.add(a64::sp, a64::sp, words * 8); }
void MacroAssembler::begin_calls() { keep(a64::x30); }
void MacroAssembler::end_calls() { restore(a64::x30); }
void MacroAssembler::begin_calls(Register kept) { asm_.stp(kept, a64::x30, a64::ptr_pre(a64::sp, -16)); }
void MacroAssembler::end_calls(Register kept) { asm_.ldp(kept, a64::x30, a64::ptr_post(a64::sp, 16)); }

// --- the border between C++ and machine code

void MacroAssembler::enter() {
  asm_.stp(a64::x29, a64::x30, a64::ptr_pre(a64::sp, -enter_bytes));
  asm_.mov(a64::x29, a64::sp);
  for (std::uint32_t n = 0; n < 10; n += 2) asm_.stp(a64::x(19 + n), a64::x(20 + n), a64::ptr(a64::sp, 16 + static_cast<int>(n) * 8));
  for (std::uint32_t n = 0; n < 8; n += 2) asm_.stp(a64::d(8 + n), a64::d(9 + n), a64::ptr(a64::sp, 96 + static_cast<int>(n) * 8));
  asm_.mov(jit::vm, argument0);
  asm_.mov(frame, argument1);
  asm_.mov(double_bias, Value::bias_of_doubles());
  asm_.br(argument2);
}

void MacroAssembler::reset_stack() { asm_.mov(a64::sp, a64::x29); }

void MacroAssembler::save_resume_point() {
  reset_stack();
  asm_.stp(accumulator, temporary, a64::ptr_pre(a64::sp, -16));
}

void MacroAssembler::forget_resume_point() { asm_.add(a64::sp, a64::sp, 16); }

void MacroAssembler::leave() {
  asm_.ldp(a64::x0, a64::x1, a64::ptr_post(a64::sp, 16));
  for (std::uint32_t n = 0; n < 10; n += 2) asm_.ldp(a64::x(19 + n), a64::x(20 + n), a64::ptr(a64::sp, 16 + static_cast<int>(n) * 8));
  for (std::uint32_t n = 0; n < 8; n += 2) asm_.ldp(a64::d(8 + n), a64::d(9 + n), a64::ptr(a64::sp, 96 + static_cast<int>(n) * 8));
  asm_.ldp(a64::x29, a64::x30, a64::ptr_post(a64::sp, enter_bytes));
  asm_.ret(a64::x30);
}

}  // namespace tessera
