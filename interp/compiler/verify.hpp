// Checks code objects before they run: what the machine takes for granted holds in them, so that no code that passes can crash it.
// Layer: compiler.
//
// Three things are looked at: the object (arity, constants, tables), each instruction for itself (registers, constants, jumps, operand
// words), and what is in the registers and on the stack of dynamic records wherever control may come from (verify_flow.hpp).
#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "compiler/instructions.hpp"

namespace tessera {

/// What a code object trusts to find: in the registers of its parameters, if only known calls lead to it, and among its captured
/// values, of which there must be at least so many. Cells, tokens of exits, or anything.
struct Needs {
  std::vector<Operand::Holds> parameters, captured;
  bool operator==(const Needs&) const = default;
};
using NeedsOfCode = std::unordered_map<const Code*, Needs>;

/// A code object's instructions and the sizes that they must keep to.
struct CodeView {
  explicit CodeView(const Code* code);
  const Code* code;
  std::span<const Instruction> instructions;
  std::size_t constants, registers;
  Arity arity;
  std::uint32_t parameters;  ///< registers that arguments fill
};

/// What is wrong with `codes`, which may refer to each other and call other functions, which are taken to be right, and with
/// `entry`, a function of one of them; "" if nothing is.
std::string verify_code(Runtime& rt, std::span<Code* const> codes, Value entry = NIL);
/// The same of all code in the heap; `count`: how many there are.
std::string verify_all_code(Runtime& rt, std::size_t& count);

}  // namespace tessera
