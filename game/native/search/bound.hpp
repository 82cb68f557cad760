// What a value found within a window (alpha, beta) says of a position's own. Layer: search.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace tessera::game {

/// How a stored value relates to the position's; `none`: nothing is stored.
enum class Bound : std::uint8_t { none, lower, upper, exact };

/// What a value says that a search with this window has found.
template <class V> constexpr Bound bound_of(V value, V alpha, V beta) {
  return value <= alpha ? Bound::upper : value >= beta ? Bound::lower : Bound::exact;
}

/// True if a stored value answers a search with this window.
template <class V> constexpr bool settles(Bound bound, V value, V alpha, V beta) {
  return bound == Bound::exact || (bound == Bound::lower && value >= beta) || (bound == Bound::upper && value <= alpha);
}

/// How many slots of a table fit into so many bytes: a power of two, 1 at least.
constexpr std::size_t slots_in(std::size_t bytes, std::size_t slot_bytes) {
  const std::size_t slots = std::bit_floor(bytes / slot_bytes);
  return slots == 0 ? 1 : slots;
}

}  // namespace tessera::game
