// What the values of a loop probably are.
#include "machine/loop_samples.hpp"

#include <algorithm>

namespace tessera {

namespace {

const Value some_double = Value::immediate_double(1.0);

bool is_arithmetic(Op op) {
  return op == Op::ADD || op == Op::SUB || op == Op::MUL || op == Op::DIV || (op >= Op::ADDADD && op <= Op::MULMULSUB) || op == Op::SQRT ||
         op == Op::ADDI || (op >= Op::LOGAND && op <= Op::ABS);
}

Value slot(Value object, std::size_t n) {
  if (!object.is_object()) return UNBOUND;
  const Object* const o = object.as_object();
  const bool has_slots = o->type() == Type::simple_vector || o->type() == Type::instance;
  return has_slots && n < o->length() ? o->slots[n] : UNBOUND;
}

std::optional<Element> elements_of(Value v) {
  if (!has_type(v, Type::specialized_vector)) return {};
  return static_cast<Element>(v.as_object()->subtype());
}

Value some_element(Element e) {
  if (e == Element::dbl) return some_double;
  return e == Element::single ? UNBOUND : Value::fixnum(0);
}

}  // namespace

Guess guess_of(Value v) {
  if (v.is_fixnum()) return Guess::fixnum;
  if (v.is_immediate_double() || has_type(v, Type::double_float)) return Guess::floating;
  return v == UNBOUND ? Guess::none : Guess::other;
}

LoopSamples::LoopSamples(const Code* code, const std::vector<std::size_t>& body, const Value* base, RegisterSet live)
    : code_(code), samples_(register_set_size, UNBOUND) {
  for (std::size_t n = 0; n < registers_of(code); ++n)
    if (contains(live, n)) samples_[n] = base[n];
  for (std::size_t n = 0; n < register_set_size; ++n) first_[n] = guess_of(samples_[n]);
  const Instruction* const instructions = instructions_of(code);
  for (const std::size_t at : body) {
    const RegisterSet read = registers_read(instructions + at), written = registers_written(instructions + at);
    for (const std::size_t n : EachOf{read}) {
      const Guess guess = guess_of(samples_[n]);
      seen_.push_back({static_cast<std::uint32_t>(at), static_cast<std::uint16_t>(n), guess, elements_of(samples_[n]),
                       has_type(samples_[n], Type::string)});
      ++(guess == Guess::floating ? floating_ : general_)[n];
    }
    const Value sample = computed(instructions + at);
    given_.push_back({static_cast<std::uint32_t>(at), instructions[at].a, guess_of(sample), std::nullopt, false});
    for (const std::size_t n : EachOf{written}) {
      samples_[n] = n == instructions[at].a ? sample : UNBOUND;
      ++(guess_of(samples_[n]) == Guess::floating ? floating_ : general_)[n];
    }
  }
  samples_ = {};  // they move, and die
}

const LoopSamples::Seen* LoopSamples::seen(std::size_t instruction, std::size_t reg) const {
  auto s = std::lower_bound(seen_.begin(), seen_.end(), instruction, [](const Seen& x, std::size_t n) { return x.instruction < n; });
  for (; s != seen_.end() && s->instruction == instruction; ++s)
    if (s->reg == reg) return &*s;
  return nullptr;
}

Guess LoopSamples::of(std::size_t instruction, std::size_t reg) const {
  const Seen* const s = seen(instruction, reg);
  return s != nullptr ? s->guess : Guess::none;
}

std::optional<Element> LoopSamples::elements(std::size_t instruction, std::size_t reg) const {
  const Seen* const s = seen(instruction, reg);
  return s != nullptr ? s->elements : std::nullopt;
}

bool LoopSamples::is_string(std::size_t instruction, std::size_t reg) const {
  const Seen* const s = seen(instruction, reg);
  return s != nullptr && s->is_string;
}

Guess LoopSamples::result(std::size_t instruction) const {
  const auto s =
      std::lower_bound(given_.begin(), given_.end(), instruction, [](const Seen& x, std::size_t n) { return x.instruction < n; });
  return s != given_.end() && s->instruction == instruction ? s->guess : Guess::none;
}

// What the instruction gives: the object itself where one is only looked up, and of numbers the kind.
Value LoopSamples::computed(const Instruction* i) const {
  const Op op = static_cast<Op>(i->op);
  const auto sample = [this](std::size_t reg) { return reg < samples_.size() ? samples_[reg] : UNBOUND; };
  switch (op) {
    case Op::MOVE: return sample(i->b);
    case Op::LOADK: return code_->constants[i->bc()];
    case Op::LOADI: return Value::fixnum(i->bc());
    case Op::GETGLOBAL: return as<Symbol>(code_->constants[i->bc()])->value;
    case Op::CAR:
    case Op::CARCDR: return sample(i->b).is_cons() ? sample(i->b).as_cons()->car : UNBOUND;
    case Op::CDR: return sample(i->b).is_cons() ? sample(i->b).as_cons()->cdr : UNBOUND;
    case Op::SVREF:
    case Op::AREF:
      if (const auto elements = elements_of(sample(i->b))) return some_element(*elements);
      return has_type(sample(i->b), Type::simple_vector) && sample(i->c).is_fixnum()
                 ? slot(sample(i->b), static_cast<std::size_t>(sample(i->c).as_fixnum()))
                 : UNBOUND;
    case Op::SVREFI:
      return has_type(sample(i->b), Type::simple_vector) ? slot(sample(i->b), static_cast<std::size_t>(i->signed_c())) : UNBOUND;
    case Op::INSTANCEREF:
    case Op::SLOTREF: return has_type(sample(i->b), Type::instance) ? slot(sample(i->b), 1u + i->c) : UNBOUND;
    case Op::CELLGET: return has_type(sample(i->b), Type::cell) ? sample(i->b).as_object()->slots[0] : UNBOUND;
    default: break;
  }
  if (!is_arithmetic(op)) return UNBOUND;
  Value result = UNBOUND;
  const RegisterSet read = registers_read(i);
  for (const std::size_t n : EachOf{read}) {
    const Guess guess = guess_of(samples_[n]);
    if (guess == Guess::floating) return some_double;
    if (guess == Guess::fixnum) result = Value::fixnum(0);
  }
  return op == Op::SQRT || op == Op::DIV ? UNBOUND : result;
}

}  // namespace tessera
