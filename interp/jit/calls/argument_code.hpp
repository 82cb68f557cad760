// Machine code that lays out the arguments of a call whose function takes optional, rest or keyword parameters.
// Layer: jit.
#pragma once

#include <optional>
#include <vector>

#include "jit/assembler/macro_assembler.hpp"

namespace tessera {

/// The sources of a call's parameters: one entry for each register of a parameter.
struct ArgumentLayout {
  enum class From : std::uint8_t { argument, nothing, rest };
  struct Parameter {
    From from;
    std::uint32_t argument;  ///< the argument's number; for a rest parameter, of the first argument in its list
  };
  std::vector<Parameter> parameters;
  std::uint32_t count;  ///< the number of arguments

  /// Returns the layout that C++ makes for a function with this code; nothing if the call fails, or if the layout
  /// depends on the values of arguments. `keywords`: the arguments that are constant symbols, by their numbers.
  static std::optional<ArgumentLayout> of(const Runtime& rt, const Code* code, std::uint32_t count, const std::vector<Value>& keywords);

 private:
  bool take_keywords(const Code* code, Value always_allowed, const std::vector<Value>& keywords);
};

/// Code that is entered by a jump after the callee's frame was made: lays out the arguments and continues in the
/// callee's machine code. If they do not fit on the stack, or a list not into the nursery, it
/// continues at SharedStubs::lay_out.
class ArgumentCode {
 public:
  ArgumentCode(Vm& vm, const FieldOffsets& layout, const CallStub& call, const Code* callee);
  /// Emits the code. Returns false if C++ has to lay out the arguments.
  bool make(const ArgumentLayout& arguments);
  std::size_t size() const { return masm_.size(); }
  const char* code() const { return masm_.data(); }

 private:
  void check_stack_room();

  Vm& vm_;
  const FieldOffsets& offsets_;
  const CallStub& call_;
  const Prologue* const callee_;
  MacroAssembler masm_;
  MacroAssembler::Label otherwise_;
};

}  // namespace tessera
