// Calls of small functions in a loop: their instructions stand in the loop's code, behind a comparison with what is called.
#include <algorithm>

#include "compiler/instructions.hpp"
#include "machine/loop_translator.hpp"

namespace tessera {

using namespace machine;

// --- what is laid out

// Callees are those that were seen, and what stands in the frame now.
void LoopTranslator::lay_out_calls(const std::vector<LoopSamples::Called>& called) {
  find_targets();
  for (const std::size_t at : body_)
    if (is(instructions_[at], Op::CALL) || is(instructions_[at], Op::CALLG) || is(instructions_[at], Op::CALLK)) lay_out_call(at, called);
  if (program_.calls().empty()) return;
  take_calls();
  samples_ = std::make_shared<LoopSamples>(program_, body_, base_, live(loop_.head));
}

void LoopTranslator::take_calls() {
  if (program_.calls().empty()) return;
  take_calls_into_body();
  find_live_in_callees();
}

void LoopTranslator::lay_out_call(std::size_t call, const std::vector<LoopSamples::Called>& called) {
  const Instruction& i = instructions_[call];
  if (!is_in_body(call + 1)) return;
  std::size_t at = call;
  while (at > loop_.head && !is_target_[from_head(at)] && is_in_body(at - 1) && program_.moves_for(i, instructions_[at - 1])) --at;
  std::vector<const Code*> codes;
  if (is(i, Op::CALL)) {
    const auto seen = std::find_if(called.begin(), called.end(), [call](const auto& c) { return c.instruction == call; });
    const Value function = seen == called.end() ? UNBOUND : seen->function;
    const auto is_new = [&](Value code) {
      return std::none_of(loop_.seen.begin(), loop_.seen.end(), [&](const auto& s) { return s.call == call && s.code == code; });
    };
    if (has_type(function, Type::closure) && is_new(as<Closure>(function)->code)) loop_.seen.push_back({call, as<Closure>(function)->code});
    for (const MachineLoop::Callee& callee : loop_.seen)
      if (callee.call == call) codes.push_back(as<Code>(callee.code));
  }
  if (program_.add(at, call, codes, live(at))) --calls_in_body_;
}

// A call's callees stand where it was, what calls others at the end.
void LoopTranslator::take_calls_into_body() {
  in_body_.resize(in_body_.size() + program_.size() - count_, true);
  std::vector<std::size_t> made;
  for (const std::size_t at : body_) {
    const auto& calls = program_.calls();
    const auto is_moved = std::find_if(calls.begin(), calls.end(), [at](const InlinedCall& c) { return at > c.at && at <= c.call; });
    if (is_moved != calls.end()) {
      in_body_[from_head(at)] = false;
      continue;
    }
    made.push_back(at);
    if (const InlinedCall* const call = program_.call_at(at))
      for (std::size_t n = call->callees.front().first; n < call->otherwise; ++n) made.push_back(n);
  }
  for (const InlinedCall& call : program_.calls())
    for (std::size_t n = call.otherwise; n < program_.size() && !program_.more(n)->is_callee; ++n) made.push_back(n);
  body_ = std::move(made);
}

// In a callee all that the call is made from matters to the end.
void LoopTranslator::find_live_in_callees() {
  live_in_callees_.assign(program_.size() - count_, 0);
  for (std::size_t at = program_.size(); at-- > count_;) {
    const LoopProgram::More& more = *program_.more(at);
    if (!more.is_callee) {
      live_in_callees_[at - count_] = live(more.real);
      continue;
    }
    RegisterSet after = 0;
    for (const std::size_t to : program_.successors(at)) after |= live(to);
    live_in_callees_[at - count_] =
        (after & ~registers_written(&more.instruction)) | registers_read(&more.instruction) | (more.is_settled ? 0 : live(more.real));
  }
}

// The word that callees are compared with.
Value* LoopTranslator::expected(Value called) {
  for (const auto* all : {&loop_.expected, &expected_})
    for (const auto& known : *all)
      if (*known == called) return known.get();
  expected_.push_back(std::make_unique<Value>(called));
  return expected_.back().get();
}

void LoopTranslator::give() {
  for (auto& value : expected_) loop_.expected.push_back(std::move(value));
  expected_.clear();
  loop_.program = program_.calls().empty() ? nullptr : std::make_shared<LoopProgram>(program_);
  loop_.samples = samples_;
}

// --- its code

// To the callee that is called; others are called as ever.
void LoopTranslator::emit_inlined(const InlinedCall& call) {
  has_gone_ = true;
  if (is(instructions_[call.call], Op::CALL)) {
    const Gp function = value(call.function, x86::rdi);
    const Label other = other_callee(call);
    RegisterState& known = state_[call.function];
    if (known.place != LoopPlace::general || known.type != LoopType::closure) unless_type(function, Type::closure, x86::rcx, other);
    if (known.place == LoopPlace::general) known.type = LoopType::closure;
    a_.mov(x86::rcx, field(function, 0));
    for (const InlinedCall::Callee& callee : call.callees) {
      a_.mov(x86::rax, reinterpret_cast<std::uint64_t>(expected(callee.expected)));
      a_.cmp(x86::rcx, x86::qword_ptr(x86::rax));
      if (&callee == &call.callees.back()) a_.jne(other);
      else a_.je(label_of(static_cast<std::ptrdiff_t>(callee.first)));
    }
  } else if (is(instructions_[call.call], Op::CALLG)) {
    unless_function(code_->constants[instructions_[call.call].c], call.callees.front().expected,
                    label_of(static_cast<std::ptrdiff_t>(call.otherwise)));
  }
  go_on(call.callees.back().first);
}

// Where it is called often, the loop is made anew, for that callee, too.
LoopTranslator::Label LoopTranslator::other_callee(const InlinedCall& call) {
  const Label other = new_label(), as_ever = label_of(static_cast<std::ptrdiff_t>(call.otherwise));
  later([this, other, as_ever, &call] {
    a_.bind(other);
    a_.mov(x86::rax, reinterpret_cast<std::uint64_t>(&loop_));
    a_.dec(x86::dword_ptr(x86::rax, offsetof(MachineLoop, misses)));
    a_.jns(as_ever);
    if (const Gp function = value(call.function, x86::rcx); function != x86::rcx) a_.mov(x86::rcx, function);
    a_.mov(x86::rdi, machine::vm);
    a_.mov(x86::rsi, x86::rax);
    a_.mov(x86::rdx, call.call);
    Translator::call(&MachineLayout::note_callee);
    leave_for(call.at, false);
  });
  return other;
}

void LoopTranslator::emit_of_callee(const LoopProgram::More& more) {
  if (more.symbol != Value()) unless_function(more.symbol, more.function, slow());
  if (more.steps != 0) count_steps(more.steps);
  switch (static_cast<Op>(i().op)) {
    case Op::VALUE1: return;
    case Op::CAPTURED: return load_captured(more);
    default: break;
  }
  if (emit_own()) return;
  if (keeps_registers(i())) return emit_as_ever();
  a_.jmp(slow());
  has_gone_ = true;
}

// Goes on if that is the symbol's function still. Spoils rax and rcx.
void LoopTranslator::unless_function(Value symbol, Value function, const Label& otherwise) {
  a_.mov(x86::rax, address_of(symbol) + offsetof(Symbol, function));
  a_.mov(x86::rcx, x86::qword_ptr(x86::rax));
  a_.mov(x86::rax, reinterpret_cast<std::uint64_t>(expected(function)));
  a_.cmp(x86::rcx, x86::qword_ptr(x86::rax));
  a_.jne(otherwise);
}

// So many calls have come to their end. Where something waits, they begin over, in the function's code.
void LoopTranslator::count_steps(std::uint8_t steps) {
  const Label way = new_label(), on = new_label();
  a_.cmp(at32(l_.poll_word), 0);
  a_.jne(way);
  a_.bind(on);
  a_.mov(at32(l_.value_count), 1);
  later([this, way, on, steps] {
    const Label more = new_label();
    a_.bind(way);
    a_.cmp(at32(l_.poll_word), poll_count);
    a_.jne(more);
    a_.cmp(at(l_.countdown), steps);
    a_.jle(more);
    a_.sub(at(l_.countdown), steps);
    a_.jmp(on);
    a_.bind(more);
    leave_for(at_, false);
  });
}

void LoopTranslator::load_captured(const LoopProgram::More& more) {
  if (has_type(more.function, Type::closure)) load_value(x86::rcx, more.function);
  else if (const Gp closure = value(i().c, x86::rcx); closure != x86::rcx) a_.mov(x86::rcx, closure);
  a_.mov(x86::rax, field(x86::rcx, 1u + i().b));
  set(i().a, x86::rax, LoopType::any);
}

}  // namespace tessera
