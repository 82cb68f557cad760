// Inlines one callee into a loop's program. Layer: jit.
//
// A callee may be inlined if it has no side effects: it computes, compares, looks up, branches forwards, calls other
// such functions by name, and returns. In a callee without branches each value has a register of its own: moves only
// rename registers, small constants become operands, and a repeated addition or multiplication reuses the earlier
// result. In a callee with branches each of its registers has one name.
#pragma once

#include <array>
#include <limits>
#include <vector>

#include "jit/loop_analysis/loop_program.hpp"

namespace tessera {

inline constexpr std::uint16_t no_register = 0xFFFF;

/// The names that a callee's registers have in the loop.
class RegisterRenaming {
 public:
  RegisterRenaming(LoopProgram& program, const Code* code, bool branches) : program_(program), code_(code), branches_(branches) {
    names_.fill(no_register);
  }
  /// False once a register could not be renamed: no register is left, or one without a value was read.
  bool are_complete() const { return !failed_; }
  std::uint16_t fresh();
  std::uint16_t read(std::uint16_t reg);
  std::uint16_t write(std::uint16_t reg);
  void set(std::uint16_t reg, std::uint16_t name);
  /// Records that the register holds a number for which there is no instruction yet.
  void set_number(std::uint16_t reg, std::int32_t number);
  /// True if the register holds such a number, and the number fits into an operand.
  bool has_small_number(std::uint16_t reg) const;
  std::int32_t number(std::uint16_t reg) const { return numbers_[reg]; }
  /// Renames the register operands. Returns false if they cannot be renamed independently.
  bool rename(Instruction& i);

 private:
  LoopProgram& program_;
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
    Value closure;           ///< the closure if it is known; else Value()
    std::uint16_t function;  ///< the register of a closure that is not known
    std::vector<std::uint16_t> arguments;
    unsigned depth;
  };
  /// Prepares to inline `callee` for the call `site` of the loop.
  CalleeInliner(LoopProgram& program, InlineSite& site, Callee callee);

  /// Appends the callee's instructions. Returns false if it cannot be inlined. A return continues after the call; with
  /// a non-null `result` it only stores the name of the value's register there.
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
  InlinedInstruction& append(const Instruction& i) { return program_.append(i, callee_.code); }

  LoopProgram& program_;
  InlineSite& site_;
  const Callee callee_;
  const Instruction* const in_;
  const std::size_t count_;
  const bool branches_;
  RegisterRenaming renaming_;
  std::size_t at_ = 0, start_ = 0;
  std::uint16_t* result_ = nullptr;
  bool has_branched_ = false, has_returned_ = false;
  std::vector<std::size_t> places_;                         ///< the indices in the program of the callee's instructions
  std::vector<std::pair<std::size_t, std::size_t>> jumps_;  ///< jumps in the program, and their targets in the callee
};

}  // namespace tessera
