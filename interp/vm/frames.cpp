// Frames as debuggers see them: backtraces, variables, and leaving a frame for another call in its place.
// Compiled for size.
#include <algorithm>

#include "compiler/instructions.hpp"
#include "data/symbols/packages.hpp"
#include "vm/inline.hpp"
#include "vm/stubs.hpp"
#include "vm/vm.hpp"

namespace tessera {

/// Goes along the frames of Lisp functions, from the innermost on.
class Vm::FrameWalk {
 public:
  explicit FrameWalk(const Vm& vm) : vm_(vm), base_(vm.base_), pc_(vm.pc_), border_(vm.records_.size()) { settle(); }
  bool at_end() const { return base_ == nullptr || base_ <= vm_.stack_; }
  void next() {
    leave();
    settle();
  }
  /// Go to the frame at `stack`; false if there is none.
  bool find(std::int64_t stack) {
    while (!at_end() && this->stack() > stack) next();
    return !at_end() && this->stack() == stack;
  }

  Value* base() const { return base_; }
  std::int64_t stack() const { return base_ - vm_.stack_; }
  const Closure* function() const { return as<Closure>(base_[-2]); }
  const Code* code() const { return code_of(function()); }
  /// The number of the instruction that runs.
  std::uint32_t instruction() const {
    const auto index = static_cast<std::uint32_t>(pc_ - instructions_of(code()));
    return index == 0 ? 0 : index - 1;
  }
  /// The instruction of the caller that called, and the constants of its function, if that is Lisp.
  const Instruction* call() const { return vm_.return_address(base_) - 1; }
  const Value* caller_constants() const {
    const Value caller = (base_ - 2 - call()->a)[-2];
    return has_type(caller, Type::closure) ? code_of(as<Closure>(caller))->constants : nullptr;
  }

 private:
  void leave() {
    pc_ = vm_.return_address(base_);
    base_ -= 2 + pc_[-1].a;
  }
  void settle() {
    while (!at_end() && !has_type(base_[-2], Type::closure)) {
      if (base_[-2] == Value::fixnum(1)) {  // a service frame: go on with the frame it serves
        pc_ = instruction_pointer(base_[-1]);
        base_ -= base_[0].as_fixnum();
        continue;
      }
      while (border_ > 0 && vm_.records_[border_ - 1].kind != Record::Kind::border) --border_;  // go on with what called C++
      base_ = border_ == 0 ? nullptr : vm_.records_[border_ - 1].base;
      if (border_ != 0) pc_ = vm_.records_[--border_].pc;
    }
  }

