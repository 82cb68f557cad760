// The instructions of a loop's code: the function's own and, after them, the instructions of inlined small functions.
// Layer: jit.
//
// An inlined callee has no side effects (callee_inliner.hpp). Its registers have names above the function's registers;
// arguments that are only moved into the window keep their names. So a failed guard in a callee side-exits to `real`,
// where the function's own code makes the call.
#pragma once

#include <array>
#include <vector>

#include "jit/loop_analysis/live_registers.hpp"
#include "vm/loop/frames.hpp"

namespace tessera {

/// A call whose callees are inlined.
struct InlinedCall {
  struct Callee {
    Value expected;         ///< the code object for CALL, else the function
    std::size_t first = 0;  ///< the index of its first instruction
  };
  std::size_t at = 0;         ///< the first of the instructions that move arguments to the window; its guard comes first
  std::size_t call = 0;       ///< the call instruction
  std::size_t function = 0;   ///< for CALL: the register that holds the function
  std::size_t otherwise = 0;  ///< a copy of the instructions from `at` to the call, for other callees
  std::vector<Callee> callees;
};

/// An instruction of an inlined callee, or of the copy of a call; numbered after the function's own.
struct InlinedInstruction {
  Instruction instruction;
  const Code* code = nullptr;  ///< the code object whose constants it refers to
  std::size_t real = 0;        ///< the function's instruction where its side exit leads
  std::uint8_t steps = 0;      ///< calls that have returned, and are charged now
  bool is_callee = true;       ///< true in a callee, false in the copy of a call
  bool must_not_exit = false;  ///< true if a side exit is no longer possible
  Value symbol;                ///< a guard, unless Value(): continues if this symbol still has the function `function`
  Value function;              ///< the guard's function; for CAPTURED the closure if it is known, else c is its register

  bool has_guard() const { return steps != 0 || symbol != Value(); }
};

/// The call in a loop that a callee replaces.
struct InlineSite {
  std::size_t return_target;  ///< the instruction at which its returns continue
  std::uint16_t window;       ///< the register for its value
  bool keeps_window;          ///< true if the register's previous value is live until the end
  std::uint8_t steps;         ///< calls made so far, to be charged
};

Instruction make_instruction(Op op, std::uint16_t a, std::uint16_t b = 0);
/// Makes the jump at `from` lead to instruction `to`.
void set_jump(Instruction& i, std::size_t from, std::size_t to);

class LoopProgram {
 public:
  LoopProgram(const Heap& heap, const Code* code);
  const Instruction& operator[](std::size_t n) const { return n < count_ ? own_[n] : inlined_[n - count_].instruction; }
  Value constant(std::size_t at, std::int32_t n) const { return (at < count_ ? code_ : inlined_[at - count_].code)->constants[n]; }
  std::size_t real(std::size_t n) const { return n < count_ ? n : inlined_[n - count_].real; }
  /// Returns the inlined instruction; null for an instruction of the function itself.
  const InlinedInstruction* inlined(std::size_t n) const { return n < count_ ? nullptr : &inlined_[n - count_]; }
  std::size_t own() const { return count_; }
  std::size_t size() const { return count_ + inlined_.size(); }
  std::size_t registers() const { return registers_; }
  const std::vector<InlinedCall>& calls() const { return calls_; }
  const InlinedCall* call_at(std::size_t at) const;
  /// Sets the relative execution frequencies of instructions from `first` on.
  void set_weights(std::size_t first, std::vector<std::uint8_t> weights) {
    first_weight_ = first;
    weights_ = std::move(weights);
  }
  unsigned weight(std::size_t at) const {
    const std::size_t n = real(at) - first_weight_;
    return n < weights_.size() ? weights_[n] : 1;
  }
  /// Returns false if an object to which the program refers has died.
  bool is_alive(const Liveness& liveness) const;
  /// Returns the instructions that may follow instruction `at`.
  std::vector<std::size_t> successors(std::size_t at) const;

  /// Inlines the callees of `call`, of which `at` is the first instruction that moves arguments. `codes`: the code of
  /// the callees seen there, for CALL. `live`: the registers that are read from `at` on. Returns false if nothing can
  /// be inlined.
  bool add(std::size_t at, std::size_t call, const std::vector<const Code*>& codes, RegisterSet live);
  /// True if the instruction only moves a value into the call's window.
  bool moves_for(const Instruction& call, const Instruction& i) const;

  // --- for the inliner
  bool is_settled(Value v) const { return heap_.is_settled(v); }
  std::size_t own_registers() const { return registers_of(code_); }
  /// Returns a new register; `no_register` if none is left.
  std::uint16_t fresh_register();
  InlinedInstruction& append(const Instruction& i, const Code* code);
  InlinedInstruction& inlined_at(std::size_t n) { return inlined_[n - count_]; }

 private:
  bool add_callees(InlinedCall& made, const std::vector<const Code*>& codes, RegisterSet live);
  bool add_named_callee(InlinedCall& made, RegisterSet live);
  bool add_callee(InlinedCall& made, const Code* code, Value closure, RegisterSet live);
  void add_plain_call(InlinedCall& made);
  static std::array<std::uint16_t, register_set_size> own_names();

  const Heap& heap_;
  const Code* const code_;
  const Instruction* const own_;
  const std::size_t count_;
  std::vector<InlinedInstruction> inlined_;
  std::vector<InlinedCall> calls_;
  std::size_t registers_, next_;
  std::size_t begin_ = 0;  ///< `real` of appended instructions
  std::vector<std::uint8_t> weights_;
  std::size_t first_weight_ = 0;
};

}  // namespace tessera
