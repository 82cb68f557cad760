// Game trees (PLAYER BOARD MOVES) whose moves are lazy lists made natively. Layer: bindings.
//
// A lazy list is a function without arguments that returns NIL or (first . lazy rest); the scripts' FORCE calls it.
// Ours is a native closure that knows which attack comes next on which board. It keeps that when it was forced, so that
// a search can start from the position instead of from the list.
#pragma once

#include "bindings/boards.hpp"

namespace tessera::game::bindings {

/// What the natives on trees stand for: if one of these was redefined they leave the work to the scripts.
inline constexpr Names tree_names =
    names(Name::game_tree, Name::add_passing_move, Name::attacking_moves, Name::attack_p, Name::attack_move, Name::board_attack,
          Name::board_attack_fail, Name::neighbors, Name::add_new_dice, Name::board_array, Name::check_board, Name::check_settings,
          Name::hex_p, Name::largest_cluster_size, Name::get_connected);

/// Those of them that make a node and its list of moves. If only others were redefined a tree is still native: the
/// script makes its moves when they are forced, one by one, with the functions that it finds.
inline constexpr Names node_names = names(Name::game_tree, Name::add_passing_move, Name::attacking_moves, Name::attack_move,
                                          Name::check_board, Name::check_settings, Name::hex_p);

/// A tree's position and depth, of a tree with native moves.
struct NativeTree {
  Word player, board, moves;
  int spare_dice = 0;
  bool first_move = true;
  int depth = faithful::unlimited;
};

/// Take apart a tree whose moves are a whole lazy list of `game`; false for any other object.
bool read_tree(const Game& game, Word tree, NativeTree& out);

/// The value of the native lazy list `moves`: a cons or NIL. May run Lisp.
Word force_moves(Game& game, Word moves);

/// Take the three parts of a tree of any kind, a list (player board moves); false for other objects.
bool read_tree_parts(Word tree, Word& player, Word& board, Word& moves);

}  // namespace tessera::game::bindings
