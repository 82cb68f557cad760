// Finds the instructions of a loop, and inlines its calls.
#include "jit/loop_analysis/loop_body.hpp"

#include <algorithm>
#include <bit>

#include "base/config.hpp"

namespace tessera {

RegisterSet LoopBody::live(std::size_t n) const {
  if (n >= emission_.count) return live_in_callees_[n - emission_.count];
  const RegisterSet own = registers_of(emission_.code) < register_set_size ? only(registers_of(emission_.code)) - 1 : ~RegisterSet{0};
  return (n == loop_.head ? loop_.live : function_.live[n]) & own;
}

/// Finds the live registers. Registers that are not live at a loop's head may hold stale values.
void LoopBody::find_live() {
  if (!function_.live.empty()) return;
  const std::vector<RegisterSet> read =
      live_registers(emission_.instructions, emission_.count, std::vector<RegisterSet>(emission_.count + 1));
  for (const auto& loop : function_.loops) loop->live = read[loop->head];
  function_.live = live_registers(emission_.instructions, emission_.count, shown_registers(emission_.code, emission_.count));
}

bool LoopBody::collect_function() {
  contains_.assign(emission_.count, false);
  std::vector<std::size_t> open = {0};
  contains_[0] = true;
  while (!open.empty()) {
    const std::size_t at = open.back();
    open.pop_back();
    const Instruction& instruction = emission_.instructions[at];
    const Flow flow = facts_of(instruction).control.flow;
    if (flow == Flow::lands) return false;
    calls_ += facts_of(instruction).effects.calls;
    for (const std::size_t to : Successors(emission_.instructions, at)) {
      if (to <= at) return false;
      if (flow == Flow::with && to != at + 1 + operand_words(instruction)) continue;
      if (!contains_[to]) open.push_back(to);
      contains_[to] = true;
    }
  }
  for (std::size_t at = 0; at < emission_.count; ++at)
    if (contains_[at]) order_.push_back(at);
  return true;
}

bool LoopBody::pays() const { return order_.size() <= config::max_loop_instructions && calls_ * 12 <= order_.size(); }

void LoopBody::weigh() {
  std::vector<std::uint8_t> weights(from_head(loop_.last) + 1, 1);
  for (const std::size_t at : order_)
    for (const std::size_t to : Successors(emission_.instructions, at))
      if (to > loop_.head && to <= at)
        for (std::size_t n = to; n <= at; ++n) weights[from_head(n)] = static_cast<std::uint8_t>(std::min(64, weights[from_head(n)] * 8));
  emission_.program.set_weights(loop_.head, std::move(weights));
}

/// Calls `take` with each successor within the loop. The jump of an instruction that checks an object's class is not
/// followed, since it ends in an error.
template <class Take> void LoopBody::for_each_successor(std::size_t at, Take take) const {
  const Instruction& i = emission_.instructions[at];
  for (const std::size_t to : Successors(emission_.instructions, at))
    if (to >= loop_.head && to <= loop_.last && (facts_of(i).control.flow != Flow::with || to == at + 1 + operand_words(i)))
      take(from_head(to));
}

bool LoopBody::find_loop() {
  const std::size_t size = from_head(loop_.last) + 1;
  std::vector<bool> reached(size), leads_back(size);
  std::vector<std::size_t> open = {0};
  reached[0] = true;
  while (!open.empty()) {
    const std::size_t at = open.back();
    open.pop_back();
    for_each_successor(loop_.head + at, [&](std::size_t to) {
      if (!reached[to]) open.push_back(to);
      reached[to] = true;
    });
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t at = size; at-- > 0;) {
      if (!reached[at] || leads_back[at]) continue;
      for_each_successor(loop_.head + at, [&](std::size_t to) { leads_back[at] = leads_back[at] || to == 0 || leads_back[to]; });
      changed |= leads_back[at];
    }
  }
  contains_.assign(size, false);
  for (std::size_t at = 0; at < size; ++at) {
    if (!reached[at] || !leads_back[at]) continue;
    contains_[at] = true;
    order_.push_back(loop_.head + at);
    calls_ += facts_of(emission_.instructions[loop_.head + at]).effects.calls;
  }
  return contains_[0] && order_.size() <= config::max_loop_instructions;
}

std::array<RegisterSet, register_set_size> LoopBody::conflicts() const {
  std::array<RegisterSet, register_set_size> conflicts{};
  const auto together = [&conflicts](RegisterSet set) {
    for (std::size_t n = 0; n < register_set_size; ++n)
      if (contains(set, n)) conflicts[n] |= set;
  };
  for (const std::size_t at : order_) {
    const RegisterSet read = registers_read(&emission_.program[at]), written = registers_written(&emission_.program[at]);
    together(live(at) | read);
    RegisterSet after = written;
    for (const std::size_t to : emission_.program.successors(at)) after |= live(to);
    if (std::has_single_bit(written)) together(after);
    else together(after | read);
  }
  return conflicts;
}

