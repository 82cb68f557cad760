// Frames that are on the Lisp stack and in a continuation object at the same time. Layer: vm. See continuations.md
// here.
#pragma once

#include "vm/loop/stubs.hpp"
#include "vm/stack/record.hpp"

namespace tessera {

/// The frames [begin, end) above one prompt, to which no call has returned since a continuation object copied them.
///
/// Invariants:
/// - The frame above `end` returns to `stub` instead of `back`: so the VM notices when a shared frame runs on.
/// - end == floor if no frames are shared: then no frame lies below `end`, and one comparison tests for both.
struct SharedFrames {
  Value* floor = nullptr;        ///< the beginning of the stack
  const Value* owner = nullptr;  ///< the frame of the prompt
  Value* begin = nullptr;
  Value* end = nullptr;
  Value frames = NIL;  ///< the object with the last of these frames, and maybe more; its `next` objects have the rest
  Value back;          ///< the real return word of the frame above
  alignas(8) Instruction stub[2] = {tessera::stub(Op::STUBCALL, 0), tessera::stub(Op::RETURNTAKEN, 0)};

  bool any() const { return end != floor; }
  bool are_above(const Value* prompt_owner) const { return any() && owner == prompt_owner; }
  std::size_t words() const { return static_cast<std::size_t>(end - begin); }
  void forget() { end = floor; }
  void reset(Value* stack_begin) { floor = begin = end = stack_begin; }

  /// Returns the real return word of the frame at `base`.
  Value return_word(const Value* base) const { return instruction_pointer(base[-1]) == &stub[1] ? back : base[-1]; }
  const Instruction* return_address(const Value* base) const { return instruction_pointer(return_word(base)); }
};

}  // namespace tessera
