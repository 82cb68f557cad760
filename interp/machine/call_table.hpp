// What machine code calls global and known functions by. Layer: machine.
//
// A call jumps to where its MachineCall says, with no look at the symbol: that is the function's machine code while the symbol names the
// function, and else a place that makes the call by the machine, and connects it once the function has machine code.
#pragma once

#include <map>
#include <vector>

#include "machine/layout.hpp"

namespace tessera {

class CallTable {
 public:
  explicit CallTable(Vm& vm) : vm_(vm) {}

  /// For calls of the symbol's function with so many arguments.
  MachineCall* of_symbol(Value symbol, std::uint32_t count) { return find(symbol, count); }
  /// For calls of a closure that takes just what it is given.
  MachineCall* of_known(Value closure) { return find(closure, known); }
  /// Lead to the function's machine code, if it has some by now.
  void connect(MachineCall& call);
  /// The symbol has another function.
  void forget_symbol(Value symbol);
  /// The machine code of the function begins elsewhere, or has gone.
  void forget_machine_code(const Code* code);

  void trace_young(Tracer& tracer);
  void settle();
  void forget_dead(const Liveness& liveness);

 private:
  static constexpr std::uint32_t known = 0xFFFFFFFF;  ///< for a number of arguments
  using Key = std::pair<std::uint64_t, std::uint32_t>;
  MachineCall* find(Value called, std::uint32_t count);
  void disconnect(MachineCall& call);

  Vm& vm_;
  std::map<Key, MachineCall> calls_;
  std::vector<MachineCall*> young_;  ///< whose functions may still move
};

}  // namespace tessera
