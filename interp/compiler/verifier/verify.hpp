// The verifier: checks that code objects keep the rules that the virtual machine relies on, so that code which passes
// cannot crash it. Layer: compiler.
//
// It checks the object (arity, constants, tables), each instruction by itself (registers, constants, jumps, operand
// words), and on all paths the contents of registers and the dynamic records (verify_flow.hpp).
#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "compiler/instructions.hpp"

namespace tessera {

/// The needs of a code object: kinds that parameters must have if it is called only by known calls, and kinds of
/// captured values, of which there must be at least that many.
struct Needs {
  std::vector<Operand::Holds> parameters, captured;
  bool operator==(const Needs&) const = default;
};
using NeedsOfCode = std::unordered_map<const Code*, Needs>;

/// A code object's instructions and the limits that they must observe.
struct CodeView {
  explicit CodeView(const Code* code);
  const Code* code;
  std::span<const Instruction> instructions;
  std::size_t constants, registers;
  Arity arity;
  std::uint32_t parameters;  ///< registers that arguments fill
};

/// Returns the problem of `codes`, which may refer to each other, or of `entry`, a function of one of them; "" if there
/// is none. Other functions that they call are assumed to be valid.
std::string verify_code(Runtime& rt, std::span<Code* const> codes, Value entry = NIL);
/// Verifies `code` and all code that it refers to. Sets `captured` to the kinds of values that its functions must have
/// captured: any or cells. Returns the problem, or "".
std::string verify_captures(Runtime& rt, Code* code, std::vector<Operand::Holds>& captured);
/// Verifies all code in the heap. Sets `count` to the number of code objects.
std::string verify_all_code(Runtime& rt, std::size_t& count);

}  // namespace tessera
