// Moves, comparisons, control and calls for x86-64.
#include "jit/assembler/macro_assembler.hpp"
#include "jit/x86_64/object_fields.hpp"

namespace tessera {

using namespace jit;
namespace x86 = asmjit::x86;

namespace {

x86::CondCode code_of(Condition condition) {
  using x86::CondCode;
  // UCOMISD sets carry for a NaN, so "above" is false for it.
  constexpr CondCode codes[] = {CondCode::kE,  CondCode::kNE, CondCode::kL,  CondCode::kGE, CondCode::kLE, CondCode::kG, CondCode::kB,
                                CondCode::kAE, CondCode::kBE, CondCode::kA,  CondCode::kS,  CondCode::kNS, CondCode::kC, CondCode::kNC,
                                CondCode::kA,  CondCode::kBE, CondCode::kAE, CondCode::kB,  CondCode::kP,  CondCode::kNP};
  static_assert(std::size(codes) == static_cast<std::size_t>(Condition::ordered) + 1);
  return codes[static_cast<std::size_t>(condition)];
}

Address sized(Address m, unsigned bits) {
  m.setSize(bits / 8);
  return m;
}

Register narrow(Register r, unsigned bits) {
  return bits == 8 ? Register(r.r8()) : bits == 16 ? Register(r.r16()) : bits == 32 ? Register(r.r32()) : r;
}
bool is_short(std::int64_t bits) { return bits == static_cast<std::int32_t>(bits); }

constexpr int kept_bytes = 48;  // pushed by `enter` below rbp
constexpr x86::Gp kept_by_enter[] = {x86::rbx, x86::r12, x86::r13, x86::r14, x86::r15};

}  // namespace

// --- control

void MacroAssembler::bind_return_point(const Label& label, std::uint64_t pc) {
  while ((asm_.offset() + 8) % 8 != 4) asm_.int3();
  embed(pc);
  bind(label);
}

void MacroAssembler::jump(const Label& to) { asm_.jmp(to); }
void MacroAssembler::jump(Register to) { asm_.jmp(to); }
void MacroAssembler::jump(Address to) { asm_.jmp(to); }
void MacroAssembler::branch(Condition condition, const Label& to) { asm_.j(code_of(condition), to); }
void MacroAssembler::call(const Label& subroutine) { asm_.call(subroutine); }
void MacroAssembler::call(Address subroutine) { asm_.call(subroutine); }
void MacroAssembler::return_from_subroutine() { asm_.ret(); }
void MacroAssembler::trap() { asm_.ud2(); }

// --- moves

void MacroAssembler::move(Register to, Register from) { asm_.mov(to, from); }
void MacroAssembler::move(DoubleRegister to, DoubleRegister from) { asm_.movaps(to, from); }
void MacroAssembler::move32(Register to, Register from) { asm_.mov(to.r32(), from.r32()); }
void MacroAssembler::load(Register to, Address from) { asm_.mov(to, from); }
void MacroAssembler::load(Register to, std::uint64_t constant) { asm_.mov(to, constant); }
void MacroAssembler::load32(Register to, std::uint32_t constant) { asm_.mov(to.r32(), constant); }
void MacroAssembler::load_zero(Register to) { asm_.xor_(to.r32(), to.r32()); }
void MacroAssembler::load_address(Register to, Address of) { asm_.lea(to, of); }
void MacroAssembler::load_address(Register to, const Label& of) { asm_.lea(to, x86::ptr(of)); }

void MacroAssembler::load_integer(Register to, Address from, unsigned bits, bool is_signed) {
  const Address integer = sized(from, bits);
  if (bits == 64) asm_.mov(to, integer);
  else if (bits == 32 && is_signed) asm_.movsxd(to, integer);
  else if (bits == 32) asm_.mov(to.r32(), integer);
  else if (is_signed) asm_.movsx(to, integer);
  else asm_.movzx(to.r32(), integer);
}

void MacroAssembler::load_type(Register to, Register object) { asm_.movzx(to.r32(), type_of(object)); }
void MacroAssembler::load_length(Register to, Register object) { asm_.mov(to.r32(), length_of(object)); }
void MacroAssembler::store(Address to, Register from) { asm_.mov(to, from); }
void MacroAssembler::store(Address to, std::int32_t constant) { asm_.mov(to, constant); }

void MacroAssembler::store(Address to, Value v) {
  const auto bits = static_cast<std::int64_t>(v.bits());
  if (is_short(bits)) return static_cast<void>(asm_.mov(to, bits));
  load(argument1, v);
  store(to, argument1);
}

void MacroAssembler::store32(Address to, Register from) { asm_.mov(sized(to, 32), from.r32()); }
void MacroAssembler::store32(Address to, std::int32_t constant) { asm_.mov(sized(to, 32), constant); }
void MacroAssembler::store_integer(Address to, Register from, unsigned bits) { asm_.mov(sized(to, bits), narrow(from, bits)); }
void MacroAssembler::move_if(Condition condition, Register to, Register from) { asm_.cmov(code_of(condition), to, from); }

// --- comparisons

void MacroAssembler::compare(Register x, Register y) { asm_.cmp(x, y); }
void MacroAssembler::compare(Register x, Address y) { asm_.cmp(x, y); }
void MacroAssembler::compare(Address x, Register y) { asm_.cmp(x, y); }
void MacroAssembler::compare(Register x, std::int32_t y) { asm_.cmp(x, y); }
void MacroAssembler::compare(Address x, std::int32_t y) { asm_.cmp(x, y); }

void MacroAssembler::compare(Register x, Value y) {
  const auto bits = static_cast<std::int64_t>(y.bits());
  if (is_short(bits)) return static_cast<void>(asm_.cmp(x, bits));
  load(argument1, y);
  compare(x, argument1);
}

void MacroAssembler::compare32(Register x, std::int32_t y) { asm_.cmp(x.r32(), y); }
void MacroAssembler::compare32(Address x, std::int32_t y) { asm_.cmp(sized(x, 32), y); }
void MacroAssembler::compare8(Register x, Value y) { asm_.cmp(x.r8(), static_cast<int>(y.bits() & 0xFF)); }
void MacroAssembler::compare_zero(Register x) { asm_.test(x, x); }
void MacroAssembler::compare_zero32(Register x) { asm_.test(x.r32(), x.r32()); }
void MacroAssembler::compare_type(Register object, Type type) { asm_.cmp(type_of(object), static_cast<int>(type)); }
void MacroAssembler::compare_false(Register x) { asm_.test(x.r8(), x.r8()); }
void MacroAssembler::test_bits(Register x, int mask) { asm_.test(x.r8(), mask); }
void MacroAssembler::test_bits32(Register x, std::int32_t mask) { asm_.test(x.r32(), mask); }
void MacroAssembler::test_bit(Register set, Register number) { asm_.bt(set, number); }

void MacroAssembler::test_tag(Register v, int tag, Register scratch) {
  asm_.lea(scratch.r32(), x86::ptr(v, -tag));
  asm_.test(scratch.r8(), tag_mask);
}

void MacroAssembler::branch_if_subtype(Register object, Condition condition, int subtype, const Label& to) {
  asm_.cmp(subtype_of(object), subtype);
  branch(condition, to);
}

void MacroAssembler::branch_if_length(Register object, Condition condition, std::uint32_t length, const Label& to) {
  asm_.cmp(length_of(object), length);
  branch(condition, to);
}

void MacroAssembler::branch_if_in_range(Register x, Address begin, Address size, const Label& to) {
  asm_.mov(argument1, x);
  asm_.sub(argument1, begin);
  asm_.cmp(argument1, size);
  asm_.jb(to);
}

// --- calls of C++

void MacroAssembler::call_cpp(const void* function) {
  load(accumulator, function);
  asm_.call(accumulator);
}

void MacroAssembler::keep(Register r) {
  asm_.push(r);
  asm_.push(r);  // keeps the stack aligned
}

void MacroAssembler::restore(Register r) {
  asm_.pop(r);
  asm_.pop(r);
}

void MacroAssembler::reserve_stack(std::int32_t words) { asm_.sub(x86::rsp, words * 8); }
void MacroAssembler::release_stack(std::int32_t words) { asm_.add(x86::rsp, words * 8); }
void MacroAssembler::begin_calls() { asm_.sub(x86::rsp, 8); }  // keeps the stack aligned
void MacroAssembler::end_calls() { asm_.add(x86::rsp, 8); }
void MacroAssembler::begin_calls(Register kept) { asm_.push(kept); }
void MacroAssembler::end_calls(Register kept) { asm_.pop(kept); }

// --- the border between C++ and machine code

void MacroAssembler::enter() {
  asm_.push(x86::rbp);
  asm_.mov(x86::rbp, x86::rsp);
  for (const Register& r : kept_by_enter) asm_.push(r);
  asm_.sub(x86::rsp, 8);
  asm_.mov(jit::vm, argument0);
  asm_.mov(frame, argument1);
  asm_.mov(double_bias, Value::bias_of_doubles());
  asm_.jmp(argument2);
}

void MacroAssembler::reset_stack() { asm_.lea(x86::rsp, x86::ptr(x86::rbp, -kept_bytes)); }

void MacroAssembler::save_resume_point() {
  asm_.lea(x86::rsp, x86::ptr(x86::rbp, -kept_bytes - 16));
  asm_.mov(x86::ptr(x86::rsp, 8), accumulator);
  asm_.mov(x86::ptr(x86::rsp), temporary);
}

void MacroAssembler::forget_resume_point() { asm_.add(x86::rsp, 16); }

void MacroAssembler::leave() {
  asm_.pop(temporary);
  asm_.pop(accumulator);
  asm_.lea(x86::rsp, x86::ptr(x86::rbp, -8 * static_cast<int>(std::size(kept_by_enter))));
  for (std::size_t n = std::size(kept_by_enter); n-- > 0;) asm_.pop(kept_by_enter[n]);
  asm_.pop(x86::rbp);
  asm_.ret();
}

}  // namespace tessera
