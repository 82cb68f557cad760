// Makes lazy trees, forces them, and limits their depth. Layer: bindings.
#include "bindings/trees/trees.hpp"

#include <algorithm>

#include "bindings/natives.hpp"
#include "bindings/trees/eager_trees.hpp"

namespace tessera::game::bindings {

namespace {

/// What a native lazy list of moves captures.
enum Field { field_value, field_source, field_player, field_spare, field_cursor, fields };
// value    the forced list, or `no_value`: the first, as for every lazy list in C++
// source   the board; for a list of limited depth the list that it limits
// player   the player to move
// spare    the dice taken in this turn; for a list of limited depth the number of moves left
// cursor   where to look for the next attack: position * 8 + neighbor; or one of:
constexpr int cursor_pass = -1;     ///< the end of the turn comes first
constexpr int cursor_limited = -2;  ///< a list of limited depth

/// The attack of a cursor: the hex, and the index of its neighbor.
struct Cursor {
  int src, neighbor;
  static Cursor at(std::int64_t c) { return {static_cast<int>(c / 8), static_cast<int>(c % 8)}; }
  Word next() const { return words::fixnum(src * 8 + neighbor + 1); }
};

Word make_moves(const Game& game, Word source, Word player, Word spare, Word cursor, Word value = words::no_value()) {
  const Word captured[fields] = {value, source, player, spare, cursor};
  return words::closure(game.state(), game.lazy_prototype(), captured);
}

Word make_tree(const Game& game, Word player, Word board, Word spare, bool first_move, bool is_over = false) {
  const Word moves =
      make_moves(game, board, player, spare, words::fixnum(first_move ? 0 : cursor_pass), is_over ? words::nil() : words::no_value());
  return words::list(game.state(), {player, board, moves});
}

/// True if `player` can attack on `board`.
bool can_attack(const Ruleset& s, const HexBoard& board, int player) {
  for (int src = 0; src < board.count; ++src) {
    if (board[src].player != player) continue;
    for (const int dst : neighbors_of(src, s))
      if (s.may_attack(board[src], board[dst], player)) return true;
  }
  return false;
}

/// Returns the tree at the beginning of a turn of `player`. Unless the end of the turn is needed for the game to go on,
/// it is not a move.
Word make_turn(const Game& game, const Ruleset& s, int player, Word board, const HexBoard& hexes, Word spare) {
  const bool is_over = s.winning_hexes != 0 && s.is_won(hexes.span());
  return make_tree(game, words::fixnum(player), board, spare, s.winning_hexes == 0 || is_over || can_attack(s, hexes, player), is_over);
}

bool is_moves(const Game& game, Word w) { return words::is_closure_of(w, game.lazy_prototype()); }

Word field(Word moves, Field f) { return words::fields(moves)[f]; }
std::int64_t number(Word moves, Field f) { return words::fixnum_value(field(moves, f)); }

void set_value(Game& game, Word moves, Word value) { words::set_field(game.state(), moves, field_value, value); }

// --- forcing a position's moves

/// Returns the list that begins with the end of the turn; `no_value` if the script must make it.
Word passing_cell(Game& game, const Ruleset& s, Word moves) {
  HexBoard board;
  const Word source = field(moves, field_source), mover = field(moves, field_player);
  const auto player = static_cast<int>(words::fixnum_value(mover));
  if (!read_playable(source, s, board)) return words::no_value();
  const std::int64_t spare = s.new_dice(number(moves, field_spare), [&] { return largest_cluster(board, player, s); });
  const Word reinforced = reinforced_board(game.state(), source, board, player, spare, s.max_dice);
  const int next = s.next_player(board.span(), player);
  HexBoard after;
  if (s.winning_hexes != 0 && !read_board(reinforced, s, after)) return words::no_value();
  const Word tree = make_turn(game, s, next, reinforced, after, words::fixnum(0));
  const Word rest = make_moves(game, source, mover, field(moves, field_spare), words::fixnum(0));
  return words::cons(game.state(), words::list(game.state(), {words::nil(), tree}), rest);
}

/// Returns the list that begins with the attack from `src` to `dst`.
Word attack_cell(Game& game, const Ruleset& s, Word moves, Cursor at, int dst, Hex from, Hex to) {
  words::State& state = game.state();
  const Word source = field(moves, field_source), player = field(moves, field_player);
  const Word dice = words::fixnum(from.dice), spare = words::fixnum(number(moves, field_spare) + to.dice);
  const auto tree = [&](bool success) {
    const Word board = attacked_board(state, source, player, at.src, dst, dice, success);
    HexBoard after;
    const bool is_over = s.winning_hexes != 0 && success && read_board(board, s, after) && s.is_won(after.span());
    return make_tree(game, player, board, spare, is_over, is_over);
  };
  const Word failure = game.ruleset().luck ? words::list(state, {tree(false)}) : words::nil();
  const Word action = words::list(state, {words::fixnum(at.src), words::fixnum(dst)});
  const Word move = words::list(state, {action, tree(true)}, failure);
  return words::cons(state, move, make_moves(game, source, player, field(moves, field_spare), at.next()));
}

/// Returns the list that begins with the next attack, or NIL; `no_value` if the script must make it.
Word attacking_cell(Game& game, const Ruleset& s, Word moves) {
  const Word source = field(moves, field_source);
  const std::int64_t player = number(moves, field_player);
  Cursor at = Cursor::at(number(moves, field_cursor));
  std::span<const Word> hexes;
  if (!words::get_simple_vector(source, hexes) || hexes.size() != static_cast<std::size_t>(s.hexes())) return words::no_value();
  for (; at.src < s.hexes(); ++at.src, at.neighbor = 0) {
    Hex from, to;
    if (!read_hex(hexes[static_cast<std::size_t>(at.src)], from)) return words::no_value();
    if (from.player != player) continue;
    const Neighbors neighbors = neighbors_of(at.src, s);
    for (; at.neighbor < neighbors.count; ++at.neighbor) {
      const int dst = neighbors.positions[static_cast<std::size_t>(at.neighbor)];
      if (!read_hex(hexes[static_cast<std::size_t>(dst)], to)) return words::no_value();
      if (s.may_attack(from, to, player)) return attack_cell(game, s, moves, at, dst, from, to);
    }
  }
  return words::nil();
}

/// Returns the list of a position; `no_value` if the script must make it.
Word position_cell(Game& game, Word moves) {
  const auto settings = game.settings();
  if (!settings || !game.unchanged(tree_names)) return words::no_value();
  return number(moves, field_cursor) == cursor_pass ? passing_cell(game, *settings, moves) : attacking_cell(game, *settings, moves);
}

/// Does the same with the script. Runs Lisp.
Word cell_by_script(Game& game, Word moves) {
  const std::int64_t cursor = number(moves, field_cursor);
  const Cursor at = Cursor::at(std::max<std::int64_t>(cursor, 0));
  return game.lisp.funcall(game.by_script(), {field(moves, field_source), field(moves, field_player), field(moves, field_spare),
                                              words::boolean(cursor == cursor_pass), words::fixnum(at.src), words::fixnum(at.neighbor)});
}

// --- limiting the depth

/// Returns the moves of a native list down to `depth`. Of several limits the smallest counts.
Word limited_moves(Game& game, Word moves, std::int64_t depth) {
  if (field(moves, field_cursor) == words::fixnum(cursor_limited)) {
    depth = std::min(depth, number(moves, field_spare));
    moves = field(moves, field_source);
  }
  return make_moves(game, moves, words::nil(), words::fixnum(depth), words::fixnum(cursor_limited),
                    depth == 0 ? words::nil() : words::no_value());
}

/// Returns `limit-tree-depth` of a tree whose moves are native; `no_value` for others.
Word limited_tree_of_ours(Game& game, Word tree, std::int64_t depth) {
  Word player, board, moves;
  if (!read_tree_parts(tree, player, board, moves) || !is_moves(game, moves)) return words::no_value();
  return words::list(game.state(), {player, board, limited_moves(game, moves, depth)});
}

/// Returns the cell of a list of limited depth for `forced` if all trees in it are native, as is usual; otherwise
/// `no_value`. Runs no Lisp.
Word limited_cell_of_ours(Game& game, Word forced, std::int64_t depth) {
  if (!is_moves(game, words::cdr(forced))) return words::no_value();
  words::ListBuilder move(game.state());
  move.add(words::car(words::car(forced)));
  for (Word trees = words::cdr(words::car(forced)); words::is_cons(trees); trees = words::cdr(trees)) {
    const Word tree = limited_tree_of_ours(game, words::car(trees), depth - 1);
    if (tree == words::no_value()) return tree;
    move.add(tree);
  }
  return words::cons(game.state(), move.finish(), limited_moves(game, words::cdr(forced), depth));
}

/// Returns `limit-tree-depth` of a tree: by the script unless its moves are native. May run Lisp, as may the functions
/// below.
Word limited_tree(Game& game, Word tree, std::int64_t depth) {
  const Word own = limited_tree_of_ours(game, tree, depth);
  if (own != words::no_value()) return own;
  return game.lisp.funcall(game.script(Name::limit_tree_depth), {tree, words::fixnum(depth)});
}

/// Returns the rest of a list whose cells are limited to `depth`.
Word limited_rest(Game& game, Word rest, std::int64_t depth) {
  if (is_moves(game, rest)) return limited_moves(game, rest, depth);
  const Word whole = words::list(game.state(), {words::nil(), words::nil(), rest});
  const Word tree = game.lisp.funcall(game.script(Name::limit_tree_depth), {whole, words::fixnum(depth)});
  Word player, board, moves;
  if (!read_tree_parts(tree, player, board, moves)) game.lisp.throw_type_error(tree, "list");
  return moves;
}

/// Returns the cell of a list of limited depth, made from the cell of the list that it limits.
Word limited_cell(Game& game, Word moves) {
  words::State& state = game.state();
  const std::int64_t depth = number(moves, field_spare);
  const Word forced = force_moves(game, field(moves, field_source));
  if (words::is_nil(forced)) return forced;
  if (!words::is_cons(forced) || !words::is_cons(words::car(forced))) game.lisp.throw_type_error(forced, "cons");
  if (const Word own = limited_cell_of_ours(game, forced, depth); own != words::no_value()) return own;
  const ObjectRef cell = game.lisp.keep(forced);
  std::vector<ObjectRef> trees;  // those after the move
  ObjectRef rest = game.lisp.keep(words::cdr(words::car(forced)));
  for (; words::is_cons(rest.word()); rest = game.lisp.keep(words::cdr(rest.word())))
    trees.push_back(game.lisp.keep(limited_tree(game, words::car(rest.word()), depth - 1)));
  const Word others = limited_rest(game, words::cdr(cell.word()), depth);
  words::ListBuilder move(state);
  move.add(words::car(words::car(cell.word())));
  for (const ObjectRef& tree : trees) move.add(tree.word());
  return words::cons(state, move.finish(), others);
}

}  // namespace

bool read_tree_parts(Word tree, Word& player, Word& board, Word& moves) {
  Word* const parts[] = {&player, &board, &moves};
  for (Word* part : parts) {
    if (!words::is_cons(tree)) return false;
    *part = words::car(tree);
    tree = words::cdr(tree);
  }
  return words::is_nil(tree);
}

Word force_moves(Game& game, Word moves) {
  if (field(moves, field_value) != words::no_value()) return field(moves, field_value);
  const bool limited = number(moves, field_cursor) == cursor_limited;
  const Word own = limited ? words::no_value() : position_cell(game, moves);
  if (own != words::no_value()) {
    set_value(game, moves, own);
    return own;
  }
  const ObjectRef kept = game.lisp.keep(moves);
  const Word value = limited ? limited_cell(game, moves) : cell_by_script(game, moves);
  set_value(game, kept.word(), value);
  return value;
}

bool read_tree(const Game& game, Word tree, NativeTree& out) {
  if (!read_tree_parts(tree, out.player, out.board, out.moves) || !is_moves(game, out.moves)) return false;
  Word moves = out.moves;
  if (field(moves, field_cursor) == words::fixnum(cursor_limited)) {
    out.depth = static_cast<int>(number(moves, field_spare));
    moves = field(moves, field_source);
  }
  const Word cursor = field(moves, field_cursor);
  out.first_move = cursor == words::fixnum(0);
  out.spare_dice = static_cast<int>(number(moves, field_spare));
  return (out.first_move || cursor == words::fixnum(cursor_pass)) && field(moves, field_source) == out.board &&
         field(moves, field_player) == out.player;
}

namespace natives {

namespace {

constexpr int max_spare_dice = 1 << 20, deepest_limit = 1 << 20;

/// What makes a tree: of a lazy one only the node.
Names making_names(const Game& game) { return game.ruleset().lazy_trees ? node_names : tree_names; }

}  // namespace

Reply game_tree(Game& game, Args a) {
  const auto settings = game.settings();
  HexBoard board;
  int player = 0, spare = 0;
  if (!settings || !game.unchanged(settings->winning_hexes != 0 ? tree_names : making_names(game)))
    return game.leave_to_script(Name::game_tree, a);
  if (!read_playable(a[0], *settings, board)) return game.leave_to_script(Name::game_tree, a, 0);
  if (!take_integer(a[1], 0, 25, player)) return game.leave_to_script(Name::game_tree, a, 1);
  if (!take_integer(a[2], 0, max_spare_dice, spare)) return game.leave_to_script(Name::game_tree, a, 2);
  if (!game.ruleset().lazy_trees) return eager_tree(game, *settings, a, Name::game_tree);
  if (words::is_nil(a[3]) && !settings->is_won(board.span())) return make_tree(game, a[1], a[0], a[2], false);
  return make_turn(game, *settings, player, a[0], board, a[2]);
}

Reply attacking_moves(Game& game, Args a) {
  const auto settings = game.settings();
  HexBoard board;
  int player = 0, spare = 0;
  if (!settings || !game.unchanged(making_names(game))) return game.leave_to_script(Name::attacking_moves, a);
  if (!read_playable(a[0], *settings, board)) return game.leave_to_script(Name::attacking_moves, a, 0);
  if (!take_integer(a[1], 0, 25, player)) return game.leave_to_script(Name::attacking_moves, a, 1);
  if (!take_integer(a[2], 0, max_spare_dice, spare)) return game.leave_to_script(Name::attacking_moves, a, 2);
  if (!game.ruleset().lazy_trees) return eager_tree(game, *settings, a, Name::attacking_moves);
  return make_moves(game, a[0], a[1], a[2], words::fixnum(0));
}

Reply limit_tree_depth(Game& game, Args a) {
  Word player, board, moves;
  int depth = 0;
  if (!read_tree_parts(a[0], player, board, moves)) return game.leave_to_script(Name::limit_tree_depth, a, 0);
  if (!take_integer(a[1], 0, deepest_limit, depth)) return game.leave_to_script(Name::limit_tree_depth, a, 1);
  if (!is_moves(game, moves)) return game.leave_to_script(Name::limit_tree_depth, a);
  return words::list(game.state(), {player, board, limited_moves(game, moves, depth)});
}

}  // namespace natives

}  // namespace tessera::game::bindings
