// The script's search for games with dice: every move is rated, attacks by their odds. Layer: faithful.
#pragma once

#include "faithful/search.hpp"
#include "faithful/walk.hpp"

namespace tessera::game::faithful {

/// A rating in the table, the only one for its tree.
struct KeptRating {
  Rating rating;
  bool replaces(const KeptRating&) const { return true; }
};

template <class P> using ExpectationTable = MergeTable<P, KeptRating>;

/// One search with Lisp's arithmetic: single-floats where dice are rolled, integers elsewhere; MAX and MIN keep the
/// first of equal values.
template <class P, AttackRule rule> class Expectation {
 public:
  using Bits = typename P::Bits;

  Expectation(const Rules& rules, const Chances& odds, int player, ExpectationTable<P>& table, const KeepGoing& keep_going,
              Figures& figures)
      : walk_(rules, keep_going, figures), odds_(odds), player_(player), table_(table), figures_(figures) {}

  Rating rate(const P& p, const Turn& t, int ply = 0) {
    if (t.depth == 0) return leaf(p);
    const std::uint64_t turn = t.bits();
    Rating value;
    if (table_.find(p, turn, [&value](const KeptRating& k) { return value = k.rating, true; })) {
      ++figures_.merged;
      return value;
    }
    const Bits own = walk_.own(p, t.mover);
    const Attacks<Bits> attacks = walk_.attacks_of(p, own);
    if (walk_.is_over(p, t, attacks)) return leaf(p);
    value = t.mover == player_ ? best<true>(p, t, own, attacks, ply) : best<false>(p, t, own, attacks, ply);
    table_.store(p, turn, {value});
    return value;
  }

  std::vector<Rating> rate_moves(const P& p, const Turn& t) {
    std::vector<Rating> values;
    if (t.depth == 0) return values;
    const Bits own = walk_.own(p, t.mover);
    const Attacks<Bits> attacks = walk_.attacks_of(p, own);
    if (!walk_.is_over(p, t, attacks)) each_rating(p, t, own, attacks, 0, [&values](Rating r) { values.push_back(r); });
    return values;
  }

 private:
  static Rating integer(int n) { return {static_cast<float>(n), true}; }
  Rating leaf(const P& p) { return integer(walk_.score_of(p, player_)); }

  template <bool maximizing> Rating best(const P& p, const Turn& t, const Bits& own, const Attacks<Bits>& attacks, int ply) {
    Rating value;
    bool none = true;
    each_rating(p, t, own, attacks, ply, [&](Rating r) {
      if (none || (maximizing ? r.value > value.value : r.value < value.value)) value = r;
      none = false;
    });
    return value;
  }

  /// Calls `take` with the rating of each move.
  template <class Take> void each_rating(const P& p, const Turn& t, const Bits& own, const Attacks<Bits>& attacks, int ply, Take&& take) {
    walk_.enter(ply);
    if (!t.first_move) {
      const P after = walk_.reinforced(p, own, t.spare_dice);
      take(rate(after, walk_.next_turn(t, after), ply + 1));
    }
    if (t.depth == 1) {
      const AttackScores<P> scores = walk_.attack_scores(p, t.mover, player_);
      walk_.count_leaves(attacks.size() + count(attacks.sources()));
      each_chance(
          p, attacks, [&](Move m) { return integer(scores.won(m)); }, [&](Move m) { return integer(scores.lost(m.from)); }, true, take);
    } else {
      const auto next = [&](Move m) { return walk_.same_turn(t, p.dice_at(m.to)); };
      each_chance(
          p, attacks,
          [&](Move m) {
            const P after = after_attack(p, t.mover, m);
            return rate(after, walk_.same_turn(t, p.dice_at(m.to), after), ply + 1);
          },
          [&](Move m) { return rate(after_failed_attack(p, m), next(m), ply + 1); }, !walk_.counts_taken_dice(), take);
    }
  }

  /// Calls `take` with the rating of each attack: the values of `won(move)` and `lost(move)` weighed by the odds. If
  /// `same_loss`, a failed attack leaves the same tree whatever was attacked.
  template <class Won, class Lost, class Take>
  void each_chance(const P& p, const Attacks<Bits>& attacks, Won&& won, Lost&& lost, bool same_loss, Take&& take) {
    int last_from = -1;
    Rating failure;
    walk_.each_attack(attacks, [&](Move m) {
      const Rating success = won(m);
      if (m.from != last_from || !same_loss) failure = lost(m);
      last_from = m.from;
      const float odds = odds_.at[static_cast<std::size_t>(p.dice_at(m.from))][static_cast<std::size_t>(p.dice_at(m.to))];
      const float if_won = odds * success.value, if_lost = (1.0F - odds) * failure.value;
      take(Rating{if_won + if_lost, false});
      return true;
    });
  }

  Walk<P, rule> walk_;
  const Chances& odds_;
  int player_;
  ExpectationTable<P>& table_;
  Figures& figures_;
};

}  // namespace tessera::game::faithful
