// The rules with a user's redefined functions. Layer: bindings.
#pragma once

#include <map>

#include "bindings/trees/trees.hpp"

namespace tessera::game::bindings {

/// The functions that a user may redefine without ending native searches.
inline constexpr Names user_names =
    names(Name::score_board, Name::threatened, Name::neighbors, Name::add_new_dice, Name::board_array, Name::largest_cluster_size,
          Name::get_connected, Name::board_attack, Name::board_attack_fail, Name::attack_p, Name::attack_odds);

/// Thrown if a user's function returned a value that natives do not support: the script must do the work.
struct LeftToScript {};

/// A possible attack, and the dice on both hexes.
struct Attack {
  int src, dst, src_dice, dst_dice;
};

/// The rules on Lisp boards: native where nothing was redefined, otherwise by calls of the current functions. Functions
/// that take an ObjectRef may run Lisp. All throw LeftToScript.
class UserRules {
 public:
  UserRules(Game& game, const Ruleset& settings);

  void read(Word board, HexBoard& out) const;
  /// Returns the attacks of `player` in the game's order.
  std::vector<Attack> attacks(const ObjectRef& board, const HexBoard& hexes, int player);
  Word won(const ObjectRef& board, int player, const Attack& attack);
  Word lost(const ObjectRef& board, int player, const Attack& attack);
  /// Returns the board after the end of a turn in which `spare_dice` were taken.
  Word reinforced(const ObjectRef& board, const HexBoard& hexes, int player, int spare_dice);
  /// Returns the result of `score-board`, a real number.
  Word score(const ObjectRef& board, const HexBoard& hexes, int player);
  /// Returns the result of `attack-odds`, a real number.
  Word odds(const Attack& attack);

  int players() const { return settings_.players; }
  bool luck() const { return settings_.luck; }
  /// True if the dice taken in a turn may matter at its end.
  bool counts_spare_dice() const { return asks_dice_ || settings_.counts_taken_dice(); }

 private:
  Word call(Name name, std::initializer_list<Word> arguments);
  Word attacked(Name name, const ObjectRef& board, int player, const Attack& attack, bool success);
  bool can_attack(const ObjectRef& board, int player, int src, int dst, Hex from, Hex to);

  Game& game_;
  const Ruleset settings_;
  const bool asks_score_, asks_neighbors_, asks_attack_, asks_dice_;
  std::map<std::pair<int, int>, Word> odds_;  ///< immediates only, which the collector does not move
};

}  // namespace tessera::game::bindings
