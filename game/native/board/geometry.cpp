// The neighbors of a hex. Layer: board.
#include "board/geometry.hpp"

namespace tessera::game {

Neighbors neighbors_of(int pos, int size) {
  Neighbors found;
  const int column = pos % size;
  for (const Direction d : directions) {
    const bool needs_left = d == Direction::up_left || d == Direction::left;
    const bool needs_right = d == Direction::right || d == Direction::down_right;
    const int there = pos + step(d, size);
    if ((needs_left && column == 0) || (needs_right && column == size - 1)) continue;
    if (there < 0 || there >= size * size) continue;
    found.positions[static_cast<std::size_t>(found.count++)] = static_cast<std::uint8_t>(there);
  }
  return found;
}

}  // namespace tessera::game
