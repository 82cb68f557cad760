// Lays out what a loop calls.
#include "machine/loop_program.hpp"

#include <algorithm>
#include <limits>

#include "compiler/instructions.hpp"

namespace tessera {

namespace {

constexpr std::size_t most_instructions = 48, most_laid_out = 240;
constexpr unsigned most_depth = 3;
constexpr std::uint16_t no_register = 0xFFFF;

/// Instructions that nobody sees, with registers that can be named otherwise one by one.
bool is_pure(const Instruction& i) {
  switch (static_cast<Op>(i.op)) {
    case Op::MOVE:
    case Op::LOADK:
    case Op::LOADI:
    case Op::LOADNIL:
    case Op::LOADT:
    case Op::DIV:
    case Op::ADDI:
    case Op::SQRT: return true;
    default: return computes(i);
  }
}

bool is_branch(const Instruction& i) { return facts_of(i).control.flow == Flow::test || is(i, Op::JUMP); }

Instruction make(Op op, std::uint16_t a, std::uint16_t b = 0, std::uint16_t c = 0) { return {static_cast<std::uint16_t>(op), a, b, c}; }

std::uint16_t& operand(Instruction& i, int n) { return n == 0 ? i.a : n == 1 ? i.b : i.c; }

void set_offset(Instruction& i, std::ptrdiff_t offset) {
  if (offset_operand(i) == 1) i.set_bc(static_cast<std::int32_t>(offset));
  else i.c = static_cast<std::uint16_t>(offset);
}

}  // namespace

bool computes(const Instruction& i) {
  switch (static_cast<Op>(i.op)) {
    case Op::GETGLOBAL:
    case Op::CELLGET:
    case Op::CAPTURED:
    case Op::ADD:
    case Op::SUB:
    case Op::MUL:
    case Op::LOGAND:
    case Op::LOGIOR:
    case Op::LOGXOR:
    case Op::ASH:
    case Op::FLOOR:
    case Op::TRUNCATE:
    case Op::MOD:
    case Op::REM:
    case Op::MIN:
    case Op::MAX:
    case Op::ABS:
    case Op::CONS:
    case Op::CAR:
    case Op::CDR:
    case Op::CADR:
    case Op::CDDR:
    case Op::CAAR:
    case Op::SVREF:
    case Op::SVREFI:
    case Op::AREF:
    case Op::CHAR:
    case Op::SCHAR:
    case Op::CHARCODE:
    case Op::INSTANCEREF: return true;
    case Op::JSUPPLIED: return false;
    default: return facts_of(i).control.flow == Flow::test;
  }
}

/// The instructions of one callee. Where nothing branches each value has a name of its own, and moves are only other names; else the callee's
/// registers have one each.
class LoopProgram::Layout {
 public:
  Layout(LoopProgram& program, Callee callee)
      : p_(program), callee_(std::move(callee)), in_(instructions_of(callee_.code)), count_(instruction_count(callee_.code)) {}

  /// False if it cannot be done. Returns lead behind the call; if there is `result`, what is returned has that name, and goes on behind this.
  bool run(std::uint16_t* result) {
    result_ = result;
    if (callee_.depth > most_depth || count_ > most_instructions || registers_of(callee_.code) > register_set_size) return false;
    for (std::size_t n = 0; n < constant_count(callee_.code); ++n)
      if (!p_.heap_.is_settled(callee_.code->constants[n])) return false;
    for (std::size_t at = 0; at < count_; at += 1 + operand_words(in_[at])) branches_ |= is_branch(in_[at]);
    if (branches_ && result != nullptr) return false;
    ++p_.steps_;
    start_ = p_.size();
    name_parameters();
    places_.assign(count_ + 1, 0);
    for (at_ = 0; at_ < count_ && !has_returned_; at_ += 1 + operand_words(in_[at_])) {
      places_[at_] = p_.size();
      if (!one(in_[at_]) || failed_ || p_.more_.size() > most_laid_out) return false;
    }
    for (const auto& [place, target] : jumps_) set_offset(p_.more_[place - p_.count_].instruction, distance(place, places_[target]));
    return true;
  }

 private:
  static std::ptrdiff_t distance(std::size_t from, std::size_t to) {
    return static_cast<std::ptrdiff_t>(to) - static_cast<std::ptrdiff_t>(from) - 1;
  }

  void name_parameters() {
    names_.assign(register_set_size, no_register);
    RegisterSet written = 0;
    for (std::size_t at = 0; at < count_; at += 1 + operand_words(in_[at])) written |= registers_written(in_ + at);
    for (std::size_t n = 0; n < callee_.arguments.size(); ++n) {
      names_[n] = callee_.arguments[n];
      if (!branches_ || !contains(written, n)) continue;
      names_[n] = fresh();
      append(make(Op::MOVE, names_[n], callee_.arguments[n]));
    }
  }

