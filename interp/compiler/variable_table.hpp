// The variable table of a code object: where debuggers find a function's variables, in which ranges of instructions.
// Layer: compiler.
#pragma once

#include <optional>
#include <vector>

#include "compiler/code.hpp"

namespace tessera {

/// The location of the variable `name` while an instruction of [from, to) runs: the number of a register, or if
/// `captured` of a value of the closure. If `in_cell`, a cell there holds the value.
struct VariableEntry {
  Value name;
  bool in_cell = false, captured = false;
  bool parameter = false;  ///< true for a parameter of the function's own lambda list
  std::uint32_t location = 0, from = 0, to = 0;
};

/// Makes the table, a simple vector: for each entry, inner variables before outer ones, the symbol and a fixnum with
/// the rest. Entries that do not fit are left out. NIL if there are none.
Value make_variable_table(Heap& heap, const std::vector<VariableEntry>& entries);
std::vector<VariableEntry> variable_entries(Value table);
/// Returns the problem of `table` for a function with that many registers and instructions, or nullptr.
const char* wrong_variable_table(Value table, std::size_t registers, std::size_t instructions);

/// Makes an object of a packed table of positions; NIL if that is empty.
Value make_positions(Heap& heap, const std::vector<unsigned char>& packed);
/// Returns the packed positions, which share the field `positions` with the variables: the positions alone, or a cons
/// of both.
Value packed_positions(const Code* code);
Value variable_table(const Code* code);
void set_tables(Heap& heap, Code* code, Value positions, Value variables);

}  // namespace tessera
