// The neighbors of a hex. Layer: board.
#include "board/geometry.hpp"

namespace tessera::game {

namespace {

constexpr Neighbors computed(int pos, int size) {
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

/// Returns the total number of hexes of all smaller boards.
constexpr std::size_t hexes_below(int size) { return static_cast<std::size_t>((size - 1) * size * (2 * size - 1) / 6); }

/// The neighbors on boards of all sizes, the smallest first.
constexpr auto all_neighbors = [] {
  std::array<Neighbors, hexes_below(max_board_size + 1)> all{};
  for (int size = 1; size <= max_board_size; ++size)
    for (int pos = 0; pos < size * size; ++pos) all[hexes_below(size) + static_cast<std::size_t>(pos)] = computed(pos, size);
  return all;
}();

}  // namespace

Neighbors neighbors_of(int pos, int size) { return all_neighbors[hexes_below(size) + static_cast<std::size_t>(pos)]; }

Neighbors neighbors_of(int pos, int size, const Holes& holes) {
  const Neighbors all = neighbors_of(pos, size);
  if (!any(holes)) return all;
  Neighbors found;
  if (has(holes, pos)) return found;
  for (const std::uint8_t there : all)
    if (!has(holes, there)) found.positions[static_cast<std::size_t>(found.count++)] = there;
  return found;
}

}  // namespace tessera::game
