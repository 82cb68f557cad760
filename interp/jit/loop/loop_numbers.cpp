// Fixnums in a loop, and operations of fixnums or doubles.
#include "jit/loop/loop_numbers.hpp"

#include <bit>
#include <utility>

namespace tessera {

using namespace jit;

namespace {

bool is_power_of_two(std::int32_t n) { return n > 0 && n < (1 << 30) && std::has_single_bit(static_cast<std::uint32_t>(n)); }

}  // namespace

bool LoopNumbers::emit() {
  const Op op = static_cast<Op>(i().op);
  switch (op) {
    case Op::ADD:
    case Op::SUB:
    case Op::MUL:
    case Op::DIV: return arithmetic(op);
    case Op::ADDI: return sum_with_immediate();
    case Op::SQRT: return doubles.square_root();
    case Op::LOGAND:
    case Op::LOGIOR:
    case Op::LOGXOR: return logical(op);
    case Op::ASH: return shift();
    case Op::FLOOR:
    case Op::MOD: return floor(op);
    case Op::MIN: return min_max(Condition::less);
    case Op::MAX: return min_max(Condition::greater);
    case Op::JODD:
    case Op::JEVEN: return parity(op == Op::JODD);
    default: break;
  }
  if (facts_of(i()).jit.formula[0] == 0) return false;
  return facts_of(i()).control.flow == Flow::test ? compare() : formula();
}

bool LoopNumbers::arithmetic(Op op) {
  const PredictedType x = registers_.kind(i().b), y = registers_.kind(i().c);
  const bool are_numbers =
      (x == PredictedType::fixnum || x == PredictedType::floating) && (y == PredictedType::fixnum || y == PredictedType::floating);
  if (!are_numbers) return false;
  if (x == PredictedType::floating || y == PredictedType::floating) doubles.combine(op);
  else if (op == Op::DIV) return exact_quotient();
  else if (op == Op::MUL) product();
  else sum(op);
  return true;
}

// --- sums

/// True if the operand is in the machine register of the result.
bool LoopNumbers::is_in_place(std::size_t operand) const {
  return registers_.has_general(i().a) && state_[operand].location == LoopLocation::general && registers_.share_general(operand, i().a);
}

/// Returns the register in which the result may be computed once nothing can fail any more.
CodeEmitter::Register LoopNumbers::result_register() const {
  return registers_.has_general(i().a) ? registers_.general(i().a) : accumulator;
}

/// Moves x to result_register() and returns that.
CodeEmitter::Register LoopNumbers::begin_result(Register x) {
  const Register result = result_register();
  if (result != x) masm_.move(result, x);
  return result;
}

void LoopNumbers::sum(Op op) {
  const Register x = registers_.fixnum(i().b, operand2), y = registers_.fixnum(i().c, argument1);
  const bool adds = op == Op::ADD;
  const IntegerBounds first = registers_.bounds_of(i().b), second = registers_.bounds_of(i().c);
  const bool first_is_there = is_in_place(i().b), second_is_there = adds && is_in_place(i().c);
  const bool in_place = i().b != i().c && (first_is_there || second_is_there), is_swapped = in_place && !first_is_there;
  const Register result = is_swapped ? y : in_place ? x : registers_.result_register(i().a);
  if (!in_place) masm_.move(result, x);
  finish_sum({adds, false, result, is_swapped ? x : y, 0, in_place}, adds ? first + second : first - second);
}

bool LoopNumbers::sum_with_immediate() {
  if (registers_.kind(i().b) == PredictedType::floating) return false;
  const Register x = registers_.fixnum(i().b, operand2);
  const bool in_place = is_in_place(i().b);
  const Register result = in_place ? x : registers_.result_register(i().a);
  if (!in_place) masm_.move(result, x);
  finish_sum({true, true, result, {}, i().signed_c() * 2, in_place}, registers_.bounds_of(i().b) + IntegerBounds::of(i().signed_c()));
  return true;
}

/// Keeps counters narrow, so that computations with them need no overflow checks.
void LoopNumbers::finish_sum(const Sum& sum, IntegerBounds bounds) {
  constexpr std::int32_t limit = 2 << IntegerBounds::narrow;
  const bool grows = bounds.high > IntegerBounds::narrow, shrinks = bounds.low > IntegerBounds::narrow;
  const bool is_expected_narrow = contains(body_.carried(), i().a) && !contains(loop_.wide, i().a);
  const bool is_counter = sum.by_immediate && grows != shrinks && bounds.is_fixnum() && is_expected_narrow;
  const bool may_overflow = !is_counter && !bounds.is_fixnum();
  const Label wrong = slow(), out = masm_.new_label();
  emit_sum(sum, may_overflow ? out : Label());
  if (is_counter) {
    masm_.branch_if(sum.result, grows ? Condition::not_less : Condition::less, grows ? limit : -limit, out);
    (grows ? bounds.high : bounds.low) = IntegerBounds::narrow;
  }
  if (is_counter || may_overflow) undo_at(out, sum, wrong, is_counter);
  registers_.set_fixnum(i().a, sum.result, bounds.if_fixnum());
}

/// Emits a side exit that first undoes the sum.
void LoopNumbers::undo_at(const Label& out, Sum sum, const Label& wrong, bool is_wide) {
  sum.adds = !sum.adds;
  defer([this, out, wrong, sum, is_wide] {
    masm_.bind(out);
    if (sum.is_in_place) emit_sum(sum);
    if (is_wide) edges_.report_out_of_bounds(i().a);
    masm_.jump(wrong);
  });
}

void LoopNumbers::emit_sum(const Sum& sum, const Label& overflow) {
  if (sum.by_immediate) masm_.add(sum.result, sum.adds ? sum.immediate : -sum.immediate, overflow);
  else masm_.combine(sum.adds ? Op::ADD : Op::SUB, sum.result, sum.other, overflow);
}

// --- other fixnums

void LoopNumbers::product() {
  const Register x = registers_.fixnum(i().b, operand2), y = registers_.fixnum(i().c, argument1);
  const IntegerBounds bounds = registers_.bounds_of(i().b) * registers_.bounds_of(i().c);
  const Label wrong = slow(), overflow = bounds.is_fixnum() ? Label() : wrong;
  const Register result =
      bounds.is_fixnum() && x != result_register() && y != result_register() ? result_register() : registers_.result_register(i().a);
  const std::int32_t first = registers_.number_in(i().b), second = registers_.number_in(i().c);
  if (first != 0 || second != 0) {
    masm_.multiply(result, second != 0 ? x : y, second != 0 ? second : first, overflow);
  } else {
    masm_.move(result, x);
    masm_.to_integer(result);
    masm_.multiply(result, y, overflow);
  }
  registers_.set_fixnum(i().a, result, bounds.if_fixnum());
}

/// Emits fixnum division that was exact when the loop was compiled.
bool LoopNumbers::exact_quotient() {
  if (feedback().result(emission_.at) != PredictedType::fixnum) return false;
  const Register x = registers_.fixnum(i().b, operand2), y = registers_.fixnum(i().c, argument1);
  const Label wrong = slow();
  if (const std::int32_t by = registers_.number_in(i().c); is_power_of_two(by)) {
    if (by > 1) {
      masm_.test_bits32(x, (by - 1) * 2);
      masm_.branch(Condition::not_equal, wrong);
    }
    divide_by_power(x, std::countr_zero(static_cast<std::uint32_t>(by)), true);
    return true;
  }
  const IntegerBounds bounds = registers_.bounds_of(i().b);
  masm_.move(accumulator, x);
  masm_.branch_if_zero(y, Condition::less_equal, wrong);
  masm_.divide(y);
  masm_.to_fixnum(accumulator);
  masm_.branch_if_zero(temporary, Condition::not_equal, wrong);
  registers_.set_fixnum(i().a, accumulator, bounds);
  return true;
}

/// Divides x by a power of two into the result. `is_exact`: true if there is no remainder.
void LoopNumbers::divide_by_power(Register x, int bits, bool is_exact) {
  const IntegerBounds bounds = registers_.bounds_of(i().b) >> bits;
  const Register result = begin_result(x);
  if (bits > 0) masm_.shift_right_signed(result, bits);
  if (bits > 0 && !is_exact) masm_.bit_and(result, -2);
  registers_.set_fixnum(i().a, result, bounds);
}

bool LoopNumbers::logical(Op op) {
  if (!are_fixnums()) return false;
  Register x = registers_.fixnum(i().b, operand2), y = registers_.fixnum(i().c, argument1);
  const IntegerBounds bounds = op == Op::LOGAND ? registers_.bounds_of(i().b) & registers_.bounds_of(i().c)
                                                : registers_.bounds_of(i().b) | registers_.bounds_of(i().c);
  if (y == result_register()) std::swap(x, y);
  const Register result = begin_result(x);
  masm_.combine(op, result, y);
  registers_.set_fixnum(i().a, result, bounds);
  return true;
}

/// Emits a shift by a constant.
bool LoopNumbers::shift() {
  const std::int32_t bits = registers_.number_in(i().c);
  if (bits == 0 || bits > 61 || registers_.kind(i().b) != PredictedType::fixnum) return false;
  const Register x = registers_.fixnum(i().b, operand2);
  if (bits < 0) return divide_by_power(x, std::min(-bits, 62)), true;
  const IntegerBounds bounds = registers_.bounds_of(i().b) >> -bits;
  const Label wrong = slow();
  if (bounds.is_fixnum()) {
    const Register result = begin_result(x);
    masm_.shift_left(result, bits);
    registers_.set_fixnum(i().a, result, bounds);
    return true;
  }
  masm_.move(accumulator, x);
  masm_.shift_left(accumulator, bits);
  masm_.move(temporary, accumulator);
  masm_.shift_right_signed(temporary, bits);
  masm_.branch_if(temporary, Condition::not_equal, x, wrong);
  registers_.set_fixnum(i().a, accumulator, bounds.if_fixnum());
  return true;
}

/// Emits FLOOR or MOD by a constant power of two.
bool LoopNumbers::floor(Op op) {
  const std::int32_t by = registers_.number_in(i().c);
  if (!is_power_of_two(by) || registers_.kind(i().b) != PredictedType::fixnum) return false;
  const int bits = std::countr_zero(static_cast<std::uint32_t>(by));
  const Register x = registers_.fixnum(i().b, operand2);
  if (op == Op::FLOOR) return divide_by_power(x, bits), true;
  const IntegerBounds bounds = registers_.bounds_of(i().b) & IntegerBounds::natural(bits);
  const Register result = begin_result(x);
  masm_.bit_and(result, (by - 1) * 2);
  registers_.set_fixnum(i().a, result, bounds);
  return true;
}

bool LoopNumbers::min_max(Condition condition) {
  if (!are_fixnums()) return false;
  Register x = registers_.fixnum(i().b, operand2), y = registers_.fixnum(i().c, argument1);
  const IntegerBounds first = registers_.bounds_of(i().b), second = registers_.bounds_of(i().c);
  if (y == result_register()) std::swap(x, y);
  const Register result = begin_result(x);
  masm_.compare(y, result);
  masm_.move_if(condition, result, y);
  registers_.set_fixnum(i().a, result, condition == Condition::less ? first.minimum(second) : first.maximum(second));
  return true;
}

bool LoopNumbers::parity(bool odd) {
  if (registers_.kind(i().a) != PredictedType::fixnum) return false;
  masm_.test_bits(registers_.fixnum(i().a, accumulator), 2);
  jump_when(Condition::not_equal, odd);
  return true;
}

/// Returns the operations of the formula that cannot overflow, one bit for each, and the bounds of the result.
std::pair<unsigned, IntegerBounds> LoopNumbers::bounds_of_formula(std::string_view formula) const {
  std::array<IntegerBounds, 4> stack;
  std::size_t depth = 0;
  unsigned safe = 0, operation = 1;
  for (const char c : formula) {
    if (opcodes::is_operand(c)) {
      stack[depth++] = registers_.bounds_of(emitter_.numbers.operand_of(c));
      continue;
    }
    const IntegerBounds x = stack[depth - 2], y = stack[depth - 1], both = c == '+' ? x + y : c == '-' ? x - y : x * y;
    stack[--depth - 1] = both.if_fixnum();
    if (both.is_fixnum()) safe |= operation;
    operation <<= 1;
  }
  return {safe, stack[0]};
}

// --- fixnums or doubles

/// Emits several operations at once if all operands are fixnums, or all are doubles; else control continues with the
/// single operations that follow.
bool LoopNumbers::formula() {
  const std::string_view formula = facts_of(i()).jit.formula;
  NumberEmitter& numbers = emitter_.numbers;
  bool all_fixnums = true, all_doubles = true;
  for (const char c : formula) {
    if (!opcodes::is_operand(c)) continue;
    const PredictedType predicted = registers_.kind(numbers.operand_of(c));
    all_fixnums &= predicted == PredictedType::fixnum;
    all_doubles &= predicted == PredictedType::floating;
  }
  if (all_doubles) {
    numbers.combine_doubles(formula, [this](std::size_t n, DoubleRegister to) {
      const DoubleRegister x = registers_.number(n, to);
      if (x != to) masm_.move(to, x);
    });
    registers_.set_number(i().a, double0);
  } else if (all_fixnums) {
    for (const char c : formula)
      if (opcodes::is_operand(c)) registers_.fixnum(numbers.operand_of(c), argument0);
    const auto [safe, bounds] = bounds_of_formula(formula);
    numbers.combine_fixnums(formula, slow(), safe);
    registers_.set_fixnum(i().a, accumulator, bounds);
  } else {
    return true;
  }
  edges_.continue_at(static_cast<std::size_t>(next_index() + facts_of(i()).control.passed));
  edges_.end_path();
  return true;
}

/// Emits a comparison of two fixnums, of two doubles, or of one with an immediate number.
bool LoopNumbers::compare() {
  const TestEmitter::Comparison c = TestEmitter::comparison_of(i());
  const PredictedType x = registers_.kind(i().a), y = c.with_constant ? x : registers_.kind(i().b);
  if (x != y || (x != PredictedType::fixnum && x != PredictedType::floating)) return false;
  if (x == PredictedType::floating) {
    const DoubleRegister a = registers_.number(i().a, double0);
    if (c.with_constant) registers_.load_literal(double1, i().signed_b());
    emitter_.tests.jump_on_doubles(a, c.with_constant ? double1 : registers_.number(i().b, double1), c.fixnums, c.sense);
    return true;
  }
  const Register a = registers_.fixnum(i().a, accumulator);
  if (c.with_constant) masm_.compare(a, i().signed_b() * 2);
  else masm_.compare(a, registers_.fixnum(i().b, operand2));
  jump_when(c.fixnums, c.sense);
  return true;
}

}  // namespace tessera
