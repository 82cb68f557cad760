// The rules as a user's own functions have them, where natives would do otherwise. Layer: bindings.
#pragma once

#include <map>

#include "bindings/trees.hpp"

namespace tessera::game::bindings {

/// What a user may redefine, and the native searches go on with it.
inline constexpr Names user_names =
    names(Name::score_board, Name::threatened, Name::neighbors, Name::add_new_dice, Name::board_array, Name::largest_cluster_size,
          Name::get_connected, Name::board_attack, Name::board_attack_fail, Name::attack_p, Name::attack_odds);

/// Thrown where a user's function returned what natives do not take: the script has to do the work.
struct LeftToScript {};

/// An attack that can be made, and the dice on both hexes.
struct Attack {
  int src, dst, src_dice, dst_dice;
};

/// The rules on boards of Lisp. What has not been redefined is done natively, for all else the functions that stand at the symbols
/// are called. What takes an ObjectRef may run Lisp. All throw LeftToScript.
class UserRules {
 public:
  UserRules(Game& game, const Ruleset& settings);

  void read(Word board, HexBoard& out) const;
  /// The attacks of `player` in the game's order.
  std::vector<Attack> attacks(const ObjectRef& board, const HexBoard& hexes, int player);
  Word won(const ObjectRef& board, int player, const Attack& attack);
  Word lost(const ObjectRef& board, int player, const Attack& attack);
  /// The board after the end of a turn in which `spare_dice` were taken.
  Word reinforced(const ObjectRef& board, const HexBoard& hexes, int player, int spare_dice);
  /// What `score-board` says: a real number.
  Word score(const ObjectRef& board, const HexBoard& hexes, int player);
  /// What `attack-odds` says: a real number.
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
  std::map<std::pair<int, int>, Word> odds_;  ///< those that no collection moves
};

}  // namespace tessera::game::bindings
