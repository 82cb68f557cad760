// The instructions of a loop: those that gain by what is known of their operands. All others are made as in functions.
#include <bit>

#include "compiler/instructions.hpp"
#include "machine/loop_translator.hpp"

namespace tessera {

using namespace machine;
using x86::CondCode;

namespace {

bool gives_fixnum(Op op) { return (op >= Op::LOGAND && op <= Op::ABS) || op == Op::CHARCODE; }

}  // namespace

// Instructions whose code in line never lets Lisp run, so that machine registers stay; what is not for that code leaves.
bool LoopTranslator::keeps_registers(const Instruction& i) {
  switch (static_cast<Op>(i.op)) {
    case Op::LIST: return i.c <= 8;
    case Op::CLOSURE: return i.c <= 16;
    case Op::JSUPPLIED:
    case Op::SUPPLIEDP: return false;
    case Op::CAR:
    case Op::CDR:
    case Op::CADR:
    case Op::CDDR:
    case Op::CAAR:
    case Op::CARCDR:
    case Op::SETCAR:
    case Op::SETCDR:
    case Op::CONS:
    case Op::SVREF:
    case Op::AREF:
    case Op::SVREFI:
    case Op::CHAR:
    case Op::SCHAR:
    case Op::CHARCODE:
    case Op::CODECHAR:
    case Op::GETGLOBAL:
    case Op::SETGLOBAL:
    case Op::FUNCTION:
    case Op::CELLNEW:
    case Op::CELLGET:
    case Op::CELLSET:
    case Op::CAPTURED:
    case Op::CAPTUREDCELLGET:
    case Op::CAPTUREDCELLSET:
    case Op::CLOSURESET:
    case Op::INSTANCEREF:
    case Op::INSTANCESET:
    case Op::SLOTREF:
    case Op::SLOTSET:
    case Op::VALUE1:
    case Op::ADD:
    case Op::SUB:
    case Op::MUL:
    case Op::LOGAND:
    case Op::LOGIOR:
    case Op::LOGXOR:
    case Op::ASH:
    case Op::FLOOR:
    case Op::TRUNCATE:
    case Op::MOD:
    case Op::REM:
    case Op::MIN:
    case Op::MAX:
    case Op::ABS: return true;
    default: return facts_of(i).control.flow == Flow::test;
  }
}

void LoopTranslator::emit_one() {
  has_gone_ = false;
  const LoopProgram::More* const more = program_.more(at_);
  if ((more == nullptr || !more->is_settled) && vm_.doubts()) a_.jmp(slow());
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
  if (keeps && gives_fixnum(static_cast<Op>(i().op)) && state_[i().a].place == LoopPlace::general) state_[i().a].type = LoopType::fixnum;
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
    case Op::ADD:
    case Op::SUB:
    case Op::MUL:
    case Op::DIV: return emit_arithmetic(op);
    case Op::ADDI: {
      if (kind(i().b) == Guess::floating) return false;
      const Gp x = fixnum(i().b, x86::rcx);
      const Label wrong = slow();
      const Gp sum = target(i().a);
      a_.mov(sum, x);
      a_.add(sum, i().signed_c() * 2);
      a_.jo(wrong);
      set(i().a, sum, LoopType::fixnum);
      return true;
    }
    case Op::SQRT: {
      if (kind(i().b) != Guess::floating) return false;
      const Xmm x = number(i().b, x86::xmm0);
      const Label wrong = slow();
      a_.xorps(x86::xmm1, x86::xmm1);
      a_.ucomisd(x, x86::xmm1);
      a_.jbe(wrong);
      a_.sqrtsd(x86::xmm0, x);
      set_number(i().a, x86::xmm0);
      return true;
    }
    case Op::RETURN:
    case Op::RETURNI:
    case Op::RETURNK:
    case Op::RETURNMV: emit_return(); return true;
    case Op::SLOTREF: return emit_slot(false);
    case Op::SLOTSET: return emit_slot(true);
    case Op::SVREF:
    case Op::AREF: return emit_element(false);
    case Op::SVSET:
    case Op::ASET: return emit_element(true);
    default: break;
  }
  if (op >= Op::ADDADD && op <= Op::MULMULSUB) return emit_several();
  if (op >= Op::JLT && op <= Op::JNNUMEQI) return emit_comparison();
  return false;
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
  if (known.type != LoopType::instance || known.klass != klass) {
    unless_type(v, Type::instance, x86::rcx, wrong);
    load_value(x86::rcx, constant(klass));
    a_.cmp(field(v, 0), x86::rcx);
    a_.jne(wrong);
    known.type = LoopType::instance;
    known.klass = klass;
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
    state_[to] = {LoopPlace::floating, LoopType::any, true};
    return;
  }
  const Gp v = value(from, x86::rax);
  const RegisterState known = state_[from];
  set(to, v, known.place == LoopPlace::general ? known.type : LoopType::any);
  if (known.place != LoopPlace::general || state_[to].place != LoopPlace::general) return;
  state_[to].klass = known.klass;
  state_[to].number = known.number;
}

