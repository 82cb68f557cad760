// The instructions of a loop, inlined callees included.
#include "jit/loop_analysis/loop_program.hpp"

#include <algorithm>

#include "jit/loop_analysis/callee_inliner.hpp"

namespace tessera {

Instruction make_instruction(Op op, std::uint16_t a, std::uint16_t b) { return {static_cast<std::uint16_t>(op), a, b, 0}; }

void set_jump(Instruction& i, std::size_t from, std::size_t to) {
  const std::ptrdiff_t offset = static_cast<std::ptrdiff_t>(to) - static_cast<std::ptrdiff_t>(from) - 1;
  if (offset_operand(i) == 1) i.set_bc(static_cast<std::int32_t>(offset));
  else i.c = static_cast<std::uint16_t>(offset);
}

LoopProgram::LoopProgram(const Heap& heap, const Code* code)
    : heap_(heap),
      code_(code),
      own_(instructions_of(code)),
      count_(instruction_count(code)),
      registers_(registers_of(code)),
      next_(registers_) {}

const InlinedCall* LoopProgram::call_at(std::size_t at) const {
  const auto c = std::find_if(calls_.begin(), calls_.end(), [at](const InlinedCall& call) { return call.at == at; });
  return c == calls_.end() ? nullptr : &*c;
}

bool LoopProgram::is_alive(const Liveness& liveness) const {
  const auto is = [&liveness](Value v) { return liveness.alive(v); };
  for (const InlinedCall& call : calls_)
    if (!std::all_of(call.callees.begin(), call.callees.end(), [&is](const InlinedCall::Callee& c) { return is(c.expected); }))
      return false;
  return std::all_of(inlined_.begin(), inlined_.end(),
                     [&is](const InlinedInstruction& i) { return is(to_value(i.code)) && is(i.symbol) && is(i.function); });
}

std::vector<std::size_t> LoopProgram::successors(std::size_t at) const {
  if (const InlinedCall* const call = call_at(at)) {
    std::vector<std::size_t> to = {call->otherwise};
    for (const InlinedCall::Callee& callee : call->callees) to.push_back(callee.first);
    return to;
  }
  const Successors to((*this)[at], at);
  return {to.begin(), to.end()};
}

bool LoopProgram::moves_for(const Instruction& call, const Instruction& i) const {
  if (!facts_of(i).jit.moves) return false;
  const bool is_argument = i.a >= call.a + 2 && i.a < call.a + 2 + call.b;
  return is_argument || (i.a == call.a && is(call, Op::CALL) && is(i, Op::MOVE));
}

bool LoopProgram::add(std::size_t at, std::size_t call, const std::vector<const Code*>& codes, RegisterSet live) {
  InlinedCall made;
  made.at = at;
  made.call = call;
  if (!(is(own_[call], Op::CALL) ? add_callees(made, codes, live) : add_named_callee(made, live))) return false;
  add_plain_call(made);
  calls_.push_back(std::move(made));
  return true;
}

/// Inlines a call of a function object: the `codes` that take the call's number of arguments.
bool LoopProgram::add_callees(InlinedCall& made, const std::vector<const Code*>& codes, RegisterSet live) {
  const Instruction& call = own_[made.call];
  std::array<std::uint16_t, register_set_size> names = own_names();
  for (std::size_t n = made.at; n < made.call; ++n) names[own_[n].a] = is(own_[n], Op::MOVE) ? names[own_[n].b] : no_register;
  if (names[call.a] == no_register) return false;
  made.function = names[call.a];
  for (const Code* const code : codes)
    if (code->arity.bits() == std::uint64_t{call.b} << 1) add_callee(made, code, Value(), live);
  return !made.callees.empty();
}

/// Inlines a call of a symbol's function, or of a known function.
bool LoopProgram::add_named_callee(InlinedCall& made, RegisterSet live) {
  const Instruction& call = own_[made.call];
  const Value called = code_->constants[call.c];
  const Value function = is(call, Op::CALLG) ? as<Symbol>(called)->function : called;
  if (!has_type(function, Type::closure) || !is_settled(function)) return false;
  if (is(call, Op::CALLG) && !is_closure_for(function, call.b)) return false;
  return add_callee(made, code_of(as<Closure>(function)), function, live);
}

std::array<std::uint16_t, register_set_size> LoopProgram::own_names() {
  std::array<std::uint16_t, register_set_size> names;
  for (std::uint16_t n = 0; n < register_set_size; ++n) names[n] = n;
  return names;
}

bool LoopProgram::add_callee(InlinedCall& made, const Code* code, Value closure, RegisterSet live) {
  const Instruction& call = own_[made.call];
  const std::size_t before = inlined_.size(), registers = registers_;
  InlineSite site{made.call + 1, call.a, contains(live, call.a), 0};
  begin_ = made.at;
  next_ = registers_of(code_);
  std::array<std::uint16_t, register_set_size> names = own_names();
  bool fits = true;
  for (std::size_t n = made.at; n < made.call; ++n) {
    Instruction i = own_[n];
    if (is(i, Op::MOVE)) {
      names[i.a] = names[i.b];
      continue;
    }
    const std::uint16_t reg = i.a;
    i.a = names[reg] = fresh_register();
    fits &= i.a != no_register;
    append(i, code_);
  }
  CalleeInliner::Callee callee{code, closure, static_cast<std::uint16_t>(made.function), {}, 1};
  for (std::uint16_t n = 0; n < call.b; ++n) callee.arguments.push_back(names[call.a + 2u + n]);
  if (fits && CalleeInliner(*this, site, std::move(callee)).run(nullptr)) {
    made.callees.push_back({is(call, Op::CALL) ? to_value(code) : closure, count_ + before});
    return true;
  }
  inlined_.resize(before);
  registers_ = registers;
  return false;
}

/// Appends a copy of the call, for other callees.
void LoopProgram::add_plain_call(InlinedCall& made) {
  made.otherwise = size();
  for (std::size_t n = made.at; n <= made.call; ++n) {
    InlinedInstruction& copy = append(own_[n], code_);
    copy.real = n;
    copy.is_callee = false;
  }
  InlinedInstruction& jump = append(make_instruction(Op::JUMP, 0), code_);
  jump.real = made.call + 1;
  jump.is_callee = false;
  jump.must_not_exit = true;
  set_jump(jump.instruction, size() - 1, made.call + 1);
}

std::uint16_t LoopProgram::fresh_register() {
  if (next_ >= register_set_size) return no_register;
  registers_ = std::max(registers_, next_ + 1);
  return static_cast<std::uint16_t>(next_++);
}

InlinedInstruction& LoopProgram::append(const Instruction& i, const Code* code) {
  inlined_.push_back({});
  inlined_.back().instruction = i;
  inlined_.back().code = code;
  inlined_.back().real = begin_;
  return inlined_.back();
}

}  // namespace tessera
