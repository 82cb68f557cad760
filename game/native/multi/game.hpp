// A game on packed boards: the rules and the odds of attacks, for any number of players. Layer: multi.
#pragma once

#include "board/hash.hpp"
#include "board/scoring.hpp"
#include "board/state.hpp"
#include "multi/odds.hpp"

namespace tessera::game::multi {

/// The most players of the scripts.
inline constexpr int max_players = 26;

/// The rules of the book's fourth version.
inline constexpr Rules rules_of_dice = {5, 4, 5, AttackRule::two_dice, ReinforcementRule::cluster, true};

/// The probability of each player's win, or of its share of a tie.
using Shares = std::array<float, max_players>;

/// The rules of a game, applied to packed boards of one type.
template <class P> class PackedGame {
 public:
  using Bits = typename P::Bits;
  /// `odds` must outlive it.
  PackedGame(const Rules& rules, const Odds& odds) : rules(rules), geometry(geometry_of<Bits>(rules)), odds_(odds) {}
  PackedGame(const Rules& rules, const Odds&& odds) = delete;

  const Rules rules;
  const Geometry<Bits> geometry;

  Bits owned_by(const P& board, int player) const { return board.owned_by(player, geometry.all); }

  /// Returns the attacks of the player to move; none in a won game.
  Attacks<Bits> attacks(const State<P>& s) const {
    if (s.first && is_won(s.board, rules, geometry)) return {};
    const Bits own = owned_by(s.board, s.player);
    return rules.attack == AttackRule::two_dice ? game::attacks<AttackRule::two_dice>(s.board, geometry, own)
                                                : game::attacks<AttackRule::stronger>(s.board, geometry, own);
  }

  float odds(int attacking, int defending) const { return odds_(attacking, defending); }
  /// Returns the odds of the attack `m`.
  float odds(const State<P>& s, Move m) const { return odds_(s.board.dice_at(m.from), s.board.dice_at(m.to)); }

  State<P> won(const State<P>& s, Move m) const {
    State<P> after = relevant(attacked(s, m));
    after.first = is_won(after.board, rules, geometry);
    return after;
  }
  /// Returns the state after a failed attack.
  State<P> lost(const State<P>& s, Move m) const { return relevant(attack_lost(s, m)); }
  /// True if a failed attack leaves the same state whatever was attacked, because the dice taken do not matter.
  bool failures_are_alike() const { return !rules.counts_taken_dice(); }
  /// Returns the next player's turn, after the reinforcements of this one's.
  State<P> passed(const State<P>& s) const {
    const Bits own = owned_by(s.board, s.player);
    return game::passed(s, rules, geometry, own);
  }
  int next(int player) const { return player + 1 == rules.players ? 0 : player + 1; }

  /// Returns `s`, the end of a turn, as the beginning of a turn of `player`.
  State<P> with_turn_of(State<P> s, int player) const {
    s.player = static_cast<std::int16_t>(player);
    s.first = begins_turn(s.board, player, rules, geometry);
    return s;
  }

  /// Returns `s` without what does not matter under the rules, so that equivalent positions are equal.
  State<P> relevant(State<P> s) const {
    if (!rules.counts_taken_dice()) s.spare = 0;
    return s;
  }

  /// Returns each player's share of the win if the game ends with `board`.
  Shares final_shares(const P& board) const {
    Shares shares{};
    const Winners w = winners(board, geometry, rules.players);
    for (int player = 0; player < rules.players; ++player)
      if (w.players >> player & 1) shares[static_cast<std::size_t>(player)] = 1.0F / static_cast<float>(std::popcount(w.players));
    return shares;
  }

  std::uint64_t key(const State<P>& s, std::uint64_t salt) const {
    const auto rest = static_cast<std::uint64_t>(s.spare) << 6 | static_cast<std::uint64_t>(s.player) << 1 | s.first;
    return hash(s.board, salt + rest);
  }

 private:
  const Odds& odds_;
};

/// Calls `f.template operator()<P>()` with a position type that holds boards of `rules` with at most `dice` dice on a
/// hex. Returns false, without a call, if there is none. The types are few, since each of them costs a copy of the
/// search's code.
template <class F> bool with_board(const Rules& rules, int dice, F&& f) {
  dice = std::max(dice, rules.max_dice);
  const int hexes = rules.size * rules.size;
  if (rules.size < 1 || rules.size > max_board_size || rules.players > max_players || dice > dice_limit) return false;
  if (rules.players <= 4 && dice <= 5 && hexes <= capacity<Bits32>) f.template operator()<Position<Bits32, 2, 5>>();
  else if (rules.players <= 16 && dice <= 8 && hexes <= capacity<Bits64>) f.template operator()<Position<Bits64, 4, 8>>();
  else if (rules.players <= 16 && dice <= 8) f.template operator()<Position<Bits256, 4, 8>>();
  else f.template operator()<Position<Bits256, 5, dice_limit>>();
  return true;
}

}  // namespace tessera::game::multi
