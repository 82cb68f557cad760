// Code that several emitters need.
#include "jit/emitters/code_emitter.hpp"

namespace tessera {

using namespace jit;

void CodeEmitter::write(Gp slot, Gp value) {
  const Label young = m_.new_label(), done = m_.new_label();
  a_.mov(x86::qword_ptr(slot), value);
  a_.mov(x86::rsi, value);
  a_.sub(x86::rsi, at(l_.nursery_begin));
  a_.cmp(x86::rsi, at(l_.nursery_reserve));
  a_.jb(young);
  a_.bind(done);
  defer([this, young, done, slot] {
    a_.bind(young);
    a_.mov(x86::rsi, slot);
    a_.sub(x86::rsi, at(l_.nursery_begin));
    a_.cmp(x86::rsi, at(l_.nursery_reserve));
    a_.jb(done);
    a_.mov(x86::rsi, slot);
    a_.mov(x86::rdi, jit::vm);
    call(&FieldOffsets::remember);
    a_.jmp(done);
  });
}

void CodeEmitter::allocate(std::size_t bytes) {
  a_.mov(x86::rax, at(l_.bump));
  a_.lea(x86::rcx, x86::ptr(x86::rax, static_cast<std::int32_t>(bytes)));
  a_.cmp(x86::rcx, at(l_.soft_end));
  a_.ja(slow());
  a_.mov(at(l_.bump), x86::rcx);
}

void CodeEmitter::to_any_double(x86::Xmm to, Gp from, bool may_be_fixnum, const Label& otherwise) {
  const Label object = m_.new_label(), done = m_.new_label(), no_fixnum = m_.new_label();
  if (may_be_fixnum) {
    a_.test(from.r8(), 1);
    a_.jne(no_fixnum);
    a_.sar(from, 1);
    a_.xorps(to, to);
    a_.cvtsi2sd(to, from);
    a_.jmp(done);
    a_.bind(no_fixnum);
  }
  a_.lea(x86::edx, x86::ptr(from, -double_tag));
  a_.test(x86::dl, tag_mask);
  a_.jne(object);
  m_.to_double(to, from);
  a_.jmp(done);
  a_.bind(object);
  m_.unless_type(from, Type::double_float, x86::rdx, otherwise);
  a_.movsd(to, field(from, 0));
  a_.bind(done);
}

void CodeEmitter::from_any_double(const Label& otherwise) {
  const Label uncommon = m_.new_label(), done = m_.new_label();
  m_.from_double(x86::rax, x86::xmm0, uncommon);
  a_.bind(done);
  defer([this, uncommon, done, otherwise] {
    a_.bind(uncommon);
    a_.movq(x86::rax, x86::xmm0);
    a_.shl(x86::rax, 1);
    a_.shr(x86::rax, 53);
    a_.cmp(x86::eax, 0x7FF);
    a_.je(otherwise);
    save();
    a_.mov(x86::rdi, jit::vm);
    call(&FieldOffsets::boxed);
    a_.jmp(done);
  });
}

void CodeEmitter::save() {
  a_.mov(at(l_.base), frame);
  a_.mov(x86::rax, address_of_instruction(static_cast<std::ptrdiff_t>(real()) + 1));
  a_.mov(at(l_.pc), x86::rax);
}

void CodeEmitter::execute() {
  a_.mov(x86::ecx, static_cast<std::uint32_t>(real() * sizeof(Instruction)));
  if (facts_of(i()).control.flow != Flow::test && next_index() == here() + 1) return static_cast<void>(a_.call(at(l_.link_step_in_line)));
  a_.call(at(l_.link_step));
  after_execution();
}

void CodeEmitter::after_execution() {
  const int offset = offset_operand(i());
  const bool is_test = facts_of(i()).control.flow == Flow::test;
  const auto ahead = static_cast<std::int32_t>((next_index() - here()) * static_cast<std::ptrdiff_t>(sizeof(Instruction)));
  if (is_test) {
    const std::ptrdiff_t target = here() + 1 + operand_value(i(), offset);
    a_.cmp(x86::ecx, static_cast<std::int32_t>((target - here()) * static_cast<std::ptrdiff_t>(sizeof(Instruction))));
    a_.je(label_of(target));
    a_.cmp(x86::ecx, ahead);
    a_.je(next());
    a_.jmp(e_.resume);
    return;
  }
  a_.cmp(x86::ecx, ahead);
  a_.jne(e_.resume);
}

void CodeEmitter::jump(std::ptrdiff_t target) {
  if (target <= here()) return e_.site->next_round(target);
  a_.jmp(label_of(target));
}

void CodeEmitter::jump_if(Condition condition, std::ptrdiff_t target) {
  if (target > here()) {
    a_.j(condition, label_of(target));
    return;
  }
  const Label on = m_.new_label();
  a_.j(x86::negateCond(condition), on);
  jump(target);
  a_.bind(on);
}

void CodeEmitter::count_step(const Label& on) {
  const Label more = m_.new_label();
  a_.cmp(at32(l_.poll_word), poll_count);
  a_.jne(more);
  a_.cmp(at(l_.countdown), 1);
  a_.jle(more);
  a_.dec(at(l_.countdown));
  a_.jmp(on);
  a_.bind(more);
}

}  // namespace tessera
