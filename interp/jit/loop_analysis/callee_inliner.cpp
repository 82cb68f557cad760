// Inlines one callee.
#include "jit/loop_analysis/callee_inliner.hpp"

namespace tessera {

namespace {

constexpr std::size_t max_instructions = 48, max_inlined = 240;
constexpr unsigned max_depth = 3;

bool is_branch(const Instruction& i) { return facts_of(i).control.flow == Flow::test || is(i, Op::JUMP); }

std::uint16_t& operand(Instruction& i, int n) { return n == 0 ? i.a : n == 1 ? i.b : i.c; }

bool has_branches(const Code* code) {
  const Instruction* const in = instructions_of(code);
  for (std::size_t at = 0; at < instruction_count(code); at += 1 + operand_words(in[at]))
    if (is_branch(in[at])) return true;
  return false;
}

Instruction load(std::uint16_t to, std::int32_t number, Op op = Op::LOADI) {
  Instruction i = make_instruction(op, to);
  i.set_bc(number);
  return i;
}

}  // namespace

// --- names

std::uint16_t RegisterRenaming::fresh() {
  const std::uint16_t name = program_.fresh_register();
  failed_ |= name == no_register;
  return name;
}

std::uint16_t RegisterRenaming::read(std::uint16_t reg) {
  if (contains(has_number_, reg)) {
    set(reg, fresh());
    program_.append(load(names_[reg], numbers_[reg]), code_);
  }
  failed_ |= names_[reg] == no_register;
  return names_[reg];
}

std::uint16_t RegisterRenaming::write(std::uint16_t reg) {
  if (!branches_ || names_[reg] == no_register) set(reg, fresh());
  return names_[reg];
}

void RegisterRenaming::set(std::uint16_t reg, std::uint16_t name) {
  names_[reg] = name;
  has_number_ &= ~only(reg);
}

void RegisterRenaming::set_number(std::uint16_t reg, std::int32_t number) {
  names_[reg] = no_register;
  numbers_[reg] = number;
  has_number_ |= only(reg);
}

bool RegisterRenaming::has_small_number(std::uint16_t reg) const {
  using Limits = std::numeric_limits<std::int16_t>;
  return contains(has_number_, reg) && numbers_[reg] >= Limits::min() && numbers_[reg] <= Limits::max();
}

/// Renames operands that are read first, as the register that is written may be one of them.
bool RegisterRenaming::rename(Instruction& i) {
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

// --- the callee as a whole

CalleeInliner::CalleeInliner(LoopProgram& program, InlineSite& site, Callee callee)
    : program_(program),
      site_(site),
      callee_(std::move(callee)),
      in_(instructions_of(callee_.code)),
      count_(instruction_count(callee_.code)),
      branches_(has_branches(callee_.code)),
      renaming_(program, callee_.code, branches_) {}

bool CalleeInliner::run(std::uint16_t* result) {
  result_ = result;
  if (!fits() || (branches_ && result != nullptr)) return false;
  ++site_.steps;
  start_ = program_.size();
  name_parameters();
  places_.assign(count_ + 1, 0);
  for (at_ = 0; at_ < count_ && !has_returned_; at_ += 1 + operand_words(in_[at_])) {
    places_[at_] = program_.size();
    if (!instruction(in_[at_]) || !renaming_.are_complete() || program_.size() - program_.own() > max_inlined) return false;
  }
  fix_jumps();
  return true;
}

bool CalleeInliner::fits() const {
  if (callee_.depth > max_depth || count_ > max_instructions || registers_of(callee_.code) > register_set_size) return false;
  for (std::size_t n = 0; n < constant_count(callee_.code); ++n)
    if (!program_.is_settled(callee_.code->constants[n])) return false;
  return true;
}

/// Gives parameters the names of the arguments, unless branches assign them.
void CalleeInliner::name_parameters() {
  RegisterSet written = 0;
  for (std::size_t at = 0; at < count_; at += 1 + operand_words(in_[at])) written |= registers_written(in_ + at);
  for (std::uint16_t n = 0; n < callee_.arguments.size(); ++n) {
    renaming_.set(n, callee_.arguments[n]);
    if (!branches_ || !contains(written, n)) continue;
    const std::uint16_t name = renaming_.fresh();
    renaming_.set(n, name);
    append(make_instruction(Op::MOVE, name, callee_.arguments[n]));
  }
}

void CalleeInliner::fix_jumps() {
  for (const auto& [place, target] : jumps_) set_jump(program_.inlined_at(place).instruction, place, places_[target]);
}

bool CalleeInliner::instruction(Instruction i) {
  switch (static_cast<Op>(i.op)) {
    case Op::RETURN: return returns(make_instruction(Op::MOVE, site_.window, renaming_.read(i.a)));
    case Op::RETURNK: return returns(load(site_.window, i.bc(), Op::LOADK));
    case Op::RETURNI: return returns(load(site_.window, i.bc()));
    case Op::RETURNMV: return at_ > 0 && facts_of(in_[at_ - 1]).control.flow == Flow::tail;
    case Op::CALLG:
    case Op::CALLK:
    case Op::TAILCALLG:
    case Op::TAILCALLK:
    case Op::TAILJUMPG: return call(i);
    default: break;
  }
  if (facts_of(i).control.flow == Flow::over) return !is(i, Op::CARCDR);  // the single operations follow
  return is_branch(i) ? branch(i) : computation(i);
}

bool CalleeInliner::branch(Instruction i) {
  const std::ptrdiff_t target = static_cast<std::ptrdiff_t>(at_) + 1 + operand_value(i, offset_operand(i));
  if (target <= static_cast<std::ptrdiff_t>(at_) || is(in_[target], Op::RETURNMV)) return false;
  has_branched_ = true;
  if (!is(i, Op::JUMP) && !(facts_of(i).jit.pure && renaming_.rename(i))) return false;
  jumps_.emplace_back(program_.size(), static_cast<std::size_t>(target));
  append(i);
  return true;
}

bool CalleeInliner::computation(Instruction i) {
  if (!facts_of(i).jit.pure) return false;
  if (!branches_ && is_redundant(i)) return true;
  if (!renaming_.rename(i)) return false;
  if (!is(i, Op::CAPTURED)) return append(i), true;
  i.c = callee_.function;
  append(i).function = callee_.closure;
  return true;
}

// --- instructions that need not be emitted

/// True if the instruction only names an existing value, or a number. May change it into one with an immediate operand.
bool CalleeInliner::is_redundant(Instruction& i) {
  if (is(i, Op::LOADI)) {
    renaming_.set_number(i.a, i.bc());
    return true;
  }
  if (is(i, Op::MOVE)) {
    const std::uint16_t name = renaming_.read(i.b);
    renaming_.set(i.a, name);
    return true;
  }
  if (is(i, Op::ADD)) add_immediate(i);
  return (is(i, Op::ADD) || is(i, Op::SUB) || is(i, Op::MUL)) && was_computed(i);
}

void CalleeInliner::add_immediate(Instruction& i) {
  if (!renaming_.has_small_number(i.b) && !renaming_.has_small_number(i.c)) return;
  const std::uint16_t number = renaming_.has_small_number(i.c) ? i.c : i.b;
  if (number == i.b) i.b = i.c;
  i.c = static_cast<std::uint16_t>(renaming_.number(number));
  become(i, Op::ADDI);
}

bool CalleeInliner::was_computed(const Instruction& i) {
  const std::uint16_t x = renaming_.read(i.b), y = renaming_.read(i.c);
  for (std::size_t n = start_; n < program_.size(); ++n) {
    const Instruction& before = program_[n];
    if (before.op != i.op || before.b != x || before.c != y) continue;
    renaming_.set(i.a, before.a);
    return true;
  }
  return false;
}

// --- returns

/// Returns from the callee; the instruction `put` moves the value to the window.
bool CalleeInliner::returns(Instruction put) {
  has_returned_ = !branches_;
  if (!renaming_.are_complete()) return false;
  if (result_ == nullptr) {
    return_to_window(put);
  } else if (is(put, Op::MOVE)) {
    *result_ = put.b;
  } else {
    put.a = *result_ = renaming_.fresh();
    append(put);
  }
  return true;
}

void CalleeInliner::return_to_window(const Instruction& put) {
  if (site_.keeps_window) {
    append(make_instruction(Op::VALUE1, 0)).steps = site_.steps;
    append(put).must_not_exit = true;
  } else if (!computes_into_window(put)) {
    append(put);
  }
  InlinedInstruction& jump = append(make_instruction(Op::JUMP, 0));
  jump.steps = site_.keeps_window ? 0 : site_.steps;
  jump.must_not_exit = site_.keeps_window;
  set_jump(jump.instruction, program_.size() - 1, site_.return_target);
}

/// Makes the last instruction write to the window if it computed the value. Returns false otherwise.
bool CalleeInliner::computes_into_window(const Instruction& put) {
  if (branches_ || !is(put, Op::MOVE) || put.b < program_.own_registers() || program_.size() == start_) return false;
  Instruction& last = program_.inlined_at(program_.size() - 1).instruction;
  const Operand& o = facts_of(last).operands[0];
  if (o.kind != Operand::Kind::reg || !o.written || last.a != put.b) return false;
  last.a = site_.window;
  return true;
}

// --- calls

/// Inlines a call of a global or known function. Calls after a branch are not inlined, since the number of calls made
/// must be known when steps are counted.
bool CalleeInliner::call(const Instruction& i) {
  const bool is_tail = facts_of(i).control.flow == Flow::tail, is_known = is(i, Op::CALLK) || is(i, Op::TAILCALLK);
  const Value called = callee_.code->constants[i.c];
  const Value function = is_known ? called : as<Symbol>(called)->function;
  if (!has_type(function, Type::closure) || !program_.is_settled(function)) return false;
  if (!is_known && !is_closure_for(function, i.b)) return false;
  if (!is_tail && has_branched_) return false;
  Callee callee{code_of(as<Closure>(function)), function, 0, {}, callee_.depth + 1};
  for (std::uint16_t n = 0; n < i.b; ++n)
    callee.arguments.push_back(renaming_.read(static_cast<std::uint16_t>(is(i, Op::TAILJUMPG) ? n : i.a + 2 + n)));
  if (!renaming_.are_complete()) return false;
  if (!is_known) {
    InlinedInstruction& guard = append(make_instruction(Op::VALUE1, 0));
    guard.symbol = called;
    guard.function = function;
  }
  return is_tail ? tail_call(std::move(callee)) : inner_call(i, std::move(callee));
}

bool CalleeInliner::tail_call(Callee callee) {
  has_returned_ = !branches_;
  const std::uint8_t steps = site_.steps;
  const bool is_inlined = CalleeInliner(program_, site_, std::move(callee)).run(result_);
  if (result_ == nullptr) site_.steps = steps;
  return is_inlined;
}

bool CalleeInliner::inner_call(const Instruction& i, Callee callee) {
  std::uint16_t value = no_register;
  if (!CalleeInliner(program_, site_, std::move(callee)).run(&value)) return false;
  if (branches_) append(make_instruction(Op::MOVE, renaming_.write(i.a), value));
  else renaming_.set(i.a, value);
  return true;
}

}  // namespace tessera
