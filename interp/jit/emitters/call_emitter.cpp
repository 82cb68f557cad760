// Calls, tail calls and returns.
#include <algorithm>

#include "jit/calls/argument_code.hpp"
#include "jit/calls/vm_entries.hpp"
#include "jit/emitters/call_emitter.hpp"
#include "vm/loop/frames.hpp"

namespace tessera {

using namespace jit;

void CallEmitter::call_global() {
  const Value symbol = constant(i().c);
  if (!call_native(symbol) && !call_operation(symbol)) call_through_stub(call_of_symbol(symbol));
}

void CallEmitter::call_object() {
  const Label back = masm_.new_label(), done = masm_.new_label(), other_arity = masm_.new_label(), other_callee = masm_.new_label();
  CallStub* const stub = call_of_object();
  find_closure(accumulator, slow_call(back, done, stub, other_callee), other_arity);
  make_frame(accumulator, back);
  enter_machine_code();
  emit_return_point(back);
  masm_.bind(done);
  defer([this, other_arity, other_callee, back, stub] {
    masm_.bind(other_arity);
    guard_callee(*stub, other_callee);
    make_frame(accumulator, back);
    masm_.load(operand2, stub);
    jump_to_stub();
  });
}

void CallEmitter::call_known() { call_through_stub(emission_.calls.of_known(constant(i().c))); }

void CallEmitter::tail_call_global() {
  const Value symbol = constant(i().c);
  if (call_native(symbol) || call_operation(symbol)) return;
  CallStub* const stub = call_of_symbol(symbol);
  const Label done = masm_.new_label();
  const Label otherwise = slow_call({}, done, stub);
  guard_keywords(*stub, otherwise);
  masm_.load(operand2, stub);
  masm_.load(temporary, place_at(operand2, offsetof(CallStub, function)));
  masm_.branch_if(temporary, Condition::equal, NIL, otherwise);
  reuse_frame(arguments_to_move(), i().a);
  jump_to_stub();
  masm_.bind(done);
}

void CallEmitter::tail_call_object() {
  const std::uint32_t count = arguments_to_move();
  const Label done = masm_.new_label(), other_arity = masm_.new_label(), other_callee = masm_.new_label();
  CallStub* const stub = call_of_object();
  find_closure(temporary, slow_call({}, done, stub, other_callee), other_arity);
  reuse_frame(count, i().a);
  enter_machine_code();
  masm_.bind(done);
  defer([this, other_arity, other_callee, stub, count] {
    masm_.bind(other_arity);
    guard_callee(*stub, other_callee);
    reuse_frame(count, i().a);
    masm_.load(operand2, stub);
    jump_to_stub();
  });
}

void CallEmitter::tail_call_known() {
  masm_.load(temporary, constant(i().c));
  reuse_frame(i().b, i().a);
  masm_.load(operand2, emission_.calls.of_known(constant(i().c)));
  jump_to_stub();
}

/// Returns the number of arguments that a tail call has to move: 0 if they are this frame's parameters already.
std::uint32_t CallEmitter::arguments_to_move() const { return is(i(), Op::TAILJUMP) || is(i(), Op::TAILJUMPG) ? 0 : i().b; }

void CallEmitter::return_register() {
  load(accumulator, i().a);
  return_one_value();
}

void CallEmitter::return_constant() {
  masm_.load(accumulator, constant(i().bc()));
  return_one_value();
}

void CallEmitter::return_number() {
  masm_.load(accumulator, Value::fixnum(i().bc()));
  return_one_value();
}

void CallEmitter::return_values() {
  load(accumulator, i().a);
  return_value();
}

void CallEmitter::return_one_value() {
  masm_.store32(at(offsets_.value_count), 1);
  return_value();
}

/// Emits the slow path of a call: makes it through the Vm, for any callee. The callee returns to `back`; if the value
/// is available at once, control continues at `done`. `stub`: the stub to be connected, if any; `connecting`: only
/// calls from this label connect it.
CodeEmitter::Label CallEmitter::slow_call(const Label& back, const Label& done, CallStub* stub, const Label& connecting) {
  const Label from = masm_.new_label();
  const Op op = static_cast<Op>(i().op);
  const bool of_object = op == Op::CALL || op == Op::TAILCALL || op == Op::TAILJUMP;
  defer([this, from, back, done, stub, connecting, of_object] {
    const Label make = masm_.new_label();
    if (connecting.isValid()) {
      masm_.bind(connecting);
      masm_.load(argument5, stub);
      masm_.jump(make);
    }
    masm_.bind(from);
    if (of_object) call_continuation();
    if (stub == nullptr || connecting.isValid()) masm_.load_zero(argument5);
    else masm_.load(argument5, stub);
    masm_.bind(make);
    if (back.isValid()) masm_.load_address(argument4, back);
    else masm_.load_zero(argument4);
    masm_.load32(operand2, static_cast<std::uint32_t>(real() * sizeof(Instruction)));
    masm_.call(at(offsets_.link_call));
    masm_.branch_if32(operand2, Condition::equal, static_cast<std::int32_t>(sizeof(Instruction)), done);
    masm_.jump(emission_.resume);
  });
  return from;
}

/// Calls the function in the window if it is a continuation; else continues.
void CallEmitter::call_continuation() {
  const Label other = masm_.new_label();
  load(accumulator, i().a);
  masm_.unless_type(accumulator, Type::native, operand2, other);
  masm_.load(operand2, field(accumulator, native_arity));
  masm_.shift_right(operand2, NativeArity::operation_shift + 1);
  masm_.branch_if32(operand2, Condition::not_equal, static_cast<int>(VmOperation::call_continuation), other);
  emit_vm_operation(VmEntries::operation(VmOperation::call_continuation));
  masm_.bind(other);
}

/// Copies arguments that are this frame's parameters into the window. Changes the accumulator.
void CallEmitter::move_own_arguments() {
  if (!is(i(), Op::TAILJUMP) && !is(i(), Op::TAILJUMPG)) return;
  for (std::size_t n = 0; n < i().b; ++n) {
    load(accumulator, n);
    store(i().a + 2 + n, accumulator);
  }
}

/// Makes the Vm do the call, and continues at the ResumePoint that it returns.
void CallEmitter::emit_vm_operation(VmEntries::Operation operation) {
  move_own_arguments();
  serve(operation);
  masm_.jump(emission_.resume);
}

/// Emits a call of a global or known function through its stub.
void CallEmitter::call_through_stub(CallStub* stub) {
  const Label back = masm_.new_label(), done = masm_.new_label();
  if (!stub->keywords.empty()) guard_keywords(*stub, slow_call(back, done));
  masm_.load(operand2, stub);
  masm_.load(accumulator, place_at(operand2, offsetof(CallStub, function)));
  make_frame(accumulator, back);
  jump_to_stub();
  emit_return_point(back);
  masm_.bind(done);
}

/// Returns the stub for the symbol's function. Keywords are part of its key if the function takes some, and they can be
/// laid out.
CallStub* CallEmitter::call_of_symbol(Value symbol) {
  const Value f = as<Symbol>(symbol)->function;
  std::vector<Value> keywords;
  if (has_type(f, Type::closure)) {
    const Code* const code = code_of(as<Closure>(f));
    const Arity arity = Arity::unpack(code->arity.as_fixnum());
    if (arity.keys) keywords = keywords_from(arity.required + arity.optional);
    if (!keywords.empty() && !ArgumentLayout::of(emission_.vm, code, i().b, keywords)) keywords.clear();
  }
  return emission_.calls.of_symbol(symbol, i().b, keywords);
}

/// Returns the inline cache for function objects that do not take exactly the call's number of arguments.
CallStub* CallEmitter::call_of_object() { return emission_.calls.of_instruction(emission_.code, real(), i().b, keywords_from(0)); }

/// Returns the arguments that are probably constant symbols, by their numbers: an argument counts if the last
/// instruction that sets it is a LOADK.
std::vector<Value> CallEmitter::keywords_from(std::uint32_t first) {
  std::vector<Value> keywords;
  if (is(i(), Op::TAILJUMP) || is(i(), Op::TAILJUMPG)) return keywords;
  for (std::uint32_t n = first; n < i().b; ++n)
    if (const Value keyword = constant_loaded(i().a + 2u + n); Runtime::is_symbol(keyword)) {
      keywords.resize(i().b);
      keywords[n] = keyword;
    }
  return keywords;
}

Value CallEmitter::constant_loaded(std::size_t to) const {
  const std::size_t end = real(), begin = end - std::min(end, config::machine_code_keyword_distance);
  for (std::size_t n = end; n-- > begin;) {
    const Instruction& before = emission_.instructions[n];
    if (facts_of(before).control.flow == Flow::word) continue;
    if (is(before, Op::LOADK) && before.a == to) return emission_.code->constants[before.bc()];
    if (to < register_set_size && contains(registers_written(&before), to)) break;
  }
  return Value();
}

/// Guards that the arguments are the keywords of `stub`. Changes argument1.
void CallEmitter::guard_keywords(const CallStub& stub, const Label& otherwise) {
  for (std::size_t n = 0; n < stub.keywords.size(); ++n) {
    if (!Runtime::is_symbol(stub.keywords[n])) continue;
    masm_.load(argument1, stub.keywords[n]);
    masm_.branch_if(reg(i().a + 2 + n), Condition::not_equal, argument1, otherwise);
  }
}

/// Guards that the callee's code, in operand2, is the code of `stub`, and that the arguments are its keywords. Changes
/// argument1.
void CallEmitter::guard_callee(const CallStub& stub, const Label& otherwise) {
  masm_.load(argument1, &stub);
  masm_.branch_if(operand2, Condition::not_equal, place_at(argument1, offsetof(CallStub, function)), otherwise);
  guard_keywords(stub, otherwise);
}

/// Jumps to the target of the stub in operand2.
void CallEmitter::jump_to_stub() { masm_.jump(place_at(operand2, offsetof(CallStub, target))); }

/// Returns the value in the accumulator to the caller.
void CallEmitter::return_value() {
  masm_.load(operand2, return_of_frame());
  masm_.store(function_of_frame(), accumulator);
  masm_.branch_if_bits(operand2, 4, Condition::equal, emission_.resume_return);
  masm_.jump(operand2);
}

/// Loads the callee, and its instructions into operand2, if it takes exactly the call's number of arguments. Jumps to
/// `other_arity` for other closures, with their code in operand2.
void CallEmitter::find_closure(Register function, const Label& not_a_closure, const Label& other_arity) {
  load(function, i().a);
  masm_.unless_type(function, Type::closure, operand2, not_a_closure);
  masm_.load(operand2, field(function, 0));
  masm_.branch_if(field(operand2, code_arity), Condition::not_equal, static_cast<std::int32_t>(i().b * 2), other_arity);
  masm_.load(operand2, field(operand2, code_instructions));
}

/// Makes the window the frame of the function, which returns to `back`. Changes the accumulator.
void CallEmitter::make_frame(Register function, const Label& back) {
  const std::size_t window = i().a;
  masm_.store(reg(window), function);
  masm_.load_address(accumulator, back);
  masm_.store(reg(window + 1), accumulator);
  masm_.add(frame, static_cast<std::int32_t>((window + 2) * sizeof(Value)));
}

/// Enters the machine code of the callee whose frame is made; its instructions are in operand2.
void CallEmitter::enter_machine_code() {
  masm_.load(temporary, machine_code_of(operand2));
  masm_.branch_if_zero(temporary, Condition::equal, emission_.interpret);
  masm_.jump(temporary);
}

/// Emits the return point of the call: the callee returns to `back`.
void CallEmitter::emit_return_point(const Label& back) {
  const Label lowered = masm_.new_label(), on = masm_.new_label();
  masm_.bind_return_point(back, address_of_instruction(static_cast<std::ptrdiff_t>(real()) + 1));
  masm_.subtract(frame, static_cast<std::int32_t>((i().a + 2u) * sizeof(Value)));
  masm_.branch_if(frame, Condition::below, at(offsets_.clean), lowered);
  masm_.bind(on);
  defer([this, lowered, on] {
    masm_.bind(lowered);
    masm_.store(at(offsets_.clean), frame);
    masm_.jump(on);
  });
}

const Native* CallEmitter::plain_native(Value symbol, std::uint32_t count) const {
  const Value f = as<Symbol>(symbol)->function;
  return is_native_for(f, count) && emission_.vm.heap.is_settled(f) ? as<Native>(f) : nullptr;
}

/// Calls the symbol's function if it captures or reinstates a continuation, and continues at the ResumePoint that it
/// returns. Returns false for other functions.
bool CallEmitter::call_operation(Value symbol) {
  const Value f = as<Symbol>(symbol)->function;
  if (!has_type(f, Type::native) || !emission_.vm.heap.is_settled(f)) return false;
  const NativeArity arity = NativeArity::of(as<Native>(f));
  const auto operation = VmEntries::operation(arity.operation);
  if (operation == nullptr || !arity.allows(i().b)) return false;
  masm_.load(accumulator, address_of(symbol) + offsetof(Symbol, function));
  masm_.load(operand2, f);
  const Label done = masm_.new_label();
  masm_.branch_if(place_at(accumulator), Condition::not_equal, operand2, slow_call({}, done));
  store(i().a, operand2);
  emit_vm_operation(operation);
  masm_.bind(done);
  return true;
}

/// Calls the symbol's function if it is a native that takes the call's number of arguments. A result other than a plain
/// value is handled out of line. Returns false for other functions.
bool CallEmitter::call_native(Value symbol) {
  const std::size_t window = i().a;
  const std::uint32_t count = i().b;
  const Native* const native = plain_native(symbol, count);
  if (native == nullptr) return false;
  masm_.load(accumulator, address_of(symbol) + offsetof(Symbol, function));
  masm_.load(operand2, to_value(native));
  const Label done = masm_.new_label();
  masm_.branch_if(place_at(accumulator), Condition::not_equal, operand2, slow_call({}, done));
  const Label marker = masm_.new_label(), unusual = masm_.new_label(), on = masm_.new_label();
  store(window, operand2);
  move_own_arguments();
  masm_.load_address(accumulator, reg(window + 2 + count));
  masm_.store(at(offsets_.top), accumulator);
  masm_.store(at(offsets_.value_count), 1);  // and the word above, `effects`, is 0
  save();
  masm_.move(argument0, jit::vm);
  masm_.load_address(argument1, reg(window + 2));
  masm_.load32(argument2, count);
  masm_.call_cpp(reinterpret_cast<const void*>(native->entry.bits() >> 1));
  masm_.branch_if(at(offsets_.exit_target), Condition::not_less, 0, unusual);
  masm_.branch_if8(accumulator, Condition::equal, FAILED, marker);
  masm_.bind(on);
  store(window, accumulator);
  masm_.bind(done);
  defer([this, marker, unusual, on] {
    masm_.bind(marker);
    masm_.branch_if(accumulator, Condition::equal, TAIL_CALL, unusual);
    masm_.branch_if(accumulator, Condition::not_equal, FAILED, on);
    masm_.bind(unusual);
    masm_.move(argument0, jit::vm);
    masm_.move(argument1, frame);
    masm_.load(argument2, address_of_instruction(static_cast<std::ptrdiff_t>(real()) + 1));
    masm_.move(argument3, accumulator);
    call(&VmEntries::leave_native);
    masm_.jump(emission_.resume);
  });
  return true;
}

// --- tail calls

/// Reuses this frame for the function in the temporary register, and notes that in the ring like TailCallRing::note;
/// arguments move down from the window. Preserves operand2.
void CallEmitter::reuse_frame(std::uint32_t count, std::size_t window) {
  const Label same = masm_.new_label();
  for (std::size_t n = 0; n < count; ++n) {
    masm_.load(accumulator, reg(window + 2 + n));
    masm_.store(reg(n), accumulator);
  }
  masm_.load(argument0, function_of_frame());
  masm_.branch_if(argument0, Condition::equal, temporary, same);
  masm_.load(accumulator, at(offsets_.tail_index));
  masm_.load_address(argument1, place_at(accumulator, 1));
  masm_.store(at(offsets_.tail_index), argument1);
  masm_.wrap(accumulator, config::tail_ring_size - 1, 4);
  masm_.store(place_at(jit::vm, accumulator, 0, offsets_.tail_ring), frame);
  masm_.store(place_at(jit::vm, accumulator, 0, offsets_.tail_ring + 8), argument0);
  masm_.store(function_of_frame(), temporary);
  masm_.bind(same);
}

}  // namespace tessera
