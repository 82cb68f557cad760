// Where debuggers find a function's variables: a code object's table of names, places and ranges of instructions. Layer: compiler.
#pragma once

#include <optional>
#include <vector>

#include "compiler/code.hpp"

namespace tessera {

/// While the instruction that runs is one of [from, to), `name` is at `place`: a register's number, or if `captured` that of a value that
/// the closure holds. If `in_cell` a cell stands there that has the value.
struct VariableEntry {
  Value name;
  bool in_cell = false, captured = false;
  bool parameter = false;  ///< of the function's own lambda list
  std::uint32_t place = 0, from = 0, to = 0;
};

/// The table is a simple vector: for each entry, inner variables before outer ones, a symbol, and a fixnum with all else. What does not fit
/// is left out. NIL if there is nothing.
Value make_variable_table(Heap& heap, const std::vector<VariableEntry>& entries);
std::vector<VariableEntry> variable_entries(Value table);
/// What is wrong with `table` for a function of so many registers and instructions; nullptr if nothing is.
const char* wrong_variable_table(Value table, std::size_t registers, std::size_t instructions);

/// The object of a packed table of positions, NIL if that is empty.
Value make_positions(Heap& heap, const std::vector<unsigned char>& packed);
/// The two tables of a code object share its field `positions`: the packed positions, or a cons of those and the variables.
Value packed_positions(const Code* code);
Value variable_table(const Code* code);
void set_tables(Heap& heap, Code* code, Value positions, Value variables);

}  // namespace tessera