// Of fixnums, or where one is a double of doubles; else as ever.
bool LoopTranslator::emit_arithmetic(Op op) {
  const Guess x = kind(i().b), y = kind(i().c);
  const bool numbers = (x == Guess::fixnum || x == Guess::floating) && (y == Guess::fixnum || y == Guess::floating);
  if (!numbers) return false;
  if (x == Guess::floating || y == Guess::floating) {
    const Xmm a = number(i().b, x86::xmm0), b = number(i().c, x86::xmm1);
    if (a != x86::xmm0) a_.movaps(x86::xmm0, a);
    if (op == Op::ADD) a_.addsd(x86::xmm0, b);
    if (op == Op::SUB) a_.subsd(x86::xmm0, b);
    if (op == Op::MUL) a_.mulsd(x86::xmm0, b);
    if (op == Op::DIV) a_.divsd(x86::xmm0, b);
    set_number(i().a, x86::xmm0);
    return true;
  }
  if (op == Op::DIV) return emit_division();
  const Gp a = fixnum(i().b, x86::rcx), b = fixnum(i().c, x86::rsi);
  const Label wrong = slow();
  const Gp result = target(i().a);
  a_.mov(result, a);
  if (op == Op::ADD) a_.add(result, b);
  if (op == Op::SUB) a_.sub(result, b);
  if (op == Op::MUL) {
    a_.sar(result, 1);
    a_.imul(result, b);
  }
  a_.jo(wrong);
  set(i().a, result, LoopType::fixnum);
  return true;
}

// Of fixnums of which nothing was left when the loop became hot.
bool LoopTranslator::emit_division() {
  if (samples_->result(at_) != Guess::fixnum) return false;
  const Gp x = fixnum(i().b, x86::rcx), y = fixnum(i().c, x86::rsi);
  const Label wrong = slow();
  const std::int32_t divisor =
      state_[i().c].place == LoopPlace::general && state_[i().c].type == LoopType::fixnum ? state_[i().c].number : 0;
  const auto by = static_cast<std::uint32_t>(divisor);
  if (divisor > 0 && std::has_single_bit(by) && by < (1u << 30)) {
    const Gp quotient = target(i().a);
    if (by > 1) {
      a_.test(x.r32(), static_cast<int>((by - 1) << 1));
      a_.jne(wrong);
    }
    a_.mov(quotient, x);
    a_.sar(quotient, std::countr_zero(by));
    set(i().a, quotient, LoopType::fixnum);
    return true;
  } else {
    a_.mov(x86::rax, x);
    a_.test(y, y);
    a_.jle(wrong);
    a_.cqo();
    a_.idiv(y);
    a_.add(x86::rax, x86::rax);
    a_.test(x86::rdx, x86::rdx);
    a_.jne(wrong);
  }
  set(i().a, x86::rax, LoopType::fixnum);
  return true;
}

// Several operations at once, all of the same kind; else one after the other.
bool LoopTranslator::emit_several() {
  const std::string_view program = program_of(static_cast<Op>(i().op));
  bool all_fixnums = true, all_numbers = true;
  for (const char c : program) {
    if (!is_operand(c)) continue;
    const Guess guess = kind(operand_of(c));
    all_fixnums &= guess == Guess::fixnum;
    all_numbers &= guess == Guess::floating;
  }
  if (!all_fixnums && !all_numbers) return true;
  if (all_numbers) {
    combine_doubles(program, [this](std::size_t n, Xmm to) {
      const Xmm x = number(n, to);
      if (x != to) a_.movaps(to, x);
    });
    set_number(i().a, x86::xmm0);
  } else {
    for (const char c : program)
      if (is_operand(c)) fixnum(operand_of(c), x86::rdi);
    combine_fixnums(program, slow());
    set(i().a, x86::rax, LoopType::fixnum);
  }
  go_on(static_cast<std::size_t>(behind() + facts_of(i()).control.passed));
  has_gone_ = true;
  return true;
}

// Of two fixnums or two doubles, or with a small number that the instruction names.
bool LoopTranslator::emit_comparison() {
  const Comparison c = comparison_of(static_cast<Op>(i().op));
  const std::ptrdiff_t target = static_cast<std::ptrdiff_t>(at_) + 1 + operand_value(i(), offset_operand(i()));
  const Guess x = kind(i().a), y = c.with_constant ? x : kind(i().b);
  if (x != y || (x != Guess::fixnum && x != Guess::floating)) return false;
  if (x == Guess::floating) {
    const Xmm a = number(i().a, x86::xmm0);
    if (c.with_constant) {
      a_.mov(x86::rax, std::bit_cast<std::uint64_t>(static_cast<double>(i().signed_b())));
      a_.movq(x86::xmm1, x86::rax);
    }
    jump_on_doubles(a, c.with_constant ? x86::xmm1 : number(i().b, x86::xmm1), c.fixnums, c.sense);
    return true;
  }
  const Gp a = fixnum(i().a, x86::rax);
  if (c.with_constant) a_.cmp(a, i().signed_b() * 2);
  else a_.cmp(a, fixnum(i().b, x86::rcx));
  jump_if(c.sense ? c.fixnums : x86::negateCond(c.fixnums), target);
  return true;
}

}  // namespace tessera
