// Improving the jumps of finished code. Layer: compiler.
#pragma once

#include <vector>

#include "compiler/code.hpp"

namespace tessera {

/// Follow chains of jumps, turn tests that jump over jumps round, drop what is never reached. `positions` are triples of
/// instruction, line and column.
void tidy_jumps(std::vector<Instruction>& code, std::vector<std::uint32_t>& positions);

}  // namespace tessera
