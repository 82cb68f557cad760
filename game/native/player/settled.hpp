// Positions whose result is certain without a search. Layer: player.
#pragma once

#include "board/state.hpp"

namespace tessera::game {

/// True if the player to move, who owns `own`, wins by ending the turn now: the player leads, and the opponent will
/// have no attack, which ends the game.
template <class P, class Bits = typename P::Bits>
inline bool won_by_passing(const State<P>& s, const Rules& rules, const Geometry<Bits>& g, const Bits& own) {
  if (s.first || 2 * count(own) <= g.cells) return false;
  const State<P> passed_on = passed<ReinforcementRule::taken>(s, rules, g, own);
  return attacks<AttackRule::stronger>(passed_on.board, g, g.all & ~own).none();
}

/// True if the player to move, who owns `own`, certainly loses: the player is behind and cannot gain enough hexes
/// before the game ends with this turn. It does where the opponent has only single dice, which cannot attack, and gets
/// none in this turn. The number of attacks is limited by the dice beyond the first on the player's hexes, since one
/// die stays behind with each attack.
template <class P, class Bits = typename P::Bits>
constexpr bool lost_with_this_turn(const State<P>& s, const Geometry<Bits>& g, const Bits& own) {
  if (any(g.all & ~own & s.board.dice[0])) return false;
  int max_attacks = 0;
  for (const Bits& plane : s.board.dice) max_attacks += count(own & plane);
  return 2 * (count(own) + max_attacks) < g.cells;
}

}  // namespace tessera::game
