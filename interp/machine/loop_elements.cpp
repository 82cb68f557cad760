// Elements of vectors in a loop: of simple vectors, and of those that hold integers or doubles as such.
#include "machine/loop_translator.hpp"

namespace tessera {

using namespace machine;
using x86::CondCode;

namespace {

/// How integers of a kind are stored: the shift of an index, and the bits of one.
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

bool LoopTranslator::emit_element(bool is_set) {
  const std::size_t vector = is_set ? i().a : i().b, index = is_set ? i().b : i().c;
  if (kind(index) != Guess::fixnum || kind(vector) == Guess::floating || samples_->is_string(at_, vector)) return false;
  const std::optional<Element> elements = samples_->elements(at_, vector);
  if (!elements) return emit_simple_element(vector, index, is_set);
  if (is(i(), Op::SVREF) || is(i(), Op::SVSET)) return false;
  if (*elements == Element::single) return false;
  if (*elements == Element::dbl) return emit_double(vector, index, is_set);
  return emit_integer(vector, index, *elements, is_set);
}

// Goes on if the index is below the vector's length. Spoils rdx.
void LoopTranslator::unless_below_length(Gp vector, Gp index) {
  const Label wrong = slow();
  a_.mov(x86::edx, length_of(vector));
  a_.add(x86::rdx, x86::rdx);
  a_.cmp(index, x86::rdx);
  a_.jae(wrong);
}

// Of a simple vector.
bool LoopTranslator::emit_simple_element(std::size_t vector, std::size_t index, bool is_set) {
  if (is_set && state_[i().c].place == LoopPlace::floating && state_[i().c].dirty) spill(i().c);
  const Gp n = fixnum(index, x86::rcx);
  const Label wrong = slow();
  const Gp v = value(vector, x86::rdi);
  RegisterState& known = state_[vector];
  if (known.place != LoopPlace::general || known.type != LoopType::vector) {
    unless_type(v, Type::simple_vector, x86::rdx, wrong);
    if (known.place == LoopPlace::general) known.type = LoopType::vector;
  }
  unless_below_length(v, n);
  const Mem place = x86::qword_ptr(v, n, 2, 8 - object_tag);
  if (!is_set) {
    a_.mov(x86::rax, place);
    set(i().a, x86::rax, LoopType::any);
    return true;
  }
  if (is_no_pointer(i().c)) {
    a_.mov(place, general(i().c));
  } else {
    a_.lea(x86::rdx, place);
    load(x86::rcx, i().c);
    write(x86::rdx, x86::rcx);
  }
  return true;
}

// Goes on if it is a vector of such elements. Spoils rdx.
void LoopTranslator::unless_elements(Gp vector, Element elements, const Label& otherwise) {
  unless_type(vector, Type::specialized_vector, x86::rdx, otherwise);
  a_.cmp(subtype_of(vector), static_cast<int>(elements));
  a_.jne(otherwise);
}

// The vector, with elements of that kind, in a machine register. Such a vector stays one. Spoils rdx.
LoopTranslator::Gp LoopTranslator::specialized(std::size_t vector, Element elements) {
  const Label wrong = slow();
  const Gp v = value(vector, x86::rdi);
  RegisterState& known = state_[vector];
  if (known.place == LoopPlace::general && known.type == LoopType::numbers && known.detail == static_cast<std::int32_t>(elements)) return v;
  unless_elements(v, elements, wrong);
  if (known.place == LoopPlace::general) known = {LoopPlace::general, LoopType::numbers, known.dirty, static_cast<std::int32_t>(elements)};
  return v;
}

// Of a vector of doubles. What is to be stored is one, too.
bool LoopTranslator::emit_double(std::size_t vector, std::size_t index, bool is_set) {
  if (is_set && kind(i().c) != Guess::floating) return false;
  const Xmm d = is_set ? number(i().c, x86::xmm0) : x86::xmm0;
  const Gp n = fixnum(index, x86::rcx);
  const Gp v = specialized(vector, Element::dbl);
  unless_below_length(v, n);
  const Mem place = x86::qword_ptr(v, n, 2, 8 - object_tag);
  if (is_set) {
    a_.movsd(place, d);
  } else {
    a_.movsd(d, place);
    set_number(i().a, d);
  }
  return true;
}

// Of a vector of integers. An index is doubled, as fixnums are.
bool LoopTranslator::emit_integer(std::size_t vector, std::size_t index, Element elements, bool is_set) {
  const auto [bits, is_signed] = form_of(elements);
  if (is_set && kind(i().c) != Guess::fixnum) return false;
  const Gp n = fixnum(index, x86::rcx);
  const Gp what = is_set ? fixnum(i().c, x86::rsi) : Gp(x86::rsi);
  const Gp v = specialized(vector, elements);
  unless_below_length(v, n);
  Gp scaled = n;
  if (bits == 8) {
    a_.mov(x86::rdx, n);
    a_.shr(x86::rdx, 1);
    scaled = x86::rdx;
  }
  const unsigned shift = bits == 32 ? 1 : bits == 64 ? 2 : 0;
  const Mem place = x86::ptr(v, scaled, shift, 8 - object_tag, bits / 8);
  if (is_set) store_integer(place, what, bits, is_signed);
  else load_integer(place, bits, is_signed);
  return true;
}

void LoopTranslator::load_integer(const Mem& place, unsigned bits, bool is_signed) {
  const Label wrong = slow();
  if (bits == 64) a_.mov(x86::rax, place);
  else if (bits == 32 && is_signed) a_.movsxd(x86::rax, place);
  else if (bits == 32) a_.mov(x86::eax, place);
  else if (is_signed) a_.movsx(x86::rax, place);
  else a_.movzx(x86::eax, place);
  if (bits == 64 && !is_signed) {
    a_.mov(x86::rdx, x86::rax);
    a_.shr(x86::rdx, 62);
    a_.jne(wrong);
  }
  a_.add(x86::rax, x86::rax);
  if (bits == 64 && is_signed) a_.jo(wrong);
  set_fixnum(i().a, x86::rax, bounds_of_integers(bits, is_signed));
}

// If it is in the range of such integers.
void LoopTranslator::store_integer(const Mem& place, Gp what, unsigned bits, bool is_signed) {
  const Label wrong = slow();
  const IntegerBounds bounds = bounds_of(i().c);
  const bool fits = is_signed ? bounds.is_within(static_cast<int>(bits) - 1) : bounds.is_natural(static_cast<int>(bits));
  a_.mov(x86::rax, what);
  a_.sar(x86::rax, 1);
  if (!fits && bits == 64 && !is_signed) {
    a_.js(wrong);
  } else if (!fits && bits < 64 && !is_signed) {
    a_.mov(x86::rsi, x86::rax);
    a_.shr(x86::rsi, static_cast<int>(bits));
    a_.jne(wrong);
  } else if (!fits && bits < 64) {
    if (bits == 8) a_.movsx(x86::rsi, x86::al);
    if (bits == 16) a_.movsx(x86::rsi, x86::ax);
    if (bits == 32) a_.movsxd(x86::rsi, x86::eax);
    a_.cmp(x86::rsi, x86::rax);
    a_.jne(wrong);
  }
  a_.mov(place, bits == 8 ? Gp(x86::al) : bits == 16 ? Gp(x86::ax) : bits == 32 ? Gp(x86::eax) : Gp(x86::rax));
}

}  // namespace tessera
