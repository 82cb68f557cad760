// Code that several emitters need.
#include "jit/emitters/code_emitter.hpp"
#include "jit/calls/vm_entries.hpp"

namespace tessera {

using namespace jit;

void CodeEmitter::write(Register slot, Register value) {
  const Label in_range = masm_.new_label(), done = masm_.new_label();
  masm_.store(place_at(slot), value);
  masm_.branch_if_in_range(value, at(offsets_.barrier_begin), at(offsets_.barrier_reserve), in_range);
  masm_.bind(done);
  defer([this, in_range, done, slot] {
    masm_.bind(in_range);
    masm_.branch_if_in_range(slot, at(offsets_.nursery_begin), at(offsets_.nursery_reserve), done);
    masm_.move(argument1, slot);
    masm_.move(argument0, jit::vm);
    call(&VmEntries::remember);
    masm_.jump(done);
  });
}

void CodeEmitter::to_any_double(DoubleRegister to, Register from, bool may_be_fixnum, const Label& otherwise) {
  const Label object = masm_.new_label(), done = masm_.new_label(), no_fixnum = masm_.new_label();
  if (may_be_fixnum) {
    masm_.unless_fixnum(from, no_fixnum);
    masm_.to_integer(from);
    masm_.integer_to_double(to, from);
    masm_.jump(done);
    masm_.bind(no_fixnum);
  }
  masm_.unless_double(from, object);
  masm_.to_double(to, from);
  masm_.jump(done);
  masm_.bind(object);
  masm_.unless_type(from, Type::double_float, temporary, otherwise);
  masm_.load(to, field(from, 0));
  masm_.bind(done);
}

void CodeEmitter::from_any_double(const Label& otherwise) {
  const Label uncommon = masm_.new_label(), done = masm_.new_label();
  masm_.from_double(accumulator, double0, uncommon);
  masm_.bind(done);
  defer([this, uncommon, done, otherwise] {
    masm_.bind(uncommon);
    masm_.unless_finite(double0, accumulator, otherwise);
    save();
    masm_.move(argument0, jit::vm);
    call(&VmEntries::boxed);
    masm_.jump(done);
  });
}

void CodeEmitter::save() {
  masm_.store(at(offsets_.base), frame);
  masm_.load(accumulator, address_of_instruction(static_cast<std::ptrdiff_t>(real()) + 1));
  masm_.store(at(offsets_.pc), accumulator);
}

void CodeEmitter::execute() {
  masm_.load32(operand2, static_cast<std::uint32_t>(real() * sizeof(Instruction)));
  if (facts_of(i()).control.flow != Flow::test && next_index() == here() + 1) return masm_.call(at(offsets_.link_step_in_line));
  masm_.call(at(offsets_.link_step));
  after_execution();
}

void CodeEmitter::after_execution() {
  const int offset = offset_operand(i());
  const bool is_test = facts_of(i()).control.flow == Flow::test;
  const auto ahead = static_cast<std::int32_t>((next_index() - here()) * static_cast<std::ptrdiff_t>(sizeof(Instruction)));
  if (is_test) {
    const std::ptrdiff_t target = here() + 1 + operand_value(i(), offset);
    masm_.branch_if32(operand2, Condition::equal,
                      static_cast<std::int32_t>((target - here()) * static_cast<std::ptrdiff_t>(sizeof(Instruction))), label_of(target));
    masm_.branch_if32(operand2, Condition::equal, ahead, next());
    masm_.jump(emission_.resume);
    return;
  }
  masm_.branch_if32(operand2, Condition::not_equal, ahead, emission_.resume);
}

void CodeEmitter::jump(std::ptrdiff_t target) {
  if (target <= here()) return emission_.site->next_round(target);
  masm_.jump(label_of(target));
}

void CodeEmitter::jump_if(Condition condition, std::ptrdiff_t target) {
  if (target > here()) {
    masm_.branch(condition, label_of(target));
    return;
  }
  const Label on = masm_.new_label();
  masm_.branch(opposite(condition), on);
  jump(target);
  masm_.bind(on);
}

void CodeEmitter::count_step(const Label& on) {
  const Label more = masm_.new_label();
  masm_.branch_if32(at(offsets_.poll_word), Condition::not_equal, poll_count, more);
  masm_.branch_if(at(offsets_.countdown), Condition::less_equal, 1, more);
  masm_.decrement(at(offsets_.countdown));
  masm_.jump(on);
  masm_.bind(more);
}

}  // namespace tessera
