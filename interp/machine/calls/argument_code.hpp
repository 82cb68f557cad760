// Machine code that lays out the arguments of a call whose function takes optional, rest or keyword parameters.
// Layer: machine.
#pragma once

#include <optional>
#include <vector>

#include "machine/assembler/registers.hpp"

namespace tessera {

/// Where the parameters of a call come from: one entry for each register of a parameter.
struct ArgumentLayout {
  enum class From : std::uint8_t { argument, nothing, rest };
  struct Parameter {
    From from;
    std::uint32_t argument;  ///< its number; of a rest parameter that of the first in its list
  };
  std::vector<Parameter> parameters;
  std::uint32_t count;  ///< of arguments

  /// The layout that C++ makes for a function with this code; nothing if the call fails, or if only the
  /// values of arguments decide. `keywords`: the arguments that are the same symbol in each such call, by their
  /// numbers.
  static std::optional<ArgumentLayout> of(const Runtime& rt, const Code* code, std::uint32_t count, const std::vector<Value>& keywords);

 private:
  bool take_keywords(const Code* code, Value always_allowed, const std::vector<Value>& keywords);
};

/// Entered by a jump, with the callee's frame made: lays out its arguments and continues in its machine code. If they
/// do not fit on the stack, or a list not into the nursery, it leaves that to MachineLinks::lay_out.
class ArgumentCode {
 public:
  ArgumentCode(Vm& vm, const MachineLayout& layout, const MachineCall& call, const Code* callee);
  /// False if C++ has to lay out the arguments.
  bool make(const ArgumentLayout& arguments);
  std::size_t size() const { return holder_.textSection()->buffer().size(); }
  const char* code() const { return reinterpret_cast<const char*>(holder_.textSection()->buffer().data()); }

 private:
  void check_stack_room();
  void list(std::uint32_t first, std::uint32_t count);

  Vm& vm_;
  const MachineLayout& l_;
  const MachineCall& call_;
  const Prologue* const callee_;
  asmjit::CodeHolder holder_;
  machine::x86::Assembler a_;
  asmjit::Label otherwise_;
};

}  // namespace tessera
