// The static evaluation of a position for the player to move: a weighted sum of features. Layer: player.
//
// The weights are fitted to the results of the player's own games (tune.cpp writes weights.cpp), so that the sum, in
// units of 1/`value_unit`, is the logarithm of the odds to win.
#pragma once

#include <algorithm>
#include <array>
#include <tuple>

#include "board/scoring.hpp"
#include "board/state.hpp"

namespace tessera::game {

/// One unit of log-odds as a value of the search.
inline constexpr int value_unit = 256;
/// The value of a won game; a tie is 0. Estimates are smaller.
inline constexpr int value_win = 30000;
inline constexpr int value_most_estimated = 20000;

/// The features of each side's hexes. `weak` hexes have one die, `middle` two, `full` three or more.
enum class PositionFeature : std::uint8_t {
  hexes,
  middle,
  full,
  border,  ///< hexes that touch the opponent's
  border_middle,
  border_full,
  weak_before_middle,  ///< weak hexes that a middle one can attack
  weak_before_full,    ///< weak hexes that only full ones can attack
  middle_before_full,  ///< middle hexes that can be attacked
  middle_attackers,    ///< middle hexes that can attack
  full_attackers,      ///< full hexes that can attack
  count,
};
inline constexpr std::size_t side_features = static_cast<std::size_t>(PositionFeature::count);
/// The features of the player to move, those of the opponent, and three of the turn: see `summarize`.
inline constexpr std::size_t feature_count = 2 * side_features + 3;

using PositionFeatures = std::array<int, feature_count>;

/// The weights of the features in units of 1/`value_unit`, at the beginning of a turn and within one.
struct Weights {
  std::array<PositionFeatures, 2> of{};
};

/// The weights compiled in.
extern const Weights fitted_weights;

/// One side's hexes by their dice, and the hexes that touch each kind.
template <class Bits> struct Side {
  Bits weak, middle, full;
  Bits near_weak, near_middle, near_full;

  template <class P> Side(const P& p, const Bits& own) {
    full = own & p.dice[1];
    middle = own & p.dice[0] & ~full;
    weak = own & ~p.dice[0];
  }
};

/// Writes the features of `side`, whose opponent is `other`, from f[at] on. Returns true if it can attack, judged by
/// these three kinds.
template <class Bits>
constexpr bool write_side_features(PositionFeatures& f, std::size_t at, const Side<Bits>& side, const Side<Bits>& other) {
  const auto put = [&](PositionFeature feature, int n) { f[at + static_cast<std::size_t>(feature)] = n; };
  const Bits touched = other.near_weak | other.near_middle | other.near_full;
  const Bits middle_attackers = side.middle & other.near_weak;
  const Bits full_attackers = side.full & (other.near_weak | other.near_middle);
  put(PositionFeature::hexes, count(side.weak | side.middle | side.full));
  put(PositionFeature::middle, count(side.middle));
  put(PositionFeature::full, count(side.full));
  put(PositionFeature::border, count((side.weak | side.middle | side.full) & touched));
  put(PositionFeature::border_middle, count(side.middle & touched));
  put(PositionFeature::border_full, count(side.full & touched));
  put(PositionFeature::weak_before_middle, count(side.weak & other.near_middle));
  put(PositionFeature::weak_before_full, count(side.weak & other.near_full & ~other.near_middle));
  put(PositionFeature::middle_before_full, count(side.middle & other.near_full));
  put(PositionFeature::middle_attackers, count(middle_attackers));
  put(PositionFeature::full_attackers, count(full_attackers));
  return any(middle_attackers | full_attackers);
}

/// The features of a position, and whether the player to move can attack.
struct PositionSummary {
  PositionFeatures features;
  bool can_attack;
};

/// Returns the features of `s` for the player to move, who owns `own`. The features of the turn are 1, the dice taken
/// so far, and those of them that ending the turn now would place.
template <class P, class Bits = typename P::Bits>
inline PositionSummary summarize(const State<P>& s, const Geometry<Bits>& g, const Bits& own) {
  PositionSummary result;
  Side<Bits> mine(s.board, own), theirs(s.board, g.all & ~own);
  std::tie(mine.near_weak, theirs.near_weak) = g.touching_each(mine.weak, theirs.weak);
  std::tie(mine.near_middle, theirs.near_middle) = g.touching_each(mine.middle, theirs.middle);
  std::tie(mine.near_full, theirs.near_full) = g.touching_each(mine.full, theirs.full);
  result.can_attack = write_side_features(result.features, 0, mine, theirs);
  write_side_features(result.features, side_features, theirs, mine);
  if constexpr (P::max_dice > 3) result.can_attack = !attacks<AttackRule::stronger>(s.board, g, own).none();
  const int room = result.features[0] - count(own & s.board.dice[P::dice_planes - 1]);
  result.features[2 * side_features] = 1;
  result.features[2 * side_features + 1] = s.spare;
  result.features[2 * side_features + 2] = s.first ? 0 : std::min(s.spare - 1, room);
  return result;
}

/// Returns the estimate for the player to move of a position with these features.
inline int estimate(const PositionFeatures& features, const Weights& weights, bool first) {
  const PositionFeatures& w = weights.of[first ? 0 : 1];
  int sum = 0;
  for (std::size_t i = 0; i < feature_count; ++i) sum += features[i] * w[i];
  return std::clamp(sum, -value_most_estimated, value_most_estimated);
}

/// Returns the value of the finished game for the player who owns `own`.
template <class Bits> constexpr int value_finished(const Geometry<Bits>& g, const Bits& own) {
  const int lead = 2 * count(own) - g.cells;
  return lead > 0 ? value_win : lead < 0 ? -value_win : 0;
}

}  // namespace tessera::game
