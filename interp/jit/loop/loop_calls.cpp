// Inlined calls in a loop.
#include "jit/loop/loop_calls.hpp"

namespace tessera {

using namespace jit;

/// Returns the word with which guards compare the callee; it is cleared when the callee dies.
Value* LoopCalls::expected(Value called) {
  for (const auto* all : {&loop_.expected, &expected_})
    for (const auto& known : *all)
      if (*known == called) return known.get();
  expected_.push_back(std::make_unique<Value>(called));
  return expected_.back().get();
}

void LoopCalls::emit_call(const InlinedCall& call) {
  edges_.end_path();
  if (is(e_.instructions[call.call], Op::CALL)) {
    const Gp function = r_.value(call.function, x86::rdi);
    const Label other = other_callee(call);
    RegisterState& known = state_[call.function];
    if (known.location != LoopLocation::general || known.type != LoopType::closure)
      m_.unless_type(function, Type::closure, x86::rcx, other);
    if (known.location == LoopLocation::general) known.type = LoopType::closure;
    a_.mov(x86::rcx, field(function, 0));
    for (const InlinedCall::Callee& callee : call.callees) {
      a_.mov(x86::rax, reinterpret_cast<std::uint64_t>(expected(callee.expected)));
      a_.cmp(x86::rcx, x86::qword_ptr(x86::rax));
      if (&callee == &call.callees.back()) a_.jne(other);
      else a_.je(label_of(static_cast<std::ptrdiff_t>(callee.first)));
    }
  } else if (is(e_.instructions[call.call], Op::CALLG)) {
    unless_function(e_.code->constants[e_.instructions[call.call].c], call.callees.front().expected,
                    label_of(static_cast<std::ptrdiff_t>(call.otherwise)));
  }
  edges_.continue_at(call.callees.back().first);
}

/// Returns the label for callees other than the inlined ones. If many calls lead there, the loop is recompiled to
/// inline that callee as well.
CodeEmitter::Label LoopCalls::other_callee(const InlinedCall& call) {
  const Label other = m_.new_label(), plain_call = label_of(static_cast<std::ptrdiff_t>(call.otherwise));
  defer([this, other, plain_call, &call] {
    a_.bind(other);
    a_.mov(x86::rax, reinterpret_cast<std::uint64_t>(&loop_));
    a_.dec(x86::dword_ptr(x86::rax, offsetof(JitLoop, other_callees_tolerated)));
    a_.jns(plain_call);
    if (const Gp function = r_.value(call.function, x86::rcx); function != x86::rcx) a_.mov(x86::rcx, function);
    a_.mov(x86::rdi, jit::vm);
    a_.mov(x86::rsi, x86::rax);
    a_.mov(x86::rdx, call.call);
    CodeEmitter::call(&FieldOffsets::note_callee);
    edges_.side_exit_to(call.at, LoopEdges::ExitReason::leaves_loop);
  });
  return other;
}

void LoopCalls::begin(const InlinedInstruction& inlined) {
  if (inlined.symbol != Value()) unless_function(inlined.symbol, inlined.function, slow());
  if (inlined.steps != 0) count_steps(inlined.steps);
}

/// Guards that the symbol still has this function. Changes rax and rcx.
void LoopCalls::unless_function(Value symbol, Value function, const Label& otherwise) {
  a_.mov(x86::rax, address_of(symbol) + offsetof(Symbol, function));
  a_.mov(x86::rcx, x86::qword_ptr(x86::rax));
  a_.mov(x86::rax, reinterpret_cast<std::uint64_t>(expected(function)));
  a_.cmp(x86::rcx, x86::qword_ptr(x86::rax));
  a_.jne(otherwise);
}

/// Charges the steps of calls that have returned. If a safepoint is pending, side-exits; the function's own code then
/// repeats the calls.
void LoopCalls::count_steps(std::uint8_t steps) {
  const Label pending = m_.new_label(), on = m_.new_label();
  a_.cmp(at32(l_.poll_word), 0);
  a_.jne(pending);
  a_.bind(on);
  a_.mov(at32(l_.value_count), 1);
  defer([this, pending, on, steps] {
    const Label more = m_.new_label();
    a_.bind(pending);
    a_.cmp(at32(l_.poll_word), poll_count);
    a_.jne(more);
    a_.cmp(at(l_.countdown), steps);
    a_.jle(more);
    a_.sub(at(l_.countdown), steps);
    a_.jmp(on);
    a_.bind(more);
    edges_.side_exit_to(e_.at, LoopEdges::ExitReason::leaves_loop);
  });
}

void LoopCalls::load_captured(const InlinedInstruction& inlined) {
  if (has_type(inlined.function, Type::closure)) m_.load_value(x86::rcx, inlined.function);
  else if (const Gp closure = r_.value(i().c, x86::rcx); closure != x86::rcx) a_.mov(x86::rcx, closure);
  a_.mov(x86::rax, field(x86::rcx, 1u + i().b));
  r_.set(i().a, x86::rax, LoopType::any);
}

void LoopCalls::publish() {
  for (auto& value : expected_) loop_.expected.push_back(std::move(value));
  expected_.clear();
}

}  // namespace tessera
