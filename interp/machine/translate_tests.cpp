// Jumps on conditions.
#include "data/objects/kinds.hpp"
#include "data/tables/equality.hpp"
#include "machine/translator.hpp"
#include "vm/primitives.hpp"

namespace tessera {

using namespace machine;
using x86::CondCode;

namespace {

bool instance_of(Value v, Value klass) { return is_instance_of(v, klass); }
bool kind_is_among(Value v, KindMask mask) { return is_of_kind(v, mask); }
bool same_by_eql(Value x, Value y) { return eql(x, y); }

/// Of all kinds those that machine code tells by a comparison or by the object's type: not by what an array has for elements.
constexpr KindMask told_in_line = ~(kinds(KindBit::character, KindBit::single_float, KindBit::immediate_double, KindBit::marker) |
                                    kinds(KindBit::string_vector, KindBit::other_vector, Type::array));

/// The type that alone is meant, if objects of it are told by it.
bool single_type(KindMask mask, Type& type) {
  for (auto t = static_cast<unsigned>(Type::symbol); t <= static_cast<unsigned>(Type::raw_data); ++t)
    if (mask == kinds(static_cast<Type>(t)) && static_cast<Type>(t) != Type::array) {
      type = static_cast<Type>(t);
      return true;
    }
  return false;
}

}  // namespace

void Translator::unless_cons(Gp v, Gp scratch, const Label& otherwise) {
  a_.lea(scratch.r32(), x86::ptr(v, -cons_tag));
  a_.test(scratch.r8(), tag_mask);
  a_.jne(otherwise);
}

void Translator::unless_object(Gp v, Gp scratch, const Label& otherwise) {
  a_.lea(scratch.r32(), x86::ptr(v, -object_tag));
  a_.test(scratch.r8(), tag_mask);
  a_.jne(otherwise);
}

void Translator::unless_type(Gp v, Type type, Gp scratch, const Label& otherwise) {
  unless_object(v, scratch, otherwise);
  a_.cmp(type_of(v), static_cast<int>(type));
  a_.jne(otherwise);
}

void Translator::unless_fixnums(Gp x, Gp y, Gp scratch, const Label& otherwise) {
  a_.mov(scratch.r32(), x.r32());
  a_.or_(scratch.r32(), y.r32());
  a_.test(scratch.r8(), 1);
  a_.jne(otherwise);
}

bool Translator::translate_test() {
  if (facts_of(i()).control.flow != Flow::test) return false;
  const std::ptrdiff_t target = static_cast<std::ptrdiff_t>(at_) + 1 + operand_value(i(), offset_operand(i()));
  const auto when = [this, target](CondCode condition, bool sense) {
    jump_if(sense ? condition : x86::negateCond(condition), target);
    return true;
  };
  const auto tag_is = [this, &when](int tag, bool sense) {
    load(x86::rax, i().a);
    a_.sub(x86::eax, tag);
    a_.test(x86::al, tag_mask);
    return when(CondCode::kZ, sense);
  };
  const auto same = [this, &when](bool sense) {
    load(x86::rax, i().a);
    load(x86::rcx, i().b);
    a_.cmp(x86::rax, x86::rcx);
    return when(CondCode::kE, sense);
  };
  const auto same_constant = [this, &when](bool sense) {
    load(x86::rax, i().a);
    compare_value(x86::rax, constant(i().b));
    return when(CondCode::kE, sense);
  };
  const auto parity = [this, &when](bool odd) {
    load(x86::rax, i().a);
    a_.test(x86::al, 1);
    a_.jne(slow());
    a_.test(x86::al, 2);
    return when(CondCode::kNZ, odd);
  };
  const auto characters = [this, &when](bool sense) {
    load(x86::rax, i().a);
    load(x86::rcx, i().b);
    const Label wrong = slow();
    for (const Gp& c : {x86::rax, x86::rcx}) {
      a_.cmp(c.r8(), static_cast<int>(Value::character(0).bits()));
      a_.jne(wrong);
    }
    a_.cmp(x86::rax, x86::rcx);
    return when(CondCode::kE, sense);
  };
  switch (static_cast<Op>(i().op)) {
    case Op::JNIL:
    case Op::JNNIL: a_.cmp(reg(i().a), static_cast<int>(NIL.bits())); return when(CondCode::kE, is(i(), Op::JNIL));
    case Op::JCONS: return tag_is(cons_tag, true);
    case Op::JNCONS: return tag_is(cons_tag, false);
    case Op::JSUPPLIED: a_.cmp(reg(i().a), static_cast<int>(UNSUPPLIED.bits())); return when(CondCode::kNE, true);
    case Op::JEQ: return same(true);
    case Op::JNEQ: return same(false);
    case Op::JEQK: return same_constant(true);
    case Op::JNEQK: return same_constant(false);
    case Op::JEQL: test_eql(true); return true;
    case Op::JNEQL: test_eql(false); return true;
    case Op::JINSTANCE: test_instance(true); return true;
    case Op::JNINSTANCE: test_instance(false); return true;
    case Op::JODD: return parity(true);
    case Op::JEVEN: return parity(false);
    case Op::JKIND: test_kind(true); return true;
    case Op::JNKIND: test_kind(false); return true;
    case Op::JCHAREQ: return characters(true);
    case Op::JNCHAREQ: return characters(false);
    default: break;
  }
  if (static_cast<Op>(i().op) >= Op::JLT && static_cast<Op>(i().op) <= Op::JNNUMEQI) compare(comparison_of(static_cast<Op>(i().op)));
  else step();
  return true;
}

Translator::Comparison Translator::comparison_of(Op op) {
  switch (op) {
    case Op::JLT: return {CondCode::kL, true, false};
    case Op::JNLT: return {CondCode::kL, false, false};
    case Op::JLE: return {CondCode::kLE, true, false};
    case Op::JNLE: return {CondCode::kLE, false, false};
    case Op::JGT: return {CondCode::kG, true, false};
    case Op::JNGT: return {CondCode::kG, false, false};
    case Op::JGE: return {CondCode::kGE, true, false};
    case Op::JNGE: return {CondCode::kGE, false, false};
    case Op::JNUMEQ: return {CondCode::kE, true, false};
    case Op::JNNUMEQ: return {CondCode::kE, false, false};
    case Op::JLTI: return {CondCode::kL, true, true};
    case Op::JNLTI: return {CondCode::kL, false, true};
    case Op::JLEI: return {CondCode::kLE, true, true};
    case Op::JNLEI: return {CondCode::kLE, false, true};
    case Op::JGTI: return {CondCode::kG, true, true};
    case Op::JNGTI: return {CondCode::kG, false, true};
    case Op::JGEI: return {CondCode::kGE, true, true};
    case Op::JNGEI: return {CondCode::kGE, false, true};
    case Op::JNUMEQI: return {CondCode::kE, true, true};
    default: return {CondCode::kE, false, true};
  }
}

// Two fixnums, or doubles; `with_constant`: with the number in operand b.
void Translator::compare(Comparison comparison) {
  const auto [fixnums, sense, with_constant] = comparison;
  const std::ptrdiff_t target = static_cast<std::ptrdiff_t>(at_) + 1 + operand_value(i(), offset_operand(i()));
  load(x86::rax, i().a);
  if (with_constant) {
    const Label others = new_label();
    a_.test(x86::al, 1);
    a_.jne(others);
    a_.cmp(x86::rax, i().signed_b() * 2);
    later([this, others, fixnums = comparison.fixnums, sense = comparison.sense] {
      a_.bind(others);
      to_any_double(x86::xmm0, x86::rax, false, slow());
      a_.mov(x86::rax, std::bit_cast<std::uint64_t>(static_cast<double>(i().signed_b())));
      a_.movq(x86::xmm1, x86::rax);
      jump_on_doubles(x86::xmm0, x86::xmm1, fixnums, sense);
      a_.jmp(next());
    });
  } else {
    load(x86::rcx, i().b);
    const Label others = new_label();
    unless_fixnums(x86::rax, x86::rcx, x86::rdx, others);
    a_.cmp(x86::rax, x86::rcx);
    later([this, others, fixnums = comparison.fixnums, sense = comparison.sense] {
      a_.bind(others);
      compare_doubles(fixnums, sense);
    });
  }
  jump_if(sense ? fixnums : x86::negateCond(fixnums), target);
}

void Translator::compare_doubles(Condition fixnums, bool sense) {
  const Label general = slow();
  to_any_double(x86::xmm0, x86::rax, false, general);
  to_any_double(x86::xmm1, x86::rcx, false, general);
  jump_on_doubles(x86::xmm0, x86::xmm1, fixnums, sense);
  a_.jmp(next());
}

// A NaN stands in no relation: "above" says so of what comes second in the comparison.
void Translator::jump_on_doubles(x86::Xmm x, x86::Xmm y, Condition fixnums, bool sense) {
  const std::ptrdiff_t target = static_cast<std::ptrdiff_t>(at_) + 1 + operand_value(i(), offset_operand(i()));
  const bool less = fixnums == CondCode::kL || fixnums == CondCode::kLE;
  a_.ucomisd(less ? y : x, less ? x : y);
  if (fixnums == CondCode::kE) {
    if (sense) {
      a_.jp(next());
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

void Translator::test_kind(bool sense) {
  const std::ptrdiff_t target = static_cast<std::ptrdiff_t>(at_) + 1 + operand_value(i(), offset_operand(i()));
  const auto mask = static_cast<KindMask>(constant(i().b).as_fixnum());
  const auto when = [&](CondCode condition) { jump_if(sense ? condition : x86::negateCond(condition), target); };
  load(x86::rax, i().a);
  Type type;
  if (mask == kinds(KindBit::fixnum)) {
    a_.test(x86::al, 1);
    return when(CondCode::kZ);
  }
  if (mask == kinds(KindBit::character) || mask == kinds(KindBit::single_float)) {
    const Value any = mask == kinds(KindBit::character) ? Value::character(0) : Value::single_float(0);
    a_.cmp(x86::al, static_cast<int>(any.bits() & 0xFF));
    return when(CondCode::kE);
  }
  if (single_type(mask, type)) {
    const Label is_none = sense ? next() : label_of(target);
    if (sense || target > static_cast<std::ptrdiff_t>(at_)) {
      unless_object(x86::rax, x86::rcx, is_none);
      a_.cmp(type_of(x86::rax), static_cast<int>(type));
      return when(CondCode::kE);
    }
  }
  if ((mask & told_in_line) == mask) return test_types(mask, sense);
  a_.mov(x86::rdi, x86::rax);
  a_.mov(x86::rsi, mask);
  call(&kind_is_among);
  a_.test(x86::al, x86::al);
  when(CondCode::kNZ);
}

// rax is one of several types, or one of the few other kinds: the bit of its type is asked for.
void Translator::test_types(KindMask mask, bool sense) {
  const std::ptrdiff_t target = static_cast<std::ptrdiff_t>(at_) + 1 + operand_value(i(), offset_operand(i()));
  const Label no_object = new_label(), on = new_label();
  unless_object(x86::rax, x86::rcx, no_object);
  a_.movzx(x86::ecx, type_of(x86::rax));
  a_.mov(x86::rdx, mask >> static_cast<unsigned>(KindBit::object));
  a_.bt(x86::rdx, x86::rcx);
  jump_if(sense ? CondCode::kC : CondCode::kNC, target);
  a_.bind(on);
  later([this, no_object, on, mask, sense, target] {
    const auto when_equal = [&] { sense ? jump_if(CondCode::kE, target) : static_cast<void>(a_.je(on)); };
    a_.bind(no_object);
    if ((mask & kinds(KindBit::fixnum)) != 0) {
      a_.test(x86::al, 1);
      when_equal();
    }
    if ((mask & kinds(KindBit::cons)) != 0) {
      a_.lea(x86::ecx, x86::ptr(x86::rax, -cons_tag));
      a_.test(x86::cl, tag_mask);
      when_equal();
    }
    for (const auto& [bit, value] : {std::pair{KindBit::nil, NIL}, {KindBit::t, T}})
      if ((mask & kinds(bit)) != 0) {
        compare_value(x86::rax, value);
        when_equal();
      }
    if (sense) a_.jmp(on);
    else jump(target);
  });
}

void Translator::test_instance(bool sense) {
  const std::ptrdiff_t target = static_cast<std::ptrdiff_t>(at_) + 1 + operand_value(i(), offset_operand(i()));
  load(x86::rdi, i().a);
  load_value(x86::rsi, constant(i().b));
  const Label ask = new_label(), yes = new_label(), on = new_label();
  unless_type(x86::rdi, Type::instance, x86::rcx, ask);
  a_.cmp(field(x86::rdi, 0), x86::rsi);
  a_.je(yes);
  a_.bind(ask);
  call(&instance_of);
  a_.test(x86::al, x86::al);
  jump_if(sense ? CondCode::kNZ : CondCode::kZ, target);
  a_.jmp(on);
  a_.bind(yes);
  if (sense) jump(target);
  a_.bind(on);
}

// What is the same is EQL; of other objects numbers alone can be.
void Translator::test_eql(bool sense) {
  const std::ptrdiff_t target = static_cast<std::ptrdiff_t>(at_) + 1 + operand_value(i(), offset_operand(i()));
  load(x86::rdi, i().a);
  load(x86::rsi, i().b);
  const Label yes = new_label(), no = new_label(), on = new_label();
  a_.cmp(x86::rdi, x86::rsi);
  a_.je(yes);
  unless_object(x86::rdi, x86::rax, no);
  unless_object(x86::rsi, x86::rax, no);
  call(&same_by_eql);
  a_.test(x86::al, x86::al);
  a_.jne(yes);
  a_.bind(no);
  if (!sense) jump(target);
  else a_.jmp(on);
  a_.bind(yes);
  if (sense) jump(target);
  a_.bind(on);
}

}  // namespace tessera
