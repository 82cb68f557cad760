// Lisp boards: vectors of (player dice) lists. Layer: bindings.
#pragma once

#include <algorithm>

#include "bindings/game.hpp"
#include "board/geometry.hpp"

namespace tessera::game::bindings {

/// The most hexes that natives support.
inline constexpr int max_hexes = max_board_size * max_board_size;

/// A board copied out of Lisp.
struct HexBoard {
  std::array<Hex, max_hexes> hexes;
  int count = 0;

  Hex& operator[](int pos) { return hexes[static_cast<std::size_t>(pos)]; }
  const Hex& operator[](int pos) const { return hexes[static_cast<std::size_t>(pos)]; }
  std::span<const Hex> span() const { return {hexes.data(), static_cast<std::size_t>(count)}; }
};

/// Reads `hex` into `out`. Returns false unless it is a list of a player from 0 to 25 and at least one die, or a hole.
bool read_hex(Word hex, Hex& out);
/// Reads `board` into `out`. Returns false unless it is a simple vector of 1 to 256 hexes, without holes; others are
/// left to the script.
bool read_board(Word board, HexBoard& out);
/// Reads a board of the size and with the holes that `rules` say.
bool read_board(Word board, const Rules& rules, HexBoard& out);
/// Reads a board of the settings' size with existing players only.
bool read_playable(Word board, const Ruleset& settings, HexBoard& out);

/// A copy of a board, a simple vector of at most `max_hexes` elements, with some hexes changed; the others are shared.
class BoardCopy {
 public:
  BoardCopy(words::State& state, Word board) : state_(state) {
    std::span<const Word> elements;
    words::get_simple_vector(board, elements);
    count_ = elements.size();
    std::copy(elements.begin(), elements.end(), elements_.begin());
  }
  void put(int pos, Word player, Word dice) { elements_[static_cast<std::size_t>(pos)] = words::list(state_, {player, dice}); }
  Word finish() const { return words::vector(state_, std::span(elements_.data(), count_)); }

 private:
  words::State& state_;
  std::array<Word, max_hexes> elements_;  // NOLINT: only the used part is initialized
  std::size_t count_;
};

/// Returns `board` after an attack: `board-attack` if it succeeds, else `board-attack-fail`. `dice` is a fixnum.
Word attacked_board(words::State& state, Word board, Word player, int src, int dst, Word dice, bool success);
/// Returns `board` with new dice on the first `spare` hexes of `player` with room (all of them if `spare` is negative).
Word reinforced_board(words::State& state, Word board, const HexBoard& hexes, int player, std::int64_t spare, int max_dice);

/// Returns the number of hexes in the largest cluster of `player`.
int largest_cluster(const HexBoard& board, int player, const Rules& rules);
/// Returns the hexes of `player` connected with `pos`, in the order of the script's depth-first search.
std::vector<int> cluster(const HexBoard& board, int player, int pos, const Rules& rules);
/// True if a neighbor of another player has more dice than the hex at `pos`.
bool is_threatened(const HexBoard& board, int pos, const Rules& rules);
/// Returns the game's `score-board`, to which holes add nothing.
int score_of(const HexBoard& board, std::int64_t player, const Rules& rules);
/// Returns the players with the most hexes, in the order of `winners`.
std::vector<int> winners_of(const HexBoard& board);

/// Reads a fixnum from `low` to `high` into `out`.
bool take_integer(Word v, std::int64_t low, std::int64_t high, int& out);

}  // namespace tessera::game::bindings
