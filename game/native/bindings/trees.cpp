// Making lazy trees, forcing them, limiting their depth. Layer: bindings.
#include "bindings/trees.hpp"

#include <algorithm>

#include "bindings/eager_trees.hpp"
#include "bindings/natives.hpp"

namespace tessera::game::bindings {

namespace {

/// What a native lazy list of moves captures.
enum Field { field_value, field_source, field_player, field_spare, field_cursor, fields };
// value    the forced list, or UNBOUND
// source   the board; of a list of limited depth: the list that it limits
// player   who moves
// spare    the dice taken in this turn; of a list of limited depth: how many moves it goes down
// cursor   where to look for the next attack: position * 8 + neighbor; or one of:
constexpr int cursor_pass = -1;     ///< the end of the turn comes first
constexpr int cursor_limited = -2;  ///< it is a list of limited depth

/// A cursor's attack: the hex, and which of its neighbors.
struct Cursor {
  int src, neighbor;
  static Cursor at(std::int64_t c) { return {static_cast<int>(c / 8), static_cast<int>(c % 8)}; }
  Value next() const { return Value::fixnum(src * 8 + neighbor + 1); }
};

Value make_moves(Game& game, Value source, Value player, Value spare, Value cursor) {
  const Value captured[fields] = {UNBOUND, source, player, spare, cursor};
  return make_native_closure(game.rt, game.lazy_prototype(), captured);
}

Value make_tree(Game& game, Value player, Value board, Value spare, bool first_move) {
  return game.rt.list({player, board, make_moves(game, board, player, spare, Value::fixnum(first_move ? 0 : cursor_pass))});
}

bool is_moves(const Game& game, Value v) {
  return has_type(v, Type::native) && as<Native>(v)->index == as<Native>(game.lazy_prototype())->index;
}

Value field(Value moves, Field f) { return captured_values(moves)[f]; }

void set_value(Game& game, Value moves, Value value) { game.rt.heap.write(&captured_values(moves)[field_value], value); }

// --- forcing a position's moves

/// The list that begins with the end of the turn; UNBOUND if the script has to make it.
Value passing_cell(Game& game, const Ruleset& s, Value moves) {
  HexBoard board;
  const Value source = field(moves, field_source), mover = field(moves, field_player);
  const auto player = static_cast<int>(mover.as_fixnum());
  if (!read_playable(source, s, board)) return UNBOUND;
  const std::int64_t spare = s.new_dice(field(moves, field_spare).as_fixnum(), [&] { return largest_cluster(board, player, s.size); });
  const Value reinforced = reinforced_board(game.rt, source, board, player, spare, s.max_dice);
  const Value tree = make_tree(game, Value::fixnum((player + 1) % s.players), reinforced, Value::fixnum(0), true);
  const Value rest = make_moves(game, source, mover, field(moves, field_spare), Value::fixnum(0));
  return game.rt.heap.cons(game.rt.list({NIL, tree}), rest);
}

/// The list that begins with the attack from `src` to `dst`.
Value attack_cell(Game& game, Value moves, Cursor at, int dst, Hex from, Hex to) {
  Runtime& rt = game.rt;
  const Value source = field(moves, field_source), player = field(moves, field_player);
  const Value dice = Value::fixnum(from.dice), spare = Value::fixnum(field(moves, field_spare).as_fixnum() + to.dice);
  const auto tree = [&](bool success) {
    return make_tree(game, player, attacked_board(rt, source, player, at.src, dst, dice, success), spare, false);
  };
  const Value failure = game.ruleset().luck ? rt.list({tree(false)}) : NIL;
  const Value action = rt.list({Value::fixnum(at.src), Value::fixnum(dst)});
  const Value move = rt.heap.cons(action, rt.heap.cons(tree(true), failure));
  return rt.heap.cons(move, make_moves(game, source, player, field(moves, field_spare), at.next()));
}

/// The list that begins with the next attack, or NIL; UNBOUND if the script has to make it.
Value attacking_cell(Game& game, const Ruleset& s, Value moves) {
  const Value source = field(moves, field_source);
  const std::int64_t player = field(moves, field_player).as_fixnum();
  Cursor at = Cursor::at(field(moves, field_cursor).as_fixnum());
  if (!is_board(source, s.hexes())) return UNBOUND;
  for (; at.src < s.hexes(); ++at.src, at.neighbor = 0) {
    Hex from, to;
    if (!read_hex(source.as_object()->slots[at.src], from)) return UNBOUND;
    if (from.player != player) continue;
    const Neighbors neighbors = neighbors_of(at.src, s.size);
    for (; at.neighbor < neighbors.count; ++at.neighbor) {
      const int dst = neighbors.positions[static_cast<std::size_t>(at.neighbor)];
      if (!read_hex(source.as_object()->slots[dst], to)) return UNBOUND;
      if (s.may_attack(from, to, player)) return attack_cell(game, moves, at, dst, from, to);
    }
  }
  return NIL;
}

Value position_cell(Game& game, Value moves) {
  const auto settings = game.settings();
  const std::int64_t cursor = field(moves, field_cursor).as_fixnum();
  Value cell = UNBOUND;
  if (settings && game.unchanged(tree_names))
    cell = cursor == cursor_pass ? passing_cell(game, *settings, moves) : attacking_cell(game, *settings, moves);
  if (cell != UNBOUND) return cell;
  const Cursor at = Cursor::at(std::max<std::int64_t>(cursor, 0));
  return game.rt.call_lisp(game.by_script(), {field(moves, field_source), field(moves, field_player), field(moves, field_spare),
                                              boolean(cursor == cursor_pass), Value::fixnum(at.src), Value::fixnum(at.neighbor)});
}

// --- limiting the depth

/// The moves of a list of our own down to `depth`. Limits do not pile up: the lesser one counts.
Value limited_moves(Game& game, Value moves, std::int64_t depth) {
  if (field(moves, field_cursor) == Value::fixnum(cursor_limited)) {
    depth = std::min(depth, field(moves, field_spare).as_fixnum());
    moves = field(moves, field_source);
  }
  const Value limited = make_moves(game, moves, NIL, Value::fixnum(depth), Value::fixnum(cursor_limited));
  if (depth == 0) captured_values(limited)[field_value] = NIL;
  return limited;
}

/// `limit-tree-depth` of a tree behind a move: by the script, unless its moves are ours.
Value limited_tree(Game& game, Value tree, std::int64_t depth) {
  Value player, board, moves;
  if (read_tree_parts(tree, player, board, moves) && is_moves(game, moves))
    return game.rt.list({player, board, limited_moves(game, moves, depth)});
  return game.rt.call_lisp(game.script(Name::limit_tree_depth), {tree, Value::fixnum(depth)});
}

/// The rest of a list whose cells are limited to `depth`.
Value limited_rest(Game& game, Value rest, std::int64_t depth) {
  if (is_moves(game, rest)) return limited_moves(game, rest, depth);
  const Value tree = game.rt.call_lisp(game.script(Name::limit_tree_depth), {game.rt.list({NIL, NIL, rest}), Value::fixnum(depth)});
  Value player, board, moves;
  if (is_failed(tree)) return FAILED;
  return read_tree_parts(tree, player, board, moves) ? moves : game.rt.fail_type(tree, Known::list);
}

/// The cell of a list of limited depth, made from that of the list that it limits.
Value limited_cell(Game& game, Value moves) {
  Heap& heap = game.rt.heap;
  const std::int64_t depth = field(moves, field_spare).as_fixnum();
  const Handle cell(heap, force_moves(game, field(moves, field_source)));
  if (is_failed(cell) || is_nil(cell)) return cell;
  const Value move = cell.get().is_cons() ? cell.get().as_cons()->car : NIL;
  if (!move.is_cons()) return game.rt.fail_type(move, Known::cons);
  Handle trees(heap);  // those behind the move, in reverse
  for (Handle rest(heap, move.as_cons()->cdr); rest.get().is_cons(); rest = rest.get().as_cons()->cdr) {
    const Value limited = limited_tree(game, rest.get().as_cons()->car, depth - 1);
    TESSERA_TRY(limited);
    trees = heap.cons(limited, trees);
  }
  const Value rest = limited_rest(game, cell.get().as_cons()->cdr, depth);
  TESSERA_TRY(rest);
  Value in_order = NIL;
  for (Value t = trees; t.is_cons(); t = t.as_cons()->cdr) in_order = heap.cons(t.as_cons()->car, in_order);
  return heap.cons(heap.cons(cell.get().as_cons()->car.as_cons()->car, in_order), rest);
}

}  // namespace

bool read_tree_parts(Value tree, Value& player, Value& board, Value& moves) {
  Value* const parts[] = {&player, &board, &moves};
  for (Value* part : parts) {
    if (!tree.is_cons()) return false;
    *part = tree.as_cons()->car;
    tree = tree.as_cons()->cdr;
  }
  return is_nil(tree);
}

Value force_moves(Game& game, Value moves) {
  if (field(moves, field_value) != UNBOUND) return field(moves, field_value);
  const Handle kept(game.rt.heap, moves);
  const bool limited = field(moves, field_cursor) == Value::fixnum(cursor_limited);
  const Value value = limited ? limited_cell(game, moves) : position_cell(game, moves);
  TESSERA_TRY(value);
  set_value(game, kept, value);
  return value;
}

bool read_tree(const Game& game, Value tree, NativeTree& out) {
  if (!read_tree_parts(tree, out.player, out.board, out.moves) || !is_moves(game, out.moves)) return false;
  Value moves = out.moves;
  if (field(moves, field_cursor) == Value::fixnum(cursor_limited)) {
    out.depth = static_cast<int>(field(moves, field_spare).as_fixnum());
    moves = field(moves, field_source);
  }
  const Value cursor = field(moves, field_cursor);
  out.first_move = cursor == Value::fixnum(0);
  out.spare_dice = static_cast<int>(field(moves, field_spare).as_fixnum());
  return (out.first_move || cursor == Value::fixnum(cursor_pass)) && field(moves, field_source) == out.board &&
         field(moves, field_player) == out.player;
}

namespace natives {

namespace {

constexpr int most_spare_dice = 1 << 20, deepest_limit = 1 << 20;

/// What makes a tree: of a lazy one only the node.
Names making_names(const Game& game) { return game.ruleset().lazy_trees ? node_names : tree_names; }

}  // namespace

Value force_moves(Runtime&, Args a) { return bindings::force_moves(game_of(a), running_native(a)); }

Value game_tree(Runtime& rt, Args a) {
  Game& game = game_of(a);
  const auto settings = game.settings();
  HexBoard board;
  int player = 0, spare = 0;
  if (!settings || !game.unchanged(making_names(game))) return game.leave_to_script(Name::game_tree, a);
  if (!read_playable(a[0], *settings, board)) return game.leave_to_script(Name::game_tree, a, 0);
  if (!take_integer(a[1], 0, 25, player)) return game.leave_to_script(Name::game_tree, a, 1);
  if (!take_integer(a[2], 0, most_spare_dice, spare)) return game.leave_to_script(Name::game_tree, a, 2);
  if (!game.ruleset().lazy_trees) return eager_tree(game, *settings, a, Name::game_tree);
  static_cast<void>(rt);
  return make_tree(game, a[1], a[0], a[2], !is_nil(a[3]));
}

Value attacking_moves(Runtime&, Args a) {
  Game& game = game_of(a);
  const auto settings = game.settings();
  HexBoard board;
  int player = 0, spare = 0;
  if (!settings || !game.unchanged(making_names(game))) return game.leave_to_script(Name::attacking_moves, a);
  if (!read_playable(a[0], *settings, board)) return game.leave_to_script(Name::attacking_moves, a, 0);
  if (!take_integer(a[1], 0, 25, player)) return game.leave_to_script(Name::attacking_moves, a, 1);
  if (!take_integer(a[2], 0, most_spare_dice, spare)) return game.leave_to_script(Name::attacking_moves, a, 2);
  if (!game.ruleset().lazy_trees) return eager_tree(game, *settings, a, Name::attacking_moves);
  return make_moves(game, a[0], a[1], a[2], Value::fixnum(0));
}

Value limit_tree_depth(Runtime& rt, Args a) {
  Game& game = game_of(a);
  Value player, board, moves;
  int depth = 0;
  if (!read_tree_parts(a[0], player, board, moves)) return game.leave_to_script(Name::limit_tree_depth, a, 0);
  if (!take_integer(a[1], 0, deepest_limit, depth)) return game.leave_to_script(Name::limit_tree_depth, a, 1);
  if (!is_moves(game, moves)) return game.leave_to_script(Name::limit_tree_depth, a);
  return rt.list({player, board, limited_moves(game, moves, depth)});
}

}  // namespace natives

}  // namespace tessera::game::bindings
