// The interface of the virtual machine for the rest of the engine. Its state is a `VmState` (vm_state.hpp), which only
// vm/ and jit/ know. Layer: vm. See README.md here.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "runtime/runtime.hpp"

namespace tessera {

class JitState;
class Threads;

class Vm : public Runtime {
 public:
  /// Creates a VM. Throws std::runtime_error if there is too little address space.
  static std::unique_ptr<Vm> create(std::size_t heap_limit_bytes = config::default_heap_bytes,
                                    std::size_t stack_limit_words = config::default_stack_words);

  // --- calling Lisp. FAILED: ask `exit_is_under_way`; if none is, `failure` says why the call ended
  using Runtime::call_lisp;
  /// Calls Lisp for the host program: exits that end a whole evaluation end here.
  Value call_from_host(Value f, std::span<const Value> arguments);
  /// Calls Lisp for the host, which also stands for the debugger: an unhandled condition ends this call (see
  /// `host_is_debugger`).
  Value call_guarded(Value f, std::span<const Value> arguments);
  /// True if an unhandled condition goes to the host: nothing has bound the variable `debugger` since the host's
  /// guarded call.
  bool host_is_debugger(Value debugger) const;
  /// True while an evaluation runs.
  bool is_running() const;
  /// True if an exit leads past the native function that runs, which should return.
  bool exit_is_under_way() const;
  /// Makes the running native function leave everything up to the call by the host, which fails with `type` and
  /// `initargs`.
  Value leave_to_host(Value type, Value initargs);
  /// Returns the innermost functions and their positions where the host ended the last evaluation.
  const std::string& ended_where() const;

  // --- from any thread or signal handler
  /// Makes a running evaluation signal an interrupt at its next safepoint.
  void interrupt();
  /// Makes the program end with that exit status as soon as its cleanup forms have run.
  void ask_to_exit(int status);

  // --- parts
  Threads& threads();
  JitState& jit();  ///< only in builds with TESSERA_MACHINE_CODE

  /// Loads the module in the shared object `path`; returns why that failed, or "". Empty outside an Interpreter.
  std::function<std::string(const std::string& path)> load_module;
  /// Loads the module NAME, a compiled file in one of the folders `module_path`, whatever scripts may do. Returns T,
  /// NIL if there is none or nothing is withheld from scripts, or FAILED. Empty outside an Interpreter.
  std::function<Value(const std::string& name)> load_own_module;
  std::vector<std::string> module_path;  ///< the host's folders of modules, each with a final slash
  /// Makes the current C++ exception the failure. It was thrown where no host function could catch it, such as in a
  /// stream's function.
  std::function<void()> fail_by_exception;
  /// True while the library is being built: a failure then ends the evaluation at once, as no handler may exist yet.
  bool bootstrapping = false;

  // --- for tests
  std::size_t stack_words_used() const;
  /// Returns the names of state that an evaluation left behind in the VM; "" if none. To be called while nothing
  /// runs.
  std::string leftovers() const;

 protected:
  using Runtime::Runtime;
};

inline Vm& vm_of(Runtime& rt) { return static_cast<Vm&>(rt); }

}  // namespace tessera
