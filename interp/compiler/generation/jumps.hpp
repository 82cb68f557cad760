// The peephole pass over jumps. Layer: compiler.
#pragma once

#include <vector>

#include "compiler/code.hpp"
#include "compiler/positions.hpp"
#include "compiler/variable_table.hpp"

namespace tessera {

/// Threads chains of jumps, inverts tests that skip a jump, tests loops at their end, and drops unreachable code.
/// Adjusts the tables.
void optimize_jumps(std::vector<Instruction>& code, std::vector<PositionEntry>& positions, std::vector<VariableEntry>& variables);

}  // namespace tessera
