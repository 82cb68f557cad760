// Frames as debuggers see them. Compiled for size.
#include "vm/stack/backtrace.hpp"

#include <algorithm>

#include "compiler/instructions.hpp"
#include "data/sequences/strings.hpp"
#include "data/symbols/packages.hpp"
#include "vm/continuations/continuations.hpp"
#include "vm/loop/frames.hpp"
#include "vm/loop/services.hpp"

namespace tessera {

namespace {

/// Walks the frames of Lisp functions, from the innermost outwards.
class FrameWalk {
 public:
  explicit FrameWalk(const VmState& vm) : vm_(vm), base_(vm.base), pc_(vm.pc), border_(vm.records.size()) { settle(); }
  bool at_end() const { return base_ == nullptr || base_ <= vm_.stack.begin; }
  void next() {
    leave();
    settle();
  }
  /// Walks to the frame at `stack`. Returns false if there is none.
  bool find(std::int64_t stack) {
    while (!at_end() && this->stack() > stack) next();
    return !at_end() && this->stack() == stack;
  }

  Value* base() const { return base_; }
  std::int64_t stack() const { return base_ - vm_.stack.begin; }
  const Closure* function() const { return as<Closure>(base_[-2]); }
  const Code* code() const { return code_of(function()); }
  /// Returns the number of the running instruction.
  std::uint32_t instruction() const {
    const auto index = static_cast<std::uint32_t>(pc_ - instructions_of(code()));
    return index == 0 ? 0 : index - 1;
  }
  /// Returns the caller's call instruction; `caller_constants` returns its constants if it is a Lisp function.
  const Instruction* call() const { return vm_.shared.return_address(base_) - 1; }
  const Value* caller_constants() const {
    const Value caller = (base_ - 2 - call()->a)[-2];
    return has_type(caller, Type::closure) ? code_of(as<Closure>(caller))->constants : nullptr;
  }

 private:
  void leave() {
    pc_ = vm_.shared.return_address(base_);
    base_ -= 2 + pc_[-1].a;
  }
  void settle() {
    while (!at_end() && !has_type(base_[-2], Type::closure)) {
      if (is_service_frame(base_)) {  // continues with the served frame
        pc_ = instruction_pointer(base_[-1]);
        base_ -= base_[0].as_fixnum();
        continue;
      }
      while (border_ > 0 && vm_.records[border_ - 1].kind != Record::Kind::border) --border_;  // the caller of C++
      base_ = border_ == 0 ? nullptr : vm_.records[border_ - 1].base;
      if (border_ != 0) pc_ = vm_.records[--border_].pc;
    }
  }

