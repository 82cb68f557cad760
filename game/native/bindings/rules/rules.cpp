// Natives on boards: neighbors, attacks, new dice, clusters, the score, the winners. Layer: bindings.
#include "bindings/boards.hpp"
#include "bindings/natives.hpp"

namespace tessera::game::bindings::natives {

namespace {

template <class Numbers> Word list_of(const Game& game, const Numbers& numbers) {
  words::ListBuilder list(game.state());
  for (const int n : numbers) list.add(words::fixnum(n));
  return list.finish();
}

/// `board-attack` and `board-attack-fail`, which share their arguments.
Reply attack(Game& game, Args a, Name name, bool success) {
  std::span<const Word> hexes;
  if (!words::get_simple_vector(a[0], hexes) || hexes.size() > max_hexes) return game.leave_to_script(name, a, 0);
  const std::int64_t last = static_cast<std::int64_t>(hexes.size()) - 1;
  int src = 0, dst = 0;
  if (!take_integer(a[2], 0, last, src)) return game.leave_to_script(name, a, 2);
  if (success && !take_integer(a[3], 0, last, dst)) return game.leave_to_script(name, a, 3);
  if (success && (!words::is_fixnum(a[4]) || a[4] == words::fixnum(words::most_negative_fixnum))) return game.leave_to_script(name, a, 4);
  return attacked_board(game.state(), a[0], a[1], src, dst, a[4], success);
}

}  // namespace

Reply neighbors(Game& game, Args a) {
  const auto settings = game.settings();
  int pos = 0;
  if (!settings || !take_integer(a[0], 0, settings->hexes() - 1, pos)) return game.leave_to_script(Name::neighbors, a, 0);
  return list_of(game, neighbors_of(pos, *settings));
}

Reply board_attack(Game& game, Args a) { return attack(game, a, Name::board_attack, true); }
Reply board_attack_fail(Game& game, Args a) { return attack(game, a, Name::board_attack_fail, false); }

Reply add_new_dice(Game& game, Args a) {
  constexpr Names stands_for = names(Name::board_array, Name::check_settings);
  constexpr Names clusters = names(Name::largest_cluster_size, Name::get_connected, Name::neighbors);
  const bool by_cluster = game.ruleset().reinforcement == ReinforcementRule::cluster;
  const auto settings = game.settings();
  HexBoard board;
  int player = 0;
  if (!settings || !game.unchanged(by_cluster ? stands_for | clusters : stands_for)) return game.leave_to_script(Name::add_new_dice, a);
  if (!read_board(a[0], *settings, board)) return game.leave_to_script(Name::add_new_dice, a, 0);
  if (!take_integer(a[1], 0, 25, player)) return game.leave_to_script(Name::add_new_dice, a, 1);
  if (!by_cluster && !words::is_fixnum(a[2])) return game.leave_to_script(Name::add_new_dice, a, 2);
  const std::int64_t spare = by_cluster ? largest_cluster(board, player, *settings) : words::fixnum_value(a[2]);
  return reinforced_board(game.state(), a[0], board, player, spare, settings->max_dice);
}

Reply winners(Game& game, Args a) {
  HexBoard board;
  const auto settings = game.settings();
  const bool has_holes = settings && any(settings->holes);
  if (has_holes ? !read_board(a[0], *settings, board) : !read_board(a[0], board)) return game.leave_to_script(Name::winners, a, 0);
  return list_of(game, winners_of(board));
}

Reply threatened(Game& game, Args a) {
  const auto settings = game.settings();
  HexBoard board;
  int pos = 0;
  if (!settings || !game.unchanged(names(Name::neighbors))) return game.leave_to_script(Name::threatened, a);
  if (!take_integer(a[0], 0, settings->hexes() - 1, pos)) return game.leave_to_script(Name::threatened, a, 0);
  if (!read_board(a[1], *settings, board)) return game.leave_to_script(Name::threatened, a, 1);
  return words::boolean(is_threatened(board, pos, *settings));
}

Reply score_board(Game& game, Args a) {
  const auto settings = game.settings();
  HexBoard board;
  if (!settings || !game.unchanged(names(Name::threatened, Name::neighbors))) return game.leave_to_script(Name::score_board, a);
  if (!read_board(a[0], *settings, board)) return game.leave_to_script(Name::score_board, a, 0);
  if (!words::is_fixnum(a[1])) return game.leave_to_script(Name::score_board, a, 1);
  return words::fixnum(score_of(board, words::fixnum_value(a[1]), *settings));
}

Reply get_connected(Game& game, Args a) {
  const auto settings = game.settings();
  HexBoard board;
  int player = 0, pos = 0;
  if (!settings || !game.unchanged(names(Name::neighbors))) return game.leave_to_script(Name::get_connected, a);
  if (!read_board(a[0], *settings, board)) return game.leave_to_script(Name::get_connected, a, 0);
  if (!take_integer(a[1], 0, 25, player)) return game.leave_to_script(Name::get_connected, a, 1);
  if (!take_integer(a[2], 0, settings->hexes() - 1, pos)) return game.leave_to_script(Name::get_connected, a, 2);
  const std::vector<int> found = cluster(board, player, pos, *settings);
  return list_of(game, std::vector<int>(found.rbegin(), found.rend()));
}

Reply largest_cluster_size(Game& game, Args a) {
  const auto settings = game.settings();
  HexBoard board;
  int player = 0;
  if (!settings || !game.unchanged(names(Name::get_connected, Name::neighbors))) return game.leave_to_script(Name::largest_cluster_size, a);
  if (!read_board(a[0], *settings, board)) return game.leave_to_script(Name::largest_cluster_size, a, 0);
  if (!take_integer(a[1], 0, 25, player)) return game.leave_to_script(Name::largest_cluster_size, a, 1);
  return words::fixnum(largest_cluster(board, player, *settings));
}

}  // namespace tessera::game::bindings::natives
