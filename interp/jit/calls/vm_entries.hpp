// The C++ functions that machine code calls. Layer: jit.
#pragma once

#include <cstdint>

#include "vm/continuations/continuations.hpp"
#include "vm/jit/jit_entry.hpp"
#include "vm/loop/frames.hpp"
#include "vm/loop/services.hpp"
#include "vm/values.hpp"

namespace tessera {

/// What machine code calls in C++. It passes the Vm.
struct VmEntries {
  static VmState& state(Vm& vm) { return VmState::of(vm); }
  static SharedStubs& links(Vm& vm) { return state(vm).jit.links; }
  static Value boxed(Vm& vm, double d) { return vm.heap.make_double(d); }
  static void remember(Vm& vm, Value* slot) { vm.heap.remember(slot); }
  static void push_binding(Vm& vm, Value* base, Value symbol, Value value) { tessera::push_binding(state(vm), base, symbol, value); }
  static void unbind(Vm& vm, std::size_t count) { tessera::unbind(state(vm), count); }
  // --- instructions that C++ executes for machine code; the instruction is before `pc`
  static void block(Vm& vm, Value* base, const Instruction* pc, const void* landing) {
    push_exit_point(state(vm), {base, pc}, Record::Kind::block);
    lands_at(vm, landing);
  }
  static void tagbody(Vm& vm, Value* base, const Instruction* pc, const void* landing) {
    push_exit_point(state(vm), {base, pc}, Record::Kind::tagbody);
    lands_at(vm, landing);
  }
  static void catch_(Vm& vm, Value* base, const Instruction* pc, const void* landing) {
    push_landing(state(vm), {base, pc}, Record::Kind::catch_, base[pc[-1].a]);
    lands_at(vm, landing);
  }
  static void protect(Vm& vm, Value* base, const Instruction* pc, const void* landing) {
    push_landing(state(vm), {base, pc}, Record::Kind::protect, NIL);
    lands_at(vm, landing);
  }
  static void unprotect(Vm& vm, Value* base, const Instruction* pc) { begin_cleanup_forms(state(vm), {base, pc}); }
  static void end_record(Vm& vm, Value*, const Instruction*) { pop_record(state(vm)); }
  static void save_values(Vm& vm, Value* base, const Instruction* pc) {
    state(vm).save({base, pc});
    tessera::save_values(state(vm), base + pc[-1].a, base[pc[-1].a]);
  }
  static void restore_values(Vm& vm, Value* base, const Instruction* pc) {
    state(vm).save({base, pc});
    base[pc[-1].a] = tessera::restore_values(state(vm), base + pc[-1].a);
  }
  static void set_values(Vm& vm, Value* base, const Instruction* pc) {
    vm.mv.count = pc[-1].b;
    tessera::set_values(state(vm), base + pc[-1].a, pc[-1].b);
  }
  static void bind_values(Vm& vm, Value* base, const Instruction* pc) { tessera::bind_values(state(vm), base + pc[-1].a, pc[-1].b); }
  static ResumePoint end_cleanups(Vm& vm, Value* base, const Instruction* pc) { return end_cleanup_forms(state(vm), {base, pc}); }
  static ResumePoint exit_block(Vm& vm, Value* base, const Instruction* pc) {
    return exit_to_token(state(vm), {base, pc}, base[pc[-1].a], 0, base[pc[-1].b]);
  }
  static ResumePoint exit_tag(Vm& vm, Value* base, const Instruction* pc) {
    return exit_to_token(state(vm), {base, pc}, base[pc[-1].a], pc[-1].bc(), NIL);
  }
  static ResumePoint throw_(Vm& vm, Value* base, const Instruction* pc) {
    return throw_to(state(vm), {base, pc}, base[pc[-1].a], base[pc[-1].b]);
  }

  static const void* address_of(Vm& vm, Value* base, const Instruction* pc) { return address_in_machine_code(state(vm), {base, pc}); }
  static const Instruction* taken_stub(Vm& vm) { return &state(vm).shared.stub[1]; }
  static void forget_resume_entries(Vm& vm) { state(vm).jit.forget_resume_entries(); }
  static Value return_taken(Vm& vm, const Value* callee) { return return_to_shared_from(state(vm), callee); }

  static ResumePoint step(Vm& vm, Value* base, const Instruction* pc) {
    state(vm).save({base, pc + 1});  // for the profiler
    return run_instruction(state(vm), {base, pc});
  }
  static ResumePoint call(Vm& vm, Value* base, const Instruction* pc, Value back, std::uint64_t, CallStub* by) {
    if (TESSERA_UNLIKELY(by != nullptr) && !by->is_refused) connect(vm, base, pc, *by);
    return call_for_machine_code(state(vm), {base, pc}, back);
  }
  static ResumePoint call_unknown(Vm& vm, Value* callee, CallStub* call) { return call_unknown_for_machine_code(state(vm), callee, *call); }
  static ResumePoint lay_out(Vm& vm, Value* callee, CallStub* call) { return lay_out_for_machine_code(state(vm), callee, *call); }
  /// Records that the call at `instruction` of the loop calls a function that is not inlined.
  static void note_callee(Vm&, JitLoop* loop, std::uint64_t instruction, Value function);
  static ResumePoint poll(Vm& vm, Value* base, const Instruction* pc) { return safepoint(state(vm), {base, pc}); }
  static ResumePoint hot_loop(Vm& vm, Value* base, const Instruction* pc) { return compile_hot_loop(state(vm), {base, pc}); }
  static ResumePoint check_stack(Vm& vm, Value* base, const Instruction* pc) { return begin_frame(state(vm), {base, pc}); }
  /// Handles `given`, which the native in window a of the instruction before `pc` returned instead of a plain value.
  static ResumePoint leave_native(Vm& vm, Value* base, const Instruction* pc, Value given) {
    return tessera::leave_native(state(vm), {base, pc}, {base + pc[-1].a, pc[-1].b}, given);
  }

  /// A C++ function that captures or reinstates continuations.
  using Operation = ResumePoint (*)(Vm& vm, Value* base, const Instruction* pc);
  /// Returns the function for the operation; nullptr if it is called like any other native.
  static Operation operation(VmOperation of) {
    switch (of) {
      case VmOperation::capture: return &operate<&capture>;
      case VmOperation::capture_current: return &operate<&capture_current>;
      case VmOperation::suspend: return &operate<&suspend>;
      case VmOperation::reinstate: return &operate<&reinstate>;
      case VmOperation::call_continuation: return &operate<&call_continuation>;
      default: return nullptr;
    }
  }

 private:
  [[gnu::noinline]] static void connect(Vm& vm, const Value* base, const Instruction* pc, CallStub& by) {
    state(vm).jit.code_compiler->connect(by, Runtime::is_symbol(by.called) ? vm.symbol(by.called)->function : base[pc->a]);
  }
  static void lands_at(Vm& vm, const void* landing) {
    state(vm).records.back().landing_offset =
        static_cast<std::int32_t>(static_cast<const char*>(landing) - static_cast<const char*>(links(vm).resume));
  }
  template <ResumePoint (*operation)(VmState&, ResumePoint, Call)> static ResumePoint operate(Vm& vm, Value* base, const Instruction* pc) {
    const ResumePoint at{base, pc};
    state(vm).save(at);
    return operation(state(vm), at, {base + pc[-1].a, pc[-1].b});
  }
};

}  // namespace tessera
