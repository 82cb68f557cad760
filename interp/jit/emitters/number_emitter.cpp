// Arithmetic.
#include "jit/emitters/number_emitter.hpp"

#include "jit/assembler/word_arithmetic.hpp"

namespace tessera {

using namespace jit;

namespace {

/// Returns the operation of a formula's letter.
Op operation_of(char letter) { return letter == '+' ? Op::ADD : letter == '-' ? Op::SUB : Op::MUL; }

}  // namespace

void NumberEmitter::add_immediate() {
  load(accumulator, i().b);
  const Label general = slow();
  masm_.unless_fixnum(accumulator, general);
  masm_.add(accumulator, i().signed_c() * 2, general);
  put(accumulator);
}

void NumberEmitter::square_root() {
  const Label general = slow();
  load(accumulator, i().b);
  masm_.unless_double(accumulator, general);
  masm_.to_double(double0, accumulator);
  masm_.load_zero(double1);
  masm_.branch_if(double0, Condition::double_not_greater, double1, general);
  masm_.square_root(double0, double0);
  masm_.from_double(accumulator, double0, general);
  put(accumulator);
}

void NumberEmitter::absolute() {
  const Label general = slow();
  load(accumulator, i().b);
  masm_.unless_fixnum(accumulator, general);
  masm_.absolute(accumulator, operand2, general);
  put(accumulator);
}

void NumberEmitter::arithmetic() {
  const Op op = static_cast<Op>(i().op);
  load(accumulator, i().b);
  load(operand2, i().c);
  const Label doubles = masm_.new_label(), done = masm_.new_label(), general = wide_integers();
  masm_.unless_fixnums(accumulator, operand2, temporary, doubles);
  if (op == Op::MUL) masm_.to_integer(operand2);
  masm_.combine(op, accumulator, operand2, general);
  masm_.bind(done);
  put(accumulator);
  defer([this, op, doubles, done, general] {
    masm_.bind(doubles);
    to_any_double(double0, accumulator, true, general);
    to_any_double(double1, operand2, true, general);
    masm_.combine(op, double0, double1);
    from_any_double(general);
    masm_.jump(done);
  });
}

void NumberEmitter::divide() {
  const Label general = slow(), others = masm_.new_label(), done = masm_.new_label();
  load(accumulator, i().b);
  load(operand2, i().c);
  divide_fixnums(others, general);
  masm_.bind(done);
  put(accumulator);
  defer([this, general, others, done] {
    masm_.bind(others);
    to_any_double(double0, accumulator, true, general);
    to_any_double(double1, operand2, true, general);
    masm_.combine(Op::DIV, double0, double1);
    from_any_double(general);
    masm_.jump(done);
  });
}

/// Divides the accumulator by operand2 if both are fixnums and the division is exact. Fixnums are doubled, so the
/// quotient is not.
void NumberEmitter::divide_fixnums(const Label& others, const Label& otherwise) {
  masm_.unless_fixnums(accumulator, operand2, temporary, others);
  masm_.branch_if_zero(operand2, Condition::less_equal, otherwise);
  masm_.divide(operand2);
  masm_.to_fixnum(accumulator);
  masm_.branch_if_zero(temporary, Condition::not_equal, otherwise);
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
  Address operands[5] = {reg(operand_of('b'))};
  std::size_t count = 1;
  for (const char c : {'c', 'x', 'y', 'z'})
    if (program.find(c) != std::string_view::npos) operands[count++] = reg(operand_of(c));
  masm_.unless_fixnums(operands, count, doubles);
  several_fixnums(program, singly);
  defer([this, program, singly, doubles] {
    masm_.bind(doubles);
    several_doubles(program, singly);
  });
}

void NumberEmitter::combine_fixnums(std::string_view program, const Label& otherwise, unsigned safe) {
  constexpr Register stack[] = {accumulator, operand2, temporary, argument1};
  std::size_t depth = 0;
  for (const char c : program) {
    if (opcodes::is_operand(c)) {
      load(stack[depth++], operand_of(c));
      continue;
    }
    const Register x = stack[depth - 2], y = stack[depth - 1];
    if (c == '*') masm_.to_integer(y);
    masm_.combine(operation_of(c), x, y, (safe & 1) == 0 ? otherwise : Label());
    safe >>= 1;
    --depth;
  }
}

void NumberEmitter::combine_doubles(std::string_view program, const std::function<void(std::size_t reg, DoubleRegister to)>& fetch) {
  constexpr DoubleRegister stack[] = {double0, double1, double2, double3};
  std::size_t depth = 0;
  for (const char c : program) {
    if (opcodes::is_operand(c)) {
      fetch(operand_of(c), stack[depth++]);
      continue;
    }
    const DoubleRegister x = stack[depth - 2], y = stack[depth - 1];
    masm_.combine(operation_of(c), x, y);
    --depth;
  }
}

void NumberEmitter::several_fixnums(std::string_view program, const Label& singly) {
  combine_fixnums(program, singly);
  put(accumulator);
  emission_.site->skip_single_operations();
}

void NumberEmitter::several_doubles(std::string_view program, const Label& singly) {
  combine_doubles(program, [this, &singly](std::size_t n, DoubleRegister to) {
    load(accumulator, n);
    masm_.unless_double(accumulator, singly);
    masm_.to_double(to, accumulator);
  });
  masm_.from_double(accumulator, double0, singly);
  put(accumulator);
  masm_.jump(label_of(next_index() + facts_of(i()).control.passed));
}

// --- integers

void NumberEmitter::logical() {
  const Op op = static_cast<Op>(i().op);
  load(accumulator, i().b);
  load(operand2, i().c);
  masm_.unless_fixnums(accumulator, operand2, temporary, wide_integers());
  masm_.combine(op, accumulator, operand2);
  put(accumulator);
}

void NumberEmitter::shift() {
  const Label general = wide_integers(), left = masm_.new_label(), done = masm_.new_label();
  load(accumulator, i().b);
  load(operand2, i().c);
  masm_.unless_fixnums(accumulator, operand2, temporary, general);
  masm_.to_integer(operand2, Condition::greater, left);
  masm_.negate(operand2);
  masm_.load32(temporary, 63);
  masm_.compare(operand2, temporary);
  masm_.move_if(Condition::greater, operand2, temporary);
  masm_.shift_right_signed_by_operand2(accumulator);
  masm_.bit_and(accumulator, -2);
  masm_.bind(done);
  put(accumulator);
  defer([this, left, done, general] {
    masm_.bind(left);
    masm_.branch_if(operand2, Condition::not_less, 62, general);
    masm_.move(temporary, accumulator);
    masm_.shift_left_by_operand2(accumulator);
    masm_.move(argument1, accumulator);
    masm_.shift_right_signed_by_operand2(argument1);
    masm_.branch_if(argument1, Condition::not_equal, temporary, general);
    masm_.jump(done);
  });
}

/// Divides in line if the divisor is positive. Fixnums are doubled, so the remainder is too.
void NumberEmitter::divide_integers() {
  const Label general = slow();
  load(accumulator, i().b);
  load(operand2, i().c);
  masm_.unless_fixnums(accumulator, operand2, temporary, general);
  masm_.branch_if_zero(operand2, Condition::less_equal, general);
  masm_.divide(operand2);
  switch (static_cast<Op>(i().op)) {
    case Op::REM: masm_.move(accumulator, temporary); break;
    case Op::MOD:
      masm_.load_address(accumulator, place_at(temporary, operand2, 0, 0));
      masm_.compare_zero(temporary);
      masm_.move_if(Condition::not_negative, accumulator, temporary);
      break;
    case Op::FLOOR:
      masm_.shift_right_signed(temporary, 63);
      masm_.add(accumulator, temporary);
      [[fallthrough]];
    default: masm_.to_fixnum(accumulator); break;
  }
  put(accumulator);
}

void NumberEmitter::min_max(Condition condition) {
  load(accumulator, i().b);
  load(operand2, i().c);
  masm_.unless_fixnums(accumulator, operand2, temporary, slow());
  masm_.compare(operand2, accumulator);
  masm_.move_if(condition, accumulator, operand2);
  put(accumulator);
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
    masm_.bind(entry);
    save();
    masm_.move(argument0, jit::vm);
    load(argument1, i().b);
    load(temporary, i().c);
    if (mask) load(operand2, *mask);
    mask ? call(masked_operation(op)) : call(word_operation(op));
    masm_.branch_if(accumulator, Condition::equal, UNBOUND, general);
    store(mask ? emission_.instructions[next_index()].a : i().a, accumulator);
    masm_.jump(label_of(next_index() + (mask ? 1 : 0)));
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
