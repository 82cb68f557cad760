// Guards, and allocation, for AArch64.
#include "jit/aarch64/operands.hpp"
#include "jit/assembler/macro_assembler.hpp"

namespace tessera {

using namespace jit;
namespace a64 = asmjit::a64;

void MacroAssembler::unless_tag(Register v, int tag, Register scratch, const Label& otherwise) {
  test_tag(v, tag, scratch);
  asm_.b_ne(otherwise);
}

void MacroAssembler::unless_type(Register v, Type type, Register scratch, const Label& otherwise) {
  unless_object(v, scratch, otherwise);
  branch_if_type(v, Condition::not_equal, type, otherwise);
}

// Conditional branches reach farther than TBNZ, whose 32 KiB are too few for
// what is out of line.
void MacroAssembler::unless_fixnum(Register v, const Label& otherwise) {
  asm_.tst(v.w(), 1);
  asm_.b_ne(otherwise);
}

void MacroAssembler::unless_fixnums(Register x, Register y, Register, const Label& otherwise) {
  asm_.orr(first_scratch.w(), x.w(), y.w());
  unless_fixnum(first_scratch, otherwise);
}

void MacroAssembler::unless_fixnums(const Address* values, std::size_t count, const Label& otherwise) {
  load(accumulator, values[0]);
  for (std::size_t n = 1; n < count; ++n) {
    load(second_scratch, values[n]);
    asm_.orr(accumulator, accumulator, second_scratch);
  }
  unless_fixnum(accumulator, otherwise);
}

void MacroAssembler::unless_tagged_like(Register v, Value tag, const Label& otherwise) {
  compare8(v, tag);
  asm_.b_ne(otherwise);
}

void MacroAssembler::unless_constant(Register v, Register scratch, const Label& otherwise) { unless_tag(v, tag_mask, scratch, otherwise); }

void MacroAssembler::unless_within(Register v, std::int32_t limit, bool is_signed, const Label& otherwise) {
  unless_fixnum(v, otherwise);
  asm_.mov(first_scratch, 2 * static_cast<std::int64_t>(limit));
  if (is_signed) {
    asm_.add(accumulator, v, first_scratch);
    asm_.cmp(accumulator, first_scratch, a64::lsl(1));
  } else {
    asm_.cmp(v, first_scratch);
  }
  asm_.b_hs(otherwise);
}

void MacroAssembler::unless_narrow(Register integer, unsigned bits, bool is_signed, Register scratch, const Label& otherwise) {
  if (is_signed) {
    asm_.sbfx(scratch, integer, 0, bits);
    asm_.cmp(scratch, integer);
  } else {
    asm_.lsr(scratch, integer, bits);
    asm_.cmp(scratch, 0);
  }
  asm_.b_ne(otherwise);
}

void MacroAssembler::unless_below_length(Register vector, Register index, const Label& otherwise) {
  load_length(temporary, vector);
  asm_.cmp(index, temporary, a64::lsl(1));
  asm_.b_hs(otherwise);
}

void MacroAssembler::unless_numbers(Register vector, NumberVector expected, const Label& otherwise) {
  const bool is_simple = expected.form == NumberVector::Form::simple;
  unless_type(vector, is_simple ? Type::specialized_vector : Type::array, temporary, otherwise);
  const int elements = static_cast<int>(expected.elements);
  if (is_simple) return branch_if_subtype(vector, Condition::not_equal, elements, otherwise);
  branch_if_length(vector, Condition::not_equal, array_fixed_slots + 1, otherwise);
  load_integer(temporary, place_at(vector, 2 - object_tag), 16, false);
  asm_.mov(first_scratch.w(), ~static_cast<int>(array_adjustable | array_displaced));
  asm_.and_(temporary.w(), temporary.w(), first_scratch.w());
  const int owner = expected.form == NumberVector::Form::of_host ? static_cast<int>(array_of_host) : 0;
  compare32(temporary, static_cast<int>(array_flat) | owner | elements << array_flat_shift);
  asm_.b_ne(otherwise);
}

void MacroAssembler::allocate(std::size_t bytes, const Label& otherwise) {
  load(accumulator, at(offsets_.bump));
  load_address(operand2, place_at(accumulator, static_cast<std::int32_t>(bytes)));
  load(second_scratch, at(offsets_.soft_end));
  asm_.cmp(operand2, second_scratch);
  asm_.b_hi(otherwise);
  store(at(offsets_.bump), operand2);
}

}  // namespace tessera
