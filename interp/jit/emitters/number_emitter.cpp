// Arithmetic.
#include "jit/emitters/number_emitter.hpp"

#include "jit/assembler/word_arithmetic.hpp"

namespace tessera {

using namespace jit;
using x86::CondCode;

void NumberEmitter::add_immediate() {
  load(x86::rax, i().b);
  const Label general = slow();
  asm_.test(x86::al, 1);
  asm_.jne(general);
  asm_.add(x86::rax, i().signed_c() * 2);
  asm_.jo(general);
  put(x86::rax);
}

void NumberEmitter::square_root() {
  const Label general = slow();
  load(x86::rax, i().b);
  asm_.lea(x86::edx, x86::ptr(x86::rax, -double_tag));
  asm_.test(x86::dl, tag_mask);
  asm_.jne(general);
  masm_.to_double(x86::xmm0, x86::rax);
  asm_.xorps(x86::xmm1, x86::xmm1);
  asm_.ucomisd(x86::xmm0, x86::xmm1);
  asm_.jbe(general);
  asm_.sqrtsd(x86::xmm0, x86::xmm0);
  masm_.from_double(x86::rax, x86::xmm0, general);
  put(x86::rax);
}

void NumberEmitter::absolute() {
  const Label general = slow();
  load(x86::rax, i().b);
  asm_.test(x86::al, 1);
  asm_.jne(general);
  asm_.mov(x86::rcx, x86::rax);
  asm_.neg(x86::rcx);
  asm_.jo(general);
  asm_.cmovns(x86::rax, x86::rcx);
  put(x86::rax);
}

void NumberEmitter::arithmetic() {
  const Op op = static_cast<Op>(i().op);
  load(x86::rax, i().b);
  load(x86::rcx, i().c);
  const Label doubles = masm_.new_label(), done = masm_.new_label(), general = wide_integers();
  masm_.unless_fixnums(x86::rax, x86::rcx, x86::rdx, doubles);
  if (op == Op::ADD) asm_.add(x86::rax, x86::rcx);
  if (op == Op::SUB) asm_.sub(x86::rax, x86::rcx);
  if (op == Op::MUL) {
    asm_.sar(x86::rcx, 1);
    asm_.imul(x86::rax, x86::rcx);
  }
  asm_.jo(general);
  asm_.bind(done);
  put(x86::rax);
  defer([this, op, doubles, done, general] {
    asm_.bind(doubles);
    to_any_double(x86::xmm0, x86::rax, true, general);
    to_any_double(x86::xmm1, x86::rcx, true, general);
    if (op == Op::ADD) asm_.addsd(x86::xmm0, x86::xmm1);
    if (op == Op::SUB) asm_.subsd(x86::xmm0, x86::xmm1);
    if (op == Op::MUL) asm_.mulsd(x86::xmm0, x86::xmm1);
    from_any_double(general);
    asm_.jmp(done);
  });
}

void NumberEmitter::divide() {
  const Label general = slow(), others = masm_.new_label(), done = masm_.new_label();
  load(x86::rax, i().b);
  load(x86::rcx, i().c);
  divide_fixnums(others, general);
  asm_.bind(done);
  put(x86::rax);
  defer([this, general, others, done] {
    asm_.bind(others);
    to_any_double(x86::xmm0, x86::rax, true, general);
    to_any_double(x86::xmm1, x86::rcx, true, general);
    asm_.divsd(x86::xmm0, x86::xmm1);
    from_any_double(general);
    asm_.jmp(done);
  });
}

/// Divides rax by rcx if both are fixnums and the division is exact. Fixnums are doubled, so the quotient is not.
void NumberEmitter::divide_fixnums(const Label& others, const Label& otherwise) {
  masm_.unless_fixnums(x86::rax, x86::rcx, x86::rdx, others);
  asm_.test(x86::rcx, x86::rcx);
  asm_.jle(otherwise);
  asm_.cqo();
  asm_.idiv(x86::rcx);
  asm_.add(x86::rax, x86::rax);
  asm_.test(x86::rdx, x86::rdx);
  asm_.jne(otherwise);
}

// --- several operations at once; if that is impossible, control continues with the single operations that follow

std::size_t NumberEmitter::operand_of(char letter) const {
  switch (letter) {
    case 'b': return i().b;
    case 'c': return i().c;
    case 'x': return word(1).a;
    case 'y': return word(1).b;
    default: return word(1).c;
  }
}

void NumberEmitter::formula() {
  const std::string_view program = facts_of(i()).jit.formula;
  const Label singly = next(), doubles = masm_.new_label();
  asm_.mov(x86::eax, reg(operand_of('b')).cloneResized(4));
  for (const char c : {'c', 'x', 'y', 'z'})
    if (program.find(c) != std::string_view::npos) asm_.or_(x86::eax, reg(operand_of(c)).cloneResized(4));
  asm_.test(x86::al, 1);
  asm_.jne(doubles);
  several_fixnums(program, singly);
  defer([this, program, singly, doubles] {
    asm_.bind(doubles);
    several_doubles(program, singly);
  });
}

void NumberEmitter::combine_fixnums(std::string_view program, const Label& otherwise, unsigned safe) {
  constexpr x86::Gp stack[] = {x86::rax, x86::rcx, x86::rdx, x86::rsi};
  std::size_t depth = 0;
  for (const char c : program) {
    if (opcodes::is_operand(c)) {
      load(stack[depth++], operand_of(c));
      continue;
    }
    const Gp x = stack[depth - 2], y = stack[depth - 1];
    if (c == '+') asm_.add(x, y);
    if (c == '-') asm_.sub(x, y);
    if (c == '*') {
      asm_.sar(y, 1);
      asm_.imul(x, y);
    }
    if ((safe & 1) == 0) asm_.jo(otherwise);
    safe >>= 1;
    --depth;
  }
}

void NumberEmitter::combine_doubles(std::string_view program, const std::function<void(std::size_t reg, x86::Xmm to)>& fetch) {
  constexpr x86::Xmm stack[] = {x86::xmm0, x86::xmm1, x86::xmm2, x86::xmm3};
  std::size_t depth = 0;
  for (const char c : program) {
    if (opcodes::is_operand(c)) {
      fetch(operand_of(c), stack[depth++]);
      continue;
    }
    const x86::Xmm x = stack[depth - 2], y = stack[depth - 1];
    if (c == '+') asm_.addsd(x, y);
    if (c == '-') asm_.subsd(x, y);
    if (c == '*') asm_.mulsd(x, y);
    --depth;
  }
}

void NumberEmitter::several_fixnums(std::string_view program, const Label& singly) {
  combine_fixnums(program, singly);
  put(x86::rax);
  emission_.site->skip_single_operations();
}

void NumberEmitter::several_doubles(std::string_view program, const Label& singly) {
  combine_doubles(program, [this, &singly](std::size_t n, x86::Xmm to) {
    load(x86::rax, n);
    asm_.lea(x86::edx, x86::ptr(x86::rax, -double_tag));
    asm_.test(x86::dl, tag_mask);
    asm_.jne(singly);
    masm_.to_double(to, x86::rax);
  });
  masm_.from_double(x86::rax, x86::xmm0, singly);
  put(x86::rax);
  asm_.jmp(label_of(next_index() + facts_of(i()).control.passed));
}

// --- integers

void NumberEmitter::logical() {
  const Op op = static_cast<Op>(i().op);
  load(x86::rax, i().b);
  load(x86::rcx, i().c);
  masm_.unless_fixnums(x86::rax, x86::rcx, x86::rdx, wide_integers());
  if (op == Op::LOGAND) asm_.and_(x86::rax, x86::rcx);
  if (op == Op::LOGIOR) asm_.or_(x86::rax, x86::rcx);
  if (op == Op::LOGXOR) asm_.xor_(x86::rax, x86::rcx);
  put(x86::rax);
}

void NumberEmitter::shift() {
  const Label general = wide_integers(), left = masm_.new_label(), done = masm_.new_label();
  load(x86::rax, i().b);
  load(x86::rcx, i().c);
  masm_.unless_fixnums(x86::rax, x86::rcx, x86::rdx, general);
  asm_.sar(x86::rcx, 1);
  asm_.jg(left);
  asm_.neg(x86::rcx);
  asm_.mov(x86::edx, 63);
  asm_.cmp(x86::rcx, x86::rdx);
  asm_.cmovg(x86::rcx, x86::rdx);
  asm_.sar(x86::rax, x86::cl);
  asm_.and_(x86::rax, -2);
  asm_.bind(done);
  put(x86::rax);
  defer([this, left, done, general] {
    asm_.bind(left);
    asm_.cmp(x86::rcx, 62);
    asm_.jge(general);
    asm_.mov(x86::rdx, x86::rax);
    asm_.shl(x86::rax, x86::cl);
    asm_.mov(x86::rsi, x86::rax);
    asm_.sar(x86::rsi, x86::cl);
    asm_.cmp(x86::rsi, x86::rdx);
    asm_.jne(general);
    asm_.jmp(done);
  });
}

/// Divides in line if the divisor is positive. Fixnums are doubled, so the remainder is too.
void NumberEmitter::divide_integers() {
  const Label general = slow();
  load(x86::rax, i().b);
  load(x86::rcx, i().c);
  masm_.unless_fixnums(x86::rax, x86::rcx, x86::rdx, general);
  asm_.test(x86::rcx, x86::rcx);
  asm_.jle(general);
  asm_.cqo();
  asm_.idiv(x86::rcx);
  switch (static_cast<Op>(i().op)) {
    case Op::REM: asm_.mov(x86::rax, x86::rdx); break;
    case Op::MOD:
      asm_.lea(x86::rax, x86::ptr(x86::rdx, x86::rcx));
      asm_.test(x86::rdx, x86::rdx);
      asm_.cmovns(x86::rax, x86::rdx);
      break;
    case Op::FLOOR:
      asm_.sar(x86::rdx, 63);
      asm_.add(x86::rax, x86::rdx);
      [[fallthrough]];
    default: asm_.add(x86::rax, x86::rax); break;
  }
  put(x86::rax);
}

void NumberEmitter::min_max(Condition condition) {
  load(x86::rax, i().b);
  load(x86::rcx, i().c);
  masm_.unless_fixnums(x86::rax, x86::rcx, x86::rdx, slow());
  asm_.cmp(x86::rcx, x86::rax);
  asm_.cmov(condition, x86::rax, x86::rcx);
  put(x86::rax);
}

// --- integers that are not fixnums

/// Returns the label for an instruction of two integers of which an operand or the result is not a fixnum. A mask that
/// follows is part of the same call, so the full sum of two 64-bit integers is not made if only 64 bits of it matter.
CodeEmitter::Label NumberEmitter::wide_integers() {
  const Label general = slow();
  if (!emission_.site->has_wide_integers()) return general;
  const Label entry = masm_.new_label();
  defer([this, entry, general] {
    const Op op = static_cast<Op>(i().op);
    const auto mask = mask_of_result();
    asm_.bind(entry);
    save();
    asm_.mov(x86::rdi, jit::vm);
    load(x86::rsi, i().b);
    load(x86::rdx, i().c);
    if (mask) load(x86::rcx, *mask);
    mask ? call(masked_operation(op)) : call(word_operation(op));
    asm_.cmp(x86::rax, static_cast<int>(UNBOUND.bits()));
    asm_.je(general);
    store(mask ? emission_.instructions[next_index()].a : i().a, x86::rax);
    asm_.jmp(label_of(next_index() + (mask ? 1 : 0)));
  });
  return entry;
}

/// Returns the register of the mask if the next instruction is a LOGAND and nothing else reads the result.
std::optional<std::size_t> NumberEmitter::mask_of_result() {
  const auto after = static_cast<std::size_t>(next_index());
  if (masked_operation(static_cast<Op>(i().op)) == nullptr || after + 1 >= emission_.count ||
      !is(emission_.instructions[after], Op::LOGAND))
    return {};
  const Instruction& logand = emission_.instructions[after];
  if ((logand.b == i().a) == (logand.c == i().a)) return {};
  if (logand.a != i().a && !is_dead(i().a, after + 1)) return {};
  return logand.b == i().a ? logand.c : logand.b;
}

bool NumberEmitter::is_dead(std::size_t reg, std::size_t at) {
  if (registers_of(emission_.code) > register_set_size) return false;
  if (live_.empty()) live_ = live_registers(emission_.instructions, emission_.count, shown_registers(emission_.code, emission_.count));
  return !contains(live_[at], reg);
}

}  // namespace tessera
