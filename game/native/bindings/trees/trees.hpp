// Game trees (PLAYER BOARD MOVES) whose moves are native lazy lists. Layer: bindings.
//
// A lazy list is a function without arguments that returns NIL or (first . lazy rest); the scripts' FORCE calls it. A
// native one is a closure that knows the next attack on its board, and keeps that when it is forced, so that a search
// can start from the position.
#pragma once

#include "bindings/boards.hpp"

namespace tessera::game::bindings {

/// The functions that natives on trees replace: if one of these was redefined, they leave the work to the scripts.
inline constexpr Names tree_names =
    names(Name::game_tree, Name::add_passing_move, Name::won_board_p, Name::next_player, Name::attacking_moves, Name::attack_p,
          Name::attack_move, Name::board_attack, Name::board_attack_fail, Name::neighbors, Name::add_new_dice, Name::board_array,
          Name::check_board, Name::check_settings, Name::hex_p, Name::largest_cluster_size, Name::get_connected);

/// Those of them that make a node and its list of moves. If only others were redefined, a tree is still native, but the
/// script makes its moves when they are forced, with the current functions.
inline constexpr Names node_names = names(Name::game_tree, Name::add_passing_move, Name::won_board_p, Name::next_player,
                                          Name::attacking_moves, Name::attack_move, Name::check_board, Name::check_settings, Name::hex_p);

/// Position and depth of a tree with native moves.
struct NativeTree {
  Word player, board, moves;
  int spare_dice = 0;
  bool first_move = true;
  int depth = faithful::unlimited;
};

/// Reads a tree whose moves are a whole lazy list of `game`. Returns false for other objects.
bool read_tree(const Game& game, Word tree, NativeTree& out);

/// Returns the value of the native lazy list `moves`: a cons or NIL. May run Lisp.
Word force_moves(Game& game, Word moves);

/// Reads the three parts of any tree, a list (player board moves). Returns false for other objects.
bool read_tree_parts(Word tree, Word& player, Word& board, Word& moves);

}  // namespace tessera::game::bindings
