// Natives on boards: neighbors, attacks, new dice, clusters, the score, the winners. Layer: bindings.
#include "bindings/boards.hpp"
#include "bindings/natives.hpp"
#include "builtins/arguments.hpp"

namespace tessera::game::bindings::natives {

namespace {

Value list_of(Runtime& rt, const std::vector<int>& numbers) {
  ListBuilder list(rt);
  for (const int n : numbers) list.add(Value::fixnum(n));
  return list.finish();
}

/// `board-attack` and `board-attack-fail`, which share their arguments.
Value attack(Runtime& rt, Args a, Name name, bool success) {
  Game& game = game_of(a);
  if (!has_type(a[0], Type::simple_vector) || a[0].as_object()->length() > max_hexes) return game.leave_to_script(name, a, 0);
  const std::int64_t last = std::int64_t{a[0].as_object()->length()} - 1;
  int src = 0, dst = 0;
  if (!take_integer(a[2], 0, last, src)) return game.leave_to_script(name, a, 2);
  if (success && !take_integer(a[3], 0, last, dst)) return game.leave_to_script(name, a, 3);
  if (success && (!a[4].is_fixnum() || a[4] == Value::fixnum(Value::most_negative_fixnum))) return game.leave_to_script(name, a, 4);
  return attacked_board(rt, a[0], a[1], src, dst, a[4], success);
}

}  // namespace

Value neighbors(Runtime& rt, Args a) {
  Game& game = game_of(a);
  const auto settings = game.settings();
  int pos = 0;
  if (!settings || !take_integer(a[0], 0, settings->hexes() - 1, pos)) return game.leave_to_script(Name::neighbors, a, 0);
  ListBuilder list(rt);
  for (const int n : neighbors_of(pos, settings->size)) list.add(Value::fixnum(n));
  return list.finish();
}

Value board_attack(Runtime& rt, Args a) { return attack(rt, a, Name::board_attack, true); }
Value board_attack_fail(Runtime& rt, Args a) { return attack(rt, a, Name::board_attack_fail, false); }

Value add_new_dice(Runtime& rt, Args a) {
  constexpr Names stands_for = names(Name::board_array, Name::check_settings);
  constexpr Names clusters = names(Name::largest_cluster_size, Name::get_connected, Name::neighbors);
  Game& game = game_of(a);
  const bool by_cluster = game.ruleset().reinforcement == ReinforcementRule::cluster;
  const auto settings = game.settings();
  HexBoard board;
  int player = 0;
  if (!settings || !game.unchanged(by_cluster ? stands_for | clusters : stands_for)) return game.leave_to_script(Name::add_new_dice, a);
  if (!read_board(a[0], settings->hexes(), board)) return game.leave_to_script(Name::add_new_dice, a, 0);
  if (!take_integer(a[1], 0, 25, player)) return game.leave_to_script(Name::add_new_dice, a, 1);
  if (!by_cluster && !a[2].is_fixnum()) return game.leave_to_script(Name::add_new_dice, a, 2);
  const std::int64_t spare = by_cluster ? largest_cluster(board, player, settings->size) : a[2].as_fixnum();
  return reinforced_board(rt, a[0], board, player, spare, settings->max_dice);
}

Value winners(Runtime& rt, Args a) {
  HexBoard board;
  if (!read_board(a[0], board)) return game_of(a).leave_to_script(Name::winners, a, 0);
  return list_of(rt, winners_of(board));
}

Value threatened(Runtime&, Args a) {
  Game& game = game_of(a);
  const auto settings = game.settings();
  HexBoard board;
  int pos = 0;
  if (!settings || !game.unchanged(names(Name::neighbors))) return game.leave_to_script(Name::threatened, a);
  if (!take_integer(a[0], 0, settings->hexes() - 1, pos)) return game.leave_to_script(Name::threatened, a, 0);
  if (!read_board(a[1], settings->hexes(), board)) return game.leave_to_script(Name::threatened, a, 1);
  return boolean(is_threatened(board, pos, settings->size));
}

Value score_board(Runtime&, Args a) {
  Game& game = game_of(a);
  const auto settings = game.settings();
  HexBoard board;
  if (!settings || !game.unchanged(names(Name::threatened, Name::neighbors))) return game.leave_to_script(Name::score_board, a);
  if (!read_board(a[0], settings->hexes(), board)) return game.leave_to_script(Name::score_board, a, 0);
  if (!a[1].is_fixnum()) return game.leave_to_script(Name::score_board, a, 1);
  return Value::fixnum(score_of(board, a[1].as_fixnum(), settings->size));
}

Value get_connected(Runtime& rt, Args a) {
  Game& game = game_of(a);
  const auto settings = game.settings();
  HexBoard board;
  int player = 0, pos = 0;
  if (!settings || !game.unchanged(names(Name::neighbors))) return game.leave_to_script(Name::get_connected, a);
  if (!read_board(a[0], settings->hexes(), board)) return game.leave_to_script(Name::get_connected, a, 0);
  if (!take_integer(a[1], 0, 25, player)) return game.leave_to_script(Name::get_connected, a, 1);
  if (!take_integer(a[2], 0, settings->hexes() - 1, pos)) return game.leave_to_script(Name::get_connected, a, 2);
  const std::vector<int> found = cluster(board, player, pos, settings->size);
  return list_of(rt, {found.rbegin(), found.rend()});
}

Value largest_cluster_size(Runtime&, Args a) {
  Game& game = game_of(a);
  const auto settings = game.settings();
  HexBoard board;
  int player = 0;
  if (!settings || !game.unchanged(names(Name::get_connected, Name::neighbors))) return game.leave_to_script(Name::largest_cluster_size, a);
  if (!read_board(a[0], settings->hexes(), board)) return game.leave_to_script(Name::largest_cluster_size, a, 0);
  if (!take_integer(a[1], 0, 25, player)) return game.leave_to_script(Name::largest_cluster_size, a, 1);
  return Value::fixnum(largest_cluster(board, player, settings->size));
}

}  // namespace tessera::game::bindings::natives
