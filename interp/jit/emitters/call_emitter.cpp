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
  find_closure(x86::rax, slow_call(back, done, stub, other_callee), other_arity);
  make_frame(x86::rax, back);
  enter_machine_code();
  emit_return_point(back);
  asm_.bind(done);
  defer([this, other_arity, other_callee, back, stub] {
    asm_.bind(other_arity);
    guard_callee(*stub, other_callee);
    make_frame(x86::rax, back);
    asm_.mov(x86::rcx, reinterpret_cast<std::uint64_t>(stub));
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
  asm_.mov(x86::rcx, reinterpret_cast<std::uint64_t>(stub));
  asm_.mov(x86::rdx, x86::qword_ptr(x86::rcx, offsetof(CallStub, function)));
  asm_.cmp(x86::rdx, static_cast<int>(NIL.bits()));
  asm_.je(otherwise);
  reuse_frame(arguments_to_move(), i().a);
  jump_to_stub();
  asm_.bind(done);
}

void CallEmitter::tail_call_object() {
  const std::uint32_t count = arguments_to_move();
  const Label done = masm_.new_label(), other_arity = masm_.new_label(), other_callee = masm_.new_label();
  CallStub* const stub = call_of_object();
  find_closure(x86::rdx, slow_call({}, done, stub, other_callee), other_arity);
  reuse_frame(count, i().a);
  enter_machine_code();
  asm_.bind(done);
  defer([this, other_arity, other_callee, stub, count] {
    asm_.bind(other_arity);
    guard_callee(*stub, other_callee);
    reuse_frame(count, i().a);
    asm_.mov(x86::rcx, reinterpret_cast<std::uint64_t>(stub));
    jump_to_stub();
  });
}

void CallEmitter::tail_call_known() {
  masm_.load_value(x86::rdx, constant(i().c));
  reuse_frame(i().b, i().a);
  asm_.mov(x86::rcx, reinterpret_cast<std::uint64_t>(emission_.calls.of_known(constant(i().c))));
  jump_to_stub();
}

/// Returns the number of arguments that a tail call has to move: 0 if they are this frame's parameters already.
std::uint32_t CallEmitter::arguments_to_move() const { return is(i(), Op::TAILJUMP) || is(i(), Op::TAILJUMPG) ? 0 : i().b; }

void CallEmitter::return_register() {
  load(x86::rax, i().a);
  return_one_value();
}

void CallEmitter::return_constant() {
  masm_.load_value(x86::rax, constant(i().bc()));
  return_one_value();
}

void CallEmitter::return_number() {
  masm_.load_value(x86::rax, Value::fixnum(i().bc()));
  return_one_value();
}

void CallEmitter::return_values() {
  load(x86::rax, i().a);
  return_value();
}

void CallEmitter::return_one_value() {
  asm_.mov(at32(offsets_.value_count), 1);
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
      asm_.bind(connecting);
      asm_.mov(x86::r9, reinterpret_cast<std::uint64_t>(stub));
      asm_.jmp(make);
    }
    asm_.bind(from);
    if (of_object) call_continuation();
    if (stub == nullptr || connecting.isValid()) asm_.xor_(x86::r9d, x86::r9d);
    else asm_.mov(x86::r9, reinterpret_cast<std::uint64_t>(stub));
    asm_.bind(make);
    if (back.isValid()) asm_.lea(x86::r8, x86::ptr(back));
    else asm_.xor_(x86::r8d, x86::r8d);
    asm_.mov(x86::ecx, static_cast<std::uint32_t>(real() * sizeof(Instruction)));
    asm_.call(at(offsets_.link_call));
    asm_.cmp(x86::ecx, static_cast<std::int32_t>(sizeof(Instruction)));
    asm_.je(done);
    asm_.jmp(emission_.resume);
  });
  return from;
}

/// Calls the function in the window if it is a continuation; else continues.
void CallEmitter::call_continuation() {
  const Label other = masm_.new_label();
  load(x86::rax, i().a);
  masm_.unless_type(x86::rax, Type::native, x86::rcx, other);
  asm_.mov(x86::rcx, field(x86::rax, native_arity));
  asm_.shr(x86::rcx, NativeArity::operation_shift + 1);
  asm_.cmp(x86::ecx, static_cast<int>(VmOperation::call_continuation));
  asm_.jne(other);
  emit_vm_operation(VmEntries::operation(VmOperation::call_continuation));
  asm_.bind(other);
}

