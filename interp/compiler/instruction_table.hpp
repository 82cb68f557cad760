// opcodes.def as a table that is there while C++ is compiled. Layer: compiler.
// The machine reads of it what it needs at that time; all else asks `instruction_facts`.
#pragma once

#include <cstddef>
#include <string_view>

#include "compiler/instructions.hpp"

namespace tessera::opcodes {

// --- the vocabulary of opcodes.def

inline constexpr Control next{}, jump{Flow::jump}, loop{Flow::loop}, word{Flow::word}, call{Flow::call}, tail{Flow::tail},
    returns{Flow::returns}, exits{Flow::exits}, lands{Flow::lands}, resumes{Flow::resumes}, border{Flow::border};
constexpr Control test(Op other = Op::count) { return {Flow::test, other}; }
constexpr Control over(std::uint8_t n, Op words = Op::count) { return {Flow::over, words, n}; }
constexpr Control with(Op words) { return {Flow::with, words}; }

using enum DynamicKind;
inline constexpr Effects none{}, allocates{nullptr, true}, calls{nullptr, false, true};
constexpr Effects fails(const char* operation) { return {operation}; }
constexpr Effects pushes(DynamicKind kind) { return {nullptr, false, false, kind}; }
constexpr Effects pops(DynamicKind kind) { return {nullptr, false, false, DynamicKind::nothing, kind}; }
constexpr Effects operator|(Effects x, const Effects& y) {
  return {x.operation != nullptr ? x.operation : y.operation, x.allocates || y.allocates, x.calls || y.calls,
          x.pushes != DynamicKind::nothing ? x.pushes : y.pushes, x.pops != DynamicKind::nothing ? x.pops : y.pops};
}

consteval Operand::Holds holds_of(std::string_view name) {
  using enum Operand::Holds;
  struct {
    std::string_view name;
    Operand::Holds holds;
  } constexpr names[] = {{"cell", cell}, {"token", token},   {"closure", closure}, {"values", values}, {"state", state},  {"depth", depth},
                         {"tags", tags}, {"symbol", symbol}, {"code", code},       {"known", known},   {"class", class_}, {"mask", mask}};
  for (const auto& n : names)
    if (n.name == name) return n.holds;
  throw "no such thing can be held";
}

/// The kind that a letter stands for, small or capital.
consteval void take_letter(Operand& o, char letter) {
  using enum Operand::Kind;
  if (letter >= 'A' && letter <= 'Z') {
    o.wide = true;
    letter = static_cast<char>(letter - 'A' + 'a');
  }
  o.is_signed = letter == 'i' || letter == 'j';
  o.positive = letter == 'm';
  switch (letter) {
    case '-': break;
    case 'r': o.kind = reg; break;
    case 'w': o.kind = window; break;
    case 't': o.kind = own_window; break;
    case 'k': o.kind = constant; break;
    case 'i':
    case 'u': o.kind = number; break;
    case 'n':
    case 'm': o.kind = count; break;
    case 'x': o.kind = captured; break;
    case 'j': o.kind = offset; break;
    default: throw "no such operand";
  }
}

consteval Operand parse_operand(std::string_view text) {
  Operand o;
  o.read = text[0] != '=';
  o.written = text[0] == '=' || text[0] == '+';
  if (o.written) text.remove_prefix(1);
  take_letter(o, text[0]);
  text.remove_prefix(1);
  o.counted = o.kind == Operand::Kind::window || o.kind == Operand::Kind::own_window || text.starts_with('*');
  o.one = text.starts_with('1');
  if (text.starts_with('*') || o.one) text.remove_prefix(1);
  if (text.starts_with(':')) o.holds = holds_of(text.substr(1));
  else if (!text.empty()) throw "no such operand";
  return o;
}

consteval InstructionFacts describe(const char* name, const char* text, std::string_view operands, Control control, Effects effects) {
  InstructionFacts f{name, text, {}, control, effects};
  for (int i = 0; !operands.empty(); ++i) {
    const std::size_t end = operands.find(' ');
    f.operands[i] = parse_operand(operands.substr(0, end));
    operands = end == std::string_view::npos ? std::string_view() : operands.substr(end + 1);
  }
  return f;
}

consteval auto all_instructions() {
  using enum Op;  // control names opposites and operand words
  return std::array{
#define OP(name, operands, control, effects, doc) describe(#name, operands " " #control " " #effects, operands, control, effects),
#include "compiler/opcodes.def"
#undef OP
  };
}

inline constexpr auto instruction_table = all_instructions();

/// What an instruction that passes over others passes over, its operand word included.
consteval std::ptrdiff_t passed_by(Op op) {
  const Control& control = instruction_table[static_cast<std::size_t>(op)].control;
  return control.passed + (control.other != Op::count ? 1 : 0);
}

}  // namespace tessera::opcodes
