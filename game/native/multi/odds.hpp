// The odds of attacks: a table by numbers of dice. Layer: multi.
#pragma once

#include <array>
#include <vector>

#include "board/moves.hpp"

namespace tessera::game::multi {

/// The most dice on a hex that the player for several players supports.
inline constexpr int dice_limit = 32;

/// The probability that an attack succeeds, for all numbers of dice on both sides.
class Odds {
 public:
  /// Returns the exact odds of real dice: the attacker's sum must be higher.
  static Odds exact();
  /// Returns the odds of a table like the game's `*dice-odds*`: a row for each number of defending dice from 1, with an
  /// entry for each number of attacking dice from 2. Odds beyond the table are exact.
  static Odds from_table(const std::vector<std::vector<double>>& table);
  /// Returns the table of the book's fourth version.
  static Odds of_book();
  /// Returns 1 for each attack that `rule` allows, otherwise 0.
  static Odds without_luck(AttackRule rule);
  /// Returns these odds for each attack that `rule` allows, otherwise 0.
  Odds allowed_by(AttackRule rule) const;

  /// Returns the probability that `attacking` dice beat `defending` ones; both at most `dice_limit`. Fewer than two
  /// dice never win.
  float operator()(int attacking, int defending) const {
    return odds_[static_cast<std::size_t>(defending)][static_cast<std::size_t>(attacking)];
  }

  friend bool operator==(const Odds&, const Odds&) = default;

 private:
  std::array<std::array<float, dice_limit + 1>, dice_limit + 1> odds_{};
};

}  // namespace tessera::game::multi
