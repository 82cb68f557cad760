// Names of machine code, for tools that look at the process from outside: Linux' `perf`, and gdb. Layer: jit.
#pragma once

#include <map>
#include <memory>

#include "platform/debugger.hpp"
#include "vm/jit/jit_compiler.hpp"
#include "vm/vm.hpp"

namespace tessera {

/// Publishes names for the tools that the environment variable TESSERA_MACHINE_CODE_NAMES lists, separated by commas:
/// `perf` reads /tmp/perf-PID.map, `gdb` has its interface for code that is made at run time. Costs nothing otherwise.
class CodeNames {
 public:
  CodeNames();
  /// Adds the function, or if `loop` is not null the code of that loop.
  void add(Vm& vm, const JitFunction& function, const JitLoop* loop);
  /// Adds code that lays out arguments for a function with code `callee`.
  void add(Vm& vm, const CallStub& call, const Code* callee);
  /// Removes the code that begins there.
  void remove(const char* begin) { shown_.erase(begin); }

 private:
  void add(Vm& vm, const Code* code, const std::string& what, const char* begin, std::size_t bytes);
  bool for_perf_ = false, for_gdb_ = false;
  std::map<const char*, std::unique_ptr<platform::DebuggerEntry>> shown_;
};

}  // namespace tessera
