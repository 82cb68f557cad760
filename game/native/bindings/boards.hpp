// Boards of Lisp: vectors of (player dice) lists. Layer: bindings.
#pragma once

#include <algorithm>

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
bool read_hex(Word hex, Hex& out);
/// True if `board` is a simple vector of 1 to 256 hexes. Boards of other kinds are left to the script.
bool read_board(Word board, HexBoard& out);
/// The same for a board of `hexes` hexes.
inline bool read_board(Word board, int hexes, HexBoard& out) { return read_board(board, out) && out.count == hexes; }
/// The same for a board that can be played on: all of its players play.
bool read_playable(Word board, const Ruleset& settings, HexBoard& out);
/// True if `board` is a simple vector of `hexes` elements.
inline bool is_board(Word board, int hexes) {
  std::span<const Word> elements;
  return words::get_simple_vector(board, elements) && elements.size() == static_cast<std::size_t>(hexes);
}

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
  std::array<Word, max_hexes> elements_;  // NOLINT: only what is used is written
  std::size_t count_;
};

/// What `board` becomes in an attack: `board-attack` if it succeeds, else `board-attack-fail`. `dice` is a fixnum.
Word attacked_board(words::State& state, Word board, Word player, int src, int dst, Word dice, bool success);
/// `board` with new dice on the first `spare` hexes of `player` with room (all of them if `spare` is negative).
Word reinforced_board(words::State& state, Word board, const HexBoard& hexes, int player, std::int64_t spare, int max_dice);

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
bool take_integer(Word v, std::int64_t low, std::int64_t high, int& out);

}  // namespace tessera::game::bindings
