// Boards of Lisp: vectors of (player dice) lists. Layer: bindings.
#pragma once

#include "bindings/game.hpp"
#include "board/geometry.hpp"

namespace tessera::game::bindings {

/// The most hexes that natives take.
inline constexpr int max_hexes = max_board_size * max_board_size;

/// A board taken out of Lisp.
struct HexBoard {
  std::array<Hex, max_hexes> hexes;
  int count = 0;

  Hex& operator[](int pos) { return hexes[static_cast<std::size_t>(pos)]; }
  const Hex& operator[](int pos) const { return hexes[static_cast<std::size_t>(pos)]; }
  std::span<const Hex> span() const { return {hexes.data(), static_cast<std::size_t>(count)}; }
};

/// True if `hex` is a list of a player from 0 to 25 and one die or more: then it is in `out`.
bool read_hex(Value hex, Hex& out);
/// True if `board` is a simple vector of 1 to 256 hexes. Boards of other kinds are left to the script.
bool read_board(Value board, HexBoard& out);
/// The same for a board of `hexes` hexes.
inline bool read_board(Value board, int hexes, HexBoard& out) { return read_board(board, out) && out.count == hexes; }
/// The same for a board that can be played on: all of its players play.
bool read_playable(Value board, const Ruleset& settings, HexBoard& out);
/// True if `board` is a simple vector of `hexes` elements.
inline bool is_board(Value board, int hexes) {
  return has_type(board, Type::simple_vector) && board.as_object()->length() == static_cast<std::uint32_t>(hexes);
}

Value make_hex(Runtime& rt, Value player, Value dice);
/// A fresh vector with the elements of `board`, a simple vector. The hexes themselves are shared.
Object* copy_board(Runtime& rt, Value board);
/// What `board` becomes in an attack: `board-attack` if it succeeds, else `board-attack-fail`. `dice` is a fixnum.
Value attacked_board(Runtime& rt, Value board, Value player, int src, int dst, Value dice, bool success);
/// `board` with new dice on the first `spare` hexes of `player` with room (all of them if `spare` is negative).
Value reinforced_board(Runtime& rt, Value board, const HexBoard& hexes, int player, std::int64_t spare, int max_dice);

/// The number of hexes of the largest cluster of `player`.
int largest_cluster(const HexBoard& board, int player, int size);
/// The hexes of `player` that hang together with `pos`, in the order in which the script's depth-first search comes
/// upon them.
std::vector<int> cluster(const HexBoard& board, int player, int pos, int size);
/// True if a neighbor of another player has more dice than the hex at `pos`.
bool is_threatened(const HexBoard& board, int pos, int size);
/// The game's `score-board`.
int score_of(const HexBoard& board, std::int64_t player, int size);
/// The players with the most hexes, in the order in which `winners` lists them.
std::vector<int> winners_of(const HexBoard& board);

/// A fixnum from `low` to `high`.
bool take_integer(Value v, std::int64_t low, std::int64_t high, int& out);

}  // namespace tessera::game::bindings