  bool one(Instruction i) {
    switch (static_cast<Op>(i.op)) {
      case Op::RETURN: return returns(make(Op::MOVE, p_.window_, read(i.a)));
      case Op::RETURNK:
      case Op::RETURNI: {
        Instruction load = make(is(i, Op::RETURNK) ? Op::LOADK : Op::LOADI, p_.window_);
        load.set_bc(i.bc());
        return returns(load);
      }
      case Op::RETURNMV: return at_ > 0 && facts_of(in_[at_ - 1]).control.flow == Flow::tail;
      case Op::CALLG:
      case Op::CALLK: return calls(i);
      case Op::TAILCALLG:
      case Op::TAILCALLK:
      case Op::TAILJUMPG: return calls(i);
      default: break;
    }
    const Flow flow = facts_of(i).control.flow;
    if (flow == Flow::over) return !is(i, Op::CARCDR);  // what does the same singly follows
    if (is_branch(i)) {
      const std::ptrdiff_t target = static_cast<std::ptrdiff_t>(at_) + 1 + operand_value(i, offset_operand(i));
      if (target <= static_cast<std::ptrdiff_t>(at_) || is(in_[target], Op::RETURNMV)) return false;
      has_branched_ = true;
      if (!is(i, Op::JUMP) && !(is_pure(i) && rename(i))) return false;
      jumps_.emplace_back(p_.size(), static_cast<std::size_t>(target));
      append(i);
      return true;
    }
    if (!is_pure(i)) return false;
    if (!branches_ && is_known(i)) return true;
    if (!rename(i)) return false;
    if (!is(i, Op::CAPTURED)) return append(i), true;
    i.c = callee_.function;
    append(i).function = callee_.closure;
    return true;
  }

  // What needs no instruction of its own where nothing branches: moves, small numbers until they are needed in a register, and sums and products
  // that have been computed before. A small number that is added stands in the instruction.
  bool is_known(Instruction& i) {
    const Op op = static_cast<Op>(i.op);
    if (op == Op::LOADI) {
      names_[i.a] = no_register;
      numbers_[i.a] = i.bc();
      has_number_ |= only(i.a);
      return true;
    }
    if (op == Op::MOVE) {
      const std::uint16_t name = read(i.b);
      put(i.a, name);
      return true;
    }
    if (op == Op::ADD && (is_small(i.b) || is_small(i.c))) {
      const std::uint16_t number = is_small(i.c) ? i.c : i.b;
      if (number == i.b) i.b = i.c;
      i.c = static_cast<std::uint16_t>(numbers_[number]);
      become(i, Op::ADDI);
    }
    if (i.op != static_cast<std::uint16_t>(Op::ADD) && op != Op::SUB && op != Op::MUL) return false;
    const std::uint16_t x = read(i.b), y = read(i.c);
    for (std::size_t n = start_; n < p_.size(); ++n) {
      const Instruction& before = p_[n];
      if (before.op != i.op || before.b != x || before.c != y) continue;
      put(i.a, before.a);
      return true;
    }
    return false;
  }
  bool is_small(std::uint16_t reg) const {
    return contains(has_number_, reg) && numbers_[reg] >= std::numeric_limits<std::int16_t>::min() &&
           numbers_[reg] <= std::numeric_limits<std::int16_t>::max();
  }
  void put(std::uint16_t reg, std::uint16_t name) {
    names_[reg] = name;
    has_number_ &= ~only(reg);
  }

  bool rename(Instruction& i) {
    for (const bool written : {false, true})
      for (int n = 0; n < 3; ++n) {
        const Operand& o = facts_of(i).operands[n];
        if (o.kind == Operand::Kind::window || o.kind == Operand::Kind::own_window) return false;
        if (o.kind != Operand::Kind::reg || o.written != written) continue;
        if (o.counted || (o.read && o.written)) return false;
        std::uint16_t& reg = operand(i, n);
        reg = written ? write(reg) : read(reg);
      }
    return true;
  }

  std::uint16_t read(std::uint16_t reg) {
    if (contains(has_number_, reg)) {
      put(reg, fresh());
      Instruction load = make(Op::LOADI, names_[reg]);
      load.set_bc(numbers_[reg]);
      append(load);
    }
    if (names_[reg] == no_register) failed_ = true;
    return names_[reg];
  }
  std::uint16_t write(std::uint16_t reg) {
    if (!branches_ || names_[reg] == no_register) put(reg, fresh());
    return names_[reg];
  }
  std::uint16_t fresh() {
    const std::uint16_t made = p_.fresh();
    failed_ |= made == no_register;
    return made;
  }
  More& append(const Instruction& i) { return p_.append(i, callee_.code); }

