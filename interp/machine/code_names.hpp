// Names of machine code, for those who look at the process from outside: Linux' `perf`, and gdb. Layer: machine.
#pragma once

#include <map>
#include <memory>

#include "platform/debugger.hpp"
#include "vm/machine_code.hpp"
#include "vm/vm.hpp"

namespace tessera {

/// Tells who the environment variable TESSERA_MACHINE_CODE_NAMES names, by words with commas between them: `perf` finds names in
/// /tmp/perf-PID.map, `gdb` by its interface for code that is made while a program runs. Nobody else pays for it.
class CodeNames {
 public:
  CodeNames();
  /// The function is there now, or if `loop` is not null its code.
  void add(Vm& vm, const MachineFunction& function, const MachineLoop* loop);
  /// The same of code that lays out arguments for a function of code `callee`.
  void add(Vm& vm, const MachineCall& call, const Code* callee);
  /// What begins there has gone.
  void remove(const char* begin) { shown_.erase(begin); }

 private:
  void add(Vm& vm, const Code* code, const std::string& what, const char* begin, std::size_t bytes);
  bool for_perf_ = false, for_gdb_ = false;
  std::map<const char*, std::unique_ptr<platform::DebuggerEntry>> shown_;
};

}  // namespace tessera
