// Counting the game's tree, ply by ply: a test of everything below it, and a measure of its speed. Layer: player.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "board/state.hpp"

namespace tessera::game {

/// How a tree is counted: the result is the same, the time is not.
enum class Counting : std::uint8_t {
  last_ply_counted,  ///< of the last ply only the number of moves is found
  every_ply_made,    ///< each position is made
};

/// How many nodes the game's tree has exactly `depth` moves below the node where `player` begins a turn on `board`, whose
/// hexes fill a square of `rules.size`. An attack that dice decide leads to two nodes. 0 to 2^64 - 1; it wraps beyond that.
/// `interrupted`, if given, is asked now and then; the result means nothing after it said yes.
/// Throws std::invalid_argument if the board has a player that `rules` do not know, or more dice than are supported (8), or none.
std::uint64_t count_tree(std::span<const Hex> board, int player, int depth, const Rules& rules,
                         Counting counting = Counting::last_ply_counted, const std::function<bool()>& interrupted = {});

}  // namespace tessera::game
