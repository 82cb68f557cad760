// The table of opcodes.def for code that is evaluated while C++ is compiled. Layer: compiler.
// The VM reads from it what it needs at compile time; all other code calls `instruction_facts`.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <tuple>

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

// Facts for machine code.
inline constexpr JitFacts opaque{}, keeps{true}, pure{false, true}, computes{true, true}, moves{false, false, true},
    looks_up{false, false, false, true};
using enum Gives;
constexpr JitFacts gives(Gives what) { return {false, false, false, false, what}; }
constexpr JitFacts formula(const char* text) { return {false, false, false, false, Gives::anything, text}; }
constexpr JitFacts most(std::uint16_t count) { return {false, false, false, false, Gives::anything, "", count}; }
constexpr JitFacts operator|(const JitFacts& x, const JitFacts& y) {
  return {x.keeps || y.keeps,
          x.pure || y.pure,
          x.moves || y.moves,
          x.looks_up || y.looks_up,
          x.gives != Gives::anything ? x.gives : y.gives,
          x.formula[0] != 0 ? x.formula : y.formula,
          std::max(x.most, y.most)};
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

/// Stores in `o` the kind that a letter stands for, small or capital.
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

/// Refuses facts that contradict the instruction's other columns, or each other.
consteval void check_machine_facts(const InstructionFacts& f) {
  const JitFacts& facts = f.jit;
  const Flow flow = f.control.flow;
  const bool is_recorded = f.effects.pushes != DynamicKind::nothing || f.effects.pops != DynamicKind::nothing;
  const bool stays = flow == Flow::next || flow == Flow::test || flow == Flow::over || flow == Flow::with;
  const bool states_any = facts.keeps || facts.pure || facts.moves || facts.looks_up || facts.gives != Gives::anything ||
                          facts.formula[0] != 0 || facts.most != 0;
  if (states_any && !facts.has_code) throw "nothing is known of what the interpreter executes";
  if ((facts.keeps || facts.pure || facts.moves) && (f.effects.calls || is_recorded || !stays)) throw "it runs Lisp, or leaves a record";
  if (facts.pure && flow != Flow::next && flow != Flow::test) throw "a pure instruction continues or jumps";
  if (facts.looks_up && !facts.pure && !facts.keeps) throw "what looks something up does nothing else";
  if (facts.formula[0] != 0 && flow != Flow::test && flow != Flow::over) throw "a formula is of a comparison, or of several operations";
  bool has_count = false;
  for (const Operand& o : f.operands) {
    const bool is_register = o.kind == Operand::Kind::reg || o.kind == Operand::Kind::window || o.kind == Operand::Kind::own_window;
    const bool is_simple = o.kind == Operand::Kind::reg && !o.counted && !(o.read && o.written);
    if (facts.pure && is_register && !is_simple) throw "its registers cannot be renamed";
    has_count = has_count || o.kind == Operand::Kind::count;
  }
  if (facts.most != 0 && !has_count) throw "it has no count";
}

consteval InstructionFacts describe(const char* name, const char* text, std::string_view operands, Control control, Effects effects,
                                    std::string_view machine_code, JitFacts jit) {
  if (machine_code.empty()) throw "no machine code is stated";
  jit.has_code = machine_code != "step()";
  InstructionFacts f{name, text, {}, control, effects, jit};
  for (int i = 0; !operands.empty(); ++i) {
    const std::size_t end = operands.find(' ');
    f.operands[i] = parse_operand(operands.substr(0, end));
    operands = end == std::string_view::npos ? std::string_view() : operands.substr(end + 1);
  }
  check_machine_facts(f);
  return f;
}

consteval auto all_instructions() {
  using enum Op;  // control names opposites and operand words
  return std::array{
#define OP(name, operands, control, effects, machine_code, facts, doc) \
  describe(#name, operands " " #control " " #effects, operands, control, effects, #machine_code, facts),
#include "compiler/opcodes.def"
#undef OP
  };
}

inline constexpr auto instruction_table = all_instructions();

/// Returns the number of words that an instruction that skips others skips, its operand word included.
consteval std::ptrdiff_t passed_by(Op op) {
  const Control& control = instruction_table[static_cast<std::size_t>(op)].control;
  return control.passed + (control.other != Op::count ? 1 : 0);
}

consteval bool may_fail(Op op) { return instruction_table[static_cast<std::size_t>(op)].effects.operation != nullptr; }

// --- formulas

/// Returns the operation with this formula; Op::count if there is none.
constexpr Op op_of_formula(std::string_view formula) {
  for (std::size_t n = 0; n < instruction_table.size(); ++n)
    if (instruction_table[n].control.flow == Flow::over && instruction_table[n].jit.formula == formula) return static_cast<Op>(n);
  return Op::count;
}

constexpr bool is_operand(char c) { return c != '+' && c != '-' && c != '*'; }

/// Returns the start of the part of a formula that ends before `end`.
constexpr std::size_t part_before(std::string_view formula, std::size_t end) {
  for (int wanted = 1; wanted > 0;) wanted += is_operand(formula[--end]) ? -1 : 1;
  return end;
}

/// The value of the formula of `op` for operands b, c, x, y and z.
template <Op op> struct Formula {
  static constexpr std::string_view text = instruction_table[static_cast<std::size_t>(op)].jit.formula;
  template <class... Numbers> constexpr auto operator()(Numbers... numbers) const { return part<0, text.size()>(numbers...); }

 private:
  template <std::size_t begin, std::size_t end, class... Numbers> static constexpr auto part(Numbers... numbers) {
    constexpr char last = text[end - 1];
    if constexpr (is_operand(last)) {
      constexpr std::size_t n = std::string_view("bcxyz").find(last);
      return std::get<n>(std::tuple(numbers...));
    } else {
      constexpr std::size_t middle = part_before(text, end - 1);
      const auto first = part<begin, middle>(numbers...), second = part<middle, end - 1>(numbers...);
      if constexpr (last == '+') return first + second;
      else if constexpr (last == '-') return first - second;
      else return first * second;
    }
  }
};

}  // namespace tessera::opcodes
