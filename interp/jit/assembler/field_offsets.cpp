// The offsets of the Vm's fields.
#include "jit/assembler/field_offsets.hpp"

#include <cstring>

namespace tessera {

namespace {

template <class Field> std::int32_t distance(const Runtime& vm, const Field& field) {
  return static_cast<std::int32_t>(reinterpret_cast<const char*>(&field) - reinterpret_cast<const char*>(&vm));
}

bool is_three_pointers(const std::vector<Record>& records) {
  if (sizeof records != 3 * sizeof(void*)) return false;
  const Record* found[3];
  std::memcpy(found, static_cast<const void*>(&records), sizeof found);
  return found[0] == records.data() && found[1] == records.data() + records.size() && found[2] == records.data() + records.capacity();
}

}  // namespace

FieldOffsets::FieldOffsets(const Vm& vm) : FieldOffsets(VmState::of(vm)) {}

FieldOffsets::FieldOffsets(const VmState& vm)
    : poll_word(distance(vm, vm.heap.poll.word())),
      begin_below(distance(vm, vm.heap.poll.begin_below())),
      countdown(distance(vm, vm.budget.countdown)),
      checked(distance(vm, vm.stack.checked)),
      clean(distance(vm, vm.stack.clean)),
      top(distance(vm, vm.stack.top)),
      base(distance(vm, vm.base)),
      pc(distance(vm, vm.pc)),
      value_count(distance(vm, vm.mv.count)),
      exit_target(distance(vm, vm.exit.target)),
      tail_index(distance(vm, vm.tail_calls.count)),
      tail_ring(distance(vm, vm.tail_calls.entries)),
      resume_cache(distance(vm, vm.jit.resume_cache)),
      records_end(distance(vm, vm.records) + static_cast<std::int32_t>(sizeof(void*))),
      records_capacity(records_end + static_cast<std::int32_t>(sizeof(void*))),
      knows_records(is_three_pointers(vm.records)),
      bump(distance(vm, vm.heap.nursery_.bump)),
      soft_end(distance(vm, vm.heap.nursery_.soft_end)),
      nursery_begin(distance(vm, vm.heap.nursery_.begin)),
      nursery_reserve(distance(vm, vm.heap.nursery_.reserve)),
      barrier_begin(distance(vm, vm.heap.barrier_begin_)),
      barrier_reserve(distance(vm, vm.heap.barrier_reserve_)),
      link_resume(distance(vm, vm.jit.links.resume)),
      link_resume_return(distance(vm, vm.jit.links.resume_return)),
      link_step(distance(vm, vm.jit.links.step)),
      link_step_in_line(distance(vm, vm.jit.links.step_in_line)),
      link_call(distance(vm, vm.jit.links.call)),
      link_poll(distance(vm, vm.jit.links.poll)),
      link_hot_loop(distance(vm, vm.jit.links.hot_loop)),
      link_check_stack(distance(vm, vm.jit.links.check_stack)),
      link_interpret(distance(vm, vm.jit.links.interpret)) {
  static_assert(sizeof(TailCallRing::Entry) == 16 && sizeof(JitState::ResumeEntry) == 16);
  static_assert(offsetof(Record, kind) == 0 && offsetof(Record, reg) == 2 && offsetof(Record, landing_offset) == 4);
}

}  // namespace tessera
