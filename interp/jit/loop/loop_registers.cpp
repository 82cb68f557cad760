// Machine registers for a loop, and the values in them.
#include "jit/loop/loop_registers.hpp"
#include "jit/calls/vm_entries.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace tessera {

using namespace jit;

namespace {

// `save_registers` saves the registers in use that C++ functions may change.
constexpr int general_registers[] = {12, 13, 9, 10, 11, 8};
constexpr int first_floating = 4, floating_count = 12;  // below: scratch

}  // namespace

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
         [this](std::size_t reg, std::size_t n) { general_of_[reg] = static_cast<std::int8_t>(general_registers[n]); },
         std::size(general_registers));
  choose([this](std::size_t n) { return feedback().floating_uses(n); },
         [this](std::size_t reg, std::size_t n) { floating_of_[reg] = static_cast<std::int8_t>(first_floating + static_cast<int>(n)); },
         floating_count);
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

CodeEmitter::Gp LoopRegisters::value(std::size_t n, Gp scratch) {
  RegisterState& s = state_[n];
  if (s.location == LoopLocation::general) return general(n);
  if (s.location == LoopLocation::floating) {
    if (s.dirty) spill(n);
    asm_.mov(scratch, reg(n));
    return scratch;
  }
  if (s.location == LoopLocation::never || !has_general(n)) {
    asm_.mov(scratch, reg(n));
    return scratch;
  }
  asm_.mov(general(n), reg(n));
  s = {LoopLocation::general};
  return general(n);
}

CodeEmitter::Gp LoopRegisters::fixnum(std::size_t n, Gp scratch) {
  const Label wrong = slow();
  const Gp v = value(n, scratch);
  if (state_[n].location == LoopLocation::general && state_[n].type == LoopType::fixnum) return v;
  asm_.test(v.r8(), 1);
  asm_.jne(wrong);
  if (state_[n].location == LoopLocation::general) {
    state_[n].type = LoopType::fixnum;
    state_[n].refinement = 0;
    state_[n].bounds = {};
  }
  return v;
}

CodeEmitter::Xmm LoopRegisters::number(std::size_t n, Xmm scratch) {
  if (state_[n].location == LoopLocation::floating) return floating(n);
  if (kind(n) == PredictedType::fixnum) {
    const Gp v = fixnum(n, x86::rax);
    if (v != x86::rax) asm_.mov(x86::rax, v);
    asm_.sar(x86::rax, 1);
    asm_.xorps(scratch, scratch);
    asm_.cvtsi2sd(scratch, x86::rax);
    return scratch;
  }
  const Label wrong = slow();
  const bool stays = has_floating(n) && state_[n].location != LoopLocation::never;
  const Xmm to = stays ? floating(n) : scratch;
  load(x86::rax, n);
  to_number(to, x86::rax, wrong);
  if (stays) state_[n] = {LoopLocation::floating, LoopType::any, state_[n].dirty};
  return to;
}

void LoopRegisters::to_number(Xmm to, Gp from, const Label& otherwise) {
  const Label object = masm_.new_label(), done = masm_.new_label();
  asm_.lea(x86::edx, x86::ptr(from, -double_tag));
  asm_.test(x86::dl, tag_mask);
  asm_.jne(object);
  masm_.to_double(to, from);
  asm_.bind(done);
  defer([this, to, from, otherwise, object, done] {
    asm_.bind(object);
    masm_.unless_type(from, Type::double_float, x86::rdx, otherwise);
    asm_.movsd(to, field(from, 0));
    asm_.jmp(done);
  });
}

void LoopRegisters::load(Gp to, std::size_t n) {
  if (state_[n].location == LoopLocation::general) asm_.mov(to, general(n));
  else asm_.mov(to, reg(n));
}

void LoopRegisters::load_literal(Xmm to, double d) {
  const auto bits = std::bit_cast<std::uint64_t>(d);
  if (bits == 0) return static_cast<void>(asm_.xorps(to, to));
  auto known = std::find_if(literals_.begin(), literals_.end(), [bits](const auto& l) { return l.first == bits; });
  if (known == literals_.end()) known = literals_.insert(known, {bits, masm_.new_label()});
  asm_.movsd(to, x86::qword_ptr(known->second));
}

CodeEmitter::Gp LoopRegisters::result_register(std::size_t n) const {
  if (!has_general(n)) return x86::rax;
  const RegisterSet needed = body_.live(emission_.at) | registers_read(&i());
  for (std::size_t other = 0; other < register_set_size; ++other)
    if (contains(needed, other) && general_of_[other] == general_of_[n]) return x86::rax;
  return general(n);
}

