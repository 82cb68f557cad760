// Code that several emitters need.
#include "jit/emitters/code_emitter.hpp"
#include "jit/calls/vm_entries.hpp"

namespace tessera {

using namespace jit;

void CodeEmitter::write(Gp slot, Gp value) {
  const Label in_range = masm_.new_label(), done = masm_.new_label();
  asm_.mov(x86::qword_ptr(slot), value);
  asm_.mov(x86::rsi, value);
  asm_.sub(x86::rsi, at(offsets_.barrier_begin));
  asm_.cmp(x86::rsi, at(offsets_.barrier_reserve));
  asm_.jb(in_range);
  asm_.bind(done);
  defer([this, in_range, done, slot] {
    asm_.bind(in_range);
    asm_.mov(x86::rsi, slot);
    asm_.sub(x86::rsi, at(offsets_.nursery_begin));
    asm_.cmp(x86::rsi, at(offsets_.nursery_reserve));
    asm_.jb(done);
    asm_.mov(x86::rsi, slot);
    asm_.mov(x86::rdi, jit::vm);
    call(&VmEntries::remember);
    asm_.jmp(done);
  });
}

void CodeEmitter::allocate(std::size_t bytes) {
  asm_.mov(x86::rax, at(offsets_.bump));
  asm_.lea(x86::rcx, x86::ptr(x86::rax, static_cast<std::int32_t>(bytes)));
  asm_.cmp(x86::rcx, at(offsets_.soft_end));
  asm_.ja(slow());
  asm_.mov(at(offsets_.bump), x86::rcx);
}

void CodeEmitter::to_any_double(x86::Xmm to, Gp from, bool may_be_fixnum, const Label& otherwise) {
  const Label object = masm_.new_label(), done = masm_.new_label(), no_fixnum = masm_.new_label();
  if (may_be_fixnum) {
    asm_.test(from.r8(), 1);
    asm_.jne(no_fixnum);
    asm_.sar(from, 1);
    asm_.xorps(to, to);
    asm_.cvtsi2sd(to, from);
    asm_.jmp(done);
    asm_.bind(no_fixnum);
  }
  asm_.lea(x86::edx, x86::ptr(from, -double_tag));
  asm_.test(x86::dl, tag_mask);
  asm_.jne(object);
  masm_.to_double(to, from);
  asm_.jmp(done);
  asm_.bind(object);
  masm_.unless_type(from, Type::double_float, x86::rdx, otherwise);
  asm_.movsd(to, field(from, 0));
  asm_.bind(done);
}

void CodeEmitter::from_any_double(const Label& otherwise) {
  const Label uncommon = masm_.new_label(), done = masm_.new_label();
  masm_.from_double(x86::rax, x86::xmm0, uncommon);
  asm_.bind(done);
  defer([this, uncommon, done, otherwise] {
    asm_.bind(uncommon);
    asm_.movq(x86::rax, x86::xmm0);
    asm_.shl(x86::rax, 1);
    asm_.shr(x86::rax, 53);
    asm_.cmp(x86::eax, 0x7FF);
    asm_.je(otherwise);
    save();
    asm_.mov(x86::rdi, jit::vm);
    call(&VmEntries::boxed);
    asm_.jmp(done);
  });
}

void CodeEmitter::save() {
  asm_.mov(at(offsets_.base), frame);
  asm_.mov(x86::rax, address_of_instruction(static_cast<std::ptrdiff_t>(real()) + 1));
  asm_.mov(at(offsets_.pc), x86::rax);
}

void CodeEmitter::execute() {
  asm_.mov(x86::ecx, static_cast<std::uint32_t>(real() * sizeof(Instruction)));
  if (facts_of(i()).control.flow != Flow::test && next_index() == here() + 1)
    return static_cast<void>(asm_.call(at(offsets_.link_step_in_line)));
  asm_.call(at(offsets_.link_step));
  after_execution();
}

void CodeEmitter::after_execution() {
  const int offset = offset_operand(i());
  const bool is_test = facts_of(i()).control.flow == Flow::test;
  const auto ahead = static_cast<std::int32_t>((next_index() - here()) * static_cast<std::ptrdiff_t>(sizeof(Instruction)));
  if (is_test) {
    const std::ptrdiff_t target = here() + 1 + operand_value(i(), offset);
    asm_.cmp(x86::ecx, static_cast<std::int32_t>((target - here()) * static_cast<std::ptrdiff_t>(sizeof(Instruction))));
    asm_.je(label_of(target));
    asm_.cmp(x86::ecx, ahead);
    asm_.je(next());
    asm_.jmp(emission_.resume);
    return;
  }
  asm_.cmp(x86::ecx, ahead);
  asm_.jne(emission_.resume);
}

void CodeEmitter::jump(std::ptrdiff_t target) {
  if (target <= here()) return emission_.site->next_round(target);
  asm_.jmp(label_of(target));
}

void CodeEmitter::jump_if(Condition condition, std::ptrdiff_t target) {
  if (target > here()) {
    asm_.j(condition, label_of(target));
    return;
  }
  const Label on = masm_.new_label();
  asm_.j(x86::negateCond(condition), on);
  jump(target);
  asm_.bind(on);
}

void CodeEmitter::count_step(const Label& on) {
  const Label more = masm_.new_label();
  asm_.cmp(at32(offsets_.poll_word), poll_count);
  asm_.jne(more);
  asm_.cmp(at(offsets_.countdown), 1);
  asm_.jle(more);
  asm_.dec(at(offsets_.countdown));
  asm_.jmp(on);
  asm_.bind(more);
}

}  // namespace tessera
