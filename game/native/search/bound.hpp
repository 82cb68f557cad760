// What a value found within a window (alpha, beta) says about a position. Layer: search.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace tessera::game {

/// How a stored value relates to the position's value; `none`: nothing is stored.
enum class Bound : std::uint8_t { none, lower, upper, exact };

/// Returns what `value`, found with this window, is.
template <class V> constexpr Bound bound_of(V value, V alpha, V beta) {
  return value <= alpha ? Bound::upper : value >= beta ? Bound::lower : Bound::exact;
}

/// True if a stored value answers a search with this window.
template <class V> constexpr bool settles(Bound bound, V value, V alpha, V beta) {
  return bound == Bound::exact || (bound == Bound::lower && value >= beta) || (bound == Bound::upper && value <= alpha);
}

/// Returns the number of slots that fit into `bytes`: a power of two, at least 1.
constexpr std::size_t slots_in(std::size_t bytes, std::size_t slot_bytes) {
  const std::size_t slots = std::bit_floor(bytes / slot_bytes);
  return slots == 0 ? 1 : slots;
}

}  // namespace tessera::game
