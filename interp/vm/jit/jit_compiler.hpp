// Machine code as the VM sees it. Layer: vm. The compiler for it is in jit/.
//
// A function is compiled to machine code when its calls and the rounds of its loops have been counted often enough
// (JitState). Its frames stay the same: between two instructions all registers are on the Lisp stack, and
// nowhere else. So machine code can be entered and left before any instruction, and code that looks at frames need not
// know which kind of code runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "compiler/code.hpp"
#include "vm/loop/resume_point.hpp"

namespace tessera {

class LoopProgram;
class TypeFeedback;

/// A loop of a function. Jumps back to its head go to `code`, which counts the rounds at first. Later it is code
/// specialized for the values that were in the registers.
struct JitLoop {
  const void* code = nullptr;
  std::int32_t rounds = 0;                ///< rounds until the loop is compiled
  std::int32_t side_exits_tolerated = 0;  ///< number of further side exits that are tolerated
  std::size_t head = 0;                   ///< the first instruction
  std::size_t last = 0;                   ///< the last instruction that jumps to the head
  std::uint64_t live = 0;                 ///< registers live at the head, once the function's `live` is known
  std::uint64_t wide = 0;                 ///< registers with large integers where code had assumed small ones
  const char* begin = nullptr;
  std::size_t bytes = 0;
  std::shared_ptr<const LoopProgram> program;    ///< the instructions from which its code was made
  std::shared_ptr<const TypeFeedback> feedback;  ///< the code's type feedback; null if callees have died since

  // Inlined callees.
  struct Callee {
    std::size_t call;  ///< the call instruction
    Value code;        ///< the code object that it called
  };
  std::vector<Callee> seen;                                 ///< callees seen at calls of function objects
  std::vector<std::unique_ptr<Value>> expected;             ///< the callees that its code assumes; 0 for a dead one
  std::vector<std::pair<const char*, std::size_t>> former;  ///< earlier code, to which frames may still return
  const void* counting = nullptr;                           ///< the code that counts rounds
  std::int32_t other_callees_tolerated = 0;                 ///< number of further calls of other callees until it is recompiled
  std::int32_t recompilations = 0;                          ///< number of recompilations because of other callees
};

/// A call-site stub: machine code makes the frame and jumps to `target`. There is one for all calls of a symbol's
/// function with the same number of arguments and the same keywords, one for all calls of a known closure, and one (an
/// inline cache) for each instruction that calls a function object with other than required parameters.
struct CallStub {
  const void* target = nullptr;  ///< the function's machine code, code that lays out its arguments first, or a slow path
  Value function;                ///< the callee, for an instruction its code; NIL: `target` has to look it up
  Value called;                  ///< the symbol, the closure, or the code that contains the instruction
  std::uint32_t count = 0;       ///< number of arguments
  std::vector<Value> keywords;   ///< for each argument the keyword that it is at all these calls, if any; may be empty
  const char* begin = nullptr;   ///< the stub's own machine code, which lays out arguments
  std::size_t bytes = 0;
  int recompilations = 0;   ///< number of times that its own code was made
  bool is_refused = false;  ///< true if C++ lays out the arguments of this function
};

/// The machine code of a function. The word before its first instruction points to this.
struct JitFunction {
  const Code* code;                    ///< the code object, which never moves; this dies with it
  const char* begin;                   ///< the beginning of the machine code
  std::size_t bytes;                   ///< the size of the machine code
  std::vector<std::uint32_t> offsets;  ///< each instruction's offset from `begin`; 0 if code cannot be entered there
  std::vector<std::unique_ptr<JitLoop>> loops;
  std::vector<std::uint64_t> live;       ///< for each instruction the live registers; empty until needed
  std::unique_ptr<JitLoop> specialized;  ///< code specialized for floating-point numbers, if any

