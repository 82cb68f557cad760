// Improving the jumps of finished code. Layer: compiler.
#pragma once

#include <vector>

#include "compiler/code.hpp"
#include "compiler/positions.hpp"
#include "compiler/variable_table.hpp"

namespace tessera {

/// Follow chains of jumps, turn tests that jump over jumps round, drop what is never reached. The tables move along.
void optimize_jumps(std::vector<Instruction>& code, std::vector<PositionEntry>& positions, std::vector<VariableEntry>& variables);

}  // namespace tessera
