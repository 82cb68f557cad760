// How likely attacks succeed: a table by dice. Layer: multi.
#pragma once

#include <array>
#include <vector>

#include "board/moves.hpp"

namespace tessera::game::multi {

/// The most dice on a hex that the player for several players reckons with.
inline constexpr int most_dice = 32;

/// The probability that an attack succeeds, for every number of dice on both sides.
class Odds {
 public:
  /// Those of real dice: the attacker's sum has to be higher. Exact.
  static Odds exact();
  /// Those of a table as the game's `*dice-odds*`: a row for each number of dice that defend, from 1 on, in it an entry
  /// for each number of dice that attack, from 2 on. What lies beyond the table is exact.
  static Odds from_table(const std::vector<std::vector<double>>& table);
  /// The table of the text's fourth version.
  static Odds of_text();
  /// 1 for each attack that `rule` allows, else 0.
  static Odds without_luck(AttackRule rule);
  /// These for each attack that `rule` allows, else 0.
  Odds allowed_by(AttackRule rule) const;

  /// The probability that `attacking` dice win against `defending` ones; both at most `most_dice`. Fewer than two dice
  /// never win.
  float operator()(int attacking, int defending) const {
    return odds_[static_cast<std::size_t>(defending)][static_cast<std::size_t>(attacking)];
  }

  friend bool operator==(const Odds&, const Odds&) = default;

 private:
  std::array<std::array<float, most_dice + 1>, most_dice + 1> odds_{};
};

}  // namespace tessera::game::multi
