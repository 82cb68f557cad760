// The table of special operators, from runtime/special_operators.def. Layer: compiler.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "runtime/runtime.hpp"

namespace tessera {

/// Takes the first of the words that blanks separate off `text`. Returns "" if there is none.
constexpr std::string_view next_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(word.size());
  return word;
}

/// One operand of a special operator, or all further ones.
struct SpecialOperand {
  std::string_view name, kind;
  enum class Role { required, optional, rest } role;
};

struct OperandCount {
  int least = 0, most = 0;
  static constexpr int any = -1;
};

struct SpecialOperator {
  Known symbol;
  std::string_view operands;  ///< the operands as the table lists them
  const char* documentation;
  OperandCount count;
};

std::span<const SpecialOperator> special_operators();
/// Returns the special operator that `symbol` names, or nullptr.
const SpecialOperator* find_special_operator(const Runtime& rt, Value symbol);

/// Takes the first operand off `text`; returns nothing at the end. `role` is the role of the operand before.
std::optional<SpecialOperand> next_operand(std::string_view& text, SpecialOperand::Role role);
/// Returns the operands as in a lambda list: "test then &optional else".
std::string lambda_list_of(const SpecialOperator& op);

}  // namespace tessera
