// What both searches share: the tree below a position, move by move, in the script's order. Layer: faithful.
#pragma once

#include "board/reinforcement.hpp"
#include "board/scoring.hpp"
#include "faithful/merge_table.hpp"
#include "faithful/rules.hpp"

namespace tessera::game::faithful {

/// The scores after the attacks from one board, where a search spends its time. Computes no more of the new boards than
/// the score needs, and holds everything by value, to stay in registers.
template <class P> class AttackScores {
 public:
  using Bits = typename P::Bits;

  /// `own` are the hexes of the player whose score is wanted; `gains` means that this player attacks.
  AttackScores(const P& p, const Geometry<Bits>& g, const Bits& own, bool gains) : p_(p), g_(g), own_(own), gains_(gains) {}

  int won(Move m) const {
    const Bits from = single<Bits>(m.from), to = single<Bits>(m.to), kept = ~(from | to);
    const Bits own = gains_ ? own_ | to : own_ & ~to;
    Bits weak{};
    for (std::size_t k = 0; k < p_.dice.size(); ++k) {
      Bits strong = p_.dice[k] & kept;
      if (k + 1 < p_.dice.size()) strong |= has(p_.dice[k + 1], m.from) ? to : Bits{};
      weak |= own & ~strong & g_.touching(strong & ~own);
    }
    return 3 * count(own) - g_.cells - count(weak);
  }

  int lost(int src) const {
    const Bits kept = ~single<Bits>(src);
    Bits weak{};
    for (const Bits& plane : p_.dice) weak |= own_ & ~(plane & kept) & g_.touching(plane & kept & ~own_);
    return 3 * count(own_) - g_.cells - count(weak);
  }

 private:
  P p_;
  Geometry<Bits> g_;
  Bits own_;
  bool gains_;
};

/// The rules applied to boards of type `P`, for one search.
template <class P, AttackRule rule> class Walk {
 public:
  using Bits = typename P::Bits;

  Walk(const Rules& rules, const KeepGoing& keep_going, Figures& figures)
      : rules_(rules), g_(geometry_of<Bits>(rules)), keep_going_(keep_going), figures_(figures) {
    for (std::size_t d = 0; d < 6; ++d) steps_[d] = step(directions[d], rules.size);
    counted_ = rules.counts_taken_dice() ? -1 : 0;
  }

  const Geometry<Bits>& geometry() const { return g_; }
  Bits own(const P& p, int player) const { return p.owned_by(player, g_.all); }
  Attacks<Bits> attacks_of(const P& p, const Bits& own) const { return attacks<rule>(p, g_, own); }

  /// Returns `score-board`.
  int score_of(const P& p, int player) {
    ++figures_.leaves;
    return score(p, g_, own(p, player));
  }

  AttackScores<P> attack_scores(const P& p, int mover, int player) const { return {p, g_, own(p, player), mover == player}; }
  void count_leaves(int n) { figures_.leaves += static_cast<std::uint64_t>(n); }

  /// Returns the board after the end of the turn of the player who owns the hexes `own`.
  P reinforced(const P& p, const Bits& own, int spare_dice) const {
    const int dice = counted_ == 0 ? largest_cluster(g_, own) : spare_dice - 1;
    return after_new_dice(p, own, dice, rules_.max_dice);
  }
  Turn next_turn(const Turn& t) const { return {(t.mover + 1) % rules_.players, 0, true, t.depth - 1}; }
  /// Returns the turn after the end of `t`, which left the board `after`.
  Turn next_turn(const Turn& t, const P& after) const {
    const int next = next_player(after, t.mover, rules_, g_);
    return {next, 0, begins_turn(after, next, rules_, g_), t.depth - 1};
  }
  /// Returns the turn after a successful attack, which left the board `after`.
  Turn same_turn(const Turn& t, int taken, const P& after) const {
    Turn next = same_turn(t, taken);
    next.first_move = is_won(after, rules_, g_);
    return next;
  }
  /// True if the game ends at the turn `t` on the board `p`, where the player to move has `attacks`.
  bool is_over(const P& p, const Turn& t, const Attacks<Bits>& attacks) const {
    return t.first_move && (attacks.none() || is_won(p, rules_, g_));
  }
  /// Returns the turn after an attack on `taken` dice, which are counted only where they matter.
  Turn same_turn(const Turn& t, int taken) const { return {t.mover, (t.spare_dice + taken) & counted_, false, t.depth - 1}; }
  bool counts_taken_dice() const { return counted_ != 0; }

  /// Calls `f(Move)` for each attack in the script's order until it returns false.
  template <class F> void each_attack(const Attacks<Bits>& a, F&& f) const {
    for (Bits sources = a.sources(); any(sources); sources = without_lowest(sources)) {
      const int from = lowest(sources);
      unsigned ways = 0;  // a bit for each direction, to avoid branches
      for (unsigned d = 0; d < 6; ++d) ways |= static_cast<unsigned>(has(a.from[d], from)) << d;
      for (; ways != 0; ways &= ways - 1) {
        const int to = from + steps_[static_cast<std::size_t>(std::countr_zero(ways))];
        if (!f(Move{static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)})) return;
      }
    }
  }

  /// To be called for each node, `ply` moves from the root.
  void enter(int ply) {
    if (ply > deepest) throw TooDeep();
    if ((++figures_.nodes & 0x3FF) == 0 && keep_going_ && !keep_going_()) throw GivenUp();
  }

 private:
  static constexpr int deepest = 1000;  ///< on the largest boards a node takes about 2 KB of stack

  Rules rules_;
  Geometry<Bits> g_;
  std::array<int, 6> steps_;  ///< the difference to the neighbor in each direction
  int counted_;               ///< a mask for the dice that were taken: all bits, or none
  const KeepGoing& keep_going_;
  Figures& figures_;
};

}  // namespace tessera::game::faithful
