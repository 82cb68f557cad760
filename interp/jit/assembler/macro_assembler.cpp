// Guards and conversions.
#include "jit/assembler/macro_assembler.hpp"

namespace tessera {

using namespace jit;

void MacroAssembler::begin() {
  holder_.reset();
  holder_.init(asmjit::Environment::host());
  if (logger_ != nullptr) logger_->clear();
  holder_.setLogger(logger_);
  holder_.attach(&asm_);
}

bool MacroAssembler::finish() {
  return holder_.flatten() == asmjit::kErrorOk && holder_.resolveUnresolvedLinks() == asmjit::kErrorOk && !holder_.hasUnresolvedLinks();
}

void MacroAssembler::store_value(Mem to, Value v) {
  const auto bits = static_cast<std::int64_t>(v.bits());
  if (bits == static_cast<std::int32_t>(bits)) {
    asm_.mov(to, bits);
  } else {
    load_value(x86::rsi, v);
    asm_.mov(to, x86::rsi);
  }
}

void MacroAssembler::compare_value(Gp with, Value v) {
  const auto bits = static_cast<std::int64_t>(v.bits());
  if (bits == static_cast<std::int32_t>(bits)) {
    asm_.cmp(with, bits);
  } else {
    load_value(x86::rsi, v);
    asm_.cmp(with, x86::rsi);
  }
}

void MacroAssembler::unless_cons(Gp v, Gp scratch, const Label& otherwise) {
  asm_.lea(scratch.r32(), x86::ptr(v, -cons_tag));
  asm_.test(scratch.r8(), tag_mask);
  asm_.jne(otherwise);
}

void MacroAssembler::unless_object(Gp v, Gp scratch, const Label& otherwise) {
  asm_.lea(scratch.r32(), x86::ptr(v, -object_tag));
  asm_.test(scratch.r8(), tag_mask);
  asm_.jne(otherwise);
}

void MacroAssembler::unless_type(Gp v, Type type, Gp scratch, const Label& otherwise) {
  unless_object(v, scratch, otherwise);
  asm_.cmp(type_of(v), static_cast<int>(type));
  asm_.jne(otherwise);
}

void MacroAssembler::unless_fixnums(Gp x, Gp y, Gp scratch, const Label& otherwise) {
  asm_.mov(scratch.r32(), x.r32());
  asm_.or_(scratch.r32(), y.r32());
  asm_.test(scratch.r8(), 1);
  asm_.jne(otherwise);
}

void MacroAssembler::unless_index(Gp vector, Gp index, const Label& otherwise) {
  asm_.test(index.r8(), 1);
  asm_.jne(otherwise);
  asm_.mov(x86::edx, length_of(vector));
  asm_.add(x86::rdx, x86::rdx);
  asm_.cmp(index, x86::rdx);
  asm_.jae(otherwise);
}

void MacroAssembler::unless_numbers(Gp vector, NumberVector expected, const Label& otherwise) {
  const bool is_simple = expected.form == NumberVector::Form::simple;
  unless_type(vector, is_simple ? Type::specialized_vector : Type::array, x86::rdx, otherwise);
  const int elements = static_cast<int>(expected.elements);
  if (is_simple) {
    asm_.cmp(subtype_of(vector), elements);
    asm_.jne(otherwise);
    return;
  }
  asm_.cmp(length_of(vector), array_fixed_slots + 1);
  asm_.jne(otherwise);
  asm_.mov(x86::edx, x86::dword_ptr(vector, -object_tag));
  asm_.shr(x86::edx, 16);  // the subtype
  asm_.and_(x86::edx, ~static_cast<int>(array_adjustable | array_displaced));
  const int owner = expected.form == NumberVector::Form::of_host ? static_cast<int>(array_of_host) : 0;
  asm_.cmp(x86::edx, static_cast<int>(array_flat) | owner | elements << array_flat_shift);
  asm_.jne(otherwise);
}

void MacroAssembler::unless_slot(Gp instance, std::uint32_t slot, const Label& otherwise) {
  asm_.cmp(length_of(instance), slot + 1);
  asm_.jbe(otherwise);
}

void MacroAssembler::to_double(Xmm to, Gp from) {
  asm_.ror(from, 4);
  asm_.sub(from, double_bias);
  asm_.movq(to, from);
}

void MacroAssembler::from_double(Gp to, Xmm from, const Label& otherwise) {
  asm_.movq(to, from);
  asm_.add(to, double_bias);
  asm_.rol(to, 4);
  asm_.lea(x86::edx, x86::ptr(to, -double_tag));
  asm_.test(x86::dl, tag_mask);
  asm_.jne(otherwise);
}

}  // namespace tessera
