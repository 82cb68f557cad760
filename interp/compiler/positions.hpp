// Which instructions come from which place of the source: a code object's table, stored as differences. Layer: compiler.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/position.hpp"

namespace tessera {

/// From instruction `pc` on, up to the next entry's, instructions come from `position`.
struct PositionEntry {
  std::uint32_t pc = 0;
  SourcePosition position;
};

/// The bytes of a table whose entries are in the order of their pcs: for each what it adds to the one before (at first
/// to zeros), pc, line and column, in seven bits a byte; lines and columns with their sign in the lowest bit. Mostly three bytes.
std::vector<unsigned char> pack_positions(std::span<const PositionEntry> entries);
/// The position of instruction `pc`; no position if it stands before the first entry.
SourcePosition find_position(std::span<const unsigned char> packed, std::uint32_t pc);
/// The position in the table whose line is the smallest: the first entry's may be of a form within. No position if there is none.
SourcePosition first_position(std::span<const unsigned char> packed);

/// True if `packed` is a table as pack_positions makes it, for a function of `count` instructions.
bool are_positions(std::span<const unsigned char> packed, std::size_t count);

}  // namespace tessera