  // `put` moves the value to the window.
  bool returns(Instruction put) {
    has_returned_ = !branches_;
    if (failed_) return false;
    if (result_ != nullptr) {
      if (!is(put, Op::MOVE)) {
        const std::uint16_t name = fresh();
        put.a = name;
        append(put);
        *result_ = name;
      } else {
        *result_ = put.b;
      }
      return true;
    }
    if (p_.keeps_window_) {
      append(make(Op::VALUE1, 0)).steps = p_.steps_;
      append(put).is_settled = true;
    } else if (!gives(put)) {
      append(put);
    }
    More& jump = append(make(Op::JUMP, 0));
    jump.steps = p_.keeps_window_ ? 0 : p_.steps_;
    jump.is_settled = p_.keeps_window_;
    set_offset(jump.instruction, distance(p_.size() - 1, p_.behind_));
    return true;
  }

  // What was computed last is what is returned: let it be computed there.
  bool gives(const Instruction& put) {
    if (branches_ || !is(put, Op::MOVE) || put.b < registers_of(p_.code_) || p_.size() == start_) return false;
    Instruction& last = p_.more_.back().instruction;
    const Operand& o = facts_of(last).operands[0];
    if (o.kind != Operand::Kind::reg || !o.written || last.a != put.b) return false;
    last.a = p_.window_;
    return true;
  }

  // Of a global function, or of one that is known.
  bool calls(const Instruction& i) {
    const bool tail = facts_of(i).control.flow == Flow::tail, of_name = !is(i, Op::CALLK) && !is(i, Op::TAILCALLK);
    const Value called = callee_.code->constants[i.c];
    const Value function = of_name ? as<Symbol>(called)->function : called;
    if (!has_type(function, Type::closure) || !p_.heap_.is_settled(function)) return false;
    if (of_name && !is_closure_for(function, i.b)) return false;
    if (!tail && has_branched_) return false;  // it has been called or not, where ways meet: who should count it?
    Callee callee{code_of(as<Closure>(function)), function, 0, {}, callee_.depth + 1};
    for (std::uint16_t n = 0; n < i.b; ++n)
      callee.arguments.push_back(read(static_cast<std::uint16_t>(is(i, Op::TAILJUMPG) ? n : i.a + 2 + n)));
    if (failed_) return false;
    if (of_name) {
      More& check = append(make(Op::VALUE1, 0));
      check.symbol = called;
      check.function = function;
    }
    if (tail) {
      has_returned_ = !branches_;
      const std::uint8_t steps = p_.steps_;
      const bool made = Layout(p_, std::move(callee)).run(result_);
      if (result_ == nullptr) p_.steps_ = steps;
      return made;
    }
    std::uint16_t given = no_register;
    if (!Layout(p_, std::move(callee)).run(&given)) return false;
    if (branches_) append(make(Op::MOVE, write(i.a), given));
    else put(i.a, given);
    return true;
  }

