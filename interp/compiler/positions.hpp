// The source positions of instructions: a table of each code object, stored as differences. Layer: compiler.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/position.hpp"

namespace tessera {

/// The source position of the instructions from `pc` on, up to the next entry's.
struct PositionEntry {
  std::uint32_t pc = 0;
  SourcePosition position;
};

/// Packs entries, which are in the order of their pcs: for each the differences of pc, line and column to the entry
/// before, in seven bits a byte; lines and columns with their sign in the lowest bit. Most entries take three bytes.
std::vector<unsigned char> pack_positions(std::span<const PositionEntry> entries);
/// Returns the position of instruction `pc`; no position if that is before the first entry.
SourcePosition find_position(std::span<const unsigned char> packed, std::uint32_t pc);
/// Returns the position with the smallest line: the first entry may be of an inner form. No position if the table is
/// empty.
SourcePosition first_position(std::span<const unsigned char> packed);

/// True if `packed` is a valid table for a function of `count` instructions.
bool are_positions(std::span<const unsigned char> packed, std::size_t count);

}  // namespace tessera
