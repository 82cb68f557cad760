// Instructions as text. Compiled for size.
#include <string>

#include "compiler/compiler.hpp"
#include "compiler/instructions.hpp"
#include "data/objects/lambda_lists.hpp"
#include "text/printer.hpp"

namespace tessera {

namespace {

std::string operand_text(Runtime& rt, const Code* code, const Instruction& i, int n, std::int32_t next) {
  const std::int32_t value = operand_value(i, n);
  switch (facts_of(i).operands[n].kind) {
    case Operand::Kind::none: return "";
    case Operand::Kind::reg:
    case Operand::Kind::window:
    case Operand::Kind::own_window: return " r" + std::to_string(value);
    case Operand::Kind::constant: return " " + printed(rt, code->constants[value], true);
    case Operand::Kind::offset: return " -> " + std::to_string(next + value);
    default: return " " + std::to_string(value);
  }
}

std::string line(Runtime& rt, const Code* code, std::int32_t at) {
  const Instruction& i = instructions_of(code)[at];
  std::string name = facts_of(i).name;
  name.resize(16, ' ');
  std::string text = std::to_string(at) + (at < 10 ? "   " : at < 100 ? "  " : " ") + name;
  for (int n = 0; n < 3; ++n) text += operand_text(rt, code, i, n, at + 1);
  return text;
}

}  // namespace

std::string disassemble(Runtime& rt, Value function) {
  std::vector<Value> pending = {as<Closure>(function)->code};
  std::string text;
  for (std::size_t n = 0; n < pending.size() && n < 1000; ++n) {
    Code* const code = as<Code>(pending[n]);
    const Value list = lambda_list_of(rt, code);
    const std::string lambda_list = is_nil(list) ? "()" : printed(rt, list, true);
    text += "; " + (is_nil(code->name) ? "LAMBDA" : printed(rt, code->name, true)) + " " + lambda_list + ", " +
            std::to_string(registers_of(code)) + " registers\n";
    const auto count = static_cast<std::int32_t>(instruction_count(code));
    for (std::int32_t i = 0; i < count; ++i) text += line(rt, code, i) + "\n";
    for (std::uint32_t k = 0; k < constant_count(code); ++k) {
      Value inner = code->constants[k];
      if (has_type(inner, Type::closure)) inner = as<Closure>(inner)->code;
      if (!has_type(inner, Type::code)) continue;
      bool known = false;
      for (Value p : pending) known |= p == inner;
      if (!known) pending.push_back(inner);
    }
  }
  return text;
}

}  // namespace tessera
