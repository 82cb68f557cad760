// The offsets of the Vm's fields.
#include "jit/assembler/field_offsets.hpp"

#include <cstring>
#include <limits>

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

FieldOffsets::FieldOffsets(const VmState& m)
    : poll_word(distance(m, m.heap.poll.word())),
      begin_below(distance(m, m.heap.poll.begin_below())),
      countdown(distance(m, m.budget.countdown)),
      checked(distance(m, m.stack.checked)),
      clean(distance(m, m.stack.clean)),
      top(distance(m, m.stack.top)),
      base(distance(m, m.base)),
      pc(distance(m, m.pc)),
      value_count(distance(m, m.value_count)),
      exit_target(distance(m, m.exit.target)),
      tail_index(distance(m, m.tail_calls.count)),
      tail_ring(distance(m, m.tail_calls.entries)),
      resume_cache(distance(m, m.jit.resume_cache)),
      records_end(distance(m, m.records) + static_cast<std::int32_t>(sizeof(void*))),
      records_capacity(records_end + static_cast<std::int32_t>(sizeof(void*))),
      knows_records(is_three_pointers(m.records)),
      bump(distance(m, m.heap.bump_)),
      soft_end(distance(m, m.heap.soft_end_)),
      nursery_begin(distance(m, m.heap.nursery_begin_)),
      nursery_reserve(distance(m, m.heap.nursery_reserve_)),
      link_resume(distance(m, m.jit.links.resume)),
      link_resume_return(distance(m, m.jit.links.resume_return)),
      link_step(distance(m, m.jit.links.step)),
      link_step_in_line(distance(m, m.jit.links.step_in_line)),
      link_call(distance(m, m.jit.links.call)),
      link_poll(distance(m, m.jit.links.poll)),
      link_hot_loop(distance(m, m.jit.links.hot_loop)),
      link_check_stack(distance(m, m.jit.links.check_stack)),
      link_interpret(distance(m, m.jit.links.interpret)) {
  static_assert(sizeof(TailCallRing::Entry) == 16 && sizeof(JitState::ResumeEntry) == 16);
  static_assert(offsetof(Record, kind) == 0 && offsetof(Record, reg) == 2 && offsetof(Record, landing_offset) == 4);
}

/// Has the loop recompiled in the next round, to inline that function as well.
void FieldOffsets::note_callee(Vm&, JitLoop* loop, std::uint64_t instruction, Value function) {
  loop->other_callees_tolerated = std::numeric_limits<std::int32_t>::max();
  if (!has_type(function, Type::closure) || loop->recompilations++ >= config::machine_code_recompilations) return;
  loop->seen.push_back({instruction, to_value(code_of(as<Closure>(function)))});
  loop->rounds = 1;
  loop->code = loop->counting;
}

}  // namespace tessera
