// Machine registers for a loop, and the values in them.
#include "jit/loop/loop_registers.hpp"
#include "jit/calls/vm_entries.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace tessera {

using namespace jit;

void LoopRegisters::allocate_registers() {
  general_of_.fill(-1);
  floating_of_.fill(-1);
  const std::array<RegisterSet, register_set_size> conflicting = body_.conflicts();
  const auto choose = [&](auto uses, auto take, std::size_t count) {
    std::vector<std::size_t> order;
    for (std::size_t n = 0; n < emission_.program.registers(); ++n)
      if (uses(n) > 0) order.push_back(n);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) { return uses(x) > uses(y); });
    std::vector<RegisterSet> taken(count);
    for (const std::size_t reg : order)
      for (std::size_t n = 0; n < count; ++n) {
        if ((taken[n] & conflicting[reg]) != 0) continue;
        taken[n] |= only(reg);
        take(reg, n);
        break;
      }
  };
  choose([this](std::size_t n) { return feedback().general_uses(n); },
         [this](std::size_t reg, std::size_t n) { general_of_[reg] = static_cast<std::int8_t>(n); }, std::size(loop_registers));
  choose([this](std::size_t n) { return feedback().floating_uses(n); },
         [this](std::size_t reg, std::size_t n) { floating_of_[reg] = static_cast<std::int8_t>(n); }, std::size(loop_doubles));
}

bool LoopRegisters::is_free_floating(std::size_t n) const {
  for (const std::size_t other : EachOf{body_.live(emission_.at) | registers_read(&i())})
    if (floating_of_[other] == floating_of_[n]) return false;
  return true;
}

PredictedType LoopRegisters::kind(std::size_t n) const {
  const RegisterState& s = state_[n];
  if (s.location == LoopLocation::floating) return PredictedType::floating;
  if (s.location == LoopLocation::general && s.type != LoopType::any)
    return s.type == LoopType::fixnum ? PredictedType::fixnum : PredictedType::other;
  return feedback().of(emission_.at, n);
}

IntegerBounds LoopRegisters::bounds_of(std::size_t n) const {
  return state_[n].location == LoopLocation::general && state_[n].type == LoopType::fixnum ? state_[n].bounds : IntegerBounds{};
}

std::int32_t LoopRegisters::number_in(std::size_t n) const {
  return state_[n].location == LoopLocation::general && state_[n].type == LoopType::fixnum ? state_[n].refinement : 0;
}

bool LoopRegisters::is_immediate(std::size_t n) const {
  return state_[n].location == LoopLocation::general && (state_[n].type == LoopType::fixnum || state_[n].type == LoopType::constant);
}

CodeEmitter::Register LoopRegisters::value(std::size_t n, Register scratch) {
  RegisterState& s = state_[n];
  if (s.location == LoopLocation::general) return general(n);
  if (s.location == LoopLocation::floating) {
    if (s.dirty) spill(n);
    masm_.load(scratch, reg(n));
    return scratch;
  }
  if (s.location == LoopLocation::never || !has_general(n)) {
    masm_.load(scratch, reg(n));
    return scratch;
  }
  masm_.load(general(n), reg(n));
  s = {LoopLocation::general};
  return general(n);
}

CodeEmitter::Register LoopRegisters::fixnum(std::size_t n, Register scratch) {
  const Label wrong = slow();
  const Register v = value(n, scratch);
  if (state_[n].location == LoopLocation::general && state_[n].type == LoopType::fixnum) return v;
  masm_.unless_fixnum(v, wrong);
  if (state_[n].location == LoopLocation::general) {
    state_[n].type = LoopType::fixnum;
    state_[n].refinement = 0;
    state_[n].bounds = {};
  }
  return v;
}

CodeEmitter::DoubleRegister LoopRegisters::number(std::size_t n, DoubleRegister scratch) {
  if (state_[n].location == LoopLocation::floating) return floating(n);
  if (kind(n) == PredictedType::fixnum) {
    const Register v = fixnum(n, accumulator);
    if (v != accumulator) masm_.move(accumulator, v);
    masm_.to_integer(accumulator);
    masm_.integer_to_double(scratch, accumulator);
    return scratch;
  }
  const Label wrong = slow();
  const bool stays = has_floating(n) && state_[n].location != LoopLocation::never;
  const DoubleRegister to = stays ? floating(n) : scratch;
  load(accumulator, n);
  to_number(to, accumulator, wrong);
  if (stays) state_[n] = {LoopLocation::floating, LoopType::any, state_[n].dirty};
  return to;
}

void LoopRegisters::to_number(DoubleRegister to, Register from, const Label& otherwise) {
  const Label object = masm_.new_label(), done = masm_.new_label();
  masm_.unless_double(from, object);
  masm_.to_double(to, from);
  masm_.bind(done);
  defer([this, to, from, otherwise, object, done] {
    masm_.bind(object);
    masm_.unless_type(from, Type::double_float, temporary, otherwise);
    masm_.load(to, field(from, 0));
    masm_.jump(done);
  });
}

void LoopRegisters::load(Register to, std::size_t n) {
  if (state_[n].location == LoopLocation::general) masm_.move(to, general(n));
  else masm_.load(to, reg(n));
}

void LoopRegisters::load_literal(DoubleRegister to, double d) {
  const auto bits = std::bit_cast<std::uint64_t>(d);
  if (bits == 0) return masm_.load_zero(to);
  auto known = std::find_if(literals_.begin(), literals_.end(), [bits](const auto& l) { return l.first == bits; });
  if (known == literals_.end()) known = literals_.insert(known, {bits, masm_.new_label()});
  masm_.load(to, known->second);
}

