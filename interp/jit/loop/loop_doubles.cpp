// Double-floats in a loop.
#include "jit/loop/loop_doubles.hpp"

#include <utility>

namespace tessera {

using namespace jit;

namespace {

constexpr DoubleRegister kept_of_unchecked = double3;  // the previous value of an unchecked result's register
bool commutes(Op op) { return op == Op::ADD || op == Op::MUL; }

}  // namespace

void LoopDoubles::combine(Op op) {
  const Unchecked before = std::exchange(unchecked_, {});
  const std::size_t to = i().a;
  if (!registers_.has_floating(to)) {
    const Operands o = fetch(op, double0, before);
    if (o.x != double0) masm_.move(double0, o.x);
    operate(op, double0, o.y);
    return registers_.set_number(to, double0);
  }
  const DoubleRegister target = registers_.floating(to);
  Operands o = fetch(op, registers_.is_free_floating(to) ? target : DoubleRegister(double0), before);
  if (commutes(op) && o.y == target) std::swap(o.x, o.y);
  if (o.y == target && o.x != o.y) combine_aside(op, o, before);
  else combine_in_place(op, o, before);
  registers_.set_finite(to);
}

LoopDoubles::Operands LoopDoubles::fetch(Op op, DoubleRegister scratch, const Unchecked& before) {
  Operands o;
  o.x = registers_.number(i().b, scratch);
  o.is_finite = op == Op::DIV && !before.is_open && registers_.is_known_finite(i().b) && registers_.kind(i().c) == PredictedType::fixnum;
  if (o.is_finite) unless_zero(i().c);
  o.y = registers_.number(i().c, double1);
  o.wrong = before.is_open ? before.wrong : slow();
  return o;
}

/// Computes in a scratch register, since the result's register holds the second operand, which is read last.
void LoopDoubles::combine_aside(Op op, const Operands& o, const Unchecked& before) {
  if (o.x != double0) masm_.move(double0, o.x);
  operate(op, double0, o.y);
  if (!o.is_finite) masm_.unless_finite(double0, restoring(before, o.wrong));
  masm_.move(registers_.floating(i().a), double0);
}

void LoopDoubles::combine_in_place(Op op, const Operands& o, const Unchecked& before) {
  const DoubleRegister result = registers_.floating(i().a);
  const bool keeps = !registers_.is_free_floating(i().a);
  const DoubleRegister kept = before.is_open ? double0 : kept_of_unchecked;
  if (keeps) masm_.move(kept, result);
  if (result != o.x) masm_.move(result, o.x);
  operate(op, result, o.y);
  if (!before.is_open && next_checks_result()) {
    unchecked_ = {true, keeps, o.wrong, result};
  } else if (!o.is_finite) {
    const Label wrong = restoring(before, o.wrong);
    masm_.unless_finite(result, keeps ? restoring(result, kept, wrong) : wrong);
  }
}

void LoopDoubles::operate(Op op, DoubleRegister x, DoubleRegister y) {
  if (op == Op::ADD) masm_.combine(Op::ADD, x, y);
  if (op == Op::SUB) masm_.combine(Op::SUB, x, y);
  if (op == Op::MUL) masm_.combine(Op::MUL, x, y);
  if (op == Op::DIV) masm_.combine(Op::DIV, x, y);
}

void LoopDoubles::unless_zero(std::size_t n) {
  const Register v = registers_.fixnum(n, accumulator);
  masm_.branch_if_zero(v, Condition::equal, slow());
}

/// True if the next instruction is reached from here alone, computes with the result in place, and has its other
/// operand in a register.
bool LoopDoubles::next_checks_result() const {
  const auto next = static_cast<std::size_t>(next_index());
  if (!body_.has(next) || body_.position(next) != body_.position(emission_.at) + 1 || body_.is_target(next)) return false;
  if (emission_.program.call_at(next) != nullptr) return false;
  if (const InlinedInstruction* const inlined = emission_.program.inlined(next); inlined != nullptr && inlined->has_guard()) return false;
  const Instruction& then = emission_.program[next];
  const bool is_divisor = is(then, Op::DIV) && then.c == i().a;
  const bool propagates = is(then, Op::ADD) || is(then, Op::SUB) || is(then, Op::MUL) || (is(then, Op::DIV) && !is_divisor);
  if (!propagates || !registers_.has_floating(then.a) || (then.b != i().a && then.c != i().a)) return false;
  for (const std::size_t n : {then.b, then.c})
    if (n != i().a && state_[n].location != LoopLocation::floating) return false;
  return edges_.agrees_with(next, i().a);
}

bool LoopDoubles::square_root() {
  if (registers_.kind(i().b) != PredictedType::floating) return false;
  const DoubleRegister x = registers_.number(i().b, double0);
  const Label wrong = slow();
  masm_.load_zero(double1);
  masm_.branch_if(x, Condition::double_not_greater, double1, wrong);
  masm_.square_root(double0, x);
  registers_.set_number(i().a, double0);
  return true;
}

CodeEmitter::Label LoopDoubles::side_exit() { return unchecked_.is_open ? restoring(unchecked_, unchecked_.wrong) : slow(); }

/// Returns a side exit that first restores the value that a result has overwritten.
CodeEmitter::Label LoopDoubles::restoring(DoubleRegister result, DoubleRegister kept, const Label& wrong) {
  const Label entry = masm_.new_label();
  defer([this, entry, result, kept, wrong] {
    masm_.bind(entry);
    masm_.move(result, kept);
    masm_.jump(wrong);
  });
  return entry;
}

CodeEmitter::Label LoopDoubles::restoring(const Unchecked& unchecked, const Label& wrong) {
  return unchecked.keeps ? restoring(unchecked.result, kept_of_unchecked, wrong) : wrong;
}

}  // namespace tessera
