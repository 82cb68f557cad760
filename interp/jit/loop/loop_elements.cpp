// Elements of vectors in a loop.
#include "jit/loop/loop_elements.hpp"

namespace tessera {

using namespace jit;

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

bool LoopElements::simple_element(std::size_t vector, std::size_t index, Access access) {
  const bool is_set = access == Access::store;
  if (is_set && state_[i().c].location == LoopLocation::floating && state_[i().c].dirty) registers_.spill(i().c);
  const Register n = registers_.fixnum(index, operand2);
  const Label wrong = slow();
  const Register v = registers_.value(vector, argument0);
  RegisterState& known = state_[vector];
  if (known.location != LoopLocation::general || known.type != LoopType::vector) {
    masm_.unless_type(v, Type::simple_vector, temporary, wrong);
    if (known.location == LoopLocation::general) known.type = LoopType::vector;
  }
  masm_.unless_below_length(v, n, wrong);
  const Address element = jit::element(v, n, 2);
  if (!is_set) {
    masm_.load(accumulator, element);
    registers_.set(i().a, accumulator, LoopType::any);
    return true;
  }
  if (registers_.is_immediate(i().c)) {
    masm_.store(element, registers_.general(i().c));
  } else {
    masm_.load_address(temporary, element);
    load(operand2, i().c);
    write(temporary, operand2);
  }
  return true;
}

/// Returns the vector after a guard that it is as expected. Changes the temporary register.
CodeEmitter::Register LoopElements::numbers(std::size_t vector, NumberVector expected) {
  const Label wrong = slow();
  const Register v = registers_.value(vector, argument0);
  RegisterState& known = state_[vector];
  if (known.location == LoopLocation::general && known.type == LoopType::numbers && known.refinement == refinement_of(expected)) return v;
  masm_.unless_numbers(v, expected, wrong);
  if (known.location == LoopLocation::general) known = {LoopLocation::general, LoopType::numbers, known.dirty, refinement_of(expected)};
  return v;
}

/// Returns the operand for an element of `bits` bits after a guard that there is one. The index is doubled, like all
/// fixnums, and so is the offset of an array. Changes the temporary register, and argument0 for a flat array.
CodeEmitter::Address LoopElements::element_of(Register vector, Register index, NumberVector expected, unsigned bits) {
  using Form = NumberVector::Form;
  const Label wrong = slow();
  const auto of_array = [vector](std::size_t offset) { return place_at(vector, static_cast<std::int32_t>(offset) - object_tag); };
  Register base = vector, scaled = index;
  if (expected.form == Form::simple) {
    masm_.unless_below_length(vector, index, wrong);
  } else {
    masm_.branch_if(index, Condition::not_below, of_array(offsetof(Array, size)), wrong);
    masm_.load(temporary, of_array(offsetof(Array, offset)));
    masm_.add(temporary, index);
    scaled = temporary;
  }
  if (expected.form == Form::flat) {
    masm_.load(argument0, of_array(offsetof(Array, storage)));
    base = argument0;
  }
  if (bits == 8) {
    if (scaled != temporary) masm_.move(temporary, scaled);
    scaled = temporary;
    masm_.to_natural(scaled);
  }
  const unsigned shift = bits == 32 ? 1 : bits == 64 ? 2 : 0;
  if (expected.form == Form::of_host) return place_at_index(scaled, shift);
  return element(base, scaled, shift);
}

bool LoopElements::double_element(std::size_t vector, std::size_t index, NumberVector expected, Access access) {
  const bool is_set = access == Access::store;
  if (is_set && registers_.kind(i().c) != PredictedType::floating) return false;
  const DoubleRegister d = is_set ? registers_.number(i().c, double0) : double0;
  const Register n = registers_.fixnum(index, operand2);
  const Address element = element_of(numbers(vector, expected), n, expected, 64);
  if (is_set) {
    masm_.store(element, d);
  } else {
    masm_.load(d, element);
    registers_.set_number(i().a, d);
  }
  return true;
}

bool LoopElements::integer_element(std::size_t vector, std::size_t index, NumberVector expected, Access access) {
  const bool is_set = access == Access::store;
  const auto [bits, is_signed] = form_of(expected.elements);
  if (is_set && registers_.kind(i().c) != PredictedType::fixnum) return false;
  const Register n = registers_.fixnum(index, operand2);
  const Register what = is_set ? registers_.fixnum(i().c, argument1) : argument1;
  const Address element = element_of(numbers(vector, expected), n, expected, bits);
  if (is_set) store_integer(element, what, bits, is_signed);
  else load_integer(element, bits, is_signed);
  return true;
}

void LoopElements::load_integer(const Address& element, unsigned bits, bool is_signed) {
  const Label wrong = slow();
  masm_.load_integer(accumulator, element, bits, is_signed);
  if (bits == 64 && !is_signed) masm_.unless_narrow(accumulator, 62, false, temporary, wrong);
  masm_.to_fixnum(accumulator, bits == 64 && is_signed ? wrong : Label());
  registers_.set_fixnum(i().a, accumulator, bounds_of_integers(bits, is_signed));
}

/// Stores the integer; side-exits unless it is in the range of the elements.
void LoopElements::store_integer(const Address& element, Register what, unsigned bits, bool is_signed) {
  const Label wrong = slow();
  const IntegerBounds bounds = registers_.bounds_of(i().c);
  const bool fits = is_signed ? bounds.is_within(static_cast<int>(bits) - 1) : bounds.is_natural(static_cast<int>(bits));
  masm_.move(accumulator, what);
  if (!fits && bits == 64 && !is_signed) {
    masm_.to_integer(accumulator, Condition::negative, wrong);
  } else {
    masm_.to_integer(accumulator);
    if (!fits && bits < 64) masm_.unless_narrow(accumulator, bits, is_signed, argument1, wrong);
  }
  masm_.store_integer(element, accumulator, bits);
}

}  // namespace tessera
