// The table of special operators, and parsing the text of their operands. Compiled for size.
#include "compiler/analysis/special_operators.hpp"

#include "data/symbols/packages.hpp"

namespace tessera {

namespace {

constexpr std::optional<SpecialOperand> operand_of(std::string_view& text, SpecialOperand::Role role) {
  std::string_view word = next_word(text);
  if (word.empty()) return {};
  if (word.front() == '&') {
    role = word == "&optional" ? SpecialOperand::Role::optional : SpecialOperand::Role::rest;
    word = next_word(text);
  }
  const std::size_t colon = word.find(':');
  return SpecialOperand{word.substr(0, colon), word.substr(colon + 1), role};
}

/// Refuses operands of a kind that the head of the table does not have.
constexpr bool has_known_kinds(std::string_view operands) {
  constexpr std::string_view kinds[] = {"form",      "body",   "datum",         "statement", "bindings",    "assignment",
                                        "functions", "macros", "symbol-macros", "function",  "lambda-list", "toplevel-form"};
  while (const auto operand = operand_of(operands, SpecialOperand::Role::required))
    if (std::find(std::begin(kinds), std::end(kinds), operand->kind) == std::end(kinds)) return false;
  return true;
}

constexpr OperandCount count_of(std::string_view operands) {
  OperandCount count;
  auto role = SpecialOperand::Role::required;
  while (const auto operand = operand_of(operands, role)) {
    role = operand->role;
    if (role == SpecialOperand::Role::rest) return {count.least, OperandCount::any};
    if (role == SpecialOperand::Role::required) ++count.least;
    ++count.most;
  }
  return count;
}

constexpr SpecialOperator operator_table[] = {
#define SPECIAL_OPERATOR(identifier, name, package, operands, documentation) \
  {Known::identifier, operands, documentation, count_of(operands)},
#include "runtime/special_operators.def"
#undef SPECIAL_OPERATOR
};

static_assert(std::all_of(std::begin(operator_table), std::end(operator_table),
                          [](const SpecialOperator& op) { return has_known_kinds(op.operands); }),
              "a special operator has an operand of an unknown kind");

}  // namespace

std::span<const SpecialOperator> special_operators() { return operator_table; }

const SpecialOperator* find_special_operator(const Runtime& rt, Value symbol) {
  if (!has_flag(rt.symbol(symbol), symbol_special_operator)) return nullptr;
  const auto found = std::find_if(std::begin(operator_table), std::end(operator_table),
                                  [&](const SpecialOperator& op) { return rt.sym(op.symbol) == symbol; });
  return found == std::end(operator_table) ? nullptr : found;
}

std::optional<SpecialOperand> next_operand(std::string_view& text, SpecialOperand::Role role) { return operand_of(text, role); }

std::string lambda_list_of(const SpecialOperator& op) {
  std::string result;
  std::string_view text = op.operands;
  for (std::string_view word; !(word = next_word(text)).empty();) {
    if (!result.empty()) result += ' ';
    result += word.substr(0, word.find(':'));
  }
  return result;
}

}  // namespace tessera