/// Copies arguments that are this frame's parameters into the window. Changes rax.
void CallEmitter::move_own_arguments() {
  if (!is(i(), Op::TAILJUMP) && !is(i(), Op::TAILJUMPG)) return;
  for (std::size_t n = 0; n < i().b; ++n) {
    load(x86::rax, n);
    store(i().a + 2 + n, x86::rax);
  }
}

/// Makes the Vm do the call, and continues at the ResumePoint that it returns.
void CallEmitter::emit_vm_operation(VmEntries::Operation operation) {
  move_own_arguments();
  serve(operation);
  asm_.jmp(emission_.resume);
}

/// Emits a call of a global or known function through its stub.
void CallEmitter::call_through_stub(CallStub* stub) {
  const Label back = masm_.new_label(), done = masm_.new_label();
  if (!stub->keywords.empty()) guard_keywords(*stub, slow_call(back, done));
  asm_.mov(x86::rcx, reinterpret_cast<std::uint64_t>(stub));
  asm_.mov(x86::rax, x86::qword_ptr(x86::rcx, offsetof(CallStub, function)));
  make_frame(x86::rax, back);
  jump_to_stub();
  emit_return_point(back);
  asm_.bind(done);
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

/// Guards that the arguments are the keywords of `stub`. Changes rsi.
void CallEmitter::guard_keywords(const CallStub& stub, const Label& otherwise) {
  for (std::size_t n = 0; n < stub.keywords.size(); ++n) {
    if (!Runtime::is_symbol(stub.keywords[n])) continue;
    masm_.load_value(x86::rsi, stub.keywords[n]);
    asm_.cmp(reg(i().a + 2 + n), x86::rsi);
    asm_.jne(otherwise);
  }
}

/// Guards that the callee's code, in rcx, is the code of `stub`, and that the arguments are its keywords. Changes rsi.
void CallEmitter::guard_callee(const CallStub& stub, const Label& otherwise) {
  asm_.mov(x86::rsi, reinterpret_cast<std::uint64_t>(&stub));
  asm_.cmp(x86::rcx, x86::qword_ptr(x86::rsi, offsetof(CallStub, function)));
  asm_.jne(otherwise);
  guard_keywords(stub, otherwise);
}

/// Jumps to the target of the stub in rcx.
void CallEmitter::jump_to_stub() { asm_.jmp(x86::qword_ptr(x86::rcx, offsetof(CallStub, target))); }

/// Returns the value in rax to the caller.
void CallEmitter::return_value() {
  asm_.mov(x86::rcx, return_of_frame());
  asm_.mov(function_of_frame(), x86::rax);
  asm_.test(x86::cl, 4);
  asm_.je(emission_.resume_return);
  asm_.jmp(x86::rcx);
}

/// Loads the callee, and its instructions into rcx, if it takes exactly the call's number of arguments. Jumps to
/// `other_arity` for other closures, with their code in rcx.
void CallEmitter::find_closure(Gp function, const Label& not_a_closure, const Label& other_arity) {
  load(function, i().a);
  masm_.unless_type(function, Type::closure, x86::rcx, not_a_closure);
  asm_.mov(x86::rcx, field(function, 0));
  asm_.cmp(field(x86::rcx, code_arity), static_cast<std::int32_t>(i().b * 2));
  asm_.jne(other_arity);
  asm_.mov(x86::rcx, field(x86::rcx, code_instructions));
}

/// Makes the window the frame of the function, which returns to `back`. Changes rax.
void CallEmitter::make_frame(Gp function, const Label& back) {
  const std::size_t window = i().a;
  asm_.mov(reg(window), function);
  asm_.lea(x86::rax, x86::ptr(back));
  asm_.mov(reg(window + 1), x86::rax);
  asm_.add(frame, static_cast<std::int32_t>((window + 2) * sizeof(Value)));
}

/// Enters the machine code of the callee whose frame is made; its instructions are in rcx.
void CallEmitter::enter_machine_code() {
  asm_.mov(x86::rdx, machine_code_of(x86::rcx));
  asm_.test(x86::rdx, x86::rdx);
  asm_.je(emission_.interpret);
  asm_.jmp(x86::rdx);
}

/// Emits the return point of the call: the callee returns to `back`.
void CallEmitter::emit_return_point(const Label& back) {
  const Label lowered = masm_.new_label(), on = masm_.new_label();
  // The return address is 4 more than a multiple of 8, after the word with the address of the instruction.
  while ((asm_.offset() + 8) % 8 != 4) asm_.int3();
  const std::uint64_t pc = address_of_instruction(static_cast<std::ptrdiff_t>(real()) + 1);
  asm_.embed(&pc, sizeof pc);
  asm_.bind(back);
  asm_.sub(frame, static_cast<std::int32_t>((i().a + 2u) * sizeof(Value)));
  asm_.cmp(frame, at(offsets_.clean));
  asm_.jb(lowered);
  asm_.bind(on);
  defer([this, lowered, on] {
    asm_.bind(lowered);
    asm_.mov(at(offsets_.clean), frame);
    asm_.jmp(on);
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
  asm_.mov(x86::rax, address_of(symbol) + offsetof(Symbol, function));
  masm_.load_value(x86::rcx, f);
  const Label done = masm_.new_label();
  asm_.cmp(x86::qword_ptr(x86::rax), x86::rcx);
  asm_.jne(slow_call({}, done));
  store(i().a, x86::rcx);
  emit_vm_operation(operation);
  asm_.bind(done);
  return true;
}

/// Calls the symbol's function if it is a native that takes the call's number of arguments. A result other than a plain
/// value is handled out of line. Returns false for other functions.
bool CallEmitter::call_native(Value symbol) {
  const std::size_t window = i().a;
  const std::uint32_t count = i().b;
  const Native* const native = plain_native(symbol, count);
  if (native == nullptr) return false;
  asm_.mov(x86::rax, address_of(symbol) + offsetof(Symbol, function));
  masm_.load_value(x86::rcx, to_value(native));
  const Label done = masm_.new_label();
  asm_.cmp(x86::qword_ptr(x86::rax), x86::rcx);
  asm_.jne(slow_call({}, done));
  const Label marker = masm_.new_label(), unusual = masm_.new_label(), on = masm_.new_label();
  store(window, x86::rcx);
  move_own_arguments();
  asm_.lea(x86::rax, reg(window + 2 + count));
  asm_.mov(at(offsets_.top), x86::rax);
  asm_.mov(at(offsets_.value_count), 1);  // and the word above, `effects`, is 0
  save();
  asm_.mov(x86::rdi, jit::vm);
  asm_.lea(x86::rsi, reg(window + 2));
  asm_.mov(x86::edx, count);
  asm_.mov(x86::rax, native->entry.bits() >> 1);
  asm_.call(x86::rax);
  asm_.cmp(at(offsets_.exit_target), 0);
  asm_.jge(unusual);
  asm_.cmp(x86::al, static_cast<int>(FAILED.bits() & 0xFF));
  asm_.je(marker);
  asm_.bind(on);
  store(window, x86::rax);
  asm_.bind(done);
  defer([this, marker, unusual, on] {
    asm_.bind(marker);
    masm_.compare_value(x86::rax, TAIL_CALL);
    asm_.je(unusual);
    masm_.compare_value(x86::rax, FAILED);
    asm_.jne(on);
    asm_.bind(unusual);
    asm_.mov(x86::rdi, jit::vm);
    asm_.mov(x86::rsi, frame);
    asm_.mov(x86::rdx, address_of_instruction(static_cast<std::ptrdiff_t>(real()) + 1));
    asm_.mov(x86::rcx, x86::rax);
    call(&VmEntries::leave_native);
    asm_.jmp(emission_.resume);
  });
  return true;
}

// --- tail calls

/// Reuses this frame for the function in rdx, and notes that in the ring like TailCallRing::note; arguments move down
/// from the window. Preserves rcx.
void CallEmitter::reuse_frame(std::uint32_t count, std::size_t window) {
  const Label same = masm_.new_label();
  for (std::size_t n = 0; n < count; ++n) {
    asm_.mov(x86::rax, reg(window + 2 + n));
    asm_.mov(reg(n), x86::rax);
  }
  asm_.mov(x86::rdi, function_of_frame());
  asm_.cmp(x86::rdi, x86::rdx);
  asm_.je(same);
  asm_.mov(x86::rax, at(offsets_.tail_index));
  asm_.lea(x86::rsi, x86::ptr(x86::rax, 1));
  asm_.mov(at(offsets_.tail_index), x86::rsi);
  asm_.and_(x86::eax, static_cast<int>(config::tail_ring_size - 1));
  asm_.shl(x86::eax, 4);
  asm_.mov(x86::qword_ptr(jit::vm, x86::rax, 0, offsets_.tail_ring), frame);
  asm_.mov(x86::qword_ptr(jit::vm, x86::rax, 0, offsets_.tail_ring + 8), x86::rdi);
  asm_.mov(function_of_frame(), x86::rdx);
  asm_.bind(same);
}

}  // namespace tessera
