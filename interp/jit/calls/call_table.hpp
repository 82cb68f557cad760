// Stubs for calls of global and known functions, and of function objects that take other than required parameters.
// Layer: jit.
//
// A call jumps to the address in its CallStub without looking at the symbol: to the function's machine code while
// the symbol names the function; otherwise to a slow path that makes the call through the Vm, and connects the stub
// once the function has machine code. If arguments have to be laid out, the stub leads to code that does so
// (`ArgumentCode`). A stub is disconnected when its symbol gets another function.
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "jit/assembler/field_offsets.hpp"

namespace tessera {

class ArgumentCode;
class CodeMemory;
class CodeNames;

class CallTable {
 public:
  CallTable(Vm& vm, const FieldOffsets& layout, CodeMemory& memory, CodeNames& names, JitStatistics& figures)
      : vm_(vm), offsets_(layout), memory_(memory), names_(names), statistics_(figures) {}

  /// Returns the stub for calls of the symbol's function with `count` arguments. `keywords`: see CallStub.
  CallStub* of_symbol(Value symbol, std::uint32_t count, const std::vector<Value>& keywords);
  /// Returns the stub for calls of a closure that takes exactly the given arguments.
  CallStub* of_known(Value closure) { return find(closure, closure, known, known, {}); }
  /// Returns the inline cache of an instruction that calls function objects, for callees that do not take exactly
  /// `count` arguments.
  CallStub* of_instruction(const Code* code, std::size_t instruction, std::uint32_t count, const std::vector<Value>& keywords) {
    return find(to_value(code), NIL, static_cast<std::uint32_t>(instruction), count, keywords);
  }
  /// Links the stub to the machine code of the function that is being called, if it has some.
  void connect(CallStub& call, Value function);
  /// Disconnects the stubs of a symbol that gets another function.
  void forget_symbol(Value symbol);
  void trace_young(Tracer& tracer);
  void settle();
  void forget_dead(const Liveness& liveness);

 private:
  static constexpr std::uint32_t known = 0xFFFFFFFF;  ///< the key's number for stubs of known closures
  using Key =
      std::tuple<std::uint64_t, std::uint32_t, std::vector<std::uint64_t>>;  ///< called, number of arguments or instruction, keywords
  CallStub* find(Value called, Value function, std::uint32_t number, std::uint32_t count, const std::vector<Value>& keywords);
  void disconnect(CallStub& call);
  bool make_argument_code(CallStub& call, const Code* callee);
  bool keep(CallStub& call, const ArgumentCode& code);

  Vm& vm_;
  const FieldOffsets& offsets_;
  CodeMemory& memory_;
  CodeNames& names_;
  JitStatistics& statistics_;
  std::map<Key, CallStub> calls_;
  std::vector<CallStub*> young_;  ///< stubs whose functions may still move
};

}  // namespace tessera
