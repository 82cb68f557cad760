// Elements of vectors in a loop.
#include "jit/loop/loop_elements.hpp"

namespace tessera {

using namespace jit;
using x86::CondCode;

namespace {

/// The representation of integers in a vector.
struct IntegerForm {
  unsigned bits;
  bool is_signed;
};
IntegerForm form_of(Element e) {
  switch (e) {
    case Element::u8: return {8, false};
    case Element::s8: return {8, true};
    case Element::u16: return {16, false};
    case Element::s16: return {16, true};
    case Element::u32: return {32, false};
    case Element::s32: return {32, true};
    case Element::u64: return {64, false};
    default: return {64, true};
  }
}

IntegerBounds bounds_of_integers(unsigned bits, bool is_signed) {
  const int width = static_cast<int>(bits);
  return (is_signed ? IntegerBounds::within(width - 1) : IntegerBounds::natural(width)).if_fixnum();
}

}  // namespace

bool LoopElements::emit(Access access) {
  const bool is_set = access == Access::store;
  const std::size_t vector = is_set ? i().a : i().b, index = is_set ? i().b : i().c;
  if (registers_.kind(index) != PredictedType::fixnum || registers_.kind(vector) == PredictedType::floating ||
      feedback().is_string(emission_.at, vector))
    return false;
  const std::optional<NumberVector> numbers = feedback().vector(emission_.at, vector);
  if (!numbers) return simple_element(vector, index, access);
  if (is(i(), Op::SVREF) || is(i(), Op::SVSET)) return false;
  if (numbers->elements == Element::single_float) return false;
  if (numbers->elements == Element::double_float) return double_element(vector, index, *numbers, access);
  return integer_element(vector, index, *numbers, access);
}

/// Side-exits unless the index is below the length. Changes rdx.
void LoopElements::unless_below_length(Gp vector, Gp index) {
  const Label wrong = slow();
  asm_.mov(x86::edx, length_of(vector));
  asm_.add(x86::rdx, x86::rdx);
  asm_.cmp(index, x86::rdx);
  asm_.jae(wrong);
}

bool LoopElements::simple_element(std::size_t vector, std::size_t index, Access access) {
  const bool is_set = access == Access::store;
  if (is_set && state_[i().c].location == LoopLocation::floating && state_[i().c].dirty) registers_.spill(i().c);
  const Gp n = registers_.fixnum(index, x86::rcx);
  const Label wrong = slow();
  const Gp v = registers_.value(vector, x86::rdi);
  RegisterState& known = state_[vector];
  if (known.location != LoopLocation::general || known.type != LoopType::vector) {
    masm_.unless_type(v, Type::simple_vector, x86::rdx, wrong);
    if (known.location == LoopLocation::general) known.type = LoopType::vector;
  }
  unless_below_length(v, n);
  const Mem element = x86::qword_ptr(v, n, 2, 8 - object_tag);
  if (!is_set) {
    asm_.mov(x86::rax, element);
    registers_.set(i().a, x86::rax, LoopType::any);
    return true;
  }
  if (registers_.is_immediate(i().c)) {
    asm_.mov(element, registers_.general(i().c));
  } else {
    asm_.lea(x86::rdx, element);
    load(x86::rcx, i().c);
    write(x86::rdx, x86::rcx);
  }
  return true;
}

/// Returns the vector after a guard that it is as expected. Changes rdx.
CodeEmitter::Gp LoopElements::numbers(std::size_t vector, NumberVector expected) {
  const Label wrong = slow();
  const Gp v = registers_.value(vector, x86::rdi);
  RegisterState& known = state_[vector];
  if (known.location == LoopLocation::general && known.type == LoopType::numbers && known.refinement == refinement_of(expected)) return v;
  masm_.unless_numbers(v, expected, wrong);
  if (known.location == LoopLocation::general) known = {LoopLocation::general, LoopType::numbers, known.dirty, refinement_of(expected)};
  return v;
}

/// Returns the operand for an element of `bits` bits after a guard that there is one. The index is doubled, like all
/// fixnums, and so is the offset of an array. Changes rdx, and rdi for a flat array.
CodeEmitter::Mem LoopElements::element_of(Gp vector, Gp index, NumberVector expected, unsigned bits) {
  using Form = NumberVector::Form;
  const auto of_array = [vector](std::size_t offset) { return x86::qword_ptr(vector, static_cast<std::int32_t>(offset) - object_tag); };
  Gp base = vector, scaled = index;
  if (expected.form == Form::simple) {
    unless_below_length(vector, index);
  } else {
    const Label wrong = slow();
    asm_.cmp(index, of_array(offsetof(Array, size)));
    asm_.jae(wrong);
    asm_.mov(x86::rdx, of_array(offsetof(Array, offset)));
    asm_.add(x86::rdx, index);
    scaled = x86::rdx;
  }
  if (expected.form == Form::flat) {
    asm_.mov(x86::rdi, of_array(offsetof(Array, storage)));
    base = x86::rdi;
  }
  if (bits == 8) {
    if (scaled != x86::rdx) asm_.mov(x86::rdx, scaled);
    scaled = x86::rdx;
    asm_.shr(scaled, 1);
  }
  const unsigned shift = bits == 32 ? 1 : bits == 64 ? 2 : 0;
  if (expected.form == Form::of_host) return x86::ptr(std::uint64_t{0}, scaled, shift, bits / 8);
  return x86::ptr(base, scaled, shift, 8 - object_tag, bits / 8);
}

bool LoopElements::double_element(std::size_t vector, std::size_t index, NumberVector expected, Access access) {
  const bool is_set = access == Access::store;
  if (is_set && registers_.kind(i().c) != PredictedType::floating) return false;
  const Xmm d = is_set ? registers_.number(i().c, x86::xmm0) : x86::xmm0;
  const Gp n = registers_.fixnum(index, x86::rcx);
  const Mem element = element_of(numbers(vector, expected), n, expected, 64);
  if (is_set) {
    asm_.movsd(element, d);
  } else {
    asm_.movsd(d, element);
    registers_.set_number(i().a, d);
  }
  return true;
}

bool LoopElements::integer_element(std::size_t vector, std::size_t index, NumberVector expected, Access access) {
  const bool is_set = access == Access::store;
  const auto [bits, is_signed] = form_of(expected.elements);
  if (is_set && registers_.kind(i().c) != PredictedType::fixnum) return false;
  const Gp n = registers_.fixnum(index, x86::rcx);
  const Gp what = is_set ? registers_.fixnum(i().c, x86::rsi) : Gp(x86::rsi);
  const Mem element = element_of(numbers(vector, expected), n, expected, bits);
  if (is_set) store_integer(element, what, bits, is_signed);
  else load_integer(element, bits, is_signed);
  return true;
}

void LoopElements::load_integer(const Mem& element, unsigned bits, bool is_signed) {
  const Label wrong = slow();
  if (bits == 64) asm_.mov(x86::rax, element);
  else if (bits == 32 && is_signed) asm_.movsxd(x86::rax, element);
  else if (bits == 32) asm_.mov(x86::eax, element);
  else if (is_signed) asm_.movsx(x86::rax, element);
  else asm_.movzx(x86::eax, element);
  if (bits == 64 && !is_signed) {
    asm_.mov(x86::rdx, x86::rax);
    asm_.shr(x86::rdx, 62);
    asm_.jne(wrong);
  }
  asm_.add(x86::rax, x86::rax);
  if (bits == 64 && is_signed) asm_.jo(wrong);
  registers_.set_fixnum(i().a, x86::rax, bounds_of_integers(bits, is_signed));
}

/// Stores the integer; side-exits unless it is in the range of the elements.
void LoopElements::store_integer(const Mem& element, Gp what, unsigned bits, bool is_signed) {
  const Label wrong = slow();
  const IntegerBounds bounds = registers_.bounds_of(i().c);
  const bool fits = is_signed ? bounds.is_within(static_cast<int>(bits) - 1) : bounds.is_natural(static_cast<int>(bits));
  asm_.mov(x86::rax, what);
  asm_.sar(x86::rax, 1);
  if (!fits && bits == 64 && !is_signed) {
    asm_.js(wrong);
  } else if (!fits && bits < 64 && !is_signed) {
    asm_.mov(x86::rsi, x86::rax);
    asm_.shr(x86::rsi, static_cast<int>(bits));
    asm_.jne(wrong);
  } else if (!fits && bits < 64) {
    if (bits == 8) asm_.movsx(x86::rsi, x86::al);
    if (bits == 16) asm_.movsx(x86::rsi, x86::ax);
    if (bits == 32) asm_.movsxd(x86::rsi, x86::eax);
    asm_.cmp(x86::rsi, x86::rax);
    asm_.jne(wrong);
  }
  asm_.mov(element, bits == 8 ? Gp(x86::al) : bits == 16 ? Gp(x86::ax) : bits == 32 ? Gp(x86::eax) : Gp(x86::rax));
}

}  // namespace tessera