  static JitFunction* of(const Prologue* prologue) { return static_cast<JitFunction* const*>(prologue->machine_code)[-1]; }
};

/// Shared code that machine code jumps to or calls. It finds these addresses in the VmState. jit/assembler/machine.hpp
/// lists the registers.
struct SharedStubs {
  const void* resume = nullptr;         ///< jumped to: resumes at the ResumePoint in accumulator and temporary, or leaves
  const void* resume_return = nullptr;  ///< jumped to: resumes after a return to the instruction in operand2
  const void* return_taken = nullptr;   ///< returned to: executes RETURNTAKEN for the frame above shared ones
  const void* step = nullptr;           ///< called: executes the instruction whose offset is in operand2
  const void* step_in_line = nullptr;   ///< called: executes that instruction, and returns only if control continues in line
  const void* call = nullptr;           ///< called: executes a call of any callee, which returns to the address in argument4
  const void* poll = nullptr;           ///< called: handles a safepoint at which something is pending
  const void* hot_loop = nullptr;       ///< called at the head of a loop that has become hot
  const void* check_stack = nullptr;    ///< called at the beginning of a frame that may not fit on the stack
  const void* interpret = nullptr;      ///< jumped to: the function whose Prologue is at operand2 has no machine code
  const void* call_unknown = nullptr;   ///< jumped to for the CallStub in operand2, whose function is unknown or has no machine code
  const void* lay_out = nullptr;        ///< jumped to for the CallStub in operand2, which has no code of its own
};

/// Figures of the compiler. Times are wall-clock times during which the program waited.
struct JitStatistics {
  std::uint64_t functions = 0, bytes = 0;  ///< functions that have code now, and its size
  std::uint64_t compilations = 0;          ///< compilations of functions since the start
  std::uint64_t loops = 0;                 ///< compilations of loops, and of functions specialized for floating-point numbers
  std::uint64_t instructions = 0;          ///< instructions of bytecode compiled since the start
  std::uint64_t nanoseconds = 0, longest_nanoseconds = 0;

  void count_time(std::uint64_t taken) {
    nanoseconds += taken;
    if (taken > longest_nanoseconds) longest_nanoseconds = taken;
  }
};

/// Returns the address with its highest bit set: in a ResumePoint it stands for machine code, not an instruction.
inline const Instruction* in_machine_code(const void* address) {
  return reinterpret_cast<const Instruction*>(reinterpret_cast<std::uint64_t>(address) | std::uint64_t{1} << 63);
}
inline bool is_in_machine_code(const Instruction* pc) { return reinterpret_cast<std::int64_t>(pc) < 0; }
inline const void* address_of(const Instruction* in_machine_code) {
  return reinterpret_cast<const void*>(reinterpret_cast<std::uint64_t>(in_machine_code) & ~(std::uint64_t{1} << 63));
}

/// The compiler for machine code, which owns the code that it makes.
class JitCompiler {
 public:
  virtual ~JitCompiler() = default;
  /// Compiles the function and sets its Prologue. Returns false if it has no machine code afterwards. `base`: a frame
  /// in which it begins, as a sample of its arguments; or nullptr.
  virtual bool compile(const Code* code, const Value* base) = 0;
  /// Compiles the loop with this head for the values in the frame at `base`.
  virtual void compile_loop(const Code* code, std::size_t head, const Value* base) = 0;
  /// Links the stub to the function's machine code, if it has some.
  virtual void connect(CallStub& call, Value function) = 0;
  /// Notes that the symbol has another function.
  virtual void function_changed(Symbol* symbol) = 0;
  /// Returns the machine code of the function as text, with its instructions; "" if it has none.
  virtual std::string listing(const Code* code) = 0;
  virtual JitStatistics statistics() const = 0;
  /// True if the address is in machine code. For signal handlers, too.
  virtual bool contains(const char* address) const = 0;
  /// Enters machine code at `address` for the frame at `base`. Returns the point where it was left, at an instruction
  /// without machine code.
  virtual ResumePoint enter(Value* base, const void* address) = 0;
};

}  // namespace tessera
