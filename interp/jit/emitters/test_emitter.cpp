// Conditional jumps.
#include "jit/emitters/test_emitter.hpp"
#include "data/objects/kinds.hpp"
#include "data/tables/equality.hpp"
#include "vm/loop/primitives.hpp"

namespace tessera {

using namespace jit;

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
  const bool in_accumulator = emission_.site->take_from_accumulator(i().a);
  if (in_accumulator) masm_.compare(accumulator, NIL);
  else masm_.compare(reg(i().a), NIL);
  jump_when(Condition::equal, sense);
  if (in_accumulator) emission_.site->keep_in_accumulator(i().a);
}

void TestEmitter::cons(bool sense) {
  load(accumulator, i().a);
  masm_.test_tag(accumulator, cons_tag, operand2);
  jump_when(Condition::equal, sense);
  emission_.site->keep_in_accumulator(i().a);
}

void TestEmitter::supplied() {
  masm_.compare(reg(i().a), UNSUPPLIED);
  jump_when(Condition::not_equal, true);
}

void TestEmitter::eq(bool sense) {
  load(accumulator, i().a);
  load(operand2, i().b);
  masm_.compare(accumulator, operand2);
  jump_when(Condition::equal, sense);
  emission_.site->keep_in_accumulator(i().a);
}

void TestEmitter::eq_constant(bool sense) {
  load(accumulator, i().a);
  masm_.compare(accumulator, constant(i().b));
  jump_when(Condition::equal, sense);
  emission_.site->keep_in_accumulator(i().a);
}

void TestEmitter::odd(bool sense) {
  load(accumulator, i().a);
  masm_.unless_fixnum(accumulator, slow());
  masm_.test_bits(accumulator, 2);
  jump_when(Condition::not_equal, sense);
}

void TestEmitter::same_character(bool sense) {
  load(accumulator, i().a);
  load(operand2, i().b);
  const Label wrong = slow();
  for (const Register& c : {accumulator, operand2}) masm_.unless_tagged_like(c, Value::character(0), wrong);
  masm_.compare(accumulator, operand2);
  jump_when(Condition::equal, sense);
}

TestEmitter::Comparison TestEmitter::comparison_of(const Instruction& i) {
  std::string_view formula = facts_of(i).jit.formula;
  const bool sense = !formula.starts_with('!');
  if (!sense) formula.remove_prefix(1);
  const bool or_equal = formula.ends_with("=");
  const Condition condition = formula == "="             ? Condition::equal
                              : formula.starts_with('<') ? (or_equal ? Condition::less_equal : Condition::less)
                                                         : (or_equal ? Condition::not_less : Condition::greater);
  return {condition, sense, facts_of(i).operands[1].kind == Operand::Kind::number};
}

void TestEmitter::compare() {
  const Comparison comparison = comparison_of(i());
  const auto [fixnums, sense, with_constant] = comparison;
  load(accumulator, i().a);
  if (with_constant) {
    const Label others = masm_.new_label();
    masm_.unless_fixnum(accumulator, others);
    masm_.compare(accumulator, i().signed_b() * 2);
    defer([this, others, fixnums = comparison.fixnums, sense = comparison.sense] {
      masm_.bind(others);
      to_any_double(double0, accumulator, false, slow());
      masm_.load(double1, i().signed_b(), accumulator);
      jump_on_doubles(double0, double1, fixnums, sense);
      masm_.jump(next());
    });
  } else {
    load(operand2, i().b);
    const Label others = masm_.new_label();
    masm_.unless_fixnums(accumulator, operand2, temporary, others);
    masm_.compare(accumulator, operand2);
    defer([this, others, fixnums = comparison.fixnums, sense = comparison.sense] {
      masm_.bind(others);
      compare_doubles(fixnums, sense);
    });
  }
  jump_when(fixnums, sense);
}

void TestEmitter::compare_doubles(Condition fixnums, bool sense) {
  const Label general = slow();
  to_any_double(double0, accumulator, false, general);
  to_any_double(double1, operand2, false, general);
  jump_on_doubles(double0, double1, fixnums, sense);
  masm_.jump(next());
}

/// Swaps the operands for "less": a comparison of doubles only has "greater".
void TestEmitter::jump_on_doubles(DoubleRegister x, DoubleRegister y, Condition fixnums, bool sense) {
  const std::ptrdiff_t target = this->target();
  const bool less = fixnums == Condition::less || fixnums == Condition::less_equal;
  masm_.compare(less ? y : x, less ? x : y);
  if (fixnums == Condition::equal) {
    if (sense) {
      masm_.branch(Condition::unordered, next());
      jump_if(Condition::equal, target);
    } else {
      jump_if(Condition::unordered, target);
      jump_if(Condition::not_equal, target);
    }
  } else {
    const bool strict = fixnums == Condition::less || fixnums == Condition::greater;
    const Condition holds = strict ? Condition::double_greater : Condition::double_greater_equal;
    jump_if(sense ? holds : opposite(holds), target);
  }
}

