// The chances to win on all boards of a small size, by the rules of version 4 for two players. Layer: solving.
//
// Value iteration from both sides. The lower bounds begin with 0, the upper ones with 1, the least and the most that a
// game that never ends could be worth. The value of a position never falls if the values of what follows rise, so both
// stay bounds, and the largest difference between them bounds the error, whether or not games end.
#pragma once

#include <algorithm>
#include <functional>

#include "board/scoring.hpp"
#include "board/state.hpp"
#include "multi/odds.hpp"
#include "solving/board_numbers.hpp"

namespace tessera::game::solving {

/// The bounds of a chance.
struct Bounds {
  double low = 0, high = 1;
};

/// The chance to win, and half of that to tie, under best play of both, of the player to move on all boards of up to
/// 3x3 hexes with up to `P::max_dice` dice.
template <class P> class ChanceValues {
 public:
  using Bits = typename P::Bits;

  ChanceValues(int size, int max_dice, const multi::Odds& odds)
      : max_dice_(max_dice),
        odds_(odds),
        g_(size),
        numbers_(size, max_dice),
        order_(numbers_.by_dice()),
        begun_(numbers_.count()),
        within_(numbers_.count()) {}

  /// Improves all bounds once that differ by more than half of `error`. Returns the largest difference left. Throws
  /// what `poll` throws, which is called often.
  ///
  /// Attacks leave fewer dice on the board, so boards with few dice come first: whole turns are computed at once.
  double improve(double error, const std::function<void()>& poll) {
    double widest = 0;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      if (i % 0x1000 == 0) poll();
      const auto width = [&] {
        const Bounds &begun = begun_[order_[i]], &within = within_[order_[i]];
        return std::max(begun.high - begun.low, within.high - within.low);
      };
      if (width() > error / 2) compute(order_[i]);
      widest = std::max(widest, width());
    }
    return widest;
  }

  /// Returns the bounds for the player to move. The dice taken in the turn do not matter by these rules.
  Bounds value(const State<P>& s) const {
    P board = s.board;
    if (s.player != 0) board.owner[0] ^= g_.all;
    return (s.first ? begun_ : within_)[numbers_.number_of(board)];
  }

 private:
  void compute(std::uint32_t number) {
    const P board = numbers_.board_of(number);
    const Bits own = g_.all & ~board.owner[0];
    const Attacks<Bits> found = attacks<AttackRule::two_dice>(board, g_, own);
    Bounds best{0, 0};
    for_each_attack_unordered(found, g_, [&](Move m) {
      const double won = odds_(board.dice_at(m.from), board.dice_at(m.to));
      const Bounds& success = within_[numbers_.number_of(after_attack(board, 0, m))];
      const Bounds& failure = within_[numbers_.number_of(after_failed_attack(board, m))];
      best.low = std::max(best.low, won * success.low + (1 - won) * failure.low);
      best.high = std::max(best.high, won * success.high + (1 - won) * failure.high);
    });
    const int lead = 2 * count(own) - g_.cells;
    const double finished = lead > 0 ? 1 : lead < 0 ? 0 : 0.5;
    begun_[number] = found.none() ? Bounds{finished, finished} : best;
    P passed = after_new_dice(board, own, largest_cluster(g_, own), max_dice_);
    passed.owner[0] ^= g_.all;
    const Bounds& next = begun_[numbers_.number_of(passed)];
    within_[number] = {std::max(best.low, 1 - next.high), std::max(best.high, 1 - next.low)};
  }

  int max_dice_;
  multi::Odds odds_;
  Geometry<Bits> g_;
  BoardNumbers<P> numbers_;
  std::vector<std::uint32_t> order_;  ///< the boards, those with the fewest dice first
  std::vector<Bounds> begun_;         ///< at the beginning of a turn
  std::vector<Bounds> within_;        ///< within a turn, which can end
};

}  // namespace tessera::game::solving