  const VmState& vm_;
  Value* base_;
  const Instruction* pc_;
  std::size_t border_;
};

/// Returns the function that the call instruction calls; UNBOUND if it is unknown.
Value known_callee(const Instruction& call, const Value* constants) {
  if (constants == nullptr) return UNBOUND;
  if (is(call, Op::CALLG) || is(call, Op::TAILCALLG) || is(call, Op::TAILJUMPG)) return as<Symbol>(constants[call.c])->function;
  if (is(call, Op::CALLK) || is(call, Op::TAILCALLK)) return constants[call.c];
  return UNBOUND;
}

/// True if `caller` has an instruction that may tail-call `callee`.
bool may_tail_call(const Code* caller, Value callee) {
  const std::size_t count = instruction_count(caller);
  for (std::size_t n = 0; n < count; ++n) {
    const Instruction& i = instructions_of(caller)[n];
    if (is(i, Op::TAILCALL) || is(i, Op::TAILJUMP) || is(i, Op::TAILAPPLY)) return true;
    if ((is(i, Op::TAILCALLG) || is(i, Op::TAILJUMPG) || is(i, Op::TAILCALLK)) && known_callee(i, caller->constants) == callee) return true;
  }
  return false;
}

/// Returns the functions whose tail calls led to the frame; the one that the caller's instruction names comes last.
/// Skips entries of the ring that cannot have led here: their calls have returned.
std::vector<Value> elided_callers(const VmState& vm, const Value* base, const Instruction* call, const Value* constants) {
  std::vector<Value> elided;
  const Value first = known_callee(*call, constants);
  Value callee = base[-2];
  if (callee == first) return elided;
  elided.reserve(8);
  for (std::size_t i = 0; callee != first && i < vm.tail_calls.size(); ++i) {
    const TailCallRing::Entry& e = vm.tail_calls.at(vm.tail_calls.count - 1 - i);
    if (e.base != base) continue;
    if (!has_type(e.function, Type::closure) || !may_tail_call(code_of(as<Closure>(e.function)), callee)) break;
    elided.push_back(e.function);
    callee = e.function;
  }
  if (callee != first && has_type(first, Type::closure)) elided.push_back(first);
  return elided;
}

/// Returns the slot that holds the variable now; nullptr if there is none.
Value* slot_of(const VariableEntry& e, Value* base, const Closure* function) {
  if (e.captured && e.location + 1 >= reinterpret_cast<const Object*>(function)->length()) return nullptr;
  Value* const slot = e.captured ? &const_cast<Closure*>(function)->captured[e.location] : base + e.location;
  if (!e.in_cell) return slot;
  return has_type(*slot, Type::cell) ? &as<Cell>(*slot)->value : nullptr;
}

/// True if the code is of a file that the image notes with the library's folder.
bool is_library_code(const Code* code) {
  constexpr std::string_view folder = "stdlib/";
  const Value file = file_of(code);
  if (!has_type(file, Type::string)) return false;
  const StringView name = string_view_of(file);
  return name.size() > folder.size() && std::equal(folder.begin(), folder.end(), name.begin());
}

std::vector<FrameVariable> variables_of(const FrameWalk& walk) {
  std::vector<FrameVariable> parameters, locals;
  const std::vector<VariableEntry> entries = variable_entries(variable_table(walk.code()));
  for (std::size_t i = entries.size(); i-- > 0;) {
    const VariableEntry& e = entries[i];
    const bool here = e.from <= walk.instruction() && walk.instruction() < e.to;
    const Value* const slot = here ? slot_of(e, walk.base(), walk.function()) : nullptr;
    const FrameVariable variable{e, i, slot == nullptr || slot->is_marker() ? UNBOUND : *slot};
    if (!e.parameter) {
      if (here) locals.push_back(variable);
      continue;
    }
    const auto same =
        std::find_if(parameters.begin(), parameters.end(), [&e](const FrameVariable& p) { return p.entry.location == e.location; });
    if (same == parameters.end()) parameters.push_back(variable);
    else if (here) *same = variable;
  }
  std::sort(parameters.begin(), parameters.end(), [](const auto& p, const auto& q) { return p.entry.location < q.entry.location; });
  parameters.insert(parameters.end(), locals.begin(), locals.end());
  return parameters;
}

}  // namespace

std::vector<Frame> backtrace(Vm& vm, std::size_t most, bool with_variables) {
  const VmState& state = VmState::of(vm);
  std::vector<Frame> frames;
  frames.reserve(std::min<std::size_t>(most, 8));
  for (FrameWalk walk(state); !walk.at_end() && frames.size() < most; walk.next()) {
    Frame& frame = frames.emplace_back();
    frame.function = walk.base()[-2];
    frame.instruction = walk.instruction();
    frame.elided = elided_callers(state, walk.base(), walk.call(), walk.caller_constants());
    frame.stack = walk.stack();
    if (with_variables && !is_library_code(walk.code())) frame.variables = variables_of(walk);
  }
  return frames;
}

std::vector<FramePosition> frames_of(const VmState& vm, std::size_t most) {
  std::vector<FramePosition> frames;
  frames.reserve(32);
  for (FrameWalk walk(vm); !walk.at_end() && frames.size() < most; walk.next()) frames.push_back({walk.base(), walk.base()[-2]});
  return frames;
}

std::vector<FrameVariable> frame_variables(Vm& vm, std::int64_t stack) {
  FrameWalk walk(VmState::of(vm));
  return walk.find(stack) ? variables_of(walk) : std::vector<FrameVariable>();
}

bool set_frame_variable(Vm& vm, std::int64_t stack, std::size_t number, Value value) {
  VmState& state = VmState::of(vm);
  FrameWalk walk(state);
  if (!walk.find(stack)) return false;
  const std::vector<VariableEntry> entries = variable_entries(variable_table(walk.code()));
  if (number >= entries.size()) return false;
  const VariableEntry& e = entries[number];
  if (walk.instruction() < e.from || walk.instruction() >= e.to || (e.captured && !e.in_cell)) return false;
  Value* const slot = slot_of(e, walk.base(), walk.function());
  if (slot == nullptr) return false;
  if (walk.base() <= state.shared.end) unshare_from(state, walk.base());
  if (e.in_cell) state.heap.write(slot, value);
  else *slot = value;
  state.stack.note_write(walk.base());
  return true;
}

/// Exits to the records of the frame's caller: the records of the frame and of its callees lie above them.
Value replace_frame(Vm& vm, std::int64_t stack, Value function) {
  VmState& state = VmState::of(vm);
  FrameWalk walk(state);
  if (!walk.find(stack)) return state.fail_simple(Known::simple_control_error, "the frame no longer exists: its function has returned");
  std::size_t kept = state.records.size();
  while (kept > 1 && state.records[kept - 1].base >= walk.base()) --kept;
  state.exit.values[0] = state.heap.cons(Value::fixnum(stack), function);
  state.exit.values[1] = Value::fixnum(1);
  state.exit.target = Exit::to_frame + static_cast<std::int64_t>(kept) - 1;
  return FAILED;
}

/// Makes the frame the function's frame, like a tail call.
ResumePoint enter_in_place(VmState& vm, Value frame_and_function) {
  Value* const base = vm.stack.begin + frame_and_function.as_cons()->car.as_fixnum();
  if (base <= vm.shared.end) unshare_from(vm, base);
  const Value function = frame_and_function.as_cons()->cdr;
  const Prologue* const entry = entry_of(function);
  vm.leave_red_zone(base);
  base[-2] = function;
  const ResumePoint start{base, first_instruction(entry)};
  return vm.stack.make_room(base, entry->registers) ? start : stack_overflow(vm, start, base);
}

}  // namespace tessera
