// What machine code calls global and known functions by, and functions that do not take just required parameters. Layer: machine.
//
// A call jumps to where its MachineCall says, with no look at the symbol: that is the function's machine code while the symbol names the
// function, and else a place that makes the call by the machine, and connects it once the function has machine code. Where the arguments are to
// be laid out, code that does that stands between (`ArgumentCode`).
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "machine/layout.hpp"

namespace tessera {

class ArgumentCode;
class CodeMemory;
class CodeNames;

class CallTable {
 public:
  CallTable(Vm& vm, const MachineLayout& layout, CodeMemory& memory, CodeNames& names, MachineCodeFigures& figures)
      : vm_(vm), l_(layout), memory_(memory), names_(names), figures_(figures) {}

  /// For calls of the symbol's function with so many arguments. `keywords`: see MachineCall.
  MachineCall* of_symbol(Value symbol, std::uint32_t count, const std::vector<Value>& keywords);
  /// For calls of a closure that takes just what it is given.
  MachineCall* of_known(Value closure) { return find(closure, closure, known, known, {}); }
  /// For calls of function objects by that instruction of the code; only of those that do not take just so many arguments.
  MachineCall* of_instruction(const Code* code, std::size_t instruction, std::uint32_t count, const std::vector<Value>& keywords) {
    return find(to_value(code), NIL, static_cast<std::uint32_t>(instruction), count, keywords);
  }
  /// Lead to the machine code of the function, which is called now, if it has some by now.
  void connect(MachineCall& call, Value function);
  /// The symbol has another function.
  void forget_symbol(Value symbol);
  void trace_young(Tracer& tracer);
  void settle();
  void forget_dead(const Liveness& liveness);

 private:
  static constexpr std::uint32_t known = 0xFFFFFFFF;  ///< for a number of arguments
  using Key =
      std::tuple<std::uint64_t, std::uint32_t, std::vector<std::uint64_t>>;  ///< called, number of arguments or instruction, keywords
  MachineCall* find(Value called, Value function, std::uint32_t number, std::uint32_t count, const std::vector<Value>& keywords);
  void disconnect(MachineCall& call);
  bool make_argument_code(MachineCall& call, const Code* callee);
  bool keep(MachineCall& call, const ArgumentCode& code);

  Vm& vm_;
  const MachineLayout& l_;
  CodeMemory& memory_;
  CodeNames& names_;
  MachineCodeFigures& figures_;
  std::map<Key, MachineCall> calls_;
  std::vector<MachineCall*> young_;  ///< whose functions may still move
};

}  // namespace tessera
