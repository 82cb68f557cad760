// The control flow in a loop's code, and its side exits.
#include "jit/loop/loop_edges.hpp"

#include "jit/calls/vm_entries.hpp"
#include "jit/function/function_translator.hpp"

namespace tessera {

using namespace jit;

LoopEdges::LoopEdges(LoopContext& context, LoopRegisters& registers) : LoopEmitter(context), registers_(registers) {
  context.emission.site = this;
}

void LoopEdges::begin_pass() {
  emission_.begin();
  needs_another_pass_ = false;
  before_.resize(body_.size());
  assumed_.assign(body_.size(), false);
  labels_.clear();
  for (std::size_t n = 0; n < body_.size(); ++n) labels_.push_back(masm_.new_label());
  for (Label* const label : {&failed_guard_, &out_of_bounds_report_}) *label = masm_.new_label();
  saved_.clear();
  spills_.fill(Label());
}

bool LoopEdges::begin(std::size_t n) {
  assumed_[body_.from_head(n)] = true;  // also that the instruction is unreachable
  if (!before(n).is_reached) return false;
  emission_.begin_instruction(n);
  state_ = before(n);
  has_ended_ = false;
  masm_.bind(label(n));
  emission_.note("; ");
  return true;
}

// --- the entry

/// Jumps through JitLoop::code, which leads to the function's own code once side_exits_tolerated is exhausted.
void LoopEdges::emit_function_entry() {
  emission_.at = loop_.head;
  for (std::size_t n = 0; n < FunctionTranslator::head_bytes; n += 8) masm_.embed(reinterpret_cast<std::uint64_t>(&function_));
  masm_.load(accumulator, &loop_);
  masm_.jump(place_at(accumulator, offsetof(JitLoop, code)));
  first_ = masm_.new_label();
  masm_.bind(first_);
  const Label unusual = masm_.new_label();
  masm_.branch_if(frame, Condition::above, at(offsets_.begin_below), unusual);
  defer([this, unusual] { jump_to_fallback(unusual); });
}

/// Returns the corresponding address in the function's own code.
const char* LoopEdges::fallback_entry() const {
  return function_.begin + (context_.is_function ? FunctionTranslator::head_bytes : function_.offsets[loop_.head]);
}

void LoopEdges::jump_to_fallback(const Label& from) {
  masm_.bind(from);
  masm_.load(accumulator, fallback_entry());
  masm_.jump(accumulator);
}

void LoopEdges::emit_entry() {
  emission_.at = loop_.head;
  merge(loop_.head, expected_at_head());
  state_ = {};
  if (emission_.program.size() > emission_.count) check_stack_room();
  move_to(loop_.head);
  masm_.jump(label(loop_.head));
}

/// Returns the state of the frame as type feedback expects it; a jump back may know less.
LoopState LoopEdges::expected_at_head() const {
  LoopState expected;
  RegisterSet written = 0;
  for (const std::size_t at : body_.order()) written |= registers_written(&emission_.program[at]);
  const RegisterSet vectors = only_looked_into(Type::simple_vector) & ~written, closures = only_looked_into(Type::closure) & ~written;
  const RegisterSet numbers = vectors_of_numbers() & ~written;
  for (const std::size_t n : EachOf{body_.live(loop_.head)}) {
    if (context_.is_function && n >= prologue_of(emission_.code->instructions)->arity) continue;
    const PredictedType predicted = feedback().at_first(n);
    const bool dirty = !context_.is_function && contains(written, n);  // at the beginning of later rounds
    const LoopType type = predicted == PredictedType::fixnum ? LoopType::fixnum
                          : contains(vectors, n)             ? LoopType::vector
                          : contains(closures, n)            ? LoopType::closure
                                                             : LoopType::any;
    if (predicted == PredictedType::floating && registers_.has_floating(n)) expected[n] = {LoopLocation::floating, LoopType::any, dirty};
    else if (registers_.has_general(n) && contains(numbers, n))
      expected[n] = {LoopLocation::general, LoopType::numbers, dirty, refinement_of(*feedback().vector_at_first(n))};
    else if (registers_.has_general(n)) expected[n] = {LoopLocation::general, type, dirty, 0, bounds_at_head(n)};
  }
  return expected;
}

/// Returns the registers that hold an object of this type at the head and are used as such: as the vector of SVREF and
/// AREF, or as the callee of a CALL.
RegisterSet LoopEdges::only_looked_into(Type type) const {
  RegisterSet used = 0;
  for (const std::size_t at : body_.order()) {
    const Instruction& i = emission_.program[at];
    if (type == Type::simple_vector && (is(i, Op::SVREF) || is(i, Op::AREF)) && i.b < register_set_size) used |= only(i.b);
    if (const InlinedCall* const call = emission_.program.call_at(at);
        call != nullptr && type == Type::closure && is(emission_.program[call->call], Op::CALL))
      used |= only(call->function);
  }
  RegisterSet set = 0;
  for (const std::size_t n : EachOf{used & body_.live(loop_.head)})
    if (feedback().is_at_first(n, type)) set |= only(n);
  return set;
}

/// Returns the registers that hold a vector of unboxed numbers at the head and are used as one by AREF or its SETF
/// form.
RegisterSet LoopEdges::vectors_of_numbers() const {
  RegisterSet set = 0;
  for (const std::size_t at : body_.order()) {
    const Instruction& i = emission_.program[at];
    const std::size_t n = is(i, Op::ASET) ? i.a : i.b;
    if ((is(i, Op::AREF) || is(i, Op::ASET)) && n < register_set_size && feedback().vector_at_first(n)) set |= only(n);
  }
  return set & body_.live(loop_.head);
}

/// Checks that the registers of inlined callees, which are above the frame's, fit on the stack.
void LoopEdges::check_stack_room() {
  const Label no_room = masm_.new_label();
  masm_.load_address(accumulator, reg(emission_.program.registers()));
  masm_.branch_if(accumulator, Condition::above, at(offsets_.checked), no_room);
  defer([this, no_room] { jump_to_fallback(no_room); });
}

/// Returns the assumed bounds. A variable that only counts, or is never assigned, is expected to stay small if it is
/// small when the loop becomes hot.
IntegerBounds LoopEdges::bounds_at_head(std::size_t n) const {
  if (!feedback().is_small_at_first(n) || context_.is_function || contains(loop_.wide | body_.computed(), n)) return {};
  return IntegerBounds::natural(IntegerBounds::narrow);
}

/// Guards that the value is a fixnum within the bounds: any fixnum, or a narrow one.
void LoopEdges::unless_within(std::size_t n, IntegerBounds bounds, const Label& otherwise) {
  const Register v = registers_.general(n);
  if (bounds == IntegerBounds{}) {
    masm_.unless_fixnum(v, otherwise);
    return;
  }
  const Label wrong = masm_.new_label();
  masm_.unless_within(v, 1 << IntegerBounds::narrow, bounds.low >= 0, wrong);
  defer([this, v, n, wrong, otherwise] {
    masm_.bind(wrong);
    masm_.unless_fixnum(v, otherwise);
    report_out_of_bounds(n);
    masm_.jump(otherwise);
  });
}

void LoopEdges::report_out_of_bounds(std::size_t n) {
  masm_.load32(operand2, static_cast<std::uint32_t>(n));
  masm_.call(out_of_bounds_report_);
}

// --- merging

/// Merges the state of a jump to `to`. If emitted code has assumed more there, everything is emitted again.
void LoopEdges::merge(std::size_t to, const LoopState& state) {
  const bool is_backward = assumed_[body_.from_head(to)];
  const RegisterSet wide = context_.is_function ? ~RegisterSet{0} : loop_.wide;  // a function is not recompiled
  if (before(to).merge(state, body_.live(to), is_backward, wide) && is_backward) needs_another_pass_ = true;
}

void LoopEdges::continue_at(std::size_t to) {
  if (!body_.has(to)) return side_exit_to(to, ExitReason::leaves_loop);
  merge(to, state_);
  move_to(to);
  for (std::size_t n = body_.position(emission_.at) + 1; n < body_.order().size(); ++n) {
    if (body_.order()[n] == to) return;
    if (before(body_.order()[n]).is_reached) break;
  }
  masm_.jump(label(to));
}

CodeEmitter::Label LoopEdges::label_of(std::ptrdiff_t instruction) {
  const auto to = static_cast<std::size_t>(instruction);
  if (body_.has(to)) {
    merge(to, state_);
    if (is_ready(to)) {
      assumed_[body_.from_head(to)] = true;
      return label(to);
    }
  }
  const Label entry = masm_.new_label();
  defer([this, entry, to] {
    masm_.bind(entry);
    if (!body_.has(to))
      return side_exit_to(to, facts_of(i()).control.flow == Flow::with ? ExitReason::failed_guard : ExitReason::leaves_loop);
    move_to(to);
    masm_.jump(label(to));
  });
  return entry;
}

/// True if no value has to be moved for the jump.
bool LoopEdges::is_ready(std::size_t to) const {
  for (const std::size_t n : EachOf{body_.live(to)}) {
    const RegisterState &have = state_[n], &wanted = before(to)[n];
    if (have.is_cached() != wanted.is_cached() && (wanted.is_cached() || have.dirty)) return false;
  }
  return true;
}

/// Loads missing values first: if the guard of one fails, everything else is still unchanged.
void LoopEdges::move_to(std::size_t to) {
  assumed_[body_.from_head(to)] = true;
  Label otherwise;
  for (const std::size_t n : EachOf{body_.live(to)}) {
    if (state_[n].is_cached() || !before(to)[n].is_cached()) continue;
    if (!otherwise.isValid()) {
      otherwise = masm_.new_label();
      defer([this, otherwise, to] {
        masm_.bind(otherwise);
        side_exit_to(to, ExitReason::failed_guard);
      });
    }
    load_register(n, before(to)[n], otherwise);
  }
  for (const std::size_t n : EachOf{body_.live(to)})
    if (state_[n].is_cached() && !before(to)[n].is_cached() && state_[n].dirty) registers_.spill(n);
}

void LoopEdges::load_register(std::size_t n, RegisterState wanted, const Label& otherwise) {
  if (wanted.location == LoopLocation::floating) {
    masm_.load(accumulator, reg(n));
    return registers_.to_number(registers_.floating(n), accumulator, otherwise);
  }
  const Register to = registers_.general(n);
  masm_.load(to, reg(n));
  switch (wanted.type) {
    case LoopType::any: return;
    case LoopType::instance:
      masm_.unless_type(to, Type::instance, operand2, otherwise);
      masm_.load(operand2, emission_.code->constants[wanted.refinement]);
      masm_.branch_if(field(to, 0), Condition::not_equal, operand2, otherwise);
      return;
    case LoopType::fixnum: return unless_within(n, wanted.bounds, otherwise);
    case LoopType::numbers: return masm_.unless_numbers(to, number_vector(wanted.refinement), otherwise);
    case LoopType::vector: return masm_.unless_type(to, Type::simple_vector, operand2, otherwise);
    case LoopType::closure: return masm_.unless_type(to, Type::closure, operand2, otherwise);
    case LoopType::constant: return masm_.unless_constant(to, operand2, otherwise);
  }
}

// --- side exits

/// Returns the side exit of the instruction, shared as long as the frame lacks the same registers.
CodeEmitter::Label LoopEdges::slow_path() {
  RegisterSet lacks = 0;
  for (const std::size_t n : EachOf{body_.live(real())})
    if (state_[n].dirty) lacks |= only(n);
  if (emission_.slow.isValid() && lacks == slow_lacks_) return emission_.slow;
  slow_lacks_ = lacks;
  emission_.slow = masm_.new_label();
  defer([this] { side_exit_to(emission_.at, ExitReason::failed_guard); }, emission_.slow);
  return emission_.slow;
}

/// Jumps to the head. If the safepoint has something to handle, the function's own code continues after it.
void LoopEdges::next_round(std::ptrdiff_t head) {
  const Label pending = masm_.new_label(), on = label_of(head);
  masm_.branch_if32(at(offsets_.poll_word), Condition::equal, 0, on);
  masm_.jump(pending);
  defer([this, pending, on, head] {
    masm_.bind(pending);
    count_step(on);
    registers_.spill_for(static_cast<std::size_t>(head));
    masm_.load32(operand2, static_cast<std::uint32_t>(static_cast<std::size_t>(head) * sizeof(Instruction)));
    masm_.call(at(offsets_.link_poll));
    masm_.branch_if_zero32(operand2, Condition::not_equal, emission_.resume);
    jump_to_function(static_cast<std::size_t>(head));
  });
}

void LoopEdges::side_exit_to(std::size_t from, ExitReason reason) {
  const std::size_t to = emission_.program.real(from);
  bool is_saved = false;
  for (const std::size_t n : EachOf{body_.live(to)}) {
    if (!state_[n].dirty) continue;
    if (state_[n].location == LoopLocation::general) {
      registers_.spill(n);
      continue;
    }
    if (!is_saved) save();
    is_saved = true;
    Label& subroutine = spills_[n];
    if (!subroutine.isValid()) subroutine = masm_.new_label();
    masm_.call(subroutine);
    state_[n].dirty = false;
  }
  if (reason == ExitReason::leaves_loop) return jump_to_function(to);
  masm_.load(accumulator, function_.begin + function_.offsets[to]);
  masm_.jump(failed_guard_);
}

void LoopEdges::jump_to_function(std::size_t to) {
  masm_.load(accumulator, function_.begin + function_.offsets[to]);
  masm_.jump(accumulator);
}

bool LoopEdges::agrees_with(std::size_t next, std::size_t except) const {
  if (!before(next).is_reached) return true;
  for (const std::size_t n : EachOf{body_.live(next)})
    if (before(next)[n].location != (n == except ? LoopLocation::floating : state_[n].location)) return false;
  return true;
}

void LoopEdges::load_landing(Register to, std::ptrdiff_t instruction) {
  masm_.load(to, function_.begin + function_.offsets[static_cast<std::size_t>(instruction)]);
}

// --- code shared by side exits

void LoopEdges::emit_shared() {
  emit_spills();
  if (masm_.is_used(out_of_bounds_report_)) emit_out_of_bounds_report();
  emit_failed_guard_exit();
}

/// Emits subroutines that each store one register's double into the frame.
void LoopEdges::emit_spills() {
  for (std::size_t n = 0; n < register_set_size; ++n) {
    if (!spills_[n].isValid()) continue;
    const Label uncommon = masm_.new_label();
    masm_.bind(spills_[n]);
    masm_.from_double(accumulator, registers_.floating(n), uncommon);
    masm_.store(reg(n), accumulator);
    masm_.return_from_subroutine();
    masm_.bind(uncommon);
    masm_.begin_calls();
    masm_.move(double0, registers_.floating(n));
    masm_.move(argument0, jit::vm);
    call(&VmEntries::boxed);
    masm_.end_calls();
    masm_.store(reg(n), accumulator);
    masm_.return_from_subroutine();
  }
}

/// Emits a subroutine that notes that register number operand2 exceeded its bounds, and has the next round recompile
/// the loop.
void LoopEdges::emit_out_of_bounds_report() {
  masm_.bind(out_of_bounds_report_);
  masm_.load(accumulator, &loop_);
  masm_.set_bit(place_at(accumulator, offsetof(JitLoop, wide)), operand2);
  masm_.store32(place_at(accumulator, offsetof(JitLoop, rounds)), 1);
  masm_.load(temporary, place_at(accumulator, offsetof(JitLoop, counting)));
  masm_.store(place_at(accumulator, offsetof(JitLoop, code)), temporary);
  masm_.return_from_subroutine();
}

/// Emits the code that counts a failed guard and jumps to the accumulator. When the loop's side_exits_tolerated is
/// exhausted, the function's own code takes its place.
void LoopEdges::emit_failed_guard_exit() {
  const Label below_limit = masm_.new_label();
  masm_.bind(failed_guard_);
  masm_.load(temporary, &loop_);
  masm_.count_down(place_at(temporary, offsetof(JitLoop, side_exits_tolerated)), Condition::not_negative, below_limit);
  masm_.load(operand2, fallback_entry());
  masm_.store(place_at(temporary, offsetof(JitLoop, code)), operand2);
  masm_.bind(below_limit);
  masm_.jump(accumulator);
  registers_.emit_literals();
}

void LoopEdges::store(std::size_t n, Register from) {
  if (to_frame_) registers_.store_to_frame(n, from);
  else registers_.set(n, from, LoopType::any);
}

}  // namespace tessera
