// Machine code that lays out the arguments of a call where its function takes optional, rest or keyword parameters. Layer: machine.
#pragma once

#include <optional>
#include <vector>

#include "machine/registers.hpp"

namespace tessera {

/// What becomes of the arguments of a call: for each register that parameters have.
struct ArgumentLayout {
  enum class From : std::uint8_t { argument, nothing, rest };
  struct Parameter {
    From from;
    std::uint32_t argument;  ///< its number, if it is one; of a rest parameter that of the first in its list
  };
  std::vector<Parameter> parameters;
  std::uint32_t count;  ///< of arguments

  /// As lay_out_arguments lays them out for a function of this code. Nothing where it would fail, or where only the values of the arguments
  /// tell: `keywords` has those of them that are the same at each such call, by their numbers.
  static std::optional<ArgumentLayout> of(const Runtime& rt, const Code* code, std::uint32_t count, const std::vector<Value>& keywords);

 private:
  bool take_keywords(const Code* code, Value always_allowed, const std::vector<Value>& keywords);
};

/// Jumped to with the frame of the callee made, it lays out the arguments of that and goes on with its machine code; where they do not fit on
/// the stack, or a list not into the nursery, it leaves that to MachineLinks::lay_out.
class ArgumentCode {
 public:
  ArgumentCode(Vm& vm, const MachineLayout& layout, const MachineCall& call, const Code* callee);
  /// False if they have to be laid out by C++.
  bool make(const ArgumentLayout& arguments);
  std::size_t size() const { return holder_.textSection()->buffer().size(); }
  const char* code() const { return reinterpret_cast<const char*>(holder_.textSection()->buffer().data()); }

 private:
  void look_for_room();
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
