// What both searches share: the tree below a position, move by move, in the script's order. Layer: faithful.
#pragma once

#include "board/reinforcement.hpp"
#include "board/scoring.hpp"
#include "faithful/merge_table.hpp"
#include "faithful/rules.hpp"

namespace tessera::game::faithful {

/// The rules applied to boards of type `P`, for one search.
template <class P, AttackRule rule>
class Walk {
 public:
  using Bits = typename P::Bits;

  Walk(const Rules& rules, const Keep_going& keep_going, Figures& figures)
      : rules_(rules), g_(rules.size), keep_going_(keep_going), figures_(figures) {}

  const Geometry<Bits>& geometry() const { return g_; }
  Bits own(const P& p, int player) const { return p.owned_by(player, g_.all); }
  Attacks<Bits> attacks_of(const P& p, const Bits& own) const { return attacks<rule>(p, g_, own); }

  /// `score-board`.
  int score_of(const P& p, int player) {
    ++figures_.leaves;
    return score(p, g_, own(p, player));
  }

  /// The board after the end of the turn of the player whose hexes are `own`.
  P reinforced(const P& p, const Bits& own, int spare_dice) const {
    const int dice = rule == AttackRule::dice ? largest_cluster(g_, own) : spare_dice - 1;
    return after_new_dice(p, own, dice, rules_.max_dice);
  }
  Turn next_turn(const Turn& t) const { return {(t.mover + 1) % rules_.players, 0, true, t.depth - 1}; }
  /// The turn goes on after an attack on `taken` dice. Where the dice taken do not matter they are not counted.
  Turn same_turn(const Turn& t, int taken) const {
    return {t.mover, rule == AttackRule::dice ? 0 : t.spare_dice + taken, false, t.depth - 1};
  }

  /// Call `f(Move)` for each attack in the script's order until it returns false.
  template <class F>
  void each_attack(const Attacks<Bits>& a, F&& f) const {
    for (Bits sources = a.sources(); any(sources); sources = without_lowest(sources)) {
      const int from = lowest(sources);
      for (std::size_t d = 0; d < 6; ++d)
        if (has(a.from[d], from) &&
            !f(Move{static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(from + step(directions[d], g_.size))}))
          return;
    }
  }

  /// To be called for each node, at `ply` moves from the root.
  void enter(int ply) {
    if (ply > deepest) throw Too_deep();
    if ((++figures_.nodes & 0x3FF) == 0 && keep_going_ && !keep_going_()) throw Given_up();
  }

 private:
  static constexpr int deepest = 1000;  ///< on the largest boards a node takes about 2 KB of stack

  Rules rules_;
  Geometry<Bits> g_;
  const Keep_going& keep_going_;
  Figures& figures_;
};

}  // namespace tessera::game::faithful
