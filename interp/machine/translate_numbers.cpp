// Arithmetic: of fixnums in line, of immediate doubles behind.
#include "machine/translator.hpp"

namespace tessera {

using namespace machine;
using x86::CondCode;

std::string_view Translator::program_of(Op op) {
  switch (op) {
    case Op::ADDADD: return "bc+x+";
    case Op::ADDSUB: return "bc+x-";
    case Op::ADDRSUB: return "xbc+-";
    case Op::ADDMUL: return "bc+x*";
    case Op::SUBADD: return "bc-x+";
    case Op::SUBSUB: return "bc-x-";
    case Op::SUBRSUB: return "xbc--";
    case Op::SUBMUL: return "bc-x*";
    case Op::MULADD: return "bc*x+";
    case Op::MULSUB: return "bc*x-";
    case Op::MULRSUB: return "xbc*-";
    case Op::MULMUL: return "bc*x*";
    case Op::DOTADD: return "bc*xy*+";
    case Op::DOTSUB: return "bc*xy*-";
    case Op::DOTADDADD: return "bc*xy*+z+";
    case Op::DOTADDSUB: return "bc*xy*+z-";
    case Op::DOTSUBADD: return "bc*xy*-z+";
    case Op::DOTSUBSUB: return "bc*xy*-z-";
    case Op::MULMULADD: return "bc*x*y+";
    case Op::MULMULSUB: return "bc*x*y-";
    default: return {};
  }
}

bool Translator::translate_number() {
  const Op op = static_cast<Op>(i().op);
  if (const std::string_view program = program_of(op); !program.empty()) {
    several(program);
    return true;
  }
  switch (op) {
    case Op::ADD:
    case Op::SUB:
    case Op::MUL: arithmetic(op); return true;
    case Op::ADDI:
      load(x86::rax, i().b);
      {
        const Label general = slow();
        a_.test(x86::al, 1);
        a_.jne(general);
        a_.add(x86::rax, i().signed_c() * 2);
        a_.jo(general);
      }
      put(x86::rax);
      return true;
    case Op::DIV: divide(); return true;
    case Op::LOGAND:
    case Op::LOGIOR:
    case Op::LOGXOR: logical(op); return true;
    case Op::ASH: shift(); return true;
    case Op::FLOOR:
    case Op::TRUNCATE:
    case Op::MOD:
    case Op::REM: divide_integers(op); return true;
    case Op::MIN: extreme(CondCode::kL); return true;
    case Op::MAX: extreme(CondCode::kG); return true;
    case Op::SQRT: {
      const Label general = slow();
      load(x86::rax, i().b);
      a_.lea(x86::edx, x86::ptr(x86::rax, -double_tag));
      a_.test(x86::dl, tag_mask);
      a_.jne(general);
      to_double(x86::xmm0, x86::rax);
      a_.xorps(x86::xmm1, x86::xmm1);
      a_.ucomisd(x86::xmm0, x86::xmm1);
      a_.jbe(general);
      a_.sqrtsd(x86::xmm0, x86::xmm0);
      from_double(x86::rax, x86::xmm0, general);
      put(x86::rax);
      return true;
    }
    case Op::ABS: {
      const Label general = slow();
      load(x86::rax, i().b);
      a_.test(x86::al, 1);
      a_.jne(general);
      a_.mov(x86::rcx, x86::rax);
      a_.neg(x86::rcx);
      a_.jo(general);
      a_.cmovns(x86::rax, x86::rcx);
      put(x86::rax);
      return true;
    }
    default: return false;
  }
}

void Translator::arithmetic(Op op) {
  load(x86::rax, i().b);
  load(x86::rcx, i().c);
  const Label doubles = new_label(), done = new_label(), general = by_words();
  unless_fixnums(x86::rax, x86::rcx, x86::rdx, doubles);
  if (op == Op::ADD) a_.add(x86::rax, x86::rcx);
  if (op == Op::SUB) a_.sub(x86::rax, x86::rcx);
  if (op == Op::MUL) {
    a_.sar(x86::rcx, 1);
    a_.imul(x86::rax, x86::rcx);
  }
  a_.jo(general);
  a_.bind(done);
  put(x86::rax);
  later([this, op, doubles, done, general] {
    a_.bind(doubles);
    to_any_double(x86::xmm0, x86::rax, true, general);
    to_any_double(x86::xmm1, x86::rcx, true, general);
    if (op == Op::ADD) a_.addsd(x86::xmm0, x86::xmm1);
    if (op == Op::SUB) a_.subsd(x86::xmm0, x86::xmm1);
    if (op == Op::MUL) a_.mulsd(x86::xmm0, x86::xmm1);
    from_any_double(general);
    a_.jmp(done);
  });
}

void Translator::divide() {
  const Label general = slow(), others = new_label(), done = new_label();
  load(x86::rax, i().b);
  load(x86::rcx, i().c);
  divide_fixnums(others, general);
  a_.bind(done);
  put(x86::rax);
  later([this, general, others, done] {
    a_.bind(others);
    to_any_double(x86::xmm0, x86::rax, true, general);
    to_any_double(x86::xmm1, x86::rcx, true, general);
    a_.divsd(x86::xmm0, x86::xmm1);
    from_any_double(general);
    a_.jmp(done);
  });
}

// rax by rcx, if both are fixnums and nothing is left. Both are doubled, so the quotient is not.
void Translator::divide_fixnums(const Label& others, const Label& otherwise) {
  unless_fixnums(x86::rax, x86::rcx, x86::rdx, others);
  a_.test(x86::rcx, x86::rcx);
  a_.jle(otherwise);
  a_.cqo();
  a_.idiv(x86::rcx);
  a_.add(x86::rax, x86::rax);
  a_.test(x86::rdx, x86::rdx);
  a_.jne(otherwise);
}

// See Value: rotated, and with a bias to the exponent. Spoils `from`.
void Translator::to_double(x86::Xmm to, Gp from) {
  a_.ror(from, 4);
  a_.sub(from, double_bias);
  a_.movq(to, from);
}

void Translator::from_double(Gp to, x86::Xmm from, const Label& otherwise) {
  a_.movq(to, from);
  a_.add(to, double_bias);
  a_.rol(to, 4);
  a_.lea(x86::edx, x86::ptr(to, -double_tag));
  a_.test(x86::dl, tag_mask);
  a_.jne(otherwise);
}

// A double, be it immediate or an object, or a fixnum that an operation with a double makes one. Spoils `from` and rdx.
void Translator::to_any_double(x86::Xmm to, Gp from, bool may_be_fixnum, const Label& otherwise) {
  const Label object = new_label(), done = new_label(), no_fixnum = new_label();
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
  to_double(to, from);
  a_.jmp(done);
  a_.bind(object);
  unless_type(from, Type::double_float, x86::rdx, otherwise);
  a_.movsd(to, field(from, 0));
  a_.bind(done);
}

// To rax the number in xmm0; what is no finite one is an error.
void Translator::from_any_double(const Label& otherwise) {
  const Label uncommon = new_label(), done = new_label();
  from_double(x86::rax, x86::xmm0, uncommon);
  a_.bind(done);
  later([this, uncommon, done, otherwise] {
    a_.bind(uncommon);
    a_.movq(x86::rax, x86::xmm0);
    a_.shl(x86::rax, 1);
    a_.shr(x86::rax, 53);
    a_.cmp(x86::eax, 0x7FF);
    a_.je(otherwise);
    save();
    a_.mov(x86::rdi, machine::vm);
    call(&MachineLayout::boxed);
    a_.jmp(done);
  });
}

// --- several operations at once; what goes wrong is done by the single ones that follow

std::size_t Translator::operand_of(char letter) const {
  switch (letter) {
    case 'b': return i().b;
    case 'c': return i().c;
    case 'x': return word(1).a;
    case 'y': return word(1).b;
    default: return word(1).c;
  }
}

void Translator::several(std::string_view program) {
  const Label singly = next(), doubles = new_label();
  a_.mov(x86::eax, reg(operand_of('b')).cloneResized(4));
  for (const char c : {'c', 'x', 'y', 'z'})
    if (program.find(c) != std::string_view::npos) a_.or_(x86::eax, reg(operand_of(c)).cloneResized(4));
  a_.test(x86::al, 1);
  a_.jne(doubles);
  several_fixnums(program, singly);
  later([this, program, singly, doubles] {
    a_.bind(doubles);
    several_doubles(program, singly);
  });
}

// To rax; all operands are fixnums.
void Translator::combine_fixnums(std::string_view program, const Label& otherwise, unsigned safe) {
  constexpr x86::Gp stack[] = {x86::rax, x86::rcx, x86::rdx, x86::rsi};
  std::size_t depth = 0;
  for (const char c : program) {
    if (is_operand(c)) {
      load(stack[depth++], operand_of(c));
      continue;
    }
    const Gp x = stack[depth - 2], y = stack[depth - 1];
    if (c == '+') a_.add(x, y);
    if (c == '-') a_.sub(x, y);
    if (c == '*') {
      a_.sar(y, 1);
      a_.imul(x, y);
    }
    if ((safe & 1) == 0) a_.jo(otherwise);
    safe >>= 1;
    --depth;
  }
}

// To xmm0; `fetch` puts the register of an operand into another.
void Translator::combine_doubles(std::string_view program, const std::function<void(std::size_t reg, x86::Xmm to)>& fetch) {
  constexpr x86::Xmm stack[] = {x86::xmm0, x86::xmm1, x86::xmm2, x86::xmm3};
  std::size_t depth = 0;
  for (const char c : program) {
    if (is_operand(c)) {
      fetch(operand_of(c), stack[depth++]);
      continue;
    }
    const x86::Xmm x = stack[depth - 2], y = stack[depth - 1];
    if (c == '+') a_.addsd(x, y);
    if (c == '-') a_.subsd(x, y);
    if (c == '*') a_.mulsd(x, y);
    --depth;
  }
}

void Translator::several_fixnums(std::string_view program, const Label& singly) {
  combine_fixnums(program, singly);
  put(x86::rax);
  pass_over();
}

void Translator::several_doubles(std::string_view program, const Label& singly) {
  combine_doubles(program, [this, &singly](std::size_t n, x86::Xmm to) {
    load(x86::rax, n);
    a_.lea(x86::edx, x86::ptr(x86::rax, -double_tag));
    a_.test(x86::dl, tag_mask);
    a_.jne(singly);
    to_double(to, x86::rax);
  });
  from_double(x86::rax, x86::xmm0, singly);
  put(x86::rax);
  a_.jmp(label_of(behind() + facts_of(i()).control.passed));
}

// --- integers

void Translator::logical(Op op) {
  load(x86::rax, i().b);
  load(x86::rcx, i().c);
  unless_fixnums(x86::rax, x86::rcx, x86::rdx, by_words());
  if (op == Op::LOGAND) a_.and_(x86::rax, x86::rcx);
  if (op == Op::LOGIOR) a_.or_(x86::rax, x86::rcx);
  if (op == Op::LOGXOR) a_.xor_(x86::rax, x86::rcx);
  put(x86::rax);
}

void Translator::shift() {
  const Label general = by_words(), left = new_label(), done = new_label();
  load(x86::rax, i().b);
  load(x86::rcx, i().c);
  unless_fixnums(x86::rax, x86::rcx, x86::rdx, general);
  a_.sar(x86::rcx, 1);
  a_.jg(left);
  a_.neg(x86::rcx);
  a_.mov(x86::edx, 63);
  a_.cmp(x86::rcx, x86::rdx);
  a_.cmovg(x86::rcx, x86::rdx);
  a_.sar(x86::rax, x86::cl);
  a_.and_(x86::rax, -2);
  a_.bind(done);
  put(x86::rax);
  later([this, left, done, general] {
    a_.bind(left);
    a_.cmp(x86::rcx, 62);
    a_.jge(general);
    a_.mov(x86::rdx, x86::rax);
    a_.shl(x86::rax, x86::cl);
    a_.mov(x86::rsi, x86::rax);
    a_.sar(x86::rsi, x86::cl);
    a_.cmp(x86::rsi, x86::rdx);
    a_.jne(general);
    a_.jmp(done);
  });
}

// By a positive divisor; both are doubled, as fixnums are, so that the remainder is, too.
void Translator::divide_integers(Op op) {
  const Label general = slow();
  load(x86::rax, i().b);
  load(x86::rcx, i().c);
  unless_fixnums(x86::rax, x86::rcx, x86::rdx, general);
  a_.test(x86::rcx, x86::rcx);
  a_.jle(general);
  a_.cqo();
  a_.idiv(x86::rcx);
  switch (op) {
    case Op::REM: a_.mov(x86::rax, x86::rdx); break;
    case Op::MOD:
      a_.lea(x86::rax, x86::ptr(x86::rdx, x86::rcx));
      a_.test(x86::rdx, x86::rdx);
      a_.cmovns(x86::rax, x86::rdx);
      break;
    case Op::FLOOR:
      a_.sar(x86::rdx, 63);
      a_.add(x86::rax, x86::rdx);
      [[fallthrough]];
    default: a_.add(x86::rax, x86::rax); break;
  }
  put(x86::rax);
}

void Translator::extreme(Condition condition) {
  load(x86::rax, i().b);
  load(x86::rcx, i().c);
  unless_fixnums(x86::rax, x86::rcx, x86::rdx, slow());
  a_.cmp(x86::rcx, x86::rax);
  a_.cmov(condition, x86::rax, x86::rcx);
  put(x86::rax);
}

}  // namespace tessera
