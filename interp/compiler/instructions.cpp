// opcodes.def as a table. Compiled for size.
#include "compiler/instruction_table.hpp"

namespace tessera {

constexpr std::array<InstructionFacts, static_cast<std::size_t>(Op::count)> instruction_facts = opcodes::instruction_table;

std::int32_t operand_value(const Instruction& i, int n) {
  const Operand& o = facts_of(i).operands[n];
  if (o.wide) return i.bc();
  const std::uint16_t v = n == 0 ? i.a : n == 1 ? i.b : i.c;
  return o.is_signed ? static_cast<std::int16_t>(v) : v;
}

int find_operand(const InstructionFacts& facts, Operand::Kind kind) {
  for (int n = 0; n < 3; ++n)
    if (facts.operands[n].kind == kind) return n;
  return -1;
}

std::size_t operand_words(const Instruction& i) {
  const InstructionFacts& f = facts_of(i);
  const bool has_words = (f.control.flow == Flow::with || f.control.flow == Flow::over) && f.control.other != Op::count;
  if (!has_words) return 0;
  const int count = find_operand(f, Operand::Kind::count);
  return count < 0 ? 1 : static_cast<std::size_t>(operand_value(i, count));
}

bool has_machine_code(const Instruction& i) {
  const JitFacts& jit = facts_of(i).jit;
  const int count = jit.most == 0 ? -1 : find_operand(facts_of(i), Operand::Kind::count);
  return jit.has_code && (count < 0 || operand_value(i, count) <= jit.most);
}

}  // namespace tessera
