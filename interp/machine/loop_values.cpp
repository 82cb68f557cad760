// Registers of the frame as values in the code of a loop.
#include <algorithm>
#include <bit>
#include <cmath>

#include "machine/loop_translator.hpp"

namespace tessera {

using namespace machine;

namespace {

/// Instructions that only look something up: where that is not what it was expected to be, they have done nothing yet.
bool looks_up(const Instruction& i) {
  switch (static_cast<Op>(i.op)) {
    case Op::CAR:
    case Op::CDR:
    case Op::SVREF:
    case Op::AREF:
    case Op::SVREFI:
    case Op::INSTANCEREF:
    case Op::SLOTREF:
    case Op::CELLGET:
    case Op::GETGLOBAL: return true;
    default: return false;
  }
}

}  // namespace

/// What is known of the register, or else what it was found to be.
Guess LoopTranslator::kind(std::size_t n) const {
  const RegisterState& s = state_[n];
  if (s.place == LoopPlace::floating) return Guess::floating;
  if (s.place == LoopPlace::general && s.type != LoopType::any) return s.type == LoopType::fixnum ? Guess::fixnum : Guess::other;
  return samples_->of(at_, n);
}

// What is in its machine register is no object, so that it can be stored without a barrier.
bool LoopTranslator::is_no_pointer(std::size_t n) const {
  return state_[n].place == LoopPlace::general && (state_[n].type == LoopType::fixnum || state_[n].type == LoopType::constant);
}

// The register's value as Lisp has it, in a machine register that must not be changed. Spoils rax and rdx for a double.
LoopTranslator::Gp LoopTranslator::value(std::size_t n, Gp scratch) {
  RegisterState& s = state_[n];
  if (s.place == LoopPlace::general) return general(n);
  if (s.place == LoopPlace::floating) {
    if (s.dirty) spill(n);
    a_.mov(scratch, reg(n));
    return scratch;
  }
  if (s.place == LoopPlace::never || !has_general(n)) {
    a_.mov(scratch, reg(n));
    return scratch;
  }
  a_.mov(general(n), reg(n));
  s = {LoopPlace::general};
  return general(n);
}

LoopTranslator::Gp LoopTranslator::fixnum(std::size_t n, Gp scratch) {
  const Label wrong = slow();
  const Gp v = value(n, scratch);
  if (state_[n].place == LoopPlace::general && state_[n].type == LoopType::fixnum) return v;
  a_.test(v.r8(), 1);
  a_.jne(wrong);
  if (state_[n].place == LoopPlace::general) {
    state_[n].type = LoopType::fixnum;
    state_[n].detail = 0;
    state_[n].bounds = {};
  }
  return v;
}

// Where what the instruction computes for the register can be from the beginning: in its machine register, if nothing stands there that the
// instruction reads, or who leaves before it.
LoopTranslator::Gp LoopTranslator::target(std::size_t n) const {
  if (!has_general(n)) return x86::rax;
  const RegisterSet needed = live(at_) | registers_read(&i());
  for (std::size_t other = 0; other < register_set_size; ++other)
    if (contains(needed, other) && general_of_[other] == general_of_[n]) return x86::rax;
  return general(n);
}

// The register's value as a double; a fixnum becomes one. Spoils rax and rdx.
LoopTranslator::Xmm LoopTranslator::number(std::size_t n, Xmm scratch) {
  if (state_[n].place == LoopPlace::floating) return floating(n);
  if (kind(n) == Guess::fixnum) {
    const Gp v = fixnum(n, x86::rax);
    if (v != x86::rax) a_.mov(x86::rax, v);
    a_.sar(x86::rax, 1);
    a_.xorps(scratch, scratch);
    a_.cvtsi2sd(scratch, x86::rax);
    return scratch;
  }
  const Label wrong = slow();
  const bool stays = has_floating(n) && state_[n].place != LoopPlace::never;
  const Xmm to = stays ? floating(n) : scratch;
  load(x86::rax, n);
  to_number(to, x86::rax, wrong);
  if (stays) state_[n] = {LoopPlace::floating, LoopType::any, state_[n].dirty};
  return to;
}

// A double, be it immediate or an object. Spoils `from` and rdx.
void LoopTranslator::to_number(Xmm to, Gp from, const Label& otherwise) {
  const Label object = new_label(), done = new_label();
  a_.lea(x86::edx, x86::ptr(from, -double_tag));
  a_.test(x86::dl, tag_mask);
  a_.jne(object);
  to_double(to, from);
  a_.bind(done);
  later([this, to, from, otherwise, object, done] {
    a_.bind(object);
    unless_type(from, Type::double_float, x86::rdx, otherwise);
    a_.movsd(to, field(from, 0));
    a_.jmp(done);
  });
}

void LoopTranslator::set(std::size_t n, Gp from, LoopType type) {
  if (type == LoopType::any && has_floating(n) && from == x86::rax && looks_up(i()) && samples_->result(at_) == Guess::floating) {
    to_number(floating(n), from, slow());
    state_[n] = {LoopPlace::floating, LoopType::any, true};
    return;
  }
  if (has_general(n)) {
    if (general(n) != from) a_.mov(general(n), from);
    state_[n] = {LoopPlace::general, type, true};
  } else {
    a_.mov(reg(n), from);
    state_[n] = {};
  }
}

void LoopTranslator::set_fixnum(std::size_t n, Gp from, IntegerBounds bounds) {
  set(n, from, LoopType::fixnum);
  state_[n].bounds = state_[n].place == LoopPlace::general ? bounds : IntegerBounds{};
}

IntegerBounds LoopTranslator::bounds_of(std::size_t n) const {
  return state_[n].place == LoopPlace::general && state_[n].type == LoopType::fixnum ? state_[n].bounds : IntegerBounds{};
}

// A number that stands behind the code.
void LoopTranslator::load_literal(Xmm to, double d) {
  const auto bits = std::bit_cast<std::uint64_t>(d);
  if (bits == 0) return static_cast<void>(a_.xorps(to, to));
  auto known = std::find_if(literals_.begin(), literals_.end(), [bits](const auto& l) { return l.first == bits; });
  if (known == literals_.end()) known = literals_.insert(known, {bits, new_label()});
  a_.movsd(to, x86::qword_ptr(known->second));
}

void LoopTranslator::set_constant(std::size_t n, Value v) {
  if (guess_of(v) == Guess::floating && has_floating(n)) {
    const double d = v.is_immediate_double() ? v.as_immediate_double() : *v.as_object()->data<double>();
    load_literal(floating(n), d);
    state_[n] = finite_number;
    if (!std::isfinite(d)) state_[n].detail = 0;
  } else if (has_general(n)) {
    load_value(general(n), v);
    const bool is_constant = v.is_constant_symbol() || v.is_character();
    state_[n] = {LoopPlace::general,
                 v.is_fixnum() ? LoopType::fixnum
                 : is_constant ? LoopType::constant
                               : LoopType::any,
                 true,
                 v.is_fixnum() && v.as_fixnum() == static_cast<std::int32_t>(v.as_fixnum()) ? static_cast<std::int32_t>(v.as_fixnum()) : 0,
                 v.is_fixnum() ? IntegerBounds::of(v.as_fixnum()) : IntegerBounds{}};
  } else {
    store_value(reg(n), v);
    state_[n] = {};
  }
}

// What was computed; what is no finite number is an error, and left to the function's code. Spoils rax, rcx and rdx.
void LoopTranslator::set_number(std::size_t n, Xmm from) {
  const Label wrong = slow();
  if (!has_floating(n)) {
    from_double(x86::rax, from, wrong);
    return set(n, x86::rax, LoopType::any);
  }
  unless_finite(from, wrong);
  a_.movaps(floating(n), from);
  state_[n] = finite_number;
}

}  // namespace tessera
