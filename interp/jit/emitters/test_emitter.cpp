// Conditional jumps.
#include "jit/emitters/test_emitter.hpp"
#include "data/objects/kinds.hpp"
#include "data/tables/equality.hpp"
#include "vm/loop/primitives.hpp"

namespace tessera {

using namespace jit;
using x86::CondCode;

namespace {

bool instance_of(Value v, Value klass) { return is_instance_of(v, klass); }
bool kind_is_among(Value v, KindMask mask) { return is_of_kind(v, mask); }
bool same_by_eql(Value x, Value y) { return eql(x, y); }

/// The kinds that are tested by a comparison or by the object's type; others depend on the elements of an array.
constexpr KindMask tested_in_line = ~(kinds(KindBit::character, KindBit::single_float, KindBit::immediate_double, KindBit::marker) |
                                      kinds(KindBit::string_vector, KindBit::other_vector, Type::array));

/// True if the mask is a single type, which the object's header tells; stores it in `type`.
bool single_type(KindMask mask, Type& type) {
  for (auto t = static_cast<unsigned>(Type::symbol); t <= static_cast<unsigned>(Type::raw_data); ++t)
    if (mask == kinds(static_cast<Type>(t)) && static_cast<Type>(t) != Type::array) {
      type = static_cast<Type>(t);
      return true;
    }
  return false;
}

}  // namespace

void TestEmitter::nil(bool sense) {
  const bool in_rax = emission_.site->take_from_rax(i().a);
  if (in_rax) asm_.cmp(x86::rax, static_cast<int>(NIL.bits()));
  else asm_.cmp(reg(i().a), static_cast<int>(NIL.bits()));
  jump_when(CondCode::kE, sense);
  if (in_rax) emission_.site->keep_in_rax(i().a);
}

void TestEmitter::cons(bool sense) {
  load(x86::rax, i().a);
  asm_.lea(x86::ecx, x86::ptr(x86::rax, -cons_tag));
  asm_.test(x86::cl, tag_mask);
  jump_when(CondCode::kZ, sense);
  emission_.site->keep_in_rax(i().a);
}

void TestEmitter::supplied() {
  asm_.cmp(reg(i().a), static_cast<int>(UNSUPPLIED.bits()));
  jump_when(CondCode::kNE, true);
}

void TestEmitter::eq(bool sense) {
  load(x86::rax, i().a);
  load(x86::rcx, i().b);
  asm_.cmp(x86::rax, x86::rcx);
  jump_when(CondCode::kE, sense);
  emission_.site->keep_in_rax(i().a);
}

void TestEmitter::eq_constant(bool sense) {
  load(x86::rax, i().a);
  masm_.compare_value(x86::rax, constant(i().b));
  jump_when(CondCode::kE, sense);
  emission_.site->keep_in_rax(i().a);
}

void TestEmitter::odd(bool sense) {
  load(x86::rax, i().a);
  asm_.test(x86::al, 1);
  asm_.jne(slow());
  asm_.test(x86::al, 2);
  jump_when(CondCode::kNZ, sense);
}

void TestEmitter::same_character(bool sense) {
  load(x86::rax, i().a);
  load(x86::rcx, i().b);
  const Label wrong = slow();
  for (const Gp& c : {x86::rax, x86::rcx}) {
    asm_.cmp(c.r8(), static_cast<int>(Value::character(0).bits()));
    asm_.jne(wrong);
  }
  asm_.cmp(x86::rax, x86::rcx);
  jump_when(CondCode::kE, sense);
}

TestEmitter::Comparison TestEmitter::comparison_of(const Instruction& i) {
  std::string_view formula = facts_of(i).jit.formula;
  const bool sense = !formula.starts_with('!');
  if (!sense) formula.remove_prefix(1);
  const bool or_equal = formula.ends_with("=");
  const Condition condition = formula == "="             ? CondCode::kE
                              : formula.starts_with('<') ? (or_equal ? CondCode::kLE : CondCode::kL)
                                                         : (or_equal ? CondCode::kGE : CondCode::kG);
  return {condition, sense, facts_of(i).operands[1].kind == Operand::Kind::number};
}

void TestEmitter::compare() {
  const Comparison comparison = comparison_of(i());
  const auto [fixnums, sense, with_constant] = comparison;
  load(x86::rax, i().a);
  if (with_constant) {
    const Label others = masm_.new_label();
    asm_.test(x86::al, 1);
    asm_.jne(others);
    asm_.cmp(x86::rax, i().signed_b() * 2);
    defer([this, others, fixnums = comparison.fixnums, sense = comparison.sense] {
      asm_.bind(others);
      to_any_double(x86::xmm0, x86::rax, false, slow());
      asm_.mov(x86::rax, std::bit_cast<std::uint64_t>(static_cast<double>(i().signed_b())));
      asm_.movq(x86::xmm1, x86::rax);
      jump_on_doubles(x86::xmm0, x86::xmm1, fixnums, sense);
      asm_.jmp(next());
    });
  } else {
    load(x86::rcx, i().b);
    const Label others = masm_.new_label();
    masm_.unless_fixnums(x86::rax, x86::rcx, x86::rdx, others);
    asm_.cmp(x86::rax, x86::rcx);
    defer([this, others, fixnums = comparison.fixnums, sense = comparison.sense] {
      asm_.bind(others);
      compare_doubles(fixnums, sense);
    });
  }
  jump_when(fixnums, sense);
}

void TestEmitter::compare_doubles(Condition fixnums, bool sense) {
  const Label general = slow();
  to_any_double(x86::xmm0, x86::rax, false, general);
  to_any_double(x86::xmm1, x86::rcx, false, general);
  jump_on_doubles(x86::xmm0, x86::xmm1, fixnums, sense);
  asm_.jmp(next());
}

/// Swaps the operands for "less": UCOMISD sets carry for a NaN, so "above" is false for it.
void TestEmitter::jump_on_doubles(x86::Xmm x, x86::Xmm y, Condition fixnums, bool sense) {
  const std::ptrdiff_t target = this->target();
  const bool less = fixnums == CondCode::kL || fixnums == CondCode::kLE;
  asm_.ucomisd(less ? y : x, less ? x : y);
  if (fixnums == CondCode::kE) {
    if (sense) {
      asm_.jp(next());
      jump_if(CondCode::kE, target);
    } else {
      jump_if(CondCode::kP, target);
      jump_if(CondCode::kNE, target);
    }
  } else {
    const bool strict = fixnums == CondCode::kL || fixnums == CondCode::kG;
    const Condition holds = strict ? CondCode::kA : CondCode::kAE;
    jump_if(sense ? holds : x86::negateCond(holds), target);
  }
}

void TestEmitter::kind(bool sense) {
  const std::ptrdiff_t target = this->target();
  const auto mask = static_cast<KindMask>(constant(i().b).as_fixnum());
  const auto when = [&](CondCode condition) { jump_when(condition, sense); };
  load(x86::rax, i().a);
  Type type;
  if (mask == kinds(KindBit::fixnum)) {
    asm_.test(x86::al, 1);
    return when(CondCode::kZ);
  }
  if (mask == kinds(KindBit::character) || mask == kinds(KindBit::single_float)) {
    const Value any = mask == kinds(KindBit::character) ? Value::character(0) : Value::single_float(0);
    asm_.cmp(x86::al, static_cast<int>(any.bits() & 0xFF));
    return when(CondCode::kE);
  }
  if (single_type(mask, type)) {
    const Label is_none = sense ? next() : label_of(target);
    if (sense || target > here()) {
      masm_.unless_object(x86::rax, x86::rcx, is_none);
      asm_.cmp(type_of(x86::rax), static_cast<int>(type));
      return when(CondCode::kE);
    }
  }
  if ((mask & tested_in_line) == mask) return types(mask, sense);
  asm_.mov(x86::rdi, x86::rax);
  asm_.mov(x86::rsi, mask);
  call(&kind_is_among);
  asm_.test(x86::al, x86::al);
  when(CondCode::kNZ);
}

/// Tests rax for several types by the bit of its type; other kinds out of line.
void TestEmitter::types(KindMask mask, bool sense) {
  const std::ptrdiff_t target = this->target();
  const Label no_object = masm_.new_label(), on = masm_.new_label();
  masm_.unless_object(x86::rax, x86::rcx, no_object);
  asm_.movzx(x86::ecx, type_of(x86::rax));
  asm_.mov(x86::rdx, mask >> static_cast<unsigned>(KindBit::object));
  asm_.bt(x86::rdx, x86::rcx);
  jump_if(sense ? CondCode::kC : CondCode::kNC, target);
  asm_.bind(on);
  defer([this, no_object, on, mask, sense, target] {
    const auto when_equal = [&] { sense ? jump_if(CondCode::kE, target) : static_cast<void>(asm_.je(on)); };
    asm_.bind(no_object);
    if ((mask & kinds(KindBit::fixnum)) != 0) {
      asm_.test(x86::al, 1);
      when_equal();
    }
    if ((mask & kinds(KindBit::cons)) != 0) {
      asm_.lea(x86::ecx, x86::ptr(x86::rax, -cons_tag));
      asm_.test(x86::cl, tag_mask);
      when_equal();
    }
    for (const auto& [bit, value] : {std::pair{KindBit::nil, NIL}, {KindBit::t, T}})
      if ((mask & kinds(bit)) != 0) {
        masm_.compare_value(x86::rax, value);
        when_equal();
      }
    if (sense) asm_.jmp(on);
    else jump(target);
  });
}

void TestEmitter::instance(bool sense) {
  const std::ptrdiff_t target = this->target();
  load(x86::rdi, i().a);
  masm_.load_value(x86::rsi, constant(i().b));
  const Label ask = masm_.new_label(), yes = masm_.new_label(), on = masm_.new_label();
  masm_.unless_type(x86::rdi, Type::instance, x86::rcx, ask);
  asm_.cmp(field(x86::rdi, 0), x86::rsi);
  asm_.je(yes);
  asm_.bind(ask);
  call(&instance_of);
  asm_.test(x86::al, x86::al);
  jump_if(sense ? CondCode::kNZ : CondCode::kZ, target);
  asm_.jmp(on);
  asm_.bind(yes);
  if (sense) jump(target);
  asm_.bind(on);
}

/// Calls same_by_eql only for two objects that are not EQ, which can be EQL only if both are numbers.
void TestEmitter::eql(bool sense) {
  const std::ptrdiff_t target = this->target();
  load(x86::rdi, i().a);
  load(x86::rsi, i().b);
  const Label yes = masm_.new_label(), no = masm_.new_label(), on = masm_.new_label();
  asm_.cmp(x86::rdi, x86::rsi);
  asm_.je(yes);
  masm_.unless_object(x86::rdi, x86::rax, no);
  masm_.unless_object(x86::rsi, x86::rax, no);
  call(&same_by_eql);
  asm_.test(x86::al, x86::al);
  asm_.jne(yes);
  asm_.bind(no);
  if (!sense) jump(target);
  else asm_.jmp(on);
  asm_.bind(yes);
  if (sense) jump(target);
  asm_.bind(on);
}

}  // namespace tessera