CodeEmitter::Register LoopRegisters::result_register(std::size_t n) const {
  if (!has_general(n)) return accumulator;
  const RegisterSet needed = body_.live(emission_.at) | registers_read(&i());
  for (std::size_t other = 0; other < register_set_size; ++other)
    if (contains(needed, other) && general_of_[other] == general_of_[n]) return accumulator;
  return general(n);
}

void LoopRegisters::set(std::size_t n, Register from, LoopType type) {
  if (type == LoopType::any && has_floating(n) && from == accumulator && facts_of(i()).jit.looks_up &&
      feedback().result(emission_.at) == PredictedType::floating) {
    to_number(floating(n), from, slow());
    state_[n] = {LoopLocation::floating, LoopType::any, true};
    return;
  }
  if (has_general(n)) {
    if (general(n) != from) masm_.move(general(n), from);
    state_[n] = {LoopLocation::general, type, true};
  } else {
    masm_.store(reg(n), from);
    state_[n] = {};
  }
}

void LoopRegisters::set_fixnum(std::size_t n, Register from, IntegerBounds bounds) {
  set(n, from, LoopType::fixnum);
  state_[n].bounds = state_[n].location == LoopLocation::general ? bounds : IntegerBounds{};
}

void LoopRegisters::set_constant(std::size_t n, Value v) {
  if (predicted_type(v) == PredictedType::floating && has_floating(n)) {
    const double d = v.is_immediate_double() ? v.as_immediate_double() : *v.as_object()->data<double>();
    load_literal(floating(n), d);
    state_[n] = finite;
    if (!std::isfinite(d)) state_[n].refinement = 0;
  } else if (has_general(n)) {
    masm_.load(general(n), v);
    const bool is_constant = v.is_constant_symbol() || v.is_character();
    state_[n] = {LoopLocation::general,
                 v.is_fixnum() ? LoopType::fixnum
                 : is_constant ? LoopType::constant
                               : LoopType::any,
                 true,
                 v.is_fixnum() && v.as_fixnum() == static_cast<std::int32_t>(v.as_fixnum()) ? static_cast<std::int32_t>(v.as_fixnum()) : 0,
                 v.is_fixnum() ? IntegerBounds::of(v.as_fixnum()) : IntegerBounds{}};
  } else {
    masm_.store(reg(n), v);
    state_[n] = {};
  }
}

void LoopRegisters::set_number(std::size_t n, DoubleRegister from) {
  const Label wrong = slow();
  if (!has_floating(n)) {
    masm_.from_double(accumulator, from, wrong);
    return set(n, accumulator, LoopType::any);
  }
  masm_.unless_finite(from, wrong);
  masm_.move(floating(n), from);
  state_[n] = finite;
}

void LoopRegisters::move(std::size_t to, std::size_t from) {
  if (to == from) return;
  if (state_[from].location == LoopLocation::floating && has_floating(to)) {
    masm_.move(floating(to), floating(from));
    state_[to] = {LoopLocation::floating, LoopType::any, true, state_[from].refinement};
    return;
  }
  const Register v = value(from, accumulator);
  const RegisterState known = state_[from];
  set(to, v, known.location == LoopLocation::general ? known.type : LoopType::any);
  if (known.location != LoopLocation::general || state_[to].location != LoopLocation::general) return;
  state_[to].refinement = known.refinement;
  state_[to].bounds = known.bounds;
}

void LoopRegisters::spill(std::size_t n) {
  if (state_[n].location == LoopLocation::general) {
    masm_.store(reg(n), general(n));
  } else {
    const Label uncommon = masm_.new_label(), done = masm_.new_label();
    masm_.from_double(accumulator, floating(n), uncommon);
    masm_.bind(done);
    masm_.store(reg(n), accumulator);
    defer([this, uncommon, done, n] {
      masm_.bind(uncommon);
      save();
      masm_.move(double0, floating(n));
      masm_.move(argument0, jit::vm);
      call(&VmEntries::boxed);
      masm_.jump(done);
    });
  }
  state_[n].dirty = false;
}

void LoopRegisters::spill_for(std::size_t to) {
  for (const std::size_t n : EachOf{body_.live(to)})
    if (state_[n].dirty) spill(n);
}

void LoopRegisters::spill_all() {
  spill_for(emission_.at);
  state_ = {};
  state_.is_reached = true;
}

void LoopRegisters::move_registers(Transfer transfer) {
  const bool saves = transfer == Transfer::save;
  constexpr std::int32_t room = 16;
  std::int32_t words = 0;
  if (saves) masm_.reserve_stack(room);
  std::uint32_t kept_general = 0, kept_floating = 0;  // a bit for each machine register
  const auto is_first = [](std::uint32_t& kept, int number) { return (kept & 1u << number) == 0 && (kept |= 1u << number) != 0; };
  for (std::size_t n = 0; n < register_set_size; ++n) {
    if (has_general(n) && !is_kept_by_cpp(general(n)) && is_first(kept_general, general_of_[n]))
      saves ? masm_.store(stack_slot(words++), general(n)) : masm_.load(general(n), stack_slot(words++));
    if (has_floating(n) && !is_kept_by_cpp(floating(n)) && is_first(kept_floating, floating_of_[n]))
      saves ? masm_.store(stack_slot(words++), floating(n)) : masm_.load(floating(n), stack_slot(words++));
  }
  if (!saves) masm_.release_stack(room);
}

void LoopRegisters::store_to_frame(std::size_t n, Register from) {
  masm_.store(reg(n), from);
  state_[n] = {};
}

void LoopRegisters::emit_literals() {
  if (!literals_.empty()) masm_.align_data();
  for (const auto& [bits, label] : literals_) {
    masm_.bind(label);
    masm_.embed(bits);
  }
}

}  // namespace tessera
