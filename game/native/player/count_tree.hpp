// Counts the nodes of the game's tree ply by ply: a test of everything below it, and a measure of its speed. Layer:
// player.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "board/state.hpp"

namespace tessera::game {

/// How to count: the result is the same, the time is not.
enum class Counting : std::uint8_t {
  last_ply_counted,  ///< the moves of the last ply are counted, not made
  every_ply_made,    ///< every position is made
};

/// Returns the number of nodes exactly `depth` moves below the node where `player` begins a turn on `board`, modulo
/// 2^64. The hexes of `board` fill a square of `rules.size`. An attack with dice leads to two nodes. `interrupted`, if
/// given, is polled; once it returns true the result is meaningless. Throws std::invalid_argument if a hex has an
/// unknown player, no dice, or more than 8.
std::uint64_t count_tree(std::span<const Hex> board, int player, int depth, const Rules& rules,
                         Counting counting = Counting::last_ply_counted, const std::function<bool()>& interrupted = {});

}  // namespace tessera::game
