// Calls in a loop whose callees are inlined. Layer: jit.
//
// A call is preceded by a guard that compares the callee with the function that was inlined. If it fails, an ordinary
// call is made. A new function at the address of a dead one never passes, since the words that the guards compare are
// cleared when a callee dies.
#pragma once

#include <memory>
#include <vector>

#include "jit/loop/loop_edges.hpp"

namespace tessera {

class LoopCalls final : public LoopEmitter {
 public:
  LoopCalls(LoopContext& context, LoopRegisters& registers, LoopEdges& edges)
      : LoopEmitter(context), registers_(registers), edges_(edges) {}

  /// Emits the jump to the inlined callee, or to a copy of the call.
  void emit_call(const InlinedCall& call);
  /// Emits the guard and the counting of steps of an inlined instruction.
  void begin(const InlinedInstruction& inlined);
  /// Emits CAPTURED in a callee.
  void load_captured(const InlinedInstruction& inlined);
  /// Gives the loop the words with which its guards compare callees.
  void publish();

 private:
  Value* expected(Value called);
  Label other_callee(const InlinedCall& call);
  void unless_function(Value symbol, Value function, const Label& otherwise);
  void count_steps(std::uint8_t steps);

  LoopRegisters& registers_;
  LoopEdges& edges_;
  std::vector<std::unique_ptr<Value>> expected_;
};

}  // namespace tessera
