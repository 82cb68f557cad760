// A node of the game's tree: a position, the player to move, and the progress of the turn. Layer: board.
#pragma once

#include "board/moves.hpp"
#include "board/reinforcement.hpp"

namespace tessera::game {

/// How many dice a player gets at the end of a turn.
enum class ReinforcementRule : std::uint8_t {
  taken,    ///< one less than the turn's attacks took (versions 1 to 3)
  cluster,  ///< as many as the player's largest cluster has hexes (version 4)
};

/// The rules that differ between versions and settings.
struct Rules {
  int size = 5;  ///< hexes of a row
  int players = 2;
  int max_dice = 3;  ///< the most that reinforcements bring a hex to
  AttackRule attack = AttackRule::stronger;
  ReinforcementRule reinforcement = ReinforcementRule::taken;
  bool luck = false;  ///< attacks can fail: a move has two outcomes (version 4)
  /// The hexes with which a player wins at once, while players who cannot attack pass and those without hexes have no
  /// turns. 0: the game ends when a turn begins without an attack (versions 1 to 4).
  int winning_hexes = 0;
  Holes holes{};  ///< positions of the board without a hex

  /// True if the number of dice taken in a turn matters at its end.
  constexpr bool counts_taken_dice() const { return reinforcement == ReinforcementRule::taken; }

  friend constexpr bool operator==(const Rules&, const Rules&) = default;
};

/// Returns the shape of the boards of `rules`.
template <class Bits> constexpr Geometry<Bits> geometry_of(const Rules& rules) { return Geometry<Bits>(rules.size, rules.holes); }

/// Returns the hexes that touch `pos` on the boards of `rules`.
inline Neighbors neighbors_of(int pos, const Rules& rules) { return neighbors_of(pos, rules.size, rules.holes); }

/// True if `board` has the size and the holes that `rules` say.
inline bool has_shape_of(const Rules& rules, std::span<const Hex> board) {
  if (board.size() != static_cast<std::size_t>(rules.size) * static_cast<std::size_t>(rules.size)) return false;
  for (std::size_t pos = 0; pos < board.size(); ++pos)
    if (board[pos].is_hole() != has(rules.holes, static_cast<int>(pos))) return false;
  return true;
}

/// A node of the game's tree. A turn in progress (`first` false) can be ended; at its beginning, no attack means the
/// end of the game. With `winning_hexes` the turn of a player who cannot attack can be ended at once (`first` is
/// false), and a won game is the beginning of a turn without attacks.
template <class P> struct State {
  P board;
  std::int16_t player = 0;
  std::int16_t spare = 0;  ///< dice taken in this turn
  bool first = true;       ///< no attack yet in this turn

  friend constexpr bool operator==(const State&, const State&) = default;
};

/// True if a player has as many hexes as win the game at once.
template <class P, class Bits = typename P::Bits> bool is_won(const P& board, const Rules& rules, const Geometry<Bits>& g) {
  if (rules.winning_hexes == 0) return false;
  for (int player = 0; player < rules.players; ++player)
    if (count(board.owned_by(player, g.all)) >= rules.winning_hexes) return true;
  return false;
}

/// True if `player` can attack.
template <class P, class Bits = typename P::Bits> bool can_attack(const P& board, int player, const Rules& rules, const Geometry<Bits>& g) {
  const Bits own = board.owned_by(player, g.all);
  return rules.attack == AttackRule::two_dice ? !attacks<AttackRule::two_dice>(board, g, own).none()
                                              : !attacks<AttackRule::stronger>(board, g, own).none();
}

/// Returns what State::first is at the beginning of the turn of `player`.
template <class P, class Bits = typename P::Bits>
bool begins_turn(const P& board, int player, const Rules& rules, const Geometry<Bits>& g) {
  return rules.winning_hexes == 0 || is_won(board, rules, g) || can_attack(board, player, rules, g);
}

/// Returns who moves after `player` on `board`.
template <class P, class Bits = typename P::Bits> int next_player(const P& board, int player, const Rules& rules, const Geometry<Bits>& g) {
  do player = player + 1 == rules.players ? 0 : player + 1;
  while (rules.winning_hexes != 0 && !any(board.owned_by(player, g.all)));
  return player;
}

/// Returns the state after a successful attack.
template <class P> constexpr State<P> attacked(const State<P>& s, Move m) {
  return {after_attack(s.board, s.player, m), s.player, static_cast<std::int16_t>(s.spare + s.board.dice_at(m.to)), false};
}

/// Returns the state after a failed attack, which counts as taking the dice all the same, as the game's rules say.
template <class P> constexpr State<P> attack_lost(const State<P>& s, Move m) {
  return {after_failed_attack(s.board, m), s.player, static_cast<std::int16_t>(s.spare + s.board.dice_at(m.to)), false};
}

/// Returns the state after the end of the turn of the player who owns the hexes `own`.
template <ReinforcementRule rule, class P, class Bits = typename P::Bits>
State<P> passed(const State<P>& s, const Rules& rules, const Geometry<Bits>& g, const Bits& own) {
  const int dice = rule == ReinforcementRule::cluster ? largest_cluster(g, own) : s.spare - 1;
  const P board = after_new_dice(s.board, own, dice, rules.max_dice);
  if constexpr (rule == ReinforcementRule::cluster) {  // with `winning_hexes` versions have this rule
    const int next = next_player(board, s.player, rules, g);
    return {board, static_cast<std::int16_t>(next), 0, begins_turn(board, next, rules, g)};
  }
  return {board, static_cast<std::int16_t>(s.player + 1 == rules.players ? 0 : s.player + 1), 0, true};
}

/// Does the same by the rule of reinforcement in `rules`.
template <class P, class Bits = typename P::Bits>
State<P> passed(const State<P>& s, const Rules& rules, const Geometry<Bits>& g, const Bits& own) {
  return rules.reinforcement == ReinforcementRule::cluster ? passed<ReinforcementRule::cluster>(s, rules, g, own)
                                                           : passed<ReinforcementRule::taken>(s, rules, g, own);
}

}  // namespace tessera::game
