// Machine code as the rest of the machine sees it. Layer: vm. What makes it is in machine/.
//
// A function becomes machine code when its calls and the rounds of its loops have been counted often enough (`Vm::heat_`). Its frames
// stay what they are: registers on the Lisp stack, of which none is elsewhere between two instructions; so machine code can be entered and
// left before any instruction, and whoever looks at frames need not know which kind of code runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "compiler/code.hpp"

namespace tessera {

class LoopProgram;
class LoopSamples;

/// A loop of a function: what jumps back to its head goes to `code`. That counts the rounds first, and later is code that was made for what
/// stood in the registers then.
struct MachineLoop {
  const void* code = nullptr;
  std::int32_t rounds = 0;    ///< until code is made for it
  std::int32_t patience = 0;  ///< how often it may still be left because something was not as expected
  std::size_t head = 0;       ///< its first instruction, and
  std::size_t last = 0;       ///< the last that jumps there
  std::uint64_t live = 0;     ///< the registers that are read from the head on before they are written; when the function's `live` is known
  std::uint64_t wide = 0;     ///< the registers that held large integers where its code had taken them to be small
  const char* begin = nullptr;
  std::size_t bytes = 0;
  std::shared_ptr<const LoopProgram> program;  ///< what its code was made of, and
  std::shared_ptr<const LoopSamples> samples;  ///< what for; nothing where callees have gone since

  // Callees whose instructions are part of its code.
  struct Callee {
    std::size_t call;  ///< the instruction
    Value code;        ///< what it called: a code object
  };
  std::vector<Callee> seen;                                 ///< by calls of function objects
  std::vector<std::unique_ptr<Value>> expected;             ///< what its code takes to be called; no value where that has gone
  std::vector<std::pair<const char*, std::size_t>> former;  ///< code of an earlier time, which frames may still return to
  const void* counting = nullptr;                           ///< where its rounds are counted
  std::int32_t misses = 0;                                  ///< how often other callees may be called until code is made anew
  std::int32_t renewals = 0;                                ///< how often that has been done
};

/// What machine code calls a function by: it makes the frame and jumps to `target`. There is one for all calls of a symbol's function with so
/// many arguments and the same keywords among them, one for all of a closure that is known, and one for each instruction that calls a function
/// object which takes other than just required parameters.
struct MachineCall {
  const void* target = nullptr;  ///< the function's machine code, what lays out its arguments first, or what makes the call in another way
  Value function;                ///< NIL: `target` has to look. Of an instruction the code of the function
  Value called;                  ///< the symbol, the closure, or the code that has the instruction
  std::uint32_t count = 0;       ///< of arguments
  std::vector<Value> keywords;   ///< for each argument, if there are any: the keyword that it is at all of these calls, or no symbol
  const char* begin = nullptr;   ///< machine code of its own, that lays out arguments
  std::size_t bytes = 0;
  int renewals = 0;         ///< how often that has been made
  bool is_refused = false;  ///< C++ lays them out: there is none for this function
};

/// The machine code of a function. A pointer to this stands in the word before its first instruction.
struct MachineFunction {
  const Code* code;                   ///< never moves, and has gone when this has
  const char* begin;                  ///< where it begins
  std::size_t bytes;                  ///< that it takes
  std::vector<std::uint32_t> places;  ///< for each instruction how far from `begin` it is; 0: it cannot be entered there
  std::vector<std::unique_ptr<MachineLoop>> loops;
  std::vector<std::uint64_t> live;     ///< for each instruction the registers that matter there; empty until they are asked for
  std::unique_ptr<MachineLoop> whole;  ///< its code once more, for numbers of floating point, if it has such code

  static MachineFunction* of(const Prologue* prologue) { return static_cast<MachineFunction* const*>(prologue->machine_code)[-1]; }
};

/// What machine code jumps to, at places in the machine that it knows.
struct MachineLinks {
  const void* go_on = nullptr;         ///< at the Place in rax and rdx: there is machine code, or it is left
  const void* go_back = nullptr;       ///< the same of a return to the instruction in rcx
  const void* return_taken = nullptr;  ///< returned to: what frames that a continuation has, too, go on by
  const void* step = nullptr;          ///< called: executes the instruction whose offset is in ecx
  const void* step_on = nullptr;       ///< the same, and comes back only where the next instruction follows
  const void* call = nullptr;          ///< called: the same of a call, whatever is called; that returns by what is in r8
  const void* poll = nullptr;          ///< called: the same of a safepoint
  const void* round = nullptr;         ///< called: at the head of a loop that has become hot
  const void* begin = nullptr;         ///< called: the same of a frame that is too large for the stack as it is
  const void* interpret = nullptr;     ///< jumped to: the function whose Prologue rcx leads to has no machine code
  const void* call_unknown = nullptr;  ///< jumped to by the MachineCall in rcx, whose function is not known or has no machine code
  const void* lay_out = nullptr;       ///< jumped to by the MachineCall in rcx, whose own code has no room
};

/// What was made. Times are of the wall clock, while the program waited.
struct MachineCodeFigures {
  std::uint64_t functions = 0, bytes = 0;  ///< that there are now
  std::uint64_t compilations = 0;          ///< since the start: functions,
  std::uint64_t loops = 0;                 ///< loops, and functions for numbers of floating point, once more, and
  std::uint64_t instructions = 0;          ///< instructions of bytecode
  std::uint64_t nanoseconds = 0, longest_nanoseconds = 0;

  void count_time(std::uint64_t taken) {
    nanoseconds += taken;
    if (taken > longest_nanoseconds) longest_nanoseconds = taken;
  }
};

/// In a Place an address in machine code stands for that of an instruction, with its highest bit set.
inline const Instruction* in_machine_code(const void* address) {
  return reinterpret_cast<const Instruction*>(reinterpret_cast<std::uint64_t>(address) | std::uint64_t{1} << 63);
}
inline bool is_in_machine_code(const Instruction* pc) { return reinterpret_cast<std::int64_t>(pc) < 0; }
inline const void* address_of(const Instruction* in_machine_code) {
  return reinterpret_cast<const void*>(reinterpret_cast<std::uint64_t>(in_machine_code) & ~(std::uint64_t{1} << 63));
}

/// Makes machine code, and keeps it.
class MachineCode {
 public:
  virtual ~MachineCode() = default;
  /// Give the function machine code, in its Prologue; false if it has none afterwards. `base`: a frame in which it begins, as an example
  /// of its arguments; or nullptr.
  virtual bool make(const Code* code, const Value* base) = 0;
  /// Give the loop with this head code of its own, for the values that stand in the frame at `base`.
  virtual void make_loop(const Code* code, std::size_t head, const Value* base) = 0;
  /// Calls by this lead to the machine code of the function from now on, if it has some.
  virtual void connect(MachineCall& call, Value function) = 0;
  /// The symbol has another function.
  virtual void function_changed(Symbol* symbol) = 0;
  /// The machine code of the function as text, with the instructions that it was made of; "" if it has none.
  virtual std::string listing(const Code* code) = 0;
  virtual MachineCodeFigures figures() const = 0;
  /// Enter machine code at `address`, which is for the frame at `base`: the Place where it was left, which has none, in two words.
  struct Left {
    Value* base;
    const Instruction* pc;
  };
  virtual Left enter(Value* base, const void* address) = 0;
};

}  // namespace tessera
