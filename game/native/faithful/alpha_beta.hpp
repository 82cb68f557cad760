// The script's alpha-beta with merging of equal positions. Layer: faithful.
#pragma once

#include "faithful/search.hpp"
#include "faithful/walk.hpp"

namespace tessera::game::faithful {

/// The value of a tree found by alpha-beta between two limits.
struct Bounded {
  std::int16_t value, upper, lower;

  /// True if the value is between its limits and therefore exact, whatever the limits.
  bool is_exact() const { return lower < value && value < upper; }
  /// True if the script returns `value` for the same tree with these limits too.
  bool holds_for(const Limits& l) const {
    return (upper == l.upper && lower == l.lower) || (is_exact() && l.lower < value && value < l.upper);
  }
  bool replaces(const Bounded& other) const { return is_exact() || !other.is_exact(); }
};

template <class P> using AlphaBetaTable = MergeTable<P, Bounded>;

/// One search. The values of `rate` are exactly those of `ab-rate-position`: bounds where a limit was exceeded.
template <class P, AttackRule rule> class AlphaBeta {
 public:
  using Bits = typename P::Bits;

  AlphaBeta(const Rules& rules, int player, AlphaBetaTable<P>& table, const KeepGoing& keep_going, Figures& figures)
      : walk_(rules, keep_going, figures), player_(player), table_(table), figures_(figures) {}

  int rate(const P& p, const Turn& t, Limits l, int ply = 0) {
    if (t.depth == 0) return walk_.score_of(p, player_);
    const bool is_kept = t.depth > 1;  // scoring the boards one move ahead again is faster than looking them up
    const std::uint64_t turn = t.bits();
    int value = 0;
    const auto use = [&](const Bounded& b) {
      value = b.value;
      return b.holds_for(l);
    };
    if (is_kept && table_.find(p, turn, use)) {
      ++figures_.merged;
      return value;
    }
    const Bits own = walk_.own(p, t.mover);
    const Attacks<Bits> attacks = walk_.attacks_of(p, own);
    if (t.first_move && attacks.none()) return walk_.score_of(p, player_);
    value = t.mover == player_ ? best<true>(p, t, own, attacks, l, ply) : best<false>(p, t, own, attacks, l, ply);
    if (is_kept) table_.store(p, turn, {narrow(value), narrow(l.upper), narrow(l.lower)});
    return value;
  }

  /// Returns the ratings of the moves, up to the one that exceeds a limit.
  std::vector<int> rate_moves(const P& p, const Turn& t, Limits l, bool maximizing) {
    std::vector<int> values;
    if (t.depth == 0) return values;
    const Bits own = walk_.own(p, t.mover);
    const Attacks<Bits> attacks = walk_.attacks_of(p, own);
    const auto take = [&values](int x) { values.push_back(x); };
    if (maximizing) each_rating<true>(p, t, own, attacks, l, 0, take);
    else each_rating<false>(p, t, own, attacks, l, 0, take);
    return values;
  }

  /// Calls `visit(board, turn)` for the tree after each move.
  template <class Visit> void each_subtree(const P& p, const Turn& t, Visit&& visit) {
    if (t.depth == 0) return;
    const Bits own = walk_.own(p, t.mover);
    if (!t.first_move) visit(walk_.reinforced(p, own, t.spare_dice), walk_.next_turn(t));
    walk_.each_attack(walk_.attacks_of(p, own), [&](Move m) {
      visit(after_attack(p, t.mover, m), walk_.same_turn(t, p.dice_at(m.to)));
      return true;
    });
  }

 private:
  static std::int16_t narrow(int n) { return static_cast<std::int16_t>(n); }

  template <bool maximizing> int best(const P& p, const Turn& t, const Bits& own, const Attacks<Bits>& attacks, Limits l, int ply) {
    int value = maximizing ? -Limits::no_limit : Limits::no_limit;
    each_rating<maximizing>(p, t, own, attacks, l, ply, [&value](int x) { value = maximizing ? std::max(value, x) : std::min(value, x); });
    return value;
  }

  /// Calls `take` with the rating of each move, until one exceeds a limit.
  template <bool maximizing, class Take>
  void each_rating(const P& p, const Turn& t, const Bits& own, const Attacks<Bits>& attacks, Limits l, int ply, Take&& take) {
    walk_.enter(ply);
    const auto goes_on = [&](int x) {
      take(x);
      if (maximizing ? x >= l.upper : x <= l.lower) return false;
      if (maximizing) l.lower = std::max(l.lower, x);
      else l.upper = std::min(l.upper, x);
      return true;
    };
    if (!t.first_move && !goes_on(rate(walk_.reinforced(p, own, t.spare_dice), walk_.next_turn(t), l, ply + 1))) return;
    if (t.depth == 1) {
      const AttackScores<P> scores = walk_.attack_scores(p, t.mover, player_);
      int leaves = 0;
      walk_.each_attack(attacks, [&](Move m) { return ++leaves, goes_on(scores.won(m)); });
      walk_.count_leaves(leaves);
    } else {
      walk_.each_attack(
          attacks, [&](Move m) { return goes_on(rate(after_attack(p, t.mover, m), walk_.same_turn(t, p.dice_at(m.to)), l, ply + 1)); });
    }
  }

  Walk<P, rule> walk_;
  int player_;
  AlphaBetaTable<P>& table_;
  Figures& figures_;
};

}  // namespace tessera::game::faithful