void LoopRegisters::set(std::size_t n, Gp from, LoopType type) {
  if (type == LoopType::any && has_floating(n) && from == x86::rax && facts_of(i()).jit.looks_up &&
      feedback().result(emission_.at) == PredictedType::floating) {
    to_number(floating(n), from, slow());
    state_[n] = {LoopLocation::floating, LoopType::any, true};
    return;
  }
  if (has_general(n)) {
    if (general(n) != from) asm_.mov(general(n), from);
    state_[n] = {LoopLocation::general, type, true};
  } else {
    asm_.mov(reg(n), from);
    state_[n] = {};
  }
}

void LoopRegisters::set_fixnum(std::size_t n, Gp from, IntegerBounds bounds) {
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
    masm_.load_value(general(n), v);
    const bool is_constant = v.is_constant_symbol() || v.is_character();
    state_[n] = {LoopLocation::general,
                 v.is_fixnum() ? LoopType::fixnum
                 : is_constant ? LoopType::constant
                               : LoopType::any,
                 true,
                 v.is_fixnum() && v.as_fixnum() == static_cast<std::int32_t>(v.as_fixnum()) ? static_cast<std::int32_t>(v.as_fixnum()) : 0,
                 v.is_fixnum() ? IntegerBounds::of(v.as_fixnum()) : IntegerBounds{}};
  } else {
    masm_.store_value(reg(n), v);
    state_[n] = {};
  }
}

void LoopRegisters::set_number(std::size_t n, Xmm from) {
  const Label wrong = slow();
  if (!has_floating(n)) {
    masm_.from_double(x86::rax, from, wrong);
    return set(n, x86::rax, LoopType::any);
  }
  unless_finite(from, wrong);
  asm_.movaps(floating(n), from);
  state_[n] = finite;
}

void LoopRegisters::move(std::size_t to, std::size_t from) {
  if (to == from) return;
  if (state_[from].location == LoopLocation::floating && has_floating(to)) {
    asm_.movaps(floating(to), floating(from));
    state_[to] = {LoopLocation::floating, LoopType::any, true, state_[from].refinement};
    return;
  }
  const Gp v = value(from, x86::rax);
  const RegisterState known = state_[from];
  set(to, v, known.location == LoopLocation::general ? known.type : LoopType::any);
  if (known.location != LoopLocation::general || state_[to].location != LoopLocation::general) return;
  state_[to].refinement = known.refinement;
  state_[to].bounds = known.bounds;
}

void LoopRegisters::unless_finite(Xmm x, const Label& otherwise) {
  asm_.movaps(x86::xmm2, x);
  asm_.subsd(x86::xmm2, x86::xmm2);
  asm_.ucomisd(x86::xmm2, x86::xmm2);
  asm_.jp(otherwise);
}

void LoopRegisters::spill(std::size_t n) {
  if (state_[n].location == LoopLocation::general) {
    asm_.mov(reg(n), general(n));
  } else {
    const Label uncommon = masm_.new_label(), done = masm_.new_label();
    masm_.from_double(x86::rax, floating(n), uncommon);
    asm_.bind(done);
    asm_.mov(reg(n), x86::rax);
    defer([this, uncommon, done, n] {
      asm_.bind(uncommon);
      save();
      asm_.movaps(x86::xmm0, floating(n));
      asm_.mov(x86::rdi, jit::vm);
      call(&VmEntries::boxed);
      asm_.jmp(done);
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
  std::int32_t bytes = 0;
  const auto place = [&bytes] { return x86::qword_ptr(x86::rsp, (bytes += 8) - 8); };
  const std::int32_t room = 8 * 16;
  if (saves) asm_.sub(x86::rsp, room);
  std::uint32_t kept = 0;  // a bit for each machine register; floating-point ones from 16 on
  const auto is_first = [&kept](int number) { return (kept & 1u << number) == 0 && (kept |= 1u << number) != 0; };
  for (std::size_t n = 0; n < register_set_size; ++n) {
    if (has_general(n) && general_of_[n] < 12 && is_first(general_of_[n]))
      saves ? asm_.mov(place(), general(n)) : asm_.mov(general(n), place());
    if (has_floating(n) && is_first(16 + floating_of_[n])) saves ? asm_.movsd(place(), floating(n)) : asm_.movsd(floating(n), place());
  }
  if (!saves) asm_.add(x86::rsp, room);
}

void LoopRegisters::store_to_frame(std::size_t n, Gp from) {
  asm_.mov(reg(n), from);
  state_[n] = {};
}

void LoopRegisters::emit_literals() {
  if (!literals_.empty()) asm_.align(asmjit::AlignMode::kZero, 8);
  for (const auto& [bits, label] : literals_) {
    asm_.bind(label);
    asm_.embedUInt64(bits);
  }
}

}  // namespace tessera