void LoopBody::find_targets() {
  position_.assign(contains_.size(), 0);
  for (std::size_t n = 0; n < order_.size(); ++n) position_[from_head(order_[n])] = n;
  is_target_.assign(contains_.size(), false);
  is_target_[0] = true;
  carried_ = computed_ = 0;
  for (const std::size_t at : order_) {
    if (!is(emission_.program[at], Op::ADDI) && !is(emission_.program[at], Op::LOADI))
      computed_ |= registers_written(&emission_.program[at]);
    for (const std::size_t to : emission_.program.successors(at)) {
      if (!has(to)) continue;
      if (to != at + 1 + operand_words(emission_.program[at])) is_target_[from_head(to)] = true;
      if (to <= at && to < emission_.count) carried_ |= live(to);
    }
  }
}

bool LoopBody::inline_calls(const std::vector<TypeFeedback::Called>& called) {
  find_targets();
  for (const std::size_t at : order_)
    if (is(emission_.instructions[at], Op::CALL) || is(emission_.instructions[at], Op::CALLG) || is(emission_.instructions[at], Op::CALLK))
      if (inline_call(at, called)) --calls_;
  take_calls();
  return !emission_.program.calls().empty();
}

/// Inlines the call together with the instructions before it that move arguments into its window.
bool LoopBody::inline_call(std::size_t call, const std::vector<TypeFeedback::Called>& called) {
  if (!has(call + 1)) return false;
  const Instruction& i = emission_.instructions[call];
  std::size_t at = call;
  while (at > loop_.head && !is_target(at) && has(at - 1) && emission_.program.moves_for(i, emission_.instructions[at - 1])) --at;
  return emission_.program.add(at, call, callees_of(call, called), live(at));
}

/// Returns the callees of a call of a function object: the one that type feedback found in the frame, and earlier ones.
std::vector<const Code*> LoopBody::callees_of(std::size_t call, const std::vector<TypeFeedback::Called>& called) {
  std::vector<const Code*> codes;
  if (!is(emission_.instructions[call], Op::CALL)) return codes;
  const auto now = std::find_if(called.begin(), called.end(), [call](const auto& c) { return c.instruction == call; });
  if (now != called.end() && has_type(now->function, Type::closure)) {
    const Value code = as<Closure>(now->function)->code;
    const auto is_it = [&](const auto& s) { return s.call == call && s.code == code; };
    if (std::none_of(loop_.seen.begin(), loop_.seen.end(), is_it)) loop_.seen.push_back({call, code});
  }
  for (const JitLoop::Callee& callee : loop_.seen)
    if (callee.call == call) codes.push_back(as<Code>(callee.code));
  return codes;
}

void LoopBody::take_calls() {
  if (!emission_.program.calls().empty()) {
    insert_callees();
    find_live_in_callees();
  }
}

/// Inserts callees in the order of emission: each in place of its call, copies of calls for other callees at the end.
void LoopBody::insert_callees() {
  contains_.resize(contains_.size() + emission_.program.size() - emission_.count, true);
  std::vector<std::size_t> made;
  for (const std::size_t at : order_) {
    const auto& calls = emission_.program.calls();
    const auto is_moved = std::find_if(calls.begin(), calls.end(), [at](const InlinedCall& c) { return at > c.at && at <= c.call; });
    if (is_moved != calls.end()) {
      contains_[from_head(at)] = false;
      continue;
    }
    made.push_back(at);
    if (const InlinedCall* const call = emission_.program.call_at(at))
      for (std::size_t n = call->callees.front().first; n < call->otherwise; ++n) made.push_back(n);
  }
  for (const InlinedCall& call : emission_.program.calls())
    for (std::size_t n = call.otherwise; n < emission_.program.size() && !emission_.program.inlined(n)->is_callee; ++n) made.push_back(n);
  order_ = std::move(made);
}

/// Finds the live registers in callees. There all registers are live from which the call is made, since a side exit
/// makes it.
void LoopBody::find_live_in_callees() {
  live_in_callees_.assign(emission_.program.size() - emission_.count, 0);
  for (std::size_t at = emission_.program.size(); at-- > emission_.count;) {
    const InlinedInstruction& more = *emission_.program.inlined(at);
    if (!more.is_callee) {
      live_in_callees_[at - emission_.count] = live(more.real);
      continue;
    }
    RegisterSet after = 0;
    for (const std::size_t to : emission_.program.successors(at)) after |= live(to);
    live_in_callees_[at - emission_.count] =
        (after & ~registers_written(&more.instruction)) | registers_read(&more.instruction) | (more.must_not_exit ? 0 : live(more.real));
  }
}

}  // namespace tessera
