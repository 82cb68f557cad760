// The point where execution continues, and a call that is about to be made: arguments and results of the VM's
// functions. Layer: vm.
#pragma once

#include <cstdint>

#include "compiler/code.hpp"
#include "memory/value.hpp"

namespace tessera {

/// A frame and its next instruction. Passed by value and returned in two machine registers, so that the instruction
/// loop can keep both parts in machine registers, too.
struct ResumePoint {
  Value* base;            ///< register 0 of the frame; nullptr if the running loop ends
  const Instruction* pc;  ///< the next instruction, or an address in machine code: see `in_machine_code`
};

/// A call of the function in window[0] with the `count` arguments from window[2] on.
struct Call {
  Value* window;
  std::uint32_t count;
  Value function() const { return window[0]; }
};

inline Call call_of(Value function, Value* window, std::uint32_t count) {
  window[0] = function;
  return {window, count};
}

}  // namespace tessera
