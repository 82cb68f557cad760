// Type feedback from a frame.
#include "jit/loop_analysis/type_feedback.hpp"

#include <algorithm>

#include "jit/loop_analysis/integer_bounds.hpp"

namespace tessera {

namespace {

const Value some_double = Value::immediate_double(1.0);

Value slot(Value object, std::size_t n) {
  if (!object.is_object()) return UNBOUND;
  const Object* const o = object.as_object();
  const bool has_slots = o->type() == Type::simple_vector || o->type() == Type::instance;
  return has_slots && n < o->length() ? o->slots[n] : UNBOUND;
}

Value some_element(Element e) {
  if (e == Element::double_float) return some_double;
  return e == Element::single_float ? UNBOUND : Value::fixnum(0);
}

/// Returns a sample of the element `index` of a vector.
Value sample_of_element(Value vector, Value index) {
  if (const auto numbers = NumberVector::of(vector)) return some_element(numbers->elements);
  if (!has_type(vector, Type::simple_vector) || !index.is_fixnum()) return UNBOUND;
  const auto n = static_cast<std::size_t>(index.as_fixnum());
  return slot(vector, n < vector.as_object()->length() ? n : 0);
}

}  // namespace

PredictedType predicted_type(Value v) {
  if (v.is_fixnum()) return PredictedType::fixnum;
  if (v.is_immediate_double() || has_type(v, Type::double_float)) return PredictedType::floating;
  return v == UNBOUND ? PredictedType::none : PredictedType::other;
}

TypeFeedback::TypeFeedback(const LoopProgram& program, const std::vector<std::size_t>& body, const Value* base, RegisterSet live,
                           std::vector<Called>* called)
    : program_(&program), base_(base), samples_(register_set_size, UNBOUND) {
  for (std::size_t n = 0; n < program.registers(); ++n)
    if (contains(live, n)) samples_[n] = base[n];
  for (std::size_t n = 0; n < register_set_size; ++n) {
    first_[n].predicted = predicted_type(samples_[n]);
    first_[n].is_small = samples_[n].is_fixnum() && IntegerBounds::of(samples_[n].as_fixnum()).is_natural(IntegerBounds::narrow - 1);
    if (samples_[n].is_object()) first_[n].type = samples_[n].as_object()->type();
    first_[n].vector = NumberVector::of(samples_[n]);
  }
  for (const std::size_t at : body) {
    if (const InlinedCall* const call = program.call_at(at)) {
      general_[call->function] += program.weight(at);
      continue;
    }
    const unsigned weight = program.inlined(at) != nullptr && !program.inlined(at)->is_callee ? 0 : program.weight(at);
    const Instruction* const i = &program[at];
    const RegisterSet read = registers_read(i), written = registers_written(i);
    for (const std::size_t n : EachOf{read}) {
      const PredictedType predicted = predicted_type(samples_[n]);
      operands_.push_back({static_cast<std::uint32_t>(at), static_cast<std::uint16_t>(n), predicted, NumberVector::of(samples_[n]),
                           has_type(samples_[n], Type::string)});
      (predicted == PredictedType::floating ? floating_ : general_)[n] += weight;
    }
    if (called != nullptr && is(*i, Op::CALL)) called->push_back({at, samples_[i->a]});
    const Value sample = sample_result(at);
    results_.push_back({static_cast<std::uint32_t>(at), i->a, predicted_type(sample), std::nullopt, false});
    for (const std::size_t n : EachOf{written}) {
      samples_[n] = n == i->a ? sample : UNBOUND;
      (predicted_type(samples_[n]) == PredictedType::floating ? floating_ : general_)[n] += weight;
    }
  }
  const auto by_place = [](const OperandSample& x, const OperandSample& y) { return x.instruction < y.instruction; };
  std::stable_sort(operands_.begin(), operands_.end(), by_place);
  std::stable_sort(results_.begin(), results_.end(), by_place);
  samples_ = {};  // objects move, and die
  program_ = nullptr;
  base_ = nullptr;
}

const TypeFeedback::OperandSample* TypeFeedback::sample_at(std::size_t instruction, std::size_t reg) const {
  auto s = std::lower_bound(operands_.begin(), operands_.end(), instruction,
                            [](const OperandSample& x, std::size_t n) { return x.instruction < n; });
  for (; s != operands_.end() && s->instruction == instruction; ++s)
    if (s->reg == reg) return &*s;
  return nullptr;
}

PredictedType TypeFeedback::of(std::size_t instruction, std::size_t reg) const {
  const OperandSample* const s = sample_at(instruction, reg);
  return s != nullptr ? s->predicted : PredictedType::none;
}

std::optional<NumberVector> TypeFeedback::vector(std::size_t instruction, std::size_t reg) const {
  const OperandSample* const s = sample_at(instruction, reg);
  return s != nullptr ? s->vector : std::nullopt;
}

bool TypeFeedback::is_string(std::size_t instruction, std::size_t reg) const {
  const OperandSample* const s = sample_at(instruction, reg);
  return s != nullptr && s->is_string;
}

PredictedType TypeFeedback::result(std::size_t instruction) const {
  const auto s = std::lower_bound(results_.begin(), results_.end(), instruction,
                                  [](const OperandSample& x, std::size_t n) { return x.instruction < n; });
  return s != results_.end() && s->instruction == instruction ? s->predicted : PredictedType::none;
}

/// Returns a sample of what the closure has captured at `n`: the running one, or that of an inlined callee, `callee` if
/// its function is not a closure.
Value TypeFeedback::sample_of_captured(std::size_t at, std::size_t n, Value callee) const {
  const InlinedInstruction* const inlined = program_->inlined(at);
  const bool is_callee = inlined != nullptr && inlined->is_callee;
  const Value closure = !is_callee ? base_[-2] : has_type(inlined->function, Type::closure) ? inlined->function : callee;
  return has_type(closure, Type::closure) && n + 1 < closure.as_object()->length() ? closure.as_object()->slots[1 + n] : UNBOUND;
}

/// Returns a sample of the instruction's result: the object itself if it is looked up, or a number of the right kind if
/// it is computed.
Value TypeFeedback::sample_result(std::size_t at) const {
  const Instruction* const i = &(*program_)[at];
  const Op op = static_cast<Op>(i->op);
  const auto sample = [this](std::size_t reg) { return reg < samples_.size() ? samples_[reg] : UNBOUND; };
  switch (op) {
    case Op::MOVE: return sample(i->b);
    case Op::LOADK: return program_->constant(at, i->bc());
    case Op::LOADI: return Value::fixnum(i->bc());
    case Op::GETGLOBAL: return as<Symbol>(program_->constant(at, i->bc()))->value;
    case Op::CAR:
    case Op::CARCDR: return sample(i->b).is_cons() ? sample(i->b).as_cons()->car : UNBOUND;
    case Op::CDR: return sample(i->b).is_cons() ? sample(i->b).as_cons()->cdr : UNBOUND;
    case Op::SVREF:
    case Op::AREF: return sample_of_element(sample(i->b), sample(i->c));
    case Op::SVREFI:
      return has_type(sample(i->b), Type::simple_vector) ? slot(sample(i->b), static_cast<std::size_t>(i->signed_c())) : UNBOUND;
    case Op::INSTANCEREF:
    case Op::SLOTREF: return has_type(sample(i->b), Type::instance) ? slot(sample(i->b), 1u + i->c) : UNBOUND;
    case Op::CELLGET: return has_type(sample(i->b), Type::cell) ? sample(i->b).as_object()->slots[0] : UNBOUND;
    case Op::CAPTURED: return sample_of_captured(at, i->b, sample(i->c));
    case Op::ADD:
    case Op::SUB:
    case Op::MUL:
    case Op::DIV:
      if (sample(i->b).is_fixnum() && sample(i->c).is_fixnum()) return combined(op, sample(i->b), sample(i->c));
      break;
    case Op::ADDI:
      if (sample(i->b).is_fixnum()) return combined(Op::ADD, sample(i->b), Value::fixnum(i->signed_c()));
      break;
    default: break;
  }
  const Gives gives = facts_of(*i).jit.gives;
  return gives == Gives::number || gives == Gives::integer ? combined_kind(i) : UNBOUND;
}

/// Folds two fixnums. Returns 0 on overflow, UNBOUND for an inexact division.
Value TypeFeedback::combined(Op op, Value a, Value b) const {
  const std::int64_t x = a.as_fixnum(), y = b.as_fixnum();
  if (op == Op::DIV) return y > 0 && x % y == 0 ? Value::fixnum(x / y) : UNBOUND;
  std::int64_t result = 0;
  const bool overflows = op == Op::ADD   ? __builtin_add_overflow(x, y, &result)
                         : op == Op::SUB ? __builtin_sub_overflow(x, y, &result)
                                         : __builtin_mul_overflow(x, y, &result);
  return Value::fixnum(overflows || !Value::fits_fixnum(result) ? 0 : result);
}

Value TypeFeedback::combined_kind(const Instruction* i) const {
  const Op op = static_cast<Op>(i->op);
  Value result = UNBOUND;
  const RegisterSet read = registers_read(i);
  for (const std::size_t n : EachOf{read}) {
    const PredictedType predicted = predicted_type(samples_[n]);
    if (predicted == PredictedType::floating) return some_double;
    if (predicted == PredictedType::fixnum) result = Value::fixnum(0);
  }
  return op == Op::SQRT || op == Op::DIV ? UNBOUND : result;
}

}  // namespace tessera
