// Where machine code finds the machine's fields.
#include "machine/layout.hpp"

#include <cstring>
#include <limits>

namespace tessera {

namespace {

template <class Field> std::int32_t distance(const Vm& vm, const Field& field) {
  return static_cast<std::int32_t>(reinterpret_cast<const char*>(&field) - reinterpret_cast<const char*>(&vm));
}

bool is_three_pointers(const std::vector<Record>& records) {
  if (sizeof records != 3 * sizeof(void*)) return false;
  const Record* found[3];
  std::memcpy(found, static_cast<const void*>(&records), sizeof found);
  return found[0] == records.data() && found[1] == records.data() + records.size() && found[2] == records.data() + records.capacity();
}

}  // namespace

MachineLayout::MachineLayout(const Vm& vm)
    : poll_word(distance(vm, vm.heap.poll.word())),
      begin_below(distance(vm, vm.heap.poll.begin_below())),
      countdown(distance(vm, vm.allowance.countdown)),
      checked(distance(vm, vm.checked_)),
      clean(distance(vm, vm.clean_)),
      top(distance(vm, vm.top_)),
      base(distance(vm, vm.base_)),
      pc(distance(vm, vm.pc_)),
      value_count(distance(vm, vm.value_count)),
      exit_target(distance(vm, vm.exit_.target)),
      tail_index(distance(vm, vm.tail_index_)),
      tail_ring(distance(vm, vm.tail_ring_)),
      continued(distance(vm, vm.continued_)),
      records_end(distance(vm, vm.records_) + static_cast<std::int32_t>(sizeof(void*))),
      records_capacity(records_end + static_cast<std::int32_t>(sizeof(void*))),
      knows_records(is_three_pointers(vm.records_)),
      bump(distance(vm, vm.heap.bump_)),
      soft_end(distance(vm, vm.heap.soft_end_)),
      nursery_begin(distance(vm, vm.heap.nursery_begin_)),
      nursery_reserve(distance(vm, vm.heap.nursery_reserve_)),
      link_go_on(distance(vm, vm.links_.go_on)),
      link_go_back(distance(vm, vm.links_.go_back)),
      link_step(distance(vm, vm.links_.step)),
      link_step_on(distance(vm, vm.links_.step_on)),
      link_call(distance(vm, vm.links_.call)),
      link_poll(distance(vm, vm.links_.poll)),
      link_round(distance(vm, vm.links_.round)),
      link_begin(distance(vm, vm.links_.begin)),
      link_interpret(distance(vm, vm.links_.interpret)) {
  static_assert(sizeof(Vm::Elided) == 16 && sizeof(Vm::Continued) == 16);
  static_assert(offsetof(Record, kind) == 0 && offsetof(Record, reg) == 2 && offsetof(Record, machine_place) == 4);
}

// The next round makes its code anew, for that function, too.
void MachineLayout::note_callee(Vm&, MachineLoop* loop, std::uint64_t instruction, Value function) {
  loop->misses = std::numeric_limits<std::int32_t>::max();
  if (!has_type(function, Type::closure) || loop->renewals++ >= config::machine_code_renewals) return;
  loop->seen.push_back({instruction, to_value(code_of(as<Closure>(function)))});
  loop->rounds = 1;
  loop->code = loop->counting;
}

}  // namespace tessera
