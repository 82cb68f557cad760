// The compilation that is under way, which all emitters share. Layer: jit.
//
// Invariants: `at` is the instruction whose code is being emitted. Deferred code is emitted for the instruction that
// deferred it, with the state of the site as it was then; it may defer more.
#pragma once

#include <vector>

#include "jit/assembler/deferred_code.hpp"
#include "jit/assembler/macro_assembler.hpp"
#include "jit/calls/call_table.hpp"
#include "jit/emitters/code_site.hpp"
#include "jit/loop_analysis/loop_program.hpp"

namespace tessera {

class Emission {
 public:
  /// Begins a compilation. `program`: the loop's program if callees have been inlined already.
  Emission(Vm& vm, const FieldOffsets& layout, CallTable& calls, const Code* code, asmjit::StringLogger* logger = nullptr,
           const LoopProgram* program = nullptr);
  Emission(const Emission&) = delete;
  Emission& operator=(const Emission&) = delete;

  /// Drops what was emitted.
  void begin();
  void begin_instruction(std::size_t n);
  /// Emits `code` out of line, with `entry` bound to it. Code with an `entry` is emitted only if a jump leads there.
  void defer(DeferredCode code, asmjit::Label entry = asmjit::Label());
  void emit_deferred();
  /// Emits the jumps to shared code. Returns false if the code cannot be used.
  bool finish();
  /// Returns false if constants may still move, and requests a collection then.
  bool constants_have_settled() const;
  /// Adds a comment to the listing.
  void note(const char* before);

  Vm& vm;
  const FieldOffsets& layout;
  CallTable& calls;
  const Code* const code;
  const Instruction* const instructions;
  const std::size_t count;
  LoopProgram program;
  MacroAssembler assembler;
  CodeSite* site = nullptr;
  std::size_t at = 0;
  asmjit::Label slow;                              ///< the label of the instruction's slow path, once it has one
  asmjit::Label resume, resume_return, interpret;  ///< jumps to the SharedStubs of these names

 private:
  bool emit_deferred(std::size_t n);
  struct Deferred {
    std::size_t at;
    DeferredCode emit;
    asmjit::Label entry;
    bool is_emitted = false;
  };
  std::vector<Deferred> deferred_;
};

}  // namespace tessera
