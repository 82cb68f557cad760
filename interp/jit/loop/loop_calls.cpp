// Inlined calls in a loop.
#include "jit/loop/loop_calls.hpp"
#include "jit/calls/vm_entries.hpp"

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
  if (is(emission_.instructions[call.call], Op::CALL)) {
    const Gp function = registers_.value(call.function, x86::rdi);
    const Label other = other_callee(call);
    RegisterState& known = state_[call.function];
    if (known.location != LoopLocation::general || known.type != LoopType::closure)
      masm_.unless_type(function, Type::closure, x86::rcx, other);
    if (known.location == LoopLocation::general) known.type = LoopType::closure;
    asm_.mov(x86::rcx, field(function, 0));
    for (const InlinedCall::Callee& callee : call.callees) {
      asm_.mov(x86::rax, reinterpret_cast<std::uint64_t>(expected(callee.expected)));
      asm_.cmp(x86::rcx, x86::qword_ptr(x86::rax));
      if (&callee == &call.callees.back()) asm_.jne(other);
      else asm_.je(label_of(static_cast<std::ptrdiff_t>(callee.first)));
    }
  } else if (is(emission_.instructions[call.call], Op::CALLG)) {
    unless_function(emission_.code->constants[emission_.instructions[call.call].c], call.callees.front().expected,
                    label_of(static_cast<std::ptrdiff_t>(call.otherwise)));
  }
  edges_.continue_at(call.callees.back().first);
}

/// Returns the label for callees other than the inlined ones. If many calls lead there, the loop is recompiled to
/// inline that callee as well.
CodeEmitter::Label LoopCalls::other_callee(const InlinedCall& call) {
  const Label other = masm_.new_label(), plain_call = label_of(static_cast<std::ptrdiff_t>(call.otherwise));
  defer([this, other, plain_call, &call] {
    asm_.bind(other);
    asm_.mov(x86::rax, reinterpret_cast<std::uint64_t>(&loop_));
    asm_.dec(x86::dword_ptr(x86::rax, offsetof(JitLoop, other_callees_tolerated)));
    asm_.jns(plain_call);
    if (const Gp function = registers_.value(call.function, x86::rcx); function != x86::rcx) asm_.mov(x86::rcx, function);
    asm_.mov(x86::rdi, jit::vm);
    asm_.mov(x86::rsi, x86::rax);
    asm_.mov(x86::rdx, call.call);
    CodeEmitter::call(&VmEntries::note_callee);
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
  asm_.mov(x86::rax, address_of(symbol) + offsetof(Symbol, function));
  asm_.mov(x86::rcx, x86::qword_ptr(x86::rax));
  asm_.mov(x86::rax, reinterpret_cast<std::uint64_t>(expected(function)));
  asm_.cmp(x86::rcx, x86::qword_ptr(x86::rax));
  asm_.jne(otherwise);
}

/// Charges the steps of calls that have returned. If a safepoint is pending, side-exits; the function's own code then
/// repeats the calls.
void LoopCalls::count_steps(std::uint8_t steps) {
  const Label pending = masm_.new_label(), on = masm_.new_label();
  asm_.cmp(at32(offsets_.poll_word), 0);
  asm_.jne(pending);
  asm_.bind(on);
  asm_.mov(at32(offsets_.value_count), 1);
  defer([this, pending, on, steps] {
    const Label more = masm_.new_label();
    asm_.bind(pending);
    asm_.cmp(at32(offsets_.poll_word), poll_count);
    asm_.jne(more);
    asm_.cmp(at(offsets_.countdown), steps);
    asm_.jle(more);
    asm_.sub(at(offsets_.countdown), steps);
    asm_.jmp(on);
    asm_.bind(more);
    edges_.side_exit_to(emission_.at, LoopEdges::ExitReason::leaves_loop);
  });
}

void LoopCalls::load_captured(const InlinedInstruction& inlined) {
  if (has_type(inlined.function, Type::closure)) masm_.load_value(x86::rcx, inlined.function);
  else if (const Gp closure = registers_.value(i().c, x86::rcx); closure != x86::rcx) asm_.mov(x86::rcx, closure);
  asm_.mov(x86::rax, field(x86::rcx, 1u + i().b));
  registers_.set(i().a, x86::rax, LoopType::any);
}

void LoopCalls::publish() {
  for (auto& value : expected_) loop_.expected.push_back(std::move(value));
  expected_.clear();
}

}  // namespace tessera
