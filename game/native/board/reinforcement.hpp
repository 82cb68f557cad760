// The dice that a player gets at the end of the turn. Layer: board.
#pragma once

#include "board/position.hpp"

namespace tessera::game {

/// Returns `p` with `spare` more dice on the hexes `own`: one on each that has fewer than `max_dice`, beginning with
/// the first. A negative number is never used up, as in the game's `add-new-dice`. `max_dice` is at most that of the
/// type.
template <class P> inline P after_new_dice(P p, const typename P::Bits& own, int spare, int max_dice = P::max_dice) {
  using Bits = typename P::Bits;
  Bits room{};
  for (int k = 0; k < P::dice_planes; ++k)
    if (k + 2 == max_dice) room = own & ~p.dice[k];
  const Bits lucky = spare < 0 ? room : lowest_members(room, spare);
  for (int k = P::dice_planes - 1; k > 0; --k) p.dice[k] |= p.dice[k - 1] & lucky;
  p.dice[0] |= lucky;
  return p;
}

/// Returns the number of hexes in the largest connected cluster of `own`.
template <class Bits> constexpr int largest_cluster(const Geometry<Bits>& g, Bits own) {
  int largest = 0;
  while (any(own)) {
    const Bits cluster = g.connected(single<Bits>(lowest(own)), own);
    largest = std::max(largest, count(cluster));
    own = own & ~cluster;
  }
  return largest;
}

}  // namespace tessera::game
