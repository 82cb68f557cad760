// The stronger players as Lisp asks them: game/native_player.lisp is their face. Layer: bindings.
#pragma once

#include <memory>

#include "bindings/game.hpp"
#include "multi/search.hpp"
#include "player/player.hpp"

namespace tessera::game::bindings {

/// The stronger players of one interpreter. They are made when first asked; their tables last, and are made anew if another size is
/// asked for.
class Players {
 public:
  /// Arguments: board player spare-dice first-move style microseconds threads megabytes rate-all. The result is a property list, NIL if
  /// the players do not take the board, FAILED if an interrupt left the search.
  Value analyze(Game& game, Args a);

 private:
  Value analyze_two(Game& game, const Node& node, const Rules& rules, Args a);
  Value analyze_several(Game& game, const Node& node, const Rules& rules, Args a);

  std::unique_ptr<Player> two_;
  std::size_t two_megabytes_ = 0;
  std::unique_ptr<multi::Player> several_;
  std::size_t several_megabytes_ = 0;
};

/// The position of a tree with native moves as a list (player board spare-dice first-move); NIL of another object.
Value tree_position(const Game& game, Args a);
/// How many trees lie so many moves below. Arguments: board player depth. NIL if the board cannot be packed.
Value count_tree(Game& game, Args a);

}  // namespace tessera::game::bindings