void TestEmitter::kind(bool sense) {
  const std::ptrdiff_t target = this->target();
  const auto mask = static_cast<KindMask>(constant(i().b).as_fixnum());
  const auto when = [&](Condition condition) { jump_when(condition, sense); };
  load(accumulator, i().a);
  Type type;
  if (mask == kinds(KindBit::fixnum)) {
    masm_.test_bits(accumulator, 1);
    return when(Condition::equal);
  }
  if (mask == kinds(KindBit::character) || mask == kinds(KindBit::single_float)) {
    const Value any = mask == kinds(KindBit::character) ? Value::character(0) : Value::single_float(0);
    masm_.compare8(accumulator, any);
    return when(Condition::equal);
  }
  if (single_type(mask, type)) {
    const Label is_none = sense ? next() : label_of(target);
    if (sense || target > here()) {
      masm_.unless_object(accumulator, operand2, is_none);
      masm_.compare_type(accumulator, type);
      return when(Condition::equal);
    }
  }
  if ((mask & tested_in_line) == mask) return types(mask, sense);
  masm_.move(argument0, accumulator);
  masm_.load(argument1, mask);
  call(&kind_is_among);
  masm_.compare_false(accumulator);
  when(Condition::not_equal);
}

/// Tests the accumulator for several types by the bit of its type; other kinds out of line.
void TestEmitter::types(KindMask mask, bool sense) {
  const std::ptrdiff_t target = this->target();
  const Label no_object = masm_.new_label(), on = masm_.new_label();
  masm_.unless_object(accumulator, operand2, no_object);
  masm_.load_type(operand2, accumulator);
  masm_.load(temporary, mask >> static_cast<unsigned>(KindBit::object));
  masm_.test_bit(temporary, operand2);
  jump_if(sense ? Condition::bit_set : Condition::bit_clear, target);
  masm_.bind(on);
  defer([this, no_object, on, mask, sense, target] {
    const auto when_equal = [&] { sense ? jump_if(Condition::equal, target) : masm_.branch(Condition::equal, on); };
    masm_.bind(no_object);
    if ((mask & kinds(KindBit::fixnum)) != 0) {
      masm_.test_bits(accumulator, 1);
      when_equal();
    }
    if ((mask & kinds(KindBit::cons)) != 0) {
      masm_.test_tag(accumulator, cons_tag, operand2);
      when_equal();
    }
    for (const auto& [bit, value] : {std::pair{KindBit::nil, NIL}, {KindBit::t, T}})
      if ((mask & kinds(bit)) != 0) {
        masm_.compare(accumulator, value);
        when_equal();
      }
    if (sense) masm_.jump(on);
    else jump(target);
  });
}

void TestEmitter::instance(bool sense) {
  const std::ptrdiff_t target = this->target();
  load(argument0, i().a);
  masm_.load(argument1, constant(i().b));
  const Label ask = masm_.new_label(), yes = masm_.new_label(), on = masm_.new_label();
  masm_.unless_type(argument0, Type::instance, operand2, ask);
  masm_.branch_if(field(argument0, 0), Condition::equal, argument1, yes);
  masm_.bind(ask);
  call(&instance_of);
  masm_.compare_false(accumulator);
  jump_if(sense ? Condition::not_equal : Condition::equal, target);
  masm_.jump(on);
  masm_.bind(yes);
  if (sense) jump(target);
  masm_.bind(on);
}

/// Calls same_by_eql only for two objects that are not EQ, which can be EQL only if both are numbers.
void TestEmitter::eql(bool sense) {
  const std::ptrdiff_t target = this->target();
  load(argument0, i().a);
  load(argument1, i().b);
  const Label yes = masm_.new_label(), no = masm_.new_label(), on = masm_.new_label();
  masm_.branch_if(argument0, Condition::equal, argument1, yes);
  masm_.unless_object(argument0, accumulator, no);
  masm_.unless_object(argument1, accumulator, no);
  call(&same_by_eql);
  masm_.branch_if_false(accumulator, Condition::not_equal, yes);
  masm_.bind(no);
  if (!sense) jump(target);
  else masm_.jump(on);
  masm_.bind(yes);
  if (sense) jump(target);
  masm_.bind(on);
}

}  // namespace tessera
