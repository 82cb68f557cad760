// The instructions of a loop: those that gain by what is known of their operands. All others are made as in functions.
#include <bit>

#include "compiler/instructions.hpp"
#include "machine/loop_translator.hpp"

namespace tessera {

using namespace machine;
using x86::CondCode;

namespace {

bool gives_fixnum(Op op) { return (op >= Op::LOGAND && op <= Op::ABS) || op == Op::CHARCODE || op == Op::LENGTH; }
IntegerBounds bounds_of_result(Op op) {
  if (op == Op::CHARCODE) return IntegerBounds::natural(21);
  return op == Op::LENGTH ? IntegerBounds::natural(32) : IntegerBounds{};
}

}  // namespace

// Instructions whose code in line never lets Lisp run, so that machine registers stay; what is not for that code leaves.
bool LoopTranslator::keeps_registers(const Instruction& i) {
  switch (static_cast<Op>(i.op)) {
    case Op::LIST: return i.c <= 8;
    case Op::CLOSURE: return i.c <= 16;
    case Op::SUPPLIEDP: return false;
    case Op::CARCDR:
    case Op::SETCAR:
    case Op::SETCDR:
    case Op::CODECHAR:
    case Op::SETGLOBAL:
    case Op::FUNCTION:
    case Op::CELLNEW:
    case Op::CELLSET:
    case Op::CAPTUREDCELLGET:
    case Op::CAPTUREDCELLSET:
    case Op::CLOSURESET:
    case Op::INSTANCESET:
    case Op::SLOTREF:
    case Op::SLOTSET:
    case Op::VALUE1:
    case Op::GETHASH:
    case Op::GETHASHOR:
    case Op::PUTHASH:
    case Op::LENGTH: return true;
    default: return computes(i);
  }
}

void LoopTranslator::emit_one() {
  has_gone_ = false;
  const LoopProgram::More* const more = program_.more(at_);
  if ((more == nullptr || !more->is_settled) && vm_.machine_code().doubts())
    a_.jmp(unchecked_.is_open ? way_back(unchecked_, unchecked_.wrong) : slow());
  if (const InlinedCall* const call = program_.call_at(at_)) return emit_inlined(*call);
  if (more != nullptr && more->is_callee) emit_of_callee(*more);
  else if (!emit_own()) emit_as_ever();
  const Successors ways(i(), at_);
  if (!has_gone_ && ways.begin() != ways.end()) go_on(static_cast<std::size_t>(behind()));
}

// As in functions. Where Lisp may run, everything goes to the frame.
void LoopTranslator::emit_as_ever() {
  const RegisterSet read = registers_read(&i());
  const bool keeps = keeps_registers(i());
  if (!keeps) spill_all();
  to_frame_ = !keeps;
  for (const std::size_t n : EachOf{read})
    if (state_[n].place == LoopPlace::floating && state_[n].dirty) spill(n);
  translate_one();
  to_frame_ = false;
  if (const Op op = static_cast<Op>(i().op); keeps && gives_fixnum(op) && state_[i().a].place == LoopPlace::general) {
    state_[i().a].type = LoopType::fixnum;
    state_[i().a].bounds = bounds_of_result(op);
  }
  if (is(i(), Op::CARCDR)) has_gone_ = true;
}

bool LoopTranslator::emit_own() {
  const Op op = static_cast<Op>(i().op);
  switch (op) {
    case Op::MOVE: move(i().a, i().b); return true;
    case Op::LOADK: set_constant(i().a, constant(i().bc())); return true;
    case Op::LOADI: set_constant(i().a, Value::fixnum(i().bc())); return true;
    case Op::LOADNIL: set_constant(i().a, NIL); return true;
    case Op::LOADT: set_constant(i().a, T); return true;
    case Op::JUMP:
    case Op::LOOP: {
      const std::ptrdiff_t target = static_cast<std::ptrdiff_t>(at_) + 1 + i().bc();
      if (target <= static_cast<std::ptrdiff_t>(at_) && at_ < count_) jump(target);
      else go_on(static_cast<std::size_t>(target));
      has_gone_ = true;
      return true;
    }
    case Op::JNIL:
    case Op::JNNIL: {
      const std::ptrdiff_t target = static_cast<std::ptrdiff_t>(at_) + 1 + i().bc();
      a_.cmp(value(i().a, x86::rax), static_cast<int>(NIL.bits()));
      jump_if(op == Op::JNIL ? CondCode::kE : CondCode::kNE, target);
      return true;
    }
    case Op::RETURN:
    case Op::RETURNI:
    case Op::RETURNK:
    case Op::RETURNMV: emit_return(); return true;
    case Op::SLOTREF: return emit_slot(false);
    case Op::SLOTSET: return emit_slot(true);
    case Op::SETGLOBAL:
      if (!is_no_pointer(i().a)) return false;
      a_.mov(x86::rdx, address_of(constant(i().bc())) + offsetof(Symbol, value));
      a_.mov(x86::qword_ptr(x86::rdx), general(i().a));
      return true;
    case Op::SVREF:
    case Op::AREF: return emit_element(false);
    case Op::SVSET:
    case Op::ASET: return emit_element(true);
    default: break;
  }
  return emit_number();
}

// Of an instance of the class, which is asked once. Of other classes' it leaves.
bool LoopTranslator::emit_slot(bool is_set) {
  const std::size_t object = is_set ? i().a : i().b, what = i().c;
  const std::uint32_t slot = is_set ? i().b : i().c;
  if (!has_general(object) || state_[object].place == LoopPlace::floating || state_[object].place == LoopPlace::never) return false;
  if (program_.more(at_) != nullptr) return false;  // the class is a constant of the function's own
  const Label wrong = slow();
  const Gp v = value(object, x86::rdi);
  RegisterState& known = state_[object];
  if (known.type == LoopType::fixnum || known.type == LoopType::constant || known.type == LoopType::vector ||
      known.type == LoopType::numbers || known.type == LoopType::closure)
    return false;
  const std::int32_t klass = word(1).a;
  if (known.type != LoopType::instance || known.detail != klass) {
    unless_type(v, Type::instance, x86::rcx, wrong);
    load_value(x86::rcx, constant(klass));
    a_.cmp(field(v, 0), x86::rcx);
    a_.jne(wrong);
    known.type = LoopType::instance;
    known.detail = klass;
  }
  unless_slot(v, slot, wrong);
  if (!is_set) {
    a_.mov(x86::rax, field(v, 1u + slot));
    set(i().a, x86::rax, LoopType::any);
    return true;
  }
  if (state_[what].place == LoopPlace::floating) return set_slot_to_number(v, slot, what), true;
  a_.lea(x86::rdx, field(v, 1u + slot));
  load(x86::rcx, what);
  write(x86::rdx, x86::rcx);
  return true;
}

// An immediate needs no barrier.
void LoopTranslator::set_slot_to_number(Gp instance, std::uint32_t slot, std::size_t what) {
  const Label uncommon = new_label(), done = new_label();
  from_double(x86::rax, floating(what), uncommon);
  a_.mov(field(instance, 1u + slot), x86::rax);
  a_.bind(done);
  later([this, instance, slot, what, uncommon, done] {
    a_.bind(uncommon);
    save();
    a_.movaps(x86::xmm0, floating(what));
    a_.mov(x86::rdi, machine::vm);
    call(&MachineLayout::boxed);
    a_.mov(x86::rcx, x86::rax);
    a_.lea(x86::rdx, field(instance, 1u + slot));
    write(x86::rdx, x86::rcx);
    a_.jmp(done);
  });
}

// Nothing of the frame is looked at any more.
void LoopTranslator::emit_return() {
  const bool of_register = is(i(), Op::RETURN) || is(i(), Op::RETURNMV);
  if (of_register && state_[i().a].place == LoopPlace::floating && state_[i().a].dirty) spill(i().a);
  translate_call();
  has_gone_ = true;
}

void LoopTranslator::move(std::size_t to, std::size_t from) {
  if (to == from) return;
  if (state_[from].place == LoopPlace::floating && has_floating(to)) {
    a_.movaps(floating(to), floating(from));
    state_[to] = {LoopPlace::floating, LoopType::any, true, state_[from].detail};
    return;
  }
  const Gp v = value(from, x86::rax);
  const RegisterState known = state_[from];
  set(to, v, known.place == LoopPlace::general ? known.type : LoopType::any);
  if (known.place != LoopPlace::general || state_[to].place != LoopPlace::general) return;
  state_[to].detail = known.detail;
  state_[to].bounds = known.bounds;
}

}  // namespace tessera
