// The evaluation of boards by the game: threatened hexes, the score, the winners. Layer: board.
#pragma once

#include "board/position.hpp"

namespace tessera::game {

/// Returns those of the hexes `own` that have a neighbor of another player with more dice.
template <class P, class Bits = typename P::Bits> constexpr Bits threatened(const P& p, const Geometry<Bits>& g, const Bits& own) {
  Bits weak{};
  for (int k = 0; k < P::dice_planes; ++k) weak |= own & ~p.dice[k] & g.touching(p.dice[k] & ~own);
  return weak;
}

/// Returns the game's `score-board`: 2 for each safe hex of `own`, 1 for a threatened one, -1 for each hex of others.
template <class P, class Bits = typename P::Bits> constexpr int score(const P& p, const Geometry<Bits>& g, const Bits& own) {
  return 3 * count(own) - g.cells - count(threatened(p, g, own));
}

/// The players with the most hexes, as bits by player, and their number of hexes.
struct Winners {
  std::uint32_t players = 0;
  int hexes = 0;
};

/// Returns the winners of a game that ends with `p`. `players` is the number of players.
template <class P> constexpr Winners winners(const P& p, const Geometry<typename P::Bits>& g, int players) {
  Winners best;
  for (int player = 0; player < players; ++player) {
    const int hexes = count(p.owned_by(player, g.all));
    if (hexes > best.hexes) best = {0, hexes};
    if (hexes == best.hexes) best.players |= std::uint32_t{1} << player;
  }
  return best;
}

}  // namespace tessera::game
