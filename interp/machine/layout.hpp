// Where machine code finds the machine's fields. Layer: machine.
#pragma once

#include <cstdint>

#include "vm/frames.hpp"

namespace tessera {

/// Distances from the Vm, which machine code holds in a register, in bytes; and what of the machine is not public.
struct MachineLayout {
  explicit MachineLayout(const Vm& vm);

  static MachineLinks& links(Vm& vm) { return vm.links_; }
  static Value boxed(Vm& vm, double d) { return vm.heap.make_double(d); }
  static void remember(Vm& vm, Value* slot) { vm.heap.remember(slot); }
  static void push_binding(Vm& vm, Value* base, Value symbol, Value value) { vm.push_binding(base, symbol, value); }
  static void unbind(Vm& vm, std::size_t count) { vm.unbind(count); }
  // What instructions do that machine code leaves to C++; the instruction is that before `pc`.
  static void block(Vm& vm, Value* base, const Instruction* pc, const void* landing) {
    vm.push_exit({base, pc}, Record::Kind::block);
    lands_at(vm, landing);
  }
  static void tagbody(Vm& vm, Value* base, const Instruction* pc, const void* landing) {
    vm.push_exit({base, pc}, Record::Kind::tagbody);
    lands_at(vm, landing);
  }
  static void catch_(Vm& vm, Value* base, const Instruction* pc, const void* landing) {
    vm.push_landing({base, pc}, Record::Kind::catch_, base[pc[-1].a]);
    lands_at(vm, landing);
  }
  static void protect(Vm& vm, Value* base, const Instruction* pc, const void* landing) {
    vm.push_landing({base, pc}, Record::Kind::protect, NIL);
    lands_at(vm, landing);
  }
  static void unprotect(Vm& vm, Value* base, const Instruction* pc) { vm.begin_cleanup_forms({base, pc}); }
  static void end_record(Vm& vm, Value*, const Instruction*) { vm.pop_record(); }
  static void save_values(Vm& vm, Value* base, const Instruction* pc) {
    vm.save({base, pc});
    vm.save_values(base + pc[-1].a, base[pc[-1].a]);
  }
  static void restore_values(Vm& vm, Value* base, const Instruction* pc) {
    vm.save({base, pc});
    base[pc[-1].a] = vm.restore_values(base + pc[-1].a);
  }
  static void set_values(Vm& vm, Value* base, const Instruction* pc) {
    vm.value_count = pc[-1].b;
    vm.set_values(base + pc[-1].a, pc[-1].b);
  }
  static void bind_values(Vm& vm, Value* base, const Instruction* pc) { vm.bind_values(base + pc[-1].a, pc[-1].b); }
  using Left = MachineCode::Left;
  static Left end_cleanups(Vm& vm, Value* base, const Instruction* pc) { return left(vm.end_cleanup_forms({base, pc})); }
  static Left exit_block(Vm& vm, Value* base, const Instruction* pc) {
    return left(vm.leave_by_token({base, pc}, base[pc[-1].a], 0, base[pc[-1].b]));
  }
  static Left exit_tag(Vm& vm, Value* base, const Instruction* pc) {
    return left(vm.leave_by_token({base, pc}, base[pc[-1].a], pc[-1].bc(), NIL));
  }
  static Left throw_(Vm& vm, Value* base, const Instruction* pc) { return left(vm.throw_to({base, pc}, base[pc[-1].a], base[pc[-1].b])); }

  static const void* address_of(Vm& vm, Value* base, const Instruction* pc) { return vm.address_in_machine_code({base, pc}); }
  static const Instruction* taken_stub(const Vm& vm) { return &vm.taken_.stub[1]; }
  static void forget_continued(Vm& vm) { vm.forget_continued(); }
  static Value return_taken(Vm& vm, const Value* callee) { return vm.return_to_taken_from(callee); }

  static Left step(Vm& vm, Value* base, const Instruction* pc) { return left(vm.step({base, pc})); }
  static Left call(Vm& vm, Value* base, const Instruction* pc, Value back, std::uint64_t, MachineCall* by) {
    if (TESSERA_UNLIKELY(by != nullptr) && !by->is_refused) connect(vm, base, pc, *by);
    return left(vm.machine_code_calls({base, pc}, back));
  }
  static Left call_unknown(Vm& vm, Value* callee, MachineCall* call) { return left(vm.machine_code_calls_unknown(callee, *call)); }
  static Left lay_out(Vm& vm, Value* callee, MachineCall* call) { return left(vm.machine_code_lays_out(callee, *call)); }
  /// The call at `instruction` of the loop calls another function than its code knows.
  static void note_callee(Vm&, MachineLoop* loop, std::uint64_t instruction, Value function);
  static Left poll(Vm& vm, Value* base, const Instruction* pc) { return left(vm.safepoint({base, pc})); }
  static Left round(Vm& vm, Value* base, const Instruction* pc) { return left(vm.machine_code_rounds({base, pc})); }
  static Left begin(Vm& vm, Value* base, const Instruction* pc) { return left(vm.begin_frame({base, pc})); }
  /// A native of C++ in window a of the instruction before `pc` gave something that is not just its value.
  static Left leave_native(Vm& vm, Value* base, const Instruction* pc, Value given) {
    return left(vm.leave_native({base, pc}, {base + pc[-1].a, pc[-1].b}, given));
  }

  /// What continuations are made and put back by, as machine code calls it; nullptr: it is called as all is.
  using Operation = Left (*)(Vm& vm, Value* base, const Instruction* pc);
  static Operation operation(VmOperation of) {
    switch (of) {
      case VmOperation::capture: return &operate<&Vm::capture>;
      case VmOperation::capture_current: return &operate<&Vm::capture_current>;
      case VmOperation::suspend: return &operate<&Vm::suspend>;
      case VmOperation::reinstate: return &operate<&Vm::reinstate>;
      case VmOperation::go_on: return &operate<&Vm::call_continuation>;
      default: return nullptr;
    }
  }

  std::int32_t poll_word, begin_below, countdown, checked, clean, top, base, pc, value_count, exit_target, tail_index, tail_ring;
  std::int32_t continued;
  static constexpr std::size_t continued_places = Vm::continued_places;
  std::int32_t records_end, records_capacity;
  bool knows_records;  ///< those two are where the records end and may end: the library's vector is made of pointers
  std::int32_t bump, soft_end, nursery_begin, nursery_reserve;
  std::int32_t link_go_on, link_go_back, link_step, link_step_on, link_call, link_poll, link_round, link_begin, link_interpret;

 private:
  [[gnu::noinline]] static void connect(Vm& vm, const Value* base, const Instruction* pc, MachineCall& by) {
    vm.machine_code_->connect(by, Runtime::is_symbol(by.called) ? vm.symbol(by.called)->function : base[pc->a]);
  }
  static void lands_at(Vm& vm, const void* landing) {
    vm.records_.back().machine_place =
        static_cast<std::int32_t>(static_cast<const char*>(landing) - static_cast<const char*>(vm.links_.go_on));
  }
  template <Vm::Place (Vm::*operation)(Vm::Place, Vm::Call)> static Left operate(Vm& vm, Value* base, const Instruction* pc) {
    const Vm::Place at{base, pc};
    vm.save(at);
    return left((vm.*operation)(at, {base + pc[-1].a, pc[-1].b}));
  }
  static Left left(Vm::Place p) { return {p.base, p.pc}; }
};

}  // namespace tessera
