// Frames as debuggers see them: backtraces, variables, and replacing a frame by another call. Layer: vm.
#pragma once

#include <string>
#include <vector>

#include "compiler/variable_table.hpp"
#include "vm/loop/resume_point.hpp"
#include "vm/vm.hpp"

namespace tessera {

class VmState;

/// A variable of a frame.
struct FrameVariable {
  VariableEntry entry;
  std::size_t number = 0;  ///< the number of the entry
  Value value;             ///< the value; UNBOUND if it is not known any more
};

/// A frame of a backtrace.
struct Frame {
  Value function;                        ///< a Closure
  std::uint32_t instruction = 0;         ///< the number of the running instruction
  std::vector<Value> elided;             ///< functions that tail-called into this frame, the latest first
  std::int64_t stack = 0;                ///< the frame's offset on the stack, which identifies it until its function returns
  std::vector<FrameVariable> variables;  ///< if asked for: those of a function that is not the library's

  const Code* code() const { return code_of(as<Closure>(function)); }
};

/// Returns the frames from the innermost on, at most `most`.
std::vector<Frame> backtrace(Vm& vm, std::size_t most, bool with_variables = false);
/// A frame, for a profiler.
struct FramePosition {
  const Value* base;
  Value function;  ///< a Closure
};

/// Returns the frames from the innermost on, at most `most`.
std::vector<FramePosition> frames_of(const VmState& vm, std::size_t most);
/// Returns the parameters of the frame, and its other variables that are known at its position, outer ones first.
std::vector<FrameVariable> frame_variables(Vm& vm, std::int64_t stack);
/// Assigns the variable of that number. Returns false if it cannot be assigned there.
bool set_frame_variable(Vm& vm, std::int64_t stack, std::size_t number, Value value);
/// Makes the running native function exit to the frame, in whose place `function`, of no arguments, is called. Returns
/// FAILED.
Value replace_frame(Vm& vm, std::int64_t stack, Value function);
/// Ends the exit that `replace_frame` began, when everything above the frame is undone.
ResumePoint enter_in_place(VmState& vm, Value frame_and_function);

}  // namespace tessera
