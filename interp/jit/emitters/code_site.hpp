// The differences between a function's own code and the code of a loop. Layer: jit.
#pragma once

#include <cstddef>

#include "jit/assembler/addresses.hpp"

namespace tessera {

/// The kind of code that is emitted: a function's own code, or the code of a loop. Emitters ask it for values and jump
/// targets; everything else they emit is the same in both.
class CodeSite {
 public:
  using Register = jit::Register;
  using Label = asmjit::Label;

  // Access to the frame's registers, which a loop keeps in machine registers.
  virtual void load(Register to, std::size_t n) = 0;
  virtual void store(std::size_t n, Register from) = 0;
  /// Notes that the accumulator has the value of register n where the instruction's code ends, so that the next one
  /// need not load it. Other ways to the next instruction lead to its label.
  virtual void keep_in_accumulator(std::size_t) {}
  /// True if the accumulator has the value of register n, at the beginning of an instruction's code.
  virtual bool take_from_accumulator(std::size_t) { return false; }
  /// Saves values around a call of C++, which may change most machine registers.
  virtual void before_call() = 0;
  virtual void after_call() = 0;

  /// Returns the label at which control continues with the instruction. A loop may side-exit on the way.
  virtual Label label_of(std::ptrdiff_t instruction) = 0;
  /// Returns the label for a current instruction that cannot be executed in line: a function has the interpreter
  /// execute it, a loop side-exits.
  virtual Label slow_path() = 0;
  /// Jumps back to the head of a loop through a safepoint.
  virtual void next_round(std::ptrdiff_t head) = 0;
  /// Skips the instructions that compute a formula one by one, after the code that computes it at once.
  virtual void skip_single_operations() = 0;
  /// Loads the address in the function's own code where an exit lands, before the instruction.
  virtual void load_landing(Register to, std::ptrdiff_t instruction) = 0;
  /// True if integers that are not fixnums are worth a call of C++ before the slow path.
  virtual bool has_wide_integers() const = 0;

  /// Saves the current state for deferred code, under the next number from 0 on; `restore_state` is called before that
  /// code is emitted.
  virtual void save_state() = 0;
  virtual void restore_state(std::size_t number) = 0;

 protected:
  ~CodeSite() = default;
};

}  // namespace tessera
