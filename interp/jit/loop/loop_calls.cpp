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
    const Register function = registers_.value(call.function, argument0);
    const Label other = other_callee(call);
    RegisterState& known = state_[call.function];
    if (known.location != LoopLocation::general || known.type != LoopType::closure)
      masm_.unless_type(function, Type::closure, operand2, other);
    if (known.location == LoopLocation::general) known.type = LoopType::closure;
    masm_.load(operand2, field(function, 0));
    for (const InlinedCall::Callee& callee : call.callees) {
      masm_.load(accumulator, expected(callee.expected));
      masm_.compare(operand2, place_at(accumulator));
      if (&callee == &call.callees.back()) masm_.branch(Condition::not_equal, other);
      else masm_.branch(Condition::equal, label_of(static_cast<std::ptrdiff_t>(callee.first)));
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
    masm_.bind(other);
    masm_.load(accumulator, &loop_);
    masm_.count_down(place_at(accumulator, offsetof(JitLoop, other_callees_tolerated)), Condition::not_negative, plain_call);
    if (const Register function = registers_.value(call.function, operand2); function != operand2) masm_.move(operand2, function);
    masm_.move(argument0, jit::vm);
    masm_.move(argument1, accumulator);
    masm_.load(argument2, call.call);
    CodeEmitter::call(&VmEntries::note_callee);
    edges_.side_exit_to(call.at, LoopEdges::ExitReason::leaves_loop);
  });
  return other;
}

void LoopCalls::begin(const InlinedInstruction& inlined) {
  if (inlined.symbol != Value()) unless_function(inlined.symbol, inlined.function, slow());
  if (inlined.steps != 0) count_steps(inlined.steps);
}

/// Guards that the symbol still has this function. Changes the accumulator and operand2.
void LoopCalls::unless_function(Value symbol, Value function, const Label& otherwise) {
  masm_.load(accumulator, address_of(symbol) + offsetof(Symbol, function));
  masm_.load(operand2, place_at(accumulator));
  masm_.load(accumulator, expected(function));
  masm_.branch_if(operand2, Condition::not_equal, place_at(accumulator), otherwise);
}

/// Charges the steps of calls that have returned. If a safepoint is pending, side-exits; the function's own code then
/// repeats the calls.
void LoopCalls::count_steps(std::uint8_t steps) {
  const Label pending = masm_.new_label(), on = masm_.new_label();
  masm_.branch_if32(at(offsets_.poll_word), Condition::not_equal, 0, pending);
  masm_.bind(on);
  masm_.store32(at(offsets_.value_count), 1);
  defer([this, pending, on, steps] {
    const Label more = masm_.new_label();
    masm_.bind(pending);
    masm_.branch_if32(at(offsets_.poll_word), Condition::not_equal, poll_count, more);
    masm_.branch_if(at(offsets_.countdown), Condition::less_equal, steps, more);
    masm_.subtract(at(offsets_.countdown), steps);
    masm_.jump(on);
    masm_.bind(more);
    edges_.side_exit_to(emission_.at, LoopEdges::ExitReason::leaves_loop);
  });
}

void LoopCalls::load_captured(const InlinedInstruction& inlined) {
  if (has_type(inlined.function, Type::closure)) masm_.load(operand2, inlined.function);
  else if (const Register closure = registers_.value(i().c, operand2); closure != operand2) masm_.move(operand2, closure);
  masm_.load(accumulator, field(operand2, 1u + i().b));
  registers_.set(i().a, accumulator, LoopType::any);
}

void LoopCalls::publish() {
  for (auto& value : expected_) loop_.expected.push_back(std::move(value));
  expected_.clear();
}

}  // namespace tessera