  LoopProgram& p_;
  Callee callee_;
  const Instruction* const in_;
  const std::size_t count_;
  std::size_t at_ = 0, start_ = 0;
  std::uint16_t* result_ = nullptr;
  bool branches_ = false, has_branched_ = false, has_returned_ = false, failed_ = false;
  std::vector<std::uint16_t> names_;
  std::array<std::int32_t, register_set_size> numbers_{};
  RegisterSet has_number_ = 0;  ///< registers that hold one of those, for which there is no instruction yet
  std::vector<std::size_t> places_;
  std::vector<std::pair<std::size_t, std::size_t>> jumps_;
};

LoopProgram::LoopProgram(const Heap& heap, const Code* code)
    : heap_(heap),
      code_(code),
      own_(instructions_of(code)),
      count_(instruction_count(code)),
      registers_(registers_of(code)),
      next_(registers_) {}

const InlinedCall* LoopProgram::call_at(std::size_t at) const {
  const auto c = std::find_if(calls_.begin(), calls_.end(), [at](const InlinedCall& call) { return call.at == at; });
  return c == calls_.end() ? nullptr : &*c;
}

bool LoopProgram::is_alive(const Liveness& liveness) const {
  const auto is = [&liveness](Value v) { return liveness.alive(v); };
  for (const InlinedCall& call : calls_)
    if (!std::all_of(call.callees.begin(), call.callees.end(), [&is](const InlinedCall::Callee& c) { return is(c.expected); }))
      return false;
  return std::all_of(more_.begin(), more_.end(), [&is](const More& m) { return is(to_value(m.code)) && is(m.symbol) && is(m.function); });
}

std::vector<std::size_t> LoopProgram::successors(std::size_t at) const {
  if (const InlinedCall* const call = call_at(at)) {
    std::vector<std::size_t> to = {call->otherwise};
    for (const InlinedCall::Callee& callee : call->callees) to.push_back(callee.first);
    return to;
  }
  const Successors to((*this)[at], at);
  return {to.begin(), to.end()};
}

bool LoopProgram::moves_for(const Instruction& call, const Instruction& i) const {
  switch (static_cast<Op>(i.op)) {
    case Op::LOADK:
    case Op::LOADI:
    case Op::LOADNIL:
    case Op::LOADT: return i.a >= call.a + 2 && i.a < call.a + 2 + call.b;
    case Op::MOVE: return (i.a >= call.a + 2 && i.a < call.a + 2 + call.b) || (i.a == call.a && is(call, Op::CALL));
    default: return false;
  }
}

bool LoopProgram::add(std::size_t at, std::size_t call, const std::vector<const Code*>& codes, RegisterSet live) {
  InlinedCall made;
  made.at = at;
  made.call = call;
  if (is(own_[call], Op::CALL)) {
    std::array<std::uint16_t, register_set_size> names;
    for (std::uint16_t n = 0; n < register_set_size; ++n) names[n] = n;
    for (std::size_t n = at; n < call; ++n) names[own_[n].a] = is(own_[n], Op::MOVE) ? names[own_[n].b] : no_register;
    if (names[own_[call].a] == no_register) return false;
    made.function = names[own_[call].a];
    for (const Code* const code : codes)
      if (code->arity.bits() == std::uint64_t{own_[call].b} << 1) add_callee(made, code, Value(), live);
  } else {
    const Value called = code_->constants[own_[call].c];
    const Value function = is(own_[call], Op::CALLG) ? as<Symbol>(called)->function : called;
    if (!has_type(function, Type::closure) || !heap_.is_settled(function)) return false;
    if (is(own_[call], Op::CALLG) && !is_closure_for(function, own_[call].b)) return false;
    add_callee(made, code_of(as<Closure>(function)), function, live);
  }
  if (made.callees.empty()) return false;
  add_otherwise(made);
  calls_.push_back(std::move(made));
  return true;
}

bool LoopProgram::add_callee(InlinedCall& made, const Code* code, Value closure, RegisterSet live) {
  const Instruction& call = own_[made.call];
  const std::size_t before = more_.size(), registers = registers_;
  begin_ = made.at;
  behind_ = made.call + 1;
  window_ = call.a;
  keeps_window_ = contains(live, call.a);
  steps_ = 0;
  next_ = registers_of(code_);
  std::array<std::uint16_t, register_set_size> names;
  for (std::uint16_t n = 0; n < register_set_size; ++n) names[n] = n;
  bool fits = true;
  for (std::size_t n = made.at; n < made.call; ++n) {
    Instruction i = own_[n];
    if (is(i, Op::MOVE)) {
      names[i.a] = names[i.b];
      continue;
    }
    const std::uint16_t reg = i.a;
    i.a = names[reg] = fresh();
    fits &= i.a != no_register;
    append(i, code_);
  }
  Callee callee{code, closure, static_cast<std::uint16_t>(made.function), {}, 1};
  for (std::uint16_t n = 0; n < call.b; ++n) callee.arguments.push_back(names[call.a + 2u + n]);
  if (fits && Layout(*this, std::move(callee)).run(nullptr)) {
    const Value expected = is(call, Op::CALL) ? to_value(code) : closure;
    made.callees.push_back({expected, count_ + before});
    return true;
  }
  more_.resize(before);
  registers_ = registers;
  return false;
}

// Other callees are called as ever.
void LoopProgram::add_otherwise(InlinedCall& made) {
  made.otherwise = size();
  for (std::size_t n = made.at; n <= made.call; ++n) {
    More& copy = append(own_[n], code_);
    copy.real = n;
    copy.is_callee = false;
  }
  More& jump = append(make(Op::JUMP, 0), code_);
  jump.real = made.call + 1;
  jump.is_callee = false;
  jump.is_settled = true;
  set_offset(jump.instruction, static_cast<std::ptrdiff_t>(made.call + 1) - static_cast<std::ptrdiff_t>(size()));
}

std::uint16_t LoopProgram::fresh() {
  if (next_ >= register_set_size) return no_register;
  registers_ = std::max(registers_, next_ + 1);
  return static_cast<std::uint16_t>(next_++);
}

LoopProgram::More& LoopProgram::append(const Instruction& i, const Code* code) {
  more_.push_back({});
  more_.back().instruction = i;
  more_.back().code = code;
  more_.back().real = begin_;
  return more_.back();
}

}  // namespace tessera
