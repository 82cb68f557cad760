// Instructions as text.
#include <string>

#include "compiler/compiler.hpp"
#include "text/printer.hpp"

namespace tessera {

namespace {

struct OpFacts {
  const char* name;
  const char* format;
};

constexpr OpFacts facts[] = {
#define OP(name, format, doc) {#name, format},
#include "compiler/opcodes.def"
#undef OP
};

std::string operand_text(Runtime& rt, const Code* code, char kind, std::int32_t value, std::int32_t next) {
  switch (kind) {
    case 'r': return " r" + std::to_string(value);
    case 'k':
    case 'K': return " " + printed(rt, code->constants[value], true);
    case 'j':
    case 'J': return " -> " + std::to_string(next + value);
    case '-': return "";
    default: return " " + std::to_string(value);
  }
}

std::string line(Runtime& rt, const Code* code, std::int32_t at) {
  const Instruction& i = instructions_of(code)[at];
  const OpFacts& f = facts[i.op];
  std::string name = f.name;
  name.resize(16, ' ');
  std::string text = std::to_string(at) + (at < 10 ? "   " : at < 100 ? "  " : " ") + name;
  text += operand_text(rt, code, f.format[0], i.a, at + 1);
  if (f.format[1] == 'K' || f.format[1] == 'I' || f.format[1] == 'J') return text + operand_text(rt, code, f.format[1], i.bc(), at + 1);
  const bool signed_b = f.format[1] == 'i' || f.format[1] == 'j', signed_c = f.format[2] == 'i' || f.format[2] == 'j';
  text += operand_text(rt, code, f.format[1], signed_b ? i.signed_b() : i.b, at + 1);
  return text + operand_text(rt, code, f.format[2], signed_c ? i.signed_c() : i.c, at + 1);
}

}  // namespace

std::string disassemble(Runtime& rt, Value function) {
  std::vector<Value> pending = {as<Closure>(function)->code};
  std::string text;
  for (std::size_t n = 0; n < pending.size() && n < 1000; ++n) {
    const Code* code = as<Code>(pending[n]);
    text += "; " + printed(rt, code->name, true) + " " + printed(rt, code->lambda_list, true) + ", " + std::to_string(registers_of(code)) +
            " registers\n";
    const auto count = static_cast<std::int32_t>(code->instructions.as_object()->length() / sizeof(Instruction)) - 1;
    for (std::int32_t i = 0; i < count; ++i) text += line(rt, code, i) + "\n";
    const std::uint32_t slots = reinterpret_cast<const Object*>(code)->length();
    for (std::uint32_t k = 0; k + code_fixed_slots < slots; ++k) {
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
