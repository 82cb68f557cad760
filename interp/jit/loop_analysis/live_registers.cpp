// Liveness of a frame's registers.
#include "jit/loop_analysis/live_registers.hpp"

#include <algorithm>

#include "compiler/variable_table.hpp"

namespace tessera {

namespace {

RegisterSet range(std::size_t first, std::size_t count) {
  const auto below = [](std::size_t n) { return n < register_set_size ? only(n) - 1 : ~RegisterSet{0}; };
  return below(first + count) & ~below(first);
}

std::size_t count_of(const Instruction& i) {
  const int n = find_operand(facts_of(i), Operand::Kind::count);
  return n < 0 ? 1 : static_cast<std::size_t>(operand_value(i, n));
}

RegisterSet read_by(const Instruction& i) {
  RegisterSet set = 0;
  for (int n = 0; n < 3; ++n) {
    const Operand& operand = facts_of(i).operands[n];
    const std::size_t reg = n == 0 ? i.a : n == 1 ? i.b : i.c;
    if (operand.kind == Operand::Kind::window) set |= range(reg, 1) | range(reg + 2, operand.one ? 1 : count_of(i));
    if (operand.kind == Operand::Kind::own_window) set |= range(reg, 1) | range(0, count_of(i));
    if (operand.kind != Operand::Kind::reg || !operand.read) continue;
    set |= range(reg, operand.counted && !operand.written ? count_of(i) : registers_taken_by(operand.holds));
  }
  return set;
}

}  // namespace

RegisterSet registers_read(const Instruction* instruction) {
  RegisterSet set = read_by(*instruction);
  for (std::size_t n = 1; n <= operand_words(*instruction); ++n) {
    const Instruction& word = instruction[n];
    set |= is(word, Op::CAPTURE) ? (word.b == 0 ? range(word.a, 1) : 0) : read_by(word);
  }
  return set;
}

RegisterSet registers_written(const Instruction* instruction) {
  RegisterSet set = 0;
  const std::uint16_t regs[] = {instruction->a, instruction->b, instruction->c};
  for (int n = 0; n < 3; ++n) {
    const Operand& operand = facts_of(*instruction).operands[n];
    if (operand.kind == Operand::Kind::window) set |= range(regs[n], 1);
    if (operand.kind != Operand::Kind::reg || !operand.written) continue;
    set |= range(regs[n], operand.counted ? count_of(*instruction) : registers_taken_by(operand.holds));
  }
  return set;
}

Successors::Successors(const Instruction& i, std::size_t at) {
  const InstructionFacts& facts = facts_of(i);
  const auto following = static_cast<std::ptrdiff_t>(at + 1 + operand_words(i));
  const auto target = [](const Instruction& of, std::size_t where) {
    return static_cast<std::ptrdiff_t>(where) + 1 + operand_value(of, offset_operand(of));
  };
  switch (facts.control.flow) {
    case Flow::returns:
    case Flow::exits:
    case Flow::border:
    case Flow::word: return;
    case Flow::jump:
    case Flow::loop: add(target(i, at)); return;
    case Flow::test:
    case Flow::lands: add(target(i, at)); break;
    case Flow::over: add(following + facts.control.passed); break;
    case Flow::with:
      for (std::size_t n = 1; n <= operand_words(i); ++n)
        if (offset_operand((&i)[n]) >= 0) add(target((&i)[n], at + n));
      break;
    case Flow::next:
    case Flow::call:
    case Flow::tail:
    case Flow::resumes: break;
  }
  add(following);
}

std::vector<RegisterSet> live_registers(const Instruction* instructions, std::size_t count, const std::vector<RegisterSet>& shown) {
  std::vector<RegisterSet> live(count + 1);
  struct Step {
    std::size_t at;
    RegisterSet read, written;
    Successors successors;
  };
  std::vector<Step> steps;
  for (std::size_t at = 0; at < count; at += 1 + operand_words(instructions[at])) {
    const Instruction* const i = instructions + at;
    steps.push_back({at, registers_read(i) | shown[at], registers_written(i), Successors(instructions, at)});
    if (facts_of(instructions[at]).control.flow == Flow::lands) {
      std::fill(live.begin(), live.end(), ~RegisterSet{0});
      return live;
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (auto p = steps.rbegin(); p != steps.rend(); ++p) {
      const Instruction& i = instructions[p->at];
      const Flow flow = facts_of(i).control.flow;
      const auto following = p->at + 1 + operand_words(i);
      RegisterSet set = p->read;
      for (const std::size_t to : p->successors) {
        // A formula writes nothing if it continues with the single operations, and slot access nothing if it jumps.
        const bool is_written = flow == Flow::over ? to != following || is(i, Op::CARCDR) : flow != Flow::with || to == following;
        RegisterSet after = live[to];
        if (is_written) after &= ~p->written;
        set |= after;
      }
      // A CARCDR that continues with the single CDR has not changed its list.
      if (is(i, Op::CARCDR)) set |= live[following] & ~only(i.a);
      changed |= set != live[p->at];
      live[p->at] = set;
    }
  }
  return live;
}

std::vector<RegisterSet> shown_registers(const Code* code, std::size_t count) {
  std::vector<RegisterSet> shown(count + 1);
  for (const VariableEntry& v : variable_entries(variable_table(code)))
    for (std::size_t n = v.from; n < v.to && n <= count && !v.captured; ++n) shown[n] |= only(v.location);
  return shown;
}

}  // namespace tessera
