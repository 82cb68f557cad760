// What the code of a function and that of a loop do differently. Layer: machine.
#pragma once

#include <cstddef>

#include "machine/assembler/registers.hpp"

namespace tessera {

/// The kind of code that an instruction's machine code belongs to: a function's own code, or the code of a loop.
/// Emitters ask it where values are and where control goes; everything else they emit is the same in both.
class CodeSite {
 public:
  using Gp = machine::x86::Gp;
  using Label = asmjit::Label;

  // The frame's registers, which a loop keeps in machine registers.
  virtual void load(Gp to, std::size_t n) = 0;
  virtual void store(std::size_t n, Gp from) = 0;
  /// Around a call of C++, which may change most machine registers.
  virtual void before_call() = 0;
  virtual void after_call() = 0;

  /// Where control continues at the instruction. A loop may side-exit on the way.
  virtual Label label_of(std::ptrdiff_t instruction) = 0;
  /// Where the code of the current instruction jumps if that cannot be executed in line: a function has the
  /// interpreter execute it, a loop side-exits.
  virtual Label slow_path() = 0;
  /// Jumps back to the head of a loop, by way of a safepoint.
  virtual void next_round(std::ptrdiff_t head) = 0;
  /// After the code of several operations at once, skips the instructions that compute the same one by one.
  virtual void skip_single_operations() = 0;
  /// Where an exit lands, before the instruction: an address in the function's own code.
  virtual void load_landing(Gp to, std::ptrdiff_t instruction) = 0;
  /// True if integers that are not fixnums are worth a call of C++ before the slow path.
  virtual bool has_wide_integers() const = 0;

  /// What is known now, for deferred code: saved under the next number, from 0 on, and restored before that code is
  /// emitted.
  virtual void save_state() = 0;
  virtual void restore_state(std::size_t number) = 0;

 protected:
  ~CodeSite() = default;
};

}  // namespace tessera
