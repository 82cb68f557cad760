// Inlines one callee into a loop's program. Layer: machine.
//
// A callee may be inlined if it has no side effects: it computes, compares, looks up, branches forwards, calls other
// such functions by name, and returns. Where it does not branch, each value has a register of its own: moves
// are only other names, small constants become operands, and what has been added or multiplied before is not computed
// again. Where it branches, each of its registers has one name.
#pragma once

#include <array>
#include <limits>
#include <vector>

#include "machine/loop_analysis/loop_program.hpp"

namespace tessera {

inline constexpr std::uint16_t no_register = 0xFFFF;

/// The names that a callee's registers have in the loop.
class RegisterRenaming {
 public:
  RegisterRenaming(LoopProgram& program, const Code* code, bool branches) : p_(program), code_(code), branches_(branches) {
    names_.fill(no_register);
  }
  /// False once a register could not be renamed: none is left, or one without a value was read.
  bool are_complete() const { return !failed_; }
  std::uint16_t fresh();
  std::uint16_t read(std::uint16_t reg);
  std::uint16_t write(std::uint16_t reg);
  void set(std::uint16_t reg, std::uint16_t name);
  /// The register holds a number for which there is no instruction yet.
  void set_number(std::uint16_t reg, std::int32_t number);
  /// True if the register holds such a number, and the number fits into an operand.
  bool has_small_number(std::uint16_t reg) const;
  std::int32_t number(std::uint16_t reg) const { return numbers_[reg]; }
  /// Renames the register operands. Returns false if they cannot be renamed one by one.
  bool rename(Instruction& i);

 private:
  LoopProgram& p_;
  const Code* const code_;
  const bool branches_;
  bool failed_ = false;
  std::array<std::uint16_t, register_set_size> names_;
  std::array<std::int32_t, register_set_size> numbers_{};
  RegisterSet has_number_ = 0;
};

class CalleeInliner {
 public:
  struct Callee {
    const Code* code;
    Value closure;           ///< if it is known, else
    std::uint16_t function;  ///< the register that has it
    std::vector<std::uint16_t> arguments;
    unsigned depth;
  };
  /// `site`: the call in the loop that is replaced.
  CalleeInliner(LoopProgram& program, InlineSite& site, Callee callee);

  /// Appends the callee's instructions; false if it cannot be inlined. A return continues after the call; if there is
  /// `result`, it only receives the name of the value.
  bool run(std::uint16_t* result);

 private:
  bool fits() const;
  void name_parameters();
  void fix_jumps();
  bool instruction(Instruction i);
  bool branch(Instruction i);
  bool computation(Instruction i);
  bool is_redundant(Instruction& i);
  void add_immediate(Instruction& i);
  bool was_computed(const Instruction& i);
  bool call(const Instruction& i);
  bool tail_call(Callee callee);
  bool inner_call(const Instruction& i, Callee callee);
  bool returns(Instruction put);
  void return_to_window(const Instruction& put);
  bool computes_into_window(const Instruction& put);
  InlinedInstruction& append(const Instruction& i) { return p_.append(i, callee_.code); }

  LoopProgram& p_;
  InlineSite& site_;
  const Callee callee_;
  const Instruction* const in_;
  const std::size_t count_;
  const bool branches_;
  RegisterRenaming renaming_;
  std::size_t at_ = 0, start_ = 0;
  std::uint16_t* result_ = nullptr;
  bool has_branched_ = false, has_returned_ = false;
  std::vector<std::size_t> places_;                         ///< of its instructions in the program
  std::vector<std::pair<std::size_t, std::size_t>> jumps_;  ///< instructions of the program that jump, and where to in the callee
};

}  // namespace tessera
