// Numbers in a loop: of operands that are known, or were found, to be fixnums or doubles. All other arithmetic is made as in functions.
//
// What can go wrong is tested behind the operation, which stands in the register of the result at once; what was there is put back on the way out.
#include <bit>
#include <utility>

#include "compiler/instructions.hpp"
#include "machine/loop_translator.hpp"

namespace tessera {

using namespace machine;
using x86::CondCode;

namespace {

bool is_power_of_two(std::int32_t n) { return n > 0 && n < (1 << 30) && std::has_single_bit(static_cast<std::uint32_t>(n)); }
constexpr x86::Xmm kept_of_unchecked = x86::xmm3;  // what stood where a result does that was not looked at yet
bool commutes(Op op) { return op != Op::SUB && op != Op::DIV; }

}  // namespace

bool LoopTranslator::emit_number() {
  const Op op = static_cast<Op>(i().op);
  switch (op) {
    case Op::ADD:
    case Op::SUB:
    case Op::MUL:
    case Op::DIV: return emit_arithmetic(op);
    case Op::ADDI: return emit_sum_with_constant();
    case Op::SQRT: return emit_square_root();
    case Op::LOGAND:
    case Op::LOGIOR:
    case Op::LOGXOR: return emit_logical(op);
    case Op::ASH: return emit_shift();
    case Op::FLOOR:
    case Op::MOD: return emit_floor(op);
    case Op::MIN: return emit_extreme(CondCode::kL);
    case Op::MAX: return emit_extreme(CondCode::kG);
    case Op::JODD:
    case Op::JEVEN: return emit_parity(op == Op::JODD);
    default: break;
  }
  if (op >= Op::ADDADD && op <= Op::MULMULSUB) return emit_several();
  if (op >= Op::JLT && op <= Op::JNNUMEQI) return emit_comparison();
  return false;
}

// Of fixnums, or where one is a double of doubles; else as ever.
bool LoopTranslator::emit_arithmetic(Op op) {
  const Guess x = kind(i().b), y = kind(i().c);
  const bool numbers = (x == Guess::fixnum || x == Guess::floating) && (y == Guess::fixnum || y == Guess::floating);
  if (!numbers) return false;
  if (x == Guess::floating || y == Guess::floating) emit_doubles(op);
  else if (op == Op::DIV) return emit_division();
  else if (op == Op::MUL) emit_product();
  else emit_sum(op);
  return true;
}

// --- fixnums

// Which one the register holds, if that is known and not 0.
std::int32_t LoopTranslator::number_in(std::size_t n) const {
  return state_[n].place == LoopPlace::general && state_[n].type == LoopType::fixnum ? state_[n].detail : 0;
}

// The operand stands where the result is to be, and nothing else that matters does.
bool LoopTranslator::is_in_place(std::size_t operand) const {
  return has_general(i().a) && state_[operand].place == LoopPlace::general && general_of_[operand] == general_of_[i().a];
}

// Where what cannot fail any more may be computed: nothing that stands there is read by others.
LoopTranslator::Gp LoopTranslator::place_of_result() const { return has_general(i().a) ? general(i().a) : Gp(x86::rax); }

// That place, with x there.
LoopTranslator::Gp LoopTranslator::begin_result(Gp x) {
  const Gp result = place_of_result();
  if (result != x) a_.mov(result, x);
  return result;
}

void LoopTranslator::emit_sum(Op op) {
  const Gp x = fixnum(i().b, x86::rcx), y = fixnum(i().c, x86::rsi);
  const bool adds = op == Op::ADD;
  const IntegerBounds bounds = adds ? bounds_of(i().b) + bounds_of(i().c) : bounds_of(i().b) - bounds_of(i().c);
  const bool first = is_in_place(i().b), second = adds && is_in_place(i().c);
  const bool in_place = i().b != i().c && (first || second), swaps = in_place && !first;
  const Gp result = swaps ? y : in_place ? x : target(i().a);
  if (!in_place) a_.mov(result, x);
  emit_in_bounds({adds, false, result, swaps ? x : y, 0}, bounds, in_place);
}

bool LoopTranslator::emit_sum_with_constant() {
  if (kind(i().b) == Guess::floating) return false;
  const Gp x = fixnum(i().b, x86::rcx);
  const bool in_place = is_in_place(i().b);
  const Gp result = in_place ? x : target(i().a);
  if (!in_place) a_.mov(result, x);
  emit_in_bounds({true, true, result, {}, i().signed_c() * 2}, bounds_of(i().b) + IntegerBounds::of(i().signed_c()), in_place);
  return true;
}

void LoopTranslator::emit(const Sum& sum) {
  if (sum.by_number) a_.add(sum.result, sum.adds ? sum.number : -sum.number);
  else if (sum.adds) a_.add(sum.result, sum.other);
  else a_.sub(sum.result, sum.other);
}

// What counts the rounds is kept narrow, so that what is computed from it needs no tests.
void LoopTranslator::emit_in_bounds(Sum sum, IntegerBounds bounds, bool in_place) {
  constexpr std::int32_t limit = 2 << IntegerBounds::narrow;
  const bool grows = bounds.high > IntegerBounds::narrow, shrinks = bounds.low > IntegerBounds::narrow;
  const bool stays_narrow =
      sum.by_number && grows != shrinks && bounds.is_fixnum() && contains(carried_, i().a) && !contains(loop_.wide, i().a);
  const Label wrong = slow();
  emit(sum);
  if (stays_narrow || !bounds.is_fixnum()) {
    const Label out = new_label();
    if (stays_narrow) a_.cmp(sum.result, grows ? limit : -limit);
    a_.j(!stays_narrow ? CondCode::kO : grows ? CondCode::kGE : CondCode::kL, out);
    sum.adds = !sum.adds;
    later([this, out, wrong, sum, in_place, stays_narrow] {
      a_.bind(out);
      if (in_place) emit(sum);
      if (stays_narrow) note_wide(i().a);
      a_.jmp(wrong);
    });
    if (!stays_narrow) bounds = bounds.if_fixnum();
    else grows ? bounds.high = IntegerBounds::narrow : bounds.low = IntegerBounds::narrow;
  }
  set_fixnum(i().a, sum.result, bounds);
}

void LoopTranslator::emit_product() {
  const Gp x = fixnum(i().b, x86::rcx), y = fixnum(i().c, x86::rsi);
  const IntegerBounds bounds = bounds_of(i().b) * bounds_of(i().c);
  const Label wrong = slow();
  const Gp result = bounds.is_fixnum() && x != place_of_result() && y != place_of_result() ? place_of_result() : target(i().a);
  const std::int32_t first = number_in(i().b), second = number_in(i().c);
  if (first != 0 || second != 0) {
    a_.imul(result, second != 0 ? x : y, second != 0 ? second : first);
  } else {
    a_.mov(result, x);
    a_.sar(result, 1);
    a_.imul(result, y);
  }
  if (!bounds.is_fixnum()) a_.jo(wrong);
  set_fixnum(i().a, result, bounds.if_fixnum());
}

// Of fixnums of which nothing was left when the loop became hot.
bool LoopTranslator::emit_division() {
  if (samples_->result(at_) != Guess::fixnum) return false;
  const Gp x = fixnum(i().b, x86::rcx), y = fixnum(i().c, x86::rsi);
  const Label wrong = slow();
  if (const std::int32_t by = number_in(i().c); is_power_of_two(by)) {
    if (by > 1) {
      a_.test(x.r32(), (by - 1) * 2);
      a_.jne(wrong);
    }
    floor_by_power(x, std::countr_zero(static_cast<std::uint32_t>(by)), true);
    return true;
  }
  const IntegerBounds bounds = bounds_of(i().b);
  a_.mov(x86::rax, x);
  a_.test(y, y);
  a_.jle(wrong);
  a_.cqo();
  a_.idiv(y);
  a_.add(x86::rax, x86::rax);
  a_.test(x86::rdx, x86::rdx);
  a_.jne(wrong);
  set_fixnum(i().a, x86::rax, bounds);
  return true;
}

// The result is x divided by a power of two; is_exact: nothing is left.
void LoopTranslator::floor_by_power(Gp x, int bits, bool is_exact) {
  const IntegerBounds bounds = bounds_of(i().b) >> bits;
  const Gp result = begin_result(x);
  if (bits > 0) a_.sar(result, bits);
  if (bits > 0 && !is_exact) a_.and_(result, -2);
  set_fixnum(i().a, result, bounds);
}

bool LoopTranslator::emit_logical(Op op) {
  if (kind(i().b) != Guess::fixnum || kind(i().c) != Guess::fixnum) return false;
  Gp x = fixnum(i().b, x86::rcx), y = fixnum(i().c, x86::rsi);
  const IntegerBounds bounds = op == Op::LOGAND ? bounds_of(i().b) & bounds_of(i().c) : bounds_of(i().b) | bounds_of(i().c);
  if (y == place_of_result()) std::swap(x, y);
  const Gp result = begin_result(x);
  if (op == Op::LOGAND) a_.and_(result, y);
  if (op == Op::LOGIOR) a_.or_(result, y);
  if (op == Op::LOGXOR) a_.xor_(result, y);
  set_fixnum(i().a, result, bounds);
  return true;
}

// By a number of bits that is known.
bool LoopTranslator::emit_shift() {
  const std::int32_t bits = number_in(i().c);
  if (bits == 0 || bits > 61 || kind(i().b) != Guess::fixnum) return false;
  const Gp x = fixnum(i().b, x86::rcx);
  if (bits < 0) return floor_by_power(x, std::min(-bits, 62)), true;
  const IntegerBounds bounds = bounds_of(i().b) >> -bits;
  const Label wrong = slow();
  if (bounds.is_fixnum()) {
    const Gp result = begin_result(x);
    a_.shl(result, bits);
    set_fixnum(i().a, result, bounds);
    return true;
  }
  a_.mov(x86::rax, x);
  a_.shl(x86::rax, bits);
  a_.mov(x86::rdx, x86::rax);
  a_.sar(x86::rdx, bits);
  a_.cmp(x86::rdx, x);
  a_.jne(wrong);
  set_fixnum(i().a, x86::rax, bounds.if_fixnum());
  return true;
}

// By a power of two.
bool LoopTranslator::emit_floor(Op op) {
  const std::int32_t by = number_in(i().c);
  if (!is_power_of_two(by) || kind(i().b) != Guess::fixnum) return false;
  const int bits = std::countr_zero(static_cast<std::uint32_t>(by));
  const Gp x = fixnum(i().b, x86::rcx);
  if (op == Op::FLOOR) return floor_by_power(x, bits), true;
  const IntegerBounds bounds = bounds_of(i().b) & IntegerBounds::natural(bits);
  const Gp result = begin_result(x);
  a_.and_(result, (by - 1) * 2);
  set_fixnum(i().a, result, bounds);
  return true;
}

bool LoopTranslator::emit_extreme(CondCode condition) {
  if (kind(i().b) != Guess::fixnum || kind(i().c) != Guess::fixnum) return false;
  Gp x = fixnum(i().b, x86::rcx), y = fixnum(i().c, x86::rsi);
  const IntegerBounds first = bounds_of(i().b), second = bounds_of(i().c);
  if (y == place_of_result()) std::swap(x, y);
  const Gp result = begin_result(x);
  a_.cmp(y, result);
  a_.cmov(condition, result, y);
  set_fixnum(i().a, result, condition == CondCode::kL ? first.minimum(second) : first.maximum(second));
  return true;
}

bool LoopTranslator::emit_parity(bool odd) {
  if (kind(i().a) != Guess::fixnum) return false;
  const std::ptrdiff_t target = static_cast<std::ptrdiff_t>(at_) + 1 + operand_value(i(), offset_operand(i()));
  a_.test(fixnum(i().a, x86::rax).r8(), 2);
  jump_if(odd ? CondCode::kNZ : CondCode::kZ, target);
  return true;
}

// Which operations of the program cannot overflow: a bit for each; and what holds of the result.
std::pair<unsigned, IntegerBounds> LoopTranslator::bounds_of_program(std::string_view program) const {
  std::array<IntegerBounds, 4> stack;
  std::size_t depth = 0;
  unsigned safe = 0, operation = 1;
  for (const char c : program) {
    if (is_operand(c)) {
      stack[depth++] = bounds_of(operand_of(c));
      continue;
    }
    const IntegerBounds x = stack[depth - 2], y = stack[depth - 1], both = c == '+' ? x + y : c == '-' ? x - y : x * y;
    stack[--depth - 1] = both.if_fixnum();
    if (both.is_fixnum()) safe |= operation;
    operation <<= 1;
  }
  return {safe, stack[0]};
}

// --- doubles

bool LoopTranslator::emit_square_root() {
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

void LoopTranslator::emit_doubles(Op op) {
  const Unchecked before = std::exchange(unchecked_, {});
  const std::size_t to = i().a;
  const bool is_free = has_floating(to) && is_free_floating(to);
  Xmm x = number(i().b, is_free ? floating(to) : Xmm(x86::xmm0));
  const bool is_finite = op == Op::DIV && !before.is_open && is_known_finite(i().b) && kind(i().c) == Guess::fixnum;
  if (is_finite) unless_zero(i().c);
  Xmm y = number(i().c, x86::xmm1);
  const Label wrong = before.is_open ? before.wrong : slow();
  if (has_floating(to) && commutes(op) && y == floating(to)) std::swap(x, y);
  const bool in_place = has_floating(to) && (y != floating(to) || x == y);
  const Xmm result = in_place ? floating(to) : Xmm(x86::xmm0);
  const bool keeps = in_place && !is_free;
  const Xmm kept = before.is_open ? x86::xmm0 : kept_of_unchecked;
  if (keeps) a_.movaps(kept, result);
  if (result != x) a_.movaps(result, x);
  operate(op, result, y);
  if (!has_floating(to)) return set_number(to, result);
  if (in_place && !before.is_open && is_looked_at_next()) {
    unchecked_ = {true, keeps, wrong, result};
  } else {
    if (!is_finite) unless_finite(result, keeps ? way_back(result, kept, way_back(before, wrong)) : way_back(before, wrong));
    if (!in_place) a_.movaps(floating(to), result);
  }
  state_[to] = finite_number;
}

void LoopTranslator::unless_zero(std::size_t n) {
  const Gp v = fixnum(n, x86::rax);
  a_.test(v, v);
  a_.je(slow());
}

void LoopTranslator::operate(Op op, Xmm x, Xmm y) {
  if (op == Op::ADD) a_.addsd(x, y);
  if (op == Op::SUB) a_.subsd(x, y);
  if (op == Op::MUL) a_.mulsd(x, y);
  if (op == Op::DIV) a_.divsd(x, y);
}

// Nothing stands in the register's machine register that the instruction reads, or who leaves before it.
bool LoopTranslator::is_free_floating(std::size_t n) const {
  for (const std::size_t other : EachOf{live(at_) | registers_read(&i())})
    if (floating_of_[other] == floating_of_[n]) return false;
  return true;
}

// The next instruction computes with the result, and with numbers that stand in registers already. What is no finite number gives none there, so
// it is enough to look at what that gives.
bool LoopTranslator::is_looked_at_next() const {
  const auto next = static_cast<std::size_t>(behind());
  if (!is_in_body(next) || place_in_body_[from_head(next)] != place_in_body_[from_head(at_)] + 1 || is_target_[from_head(next)])
    return false;
  if (program_.call_at(next) != nullptr) return false;
  if (const LoopProgram::More* const more = program_.more(next); more != nullptr && (more->steps != 0 || more->symbol != Value()))
    return false;
  const Instruction& then = program_[next];
  const Op op = static_cast<Op>(then.op);
  const bool propagates = op == Op::ADD || op == Op::SUB || op == Op::MUL || (op == Op::DIV && then.c != i().a);
  if (!propagates || !has_floating(then.a) || (then.b != i().a && then.c != i().a)) return false;
  for (const std::size_t n : {then.b, then.c})
    if (n != i().a && state_[n].place != LoopPlace::floating) return false;
  if (!before(next).is_reached) return true;
  for (const std::size_t n : EachOf{live(next)})
    if (before(next)[n].place != (n == i().a ? LoopPlace::floating : state_[n].place)) return false;
  return true;
}

// Spoils xmm2.
void LoopTranslator::unless_finite(Xmm x, const Label& otherwise) {
  a_.movaps(x86::xmm2, x);
  a_.subsd(x86::xmm2, x86::xmm2);
  a_.ucomisd(x86::xmm2, x86::xmm2);
  a_.jp(otherwise);
}

// A way out that puts back first what a result stands on.
LoopTranslator::Label LoopTranslator::way_back(Xmm result, Xmm kept, const Label& wrong) {
  const Label way = new_label();
  later([this, way, result, kept, wrong] {
    a_.bind(way);
    a_.movaps(result, kept);
    a_.jmp(wrong);
  });
  return way;
}
LoopTranslator::Label LoopTranslator::way_back(const Unchecked& unchecked, const Label& wrong) {
  return unchecked.keeps ? way_back(unchecked.result, kept_of_unchecked, wrong) : wrong;
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
    const auto [safe, bounds] = bounds_of_program(program);
    combine_fixnums(program, slow(), safe);
    set_fixnum(i().a, x86::rax, bounds);
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
    if (c.with_constant) load_literal(x86::xmm1, i().signed_b());
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
