// Guards, and allocation, for x86-64.
#include "jit/assembler/macro_assembler.hpp"
#include "jit/x86_64/object_fields.hpp"

namespace tessera {

using namespace jit;
namespace x86 = asmjit::x86;

void MacroAssembler::unless_tag(Register v, int tag, Register scratch, const Label& otherwise) {
  test_tag(v, tag, scratch);
  asm_.jne(otherwise);
}

void MacroAssembler::unless_type(Register v, Type type, Register scratch, const Label& otherwise) {
  unless_object(v, scratch, otherwise);
  branch_if_type(v, Condition::not_equal, type, otherwise);
}

void MacroAssembler::unless_fixnum(Register v, const Label& otherwise) {
  asm_.test(v.r8(), 1);
  asm_.jne(otherwise);
}

void MacroAssembler::unless_fixnums(Register x, Register y, Register scratch, const Label& otherwise) {
  asm_.mov(scratch.r32(), x.r32());
  asm_.or_(scratch.r32(), y.r32());
  unless_fixnum(scratch, otherwise);
}

void MacroAssembler::unless_fixnums(const Address* values, std::size_t count, const Label& otherwise) {
  asm_.mov(accumulator.r32(), values[0].cloneResized(4));
  for (std::size_t n = 1; n < count; ++n) asm_.or_(accumulator.r32(), values[n].cloneResized(4));
  unless_fixnum(accumulator, otherwise);
}

void MacroAssembler::unless_tagged_like(Register v, Value tag, const Label& otherwise) {
  compare8(v, tag);
  asm_.jne(otherwise);
}

void MacroAssembler::unless_constant(Register v, Register scratch, const Label& otherwise) {
  asm_.mov(scratch.r32(), v.r32());
  asm_.and_(scratch.r32(), tag_mask);
  asm_.cmp(scratch.r32(), tag_mask);
  asm_.jne(otherwise);
}

void MacroAssembler::unless_within(Register v, std::int32_t limit, bool is_signed, const Label& otherwise) {
  // Fixnums are doubled; numbers out of bounds have an upper bit set.
  const std::int32_t doubled = 2 * limit;
  if (is_signed) {
    asm_.lea(accumulator, x86::ptr(v, doubled));
    asm_.test(accumulator, static_cast<std::int32_t>(~(2u * static_cast<std::uint32_t>(doubled) - 1) | 1));
  } else {
    asm_.test(v, ~(doubled - 1) | 1);
  }
  asm_.jne(otherwise);
}

void MacroAssembler::unless_narrow(Register integer, unsigned bits, bool is_signed, Register scratch, const Label& otherwise) {
  if (!is_signed) {
    asm_.mov(scratch, integer);
    asm_.shr(scratch, bits);
  } else {
    if (bits == 8) asm_.movsx(scratch, integer.r8());
    if (bits == 16) asm_.movsx(scratch, integer.r16());
    if (bits == 32) asm_.movsxd(scratch, integer.r32());
    asm_.cmp(scratch, integer);
  }
  asm_.jne(otherwise);
}

void MacroAssembler::unless_below_length(Register vector, Register index, const Label& otherwise) {
  load_length(temporary, vector);
  asm_.add(temporary, temporary);
  asm_.cmp(index, temporary);
  asm_.jae(otherwise);
}

void MacroAssembler::unless_numbers(Register vector, NumberVector expected, const Label& otherwise) {
  const bool is_simple = expected.form == NumberVector::Form::simple;
  unless_type(vector, is_simple ? Type::specialized_vector : Type::array, temporary, otherwise);
  const int elements = static_cast<int>(expected.elements);
  if (is_simple) return branch_if_subtype(vector, Condition::not_equal, elements, otherwise);
  branch_if_length(vector, Condition::not_equal, array_fixed_slots + 1, otherwise);
  const Register kind = temporary.r32();
  asm_.mov(kind, x86::dword_ptr(vector, -object_tag));
  asm_.shr(kind, 16);  // the subtype
  asm_.and_(kind, ~static_cast<int>(array_adjustable | array_displaced));
  const int owner = expected.form == NumberVector::Form::of_host ? static_cast<int>(array_of_host) : 0;
  asm_.cmp(kind, static_cast<int>(array_flat) | owner | elements << array_flat_shift);
  asm_.jne(otherwise);
}

void MacroAssembler::allocate(std::size_t bytes, const Label& otherwise) {
  asm_.mov(accumulator, at(offsets_.bump));
  asm_.lea(operand2, x86::ptr(accumulator, static_cast<std::int32_t>(bytes)));
  asm_.cmp(operand2, at(offsets_.soft_end));
  asm_.ja(otherwise);
  asm_.mov(at(offsets_.bump), operand2);
}

}  // namespace tessera
