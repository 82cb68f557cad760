// Arithmetic: fixnums in line, immediate and boxed double-floats out of line, wider integers by calls of C++.
// Layer: jit.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "compiler/instruction_table.hpp"
#include "jit/emitters/code_emitter.hpp"

namespace tessera {

class NumberEmitter : public CodeEmitter {
 public:
  using CodeEmitter::CodeEmitter;

  // --- instructions
  void arithmetic();
  void add_immediate();
  void divide();
  void logical();
  void shift();
  void divide_integers();
  void minimum() { min_max(Condition::less); }
  void maximum() { min_max(Condition::greater); }
  void absolute();
  void square_root();
  /// Emits several operations at once, by the instruction's formula.
  void formula();

  // --- formulas
  /// Returns the register of an operand of the instruction's formula.
  std::size_t operand_of(char letter) const;
  /// Computes the formula of fixnums into the accumulator. Bit n of `safe` says that operation n cannot overflow.
  void combine_fixnums(std::string_view formula, const Label& otherwise, unsigned safe = 0);
  /// Computes the formula of double-floats into double0; `fetch` loads an operand.
  void combine_doubles(std::string_view formula, const std::function<void(std::size_t reg, DoubleRegister to)>& fetch);

 private:
  void divide_fixnums(const Label& others, const Label& otherwise);
  void several_fixnums(std::string_view formula, const Label& singly);
  void several_doubles(std::string_view formula, const Label& singly);
  void min_max(Condition condition);
  Label wide_integers();
  std::optional<std::size_t> mask_of_result();
  bool is_dead(std::size_t reg, std::size_t at);

  std::vector<RegisterSet> live_;  ///< the live registers before each instruction; empty until needed
};

}  // namespace tessera
