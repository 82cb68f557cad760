// The shape of the board: square, of hexes, each row half a hex further to the left than the one above it. Some of its
// places can be holes. Layer: board.
#pragma once

#include <array>
#include <utility>

#include "board/bits.hpp"

namespace tessera::game {

/// The six directions from a hex, in the order of the game's `neighbors`.
enum class Direction : std::uint8_t { up, down, up_left, left, right, down_right };

inline constexpr std::array<Direction, 6> directions = {Direction::up,   Direction::down,  Direction::up_left,
                                                        Direction::left, Direction::right, Direction::down_right};

/// The most hexes in a row.
inline constexpr int max_board_size = 16;

/// The holes of a board: places without owner, dice and neighbors, such as the sea around islands.
using Holes = Bits256;

constexpr Direction opposite(Direction d) {
  constexpr std::array<Direction, 6> opposites = {Direction::down,  Direction::up,   Direction::down_right,
                                                  Direction::right, Direction::left, Direction::up_left};
  return opposites[static_cast<std::size_t>(d)];
}

/// Returns the difference between a position and its neighbor in direction `d` on a board whose rows have `size` hexes.
constexpr int step(Direction d, int size) {
  switch (d) {
    case Direction::up: return -size;
    case Direction::down: return size;
    case Direction::up_left: return -size - 1;
    case Direction::left: return -1;
    case Direction::right: return 1;
    case Direction::down_right: return size + 1;
  }
  return 0;
}

/// The neighbors of one hex, in the game's order.
struct Neighbors {
  std::array<std::uint8_t, 6> positions{};
  int count = 0;
  const std::uint8_t* begin() const { return positions.data(); }
  const std::uint8_t* end() const { return positions.data() + count; }
};

/// Returns the positions that touch `pos` on a board whose rows have `size` (1 to 16) hexes.
/// For example, on a board of size 3 the neighbors of 4 are 1, 7, 0, 3, 5, 8.
Neighbors neighbors_of(int pos, int size);
/// Returns those that are not holes.
Neighbors neighbors_of(int pos, int size, const Holes& holes);

/// Returns `holes`, those of a board that sets of the type can hold, as such a set.
template <class Bits> constexpr Bits narrowed(const Holes& holes) {
  if constexpr (sizeof(Bits) <= 8) return static_cast<Bits>(holes.words[0]);
  else return holes;
}

/// The shape of a board of `size` by `size` places, as sets of hexes. Holes are in none of them.
template <class Bits> struct Geometry {
  int size;        ///< places of a row, and rows
  int cells;       ///< hexes of the board, at most capacity<Bits>
  Bits all;        ///< every hex
  Bits has_left;   ///< hexes not in the first column
  Bits has_right;  ///< hexes not in the last column

  explicit constexpr Geometry(int size, const Holes& holes = {})
      : size(size), cells(0), all(below<Bits>(size * size) & ~narrowed<Bits>(holes)), has_left(all), has_right(all) {
    cells = count(all);
    for (int row = 0; row < size; ++row) {
      has_left = has_left & ~single<Bits>(row * size);
      has_right = has_right & ~single<Bits>(row * size + size - 1);
    }
  }

  /// Returns the neighbors in direction `d` of the hexes `b`.
  constexpr Bits moved(Direction d, const Bits& b) const {
    switch (d) {
      case Direction::up: return (b >> size) & all;
      case Direction::down: return (b << size) & all;
      case Direction::up_left: return ((b & has_left) >> (size + 1)) & all;
      case Direction::left: return ((b & has_left) >> 1) & all;
      case Direction::right: return ((b & has_right) << 1) & all;
      case Direction::down_right: return ((b & has_right) << (size + 1)) & all;
    }
    return b;
  }

  /// Returns the hexes whose neighbor in direction `d` is in `b`.
  constexpr Bits beside(Direction d, const Bits& b) const { return moved(opposite(d), b); }

  /// Returns the hexes that touch one of `b`.
  constexpr Bits touching(const Bits& b) const {
    const Bits left = b & has_left, right = b & has_right;
    return ((b >> size) | (b << size) | (left >> (size + 1)) | (left >> 1) | (right << 1) | (right << (size + 1))) & all;
  }

  /// Returns `touching` of two sets; on small boards both are computed at once.
  constexpr std::pair<Bits, Bits> touching_each(const Bits& a, const Bits& b) const {
    if constexpr (sizeof(Bits) == 4) {  // rows have at most 5 hexes, so bits shifted out of 25 do not reach the other set
      const std::uint64_t both = a | std::uint64_t{b} << 32;
      const std::uint64_t left = both & (has_left | std::uint64_t{has_left} << 32);
      const std::uint64_t right = both & (has_right | std::uint64_t{has_right} << 32);
      const std::uint64_t near = both >> size | both << size | left >> (size + 1) | left >> 1 | right << 1 | right << (size + 1);
      return {static_cast<Bits>(near) & all, static_cast<Bits>(near >> 32) & all};
    } else {
      return {touching(a), touching(b)};
    }
  }

  /// Returns the hexes of `within` that are connected with those of `seed`, including `seed`.
  constexpr Bits connected(Bits seed, const Bits& within) const {
    for (Bits next = seed | (touching(seed) & within); !(next == seed); next = seed | (touching(seed) & within)) seed = next;
    return seed;
  }
};

/// Calls `f.template operator()<Bits>()` with the narrowest set type that holds a board of `size` by `size` hexes.
template <class F> decltype(auto) with_bits(int size, F&& f) {
  if (size * size <= capacity<Bits32>) return f.template operator()<Bits32>();
  if (size * size <= capacity<Bits64>) return f.template operator()<Bits64>();
  return f.template operator()<Bits256>();
}

}  // namespace tessera::game
