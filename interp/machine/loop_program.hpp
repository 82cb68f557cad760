// What the code of a loop is made of: instructions of its function and, laid out behind them, those of small functions that it calls. Layer: machine.
//
// A callee of which the laid-out instructions are part does nothing that anybody sees: it computes, compares, looks up, and returns. Its registers
// have names of their own among those of the frame, above the function's; arguments that are just moved to the window go by the names they have.
// So whatever is not as expected leaves for `real`, where the function's code lays out the call and makes it.
#pragma once

#include <array>
#include <vector>

#include "machine/live_registers.hpp"
#include "vm/frames.hpp"

namespace tessera {

/// A call whose callees stand in the program.
struct InlinedCall {
  /// One of them.
  struct Callee {
    Value expected;         ///< what is called: of CALL the code object, else the function
    std::size_t first = 0;  ///< where its instructions begin
  };
  std::size_t at = 0;         ///< the first of the instructions that move arguments to the window: callees are told apart there
  std::size_t call = 0;       ///< the call
  std::size_t function = 0;   ///< of CALL: the register that has it
  std::size_t otherwise = 0;  ///< where the instructions from `at` to the call stand once more, for other callees
  std::vector<Callee> callees;
};

/// True of instructions that give a register a value, or test some, change nothing else that anybody sees, and have code in line which never lets
/// Lisp run.
bool computes(const Instruction& i);

class LoopProgram {
 public:
  /// An instruction behind those of the function.
  struct More {
    Instruction instruction;
    const Code* code = nullptr;  ///< whose constants it names
    std::size_t real = 0;        ///< the function's instruction that leads here
    std::uint8_t steps = 0;      ///< calls that have come to their end, and are counted now
    bool is_callee = true;       ///< of a callee, else one of the function's once more
    bool is_settled = false;     ///< nothing may lead out any more
    Value symbol;                ///< goes on if this symbol has the function `function`, if it is a symbol
    Value function;              ///< that; or of CAPTURED: the closure, if it is known, else c is its register
  };

  explicit LoopProgram(const Heap& heap, const Code* code);
  const Instruction& operator[](std::size_t n) const { return n < count_ ? own_[n] : more_[n - count_].instruction; }
  Value constant(std::size_t at, std::int32_t n) const { return (at < count_ ? code_ : more_[at - count_].code)->constants[n]; }
  std::size_t real(std::size_t n) const { return n < count_ ? n : more_[n - count_].real; }
  const More* more(std::size_t n) const { return n < count_ ? nullptr : &more_[n - count_]; }
  std::size_t own() const { return count_; }
  std::size_t size() const { return count_ + more_.size(); }
  std::size_t registers() const { return registers_; }
  const std::vector<InlinedCall>& calls() const { return calls_; }
  const InlinedCall* call_at(std::size_t at) const;
  /// How often instructions are executed, compared with each other.
  void set_weights(std::size_t first, std::vector<std::uint8_t> weights) {
    first_weight_ = first;
    weights_ = std::move(weights);
  }
  unsigned weight(std::size_t at) const {
    const std::size_t n = real(at) - first_weight_;
    return n < weights_.size() ? weights_[n] : 1;
  }
  /// False if something that it names has gone.
  bool is_alive(const Liveness& liveness) const;
  /// Where control may go behind instruction `at`.
  std::vector<std::size_t> successors(std::size_t at) const;

  /// Lay out what `call` calls, of which `at` is the first instruction that moves arguments. `codes`: what was seen there, if it is a CALL.
  /// `live`: what is read from `at` on. False if nothing can be.
  bool add(std::size_t at, std::size_t call, const std::vector<const Code*>& codes, RegisterSet live);
  /// True if the instruction only puts something into the call's window.
  bool moves_for(const Instruction& call, const Instruction& i) const;

 private:
  struct Callee {
    const Code* code;
    Value closure;           ///< if it is known, else
    std::uint16_t function;  ///< the register that has it
    std::vector<std::uint16_t> arguments;
    unsigned depth;
  };
  class Layout;
  bool add_callee(InlinedCall& made, const Code* code, Value closure, RegisterSet live);
  void add_otherwise(InlinedCall& made);
  std::uint16_t fresh();
  More& append(const Instruction& i, const Code* code);

  const Heap& heap_;
  const Code* const code_;
  const Instruction* const own_;
  const std::size_t count_;
  std::vector<More> more_;
  std::vector<InlinedCall> calls_;
  std::size_t registers_, next_;
  std::vector<std::uint8_t> weights_;
  std::size_t first_weight_ = 0;
  // Of the callee that is being laid out.
  std::size_t begin_ = 0;   ///< `at` of the call
  std::size_t behind_ = 0;  ///< where its returns lead
  std::uint16_t window_ = 0;
  bool keeps_window_ = false;  ///< what stands in R[window] matters until the end
  std::uint8_t steps_ = 0;
};

}  // namespace tessera
