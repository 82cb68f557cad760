// Compiling hot functions and loops; entering and leaving machine code.
#include "vm/jit/jit_entry.hpp"

#include <algorithm>

#include "vm/loop/frames.hpp"
#include "vm/loop/services.hpp"

namespace tessera {

void JitState::use(Maker make, std::uint16_t threshold) {
  make_ = make;
  threshold_ = std::max<std::uint16_t>(threshold, 1);
  std::fill(std::begin(heat_), std::end(heat_), threshold_);
}

JitCompiler* JitState::compiler(Vm& vm) {
  if (code_compiler == nullptr && make_ != nullptr) code_compiler = make_(vm);
  return code_compiler.get();
}

bool JitState::takes_random_exit() {
  if (random_exits_ == 0) return false;
  random_exits_ = (random_exits_ * 1664525u + 1013904223u) | 1u;
  return random_exits_ >> 29 == 0;
}

ResumePoint compile_hot_code(VmState& vm, ResumePoint at) {
  compile_function(vm, at);
  return safepoint(vm, at);
}

void compile_function(VmState& vm, ResumePoint at) {
  vm.jit.reset_heat(at.pc);
  if (!has_type(at.base[-2], Type::closure)) return;
  JitCompiler* const compiler = vm.jit.compiler(vm);
  if (compiler == nullptr) return;
  vm.save(at);
  const Code* const code = code_of(as<Closure>(at.base[-2]));
  vm.chore = VmState::Chore::compiles;
  if (prologue_of(code->instructions)->machine_code == nullptr) compiler->compile(code, at.pc == instructions_of(code) ? at.base : nullptr);
  vm.chore = VmState::Chore::none;
}

const void* address_in_machine_code(VmState& vm, ResumePoint at) {
  if (is_in_machine_code(at.pc)) return address_of(at.pc);
  if (at.base == nullptr || !has_type(at.base[-2], Type::closure)) return nullptr;
  const Prologue* const prologue = entry_of(at.base[-2]);
  if (prologue->machine_code == nullptr) return nullptr;
  const JitFunction* const f = JitFunction::of(prologue);
  const auto index = static_cast<std::size_t>(at.pc - first_instruction(prologue));
  if (index >= f->offsets.size() || f->offsets[index] == 0) return nullptr;
  vm.stack.note_write(at.base);
  const void* const address = f->begin + f->offsets[index];
  vm.jit.resume_entry(at.pc) = {at.pc, address};
  return address;
}

ResumePoint run_machine_code(VmState& vm, Value* base, const void* address) { return vm.jit.code_compiler->enter(base, address); }

ResumePoint compile_hot_loop(VmState& vm, ResumePoint at) {
  vm.save(at);
  const Code* const code = code_of(as<Closure>(at.base[-2]));
  vm.chore = VmState::Chore::compiles;
  vm.jit.code_compiler->compile_loop(code, static_cast<std::size_t>(at.pc - instructions_of(code)), at.base);
  vm.chore = VmState::Chore::none;
  return at;
}

namespace {

ResumePoint call_function_for_machine_code(VmState& vm, ResumePoint at, const Instruction& i, Value function, Value back) {
  if (Runtime::is_symbol(function) && vm.symbol(function)->function != vm.undefined_function) function = vm.symbol(function)->function;
  const Call c = call_of(function, at.base + i.a, i.b);
  if (!has_type(function, Type::closure) || back == Value()) return call(vm, at, c);
  vm.save(at);
  if (!is_closure_for(function, c.count) && !prepare_arguments(vm, at, c)) return at;
  c.window[1] = back;
  return begin_callee(vm, c.window + 2);
}

}  // namespace

ResumePoint call_for_machine_code(VmState& vm, ResumePoint at, Value back) {
  const Instruction i = *at.pc++;
  const auto named = [&]() __attribute__((always_inline)) { return as<Symbol>(constants_of(at.base[-2])[i.c])->function; };
  const auto op = static_cast<Op>(i.op);
  if (op == Op::CALL) return call_function_for_machine_code(vm, at, i, at.base[i.a], back);
  if (op == Op::CALLG) return call_function_for_machine_code(vm, at, i, named(), back);
  const bool of_name = op == Op::TAILCALLG || op == Op::TAILJUMPG;
  const Call c = of_name ? call_of(named(), at.base + i.a, i.b) : Call{at.base + i.a, i.b};
  return op == Op::TAILJUMP || op == Op::TAILJUMPG ? tail_call_with_own_arguments(vm, at, c) : tail_call(vm, at, c);
}

ResumePoint call_unknown_for_machine_code(VmState& vm, Value* callee, CallStub& call) {
  const bool is_global = Runtime::is_symbol(call.called);
  const Value f = is_global ? vm.symbol(call.called)->function : call.called;
  if (!call.is_refused) vm.jit.code_compiler->connect(call, f);
  if (is_global && !is_closure_for(f, call.count)) {
    const Value back = callee[-1];
    const Instruction* const following = instruction_pointer(back);
    ResumePoint at{callee - 2 - following[-1].a, following};
    if (!has_type(f, Type::closure)) return call_for_machine_code(vm, {at.base, following - 1}, back);
    callee[-2] = f;
    vm.save(at);
    return prepare_arguments(vm, at, {callee - 2, call.count}) ? begin_callee(vm, callee) : at;
  }
  callee[-2] = f;
  return begin_callee(vm, callee);
}

/// Signals an overflow in the callee, like all frames that do not fit on the stack.
ResumePoint lay_out_for_machine_code(VmState& vm, Value* callee, const CallStub& call) {
  const Prologue* const entry = entry_of(callee[-2]);
  const ResumePoint at{callee, first_instruction(entry)};
  vm.save(at);
  if (lay_out_arguments(vm, callee[-2], callee - 2, call.count) == Layout::done) return begin_callee(vm, callee);
  return stack_overflow(vm, at, callee + std::max(entry->registers, call.count));
}

}  // namespace tessera