  const Vm& vm_;
  Value* base_;
  const Instruction* pc_;
  std::size_t border_;
};

namespace {

/// What the call instruction surely calls: a function, or UNBOUND.
Value surely_called(const Instruction& call, const Value* constants) {
  if (constants == nullptr) return UNBOUND;
  if (is(call, Op::CALLG) || is(call, Op::TAILCALLG) || is(call, Op::TAILJUMPG)) return as<Symbol>(constants[call.c])->function;
  if (is(call, Op::CALLK) || is(call, Op::TAILCALLK)) return constants[call.c];
  return UNBOUND;
}

/// A tail call in `caller` may be one of `callee`.
bool may_tail_call(const Code* caller, Value callee) {
  const std::size_t count = instruction_count(caller);
  for (std::size_t n = 0; n < count; ++n) {
    const Instruction& i = instructions_of(caller)[n];
    if (is(i, Op::TAILCALL) || is(i, Op::TAILJUMP) || is(i, Op::TAILAPPLY)) return true;
    if ((is(i, Op::TAILCALLG) || is(i, Op::TAILJUMPG) || is(i, Op::TAILCALLK)) && surely_called(i, caller->constants) == callee)
      return true;
  }
  return false;
}

}  // namespace

// The ring may still tell of calls that have returned: what cannot have led here is left out. The function that the caller called
// is known in any case.
std::vector<Value> Vm::elided_callers(const Value* base, const Instruction* call, const Value* constants) const {
  std::vector<Value> elided;
  const Value first = surely_called(*call, constants);
  Value callee = base[-2];
  for (std::size_t i = 0; callee != first && i < config::tail_ring_size && i < tail_index_; ++i) {
    const Elided& e = tail_ring_[(tail_index_ - 1 - i) & (config::tail_ring_size - 1)];
    if (e.base != base) continue;
    if (!has_type(e.function, Type::closure) || !may_tail_call(code_of(as<Closure>(e.function)), callee)) break;
    elided.push_back(e.function);
    callee = e.function;
  }
  if (callee != first && has_type(first, Type::closure)) elided.push_back(first);
  return elided;
}

std::vector<Frame> Vm::backtrace(std::size_t most) {
  std::vector<Frame> frames;
  for (FrameWalk walk(*this); !walk.at_end() && frames.size() < most; walk.next()) {
    Frame frame;
    frame.function = walk.base()[-2];
    frame.position = position_of(walk.code(), walk.instruction());
    frame.file = file_of(walk.code());
    frame.elided = elided_callers(walk.base(), walk.call(), walk.caller_constants());
    frame.stack = walk.stack();
    frames.push_back(std::move(frame));
  }
  return frames;
}

namespace {

/// Where the variable stands now; nullptr if there is no such place.
Value* place_of(const VariableEntry& e, Value* base, const Closure* function) {
  if (e.captured && e.place + 1 >= reinterpret_cast<const Object*>(function)->length()) return nullptr;
  Value* const place = e.captured ? &const_cast<Closure*>(function)->captured[e.place] : base + e.place;
  if (!e.in_cell) return place;
  return has_type(*place, Type::cell) ? &as<Cell>(*place)->value : nullptr;
}

}  // namespace

std::vector<FrameVariable> Vm::frame_variables(std::int64_t stack) {
  std::vector<FrameVariable> parameters, locals;
  FrameWalk walk(*this);
  if (!walk.find(stack)) return parameters;
  const std::vector<VariableEntry> entries = variable_entries(variable_table(walk.code()));
  for (std::size_t i = entries.size(); i-- > 0;) {
    const VariableEntry& e = entries[i];
    const bool here = e.from <= walk.instruction() && walk.instruction() < e.to;
    const Value* const place = here ? place_of(e, walk.base(), walk.function()) : nullptr;
    const FrameVariable variable{e, i, place == nullptr || place->is_marker() ? UNBOUND : *place};
    if (!e.parameter) {
      if (here) locals.push_back(variable);
      continue;
    }
    const auto same = std::find_if(parameters.begin(), parameters.end(), [&e](const FrameVariable& p) { return p.entry.place == e.place; });
    if (same == parameters.end()) parameters.push_back(variable);
    else if (here) *same = variable;
  }
  std::sort(parameters.begin(), parameters.end(), [](const auto& p, const auto& q) { return p.entry.place < q.entry.place; });
  parameters.insert(parameters.end(), locals.begin(), locals.end());
  return parameters;
}

bool Vm::set_frame_variable(std::int64_t stack, std::size_t number, Value value) {
  FrameWalk walk(*this);
  if (!walk.find(stack)) return false;
  const std::vector<VariableEntry> entries = variable_entries(variable_table(walk.code()));
  if (number >= entries.size()) return false;
  const VariableEntry& e = entries[number];
  if (walk.instruction() < e.from || walk.instruction() >= e.to || (e.captured && !e.in_cell)) return false;
  Value* const place = place_of(e, walk.base(), walk.function());
  if (place == nullptr) return false;
  if (walk.base() <= taken_.end) unshare_from(walk.base());
  if (e.in_cell) heap.write(place, value);
  else *place = value;
  clean_ = std::min(clean_, walk.base());
  return true;
}

// A frame's dynamic records and those of what it called lie above those of its callers.
Value Vm::replace_frame(std::int64_t stack, Value function) {
  FrameWalk walk(*this);
  if (!walk.find(stack)) return fail_simple(Known::simple_control_error, "the frame has ended: its function has returned.");
  std::size_t kept = records_.size();
  while (kept > 1 && records_[kept - 1].base >= walk.base()) --kept;
  exit_.values[0] = heap.cons(Value::fixnum(stack), function);
  exit_.values[1] = Value::fixnum(1);
  exit_.target = to_frame + static_cast<std::int64_t>(kept) - 1;
  return FAILED;
}

// All above the frame is undone: it becomes that of the function, as by a tail call.
Vm::Place Vm::enter_in_place(Value frame_and_function) {
  Value* const base = stack_ + frame_and_function.as_cons()->car.as_fixnum();
  if (base <= taken_.end) unshare_from(base);
  const Value function = frame_and_function.as_cons()->cdr;
  const Prologue* const entry = prologue_of(code_of(as<Closure>(function))->instructions);
  leave_red_zone(base);
  base[-2] = function;
  const Place start{base, first_instruction(entry)};
  return make_room(base, entry->registers) ? start : stack_overflow(start, base);
}

}  // namespace tessera
