// Calls, tail calls and returns. Layer: jit.
//
// A frame is made as the interpreter makes it, but its return address is an address in machine code, after the call
// (vm/README.md says how they are distinguished). A call of a global or known function jumps through a CallStub
// (call_table.hpp).
#pragma once

#include <vector>

#include "jit/calls/vm_entries.hpp"
#include "jit/emitters/code_emitter.hpp"

namespace tessera {

class CallEmitter : public CodeEmitter {
 public:
  using CodeEmitter::CodeEmitter;

  // --- instructions
  void call_global();
  void call_object();
  void call_known();
  void tail_call_global();
  void tail_call_object();
  void tail_call_known();
  void return_register();
  void return_constant();
  void return_number();
  void return_values();

 private:
  // Calls by kind of callee.
  void call_through_stub(CallStub* stub);
  bool call_native(Value symbol);
  bool call_operation(Value symbol);
  void emit_vm_operation(VmEntries::Operation operation);
  void call_continuation();
  Label slow_call(const Label& back, const Label& done, CallStub* stub = nullptr, const Label& connecting = Label());
  const Native* plain_native(Value symbol, std::uint32_t count) const;
  // The inline cache of a call.
  CallStub* call_of_symbol(Value symbol);
  CallStub* call_of_object();
  std::vector<Value> keywords_from(std::uint32_t first);
  Value constant_loaded(std::size_t to) const;
  // Guards.
  void find_closure(Register function, const Label& not_a_closure, const Label& other_arity);
  void guard_keywords(const CallStub& stub, const Label& otherwise);
  void guard_callee(const CallStub& stub, const Label& otherwise);
  // Frames.
  void make_frame(Register function, const Label& back);
  void reuse_frame(std::uint32_t count, std::size_t window);
  std::uint32_t arguments_to_move() const;
  void move_own_arguments();
  void jump_to_stub();
  void enter_machine_code();
  void emit_return_point(const Label& back);
  void return_one_value();
  void return_value();
};

}  // namespace tessera
