// Calls a user's functions for the rules. Layer: bindings.
#include "bindings/rules/user_rules.hpp"

namespace tessera::game::bindings {

namespace {

constexpr Names score_names = names(Name::score_board, Name::threatened, Name::neighbors);
constexpr Names dice_names = names(Name::add_new_dice, Name::board_array);
constexpr Names cluster_names = names(Name::largest_cluster_size, Name::get_connected, Name::neighbors);

}  // namespace

UserRules::UserRules(Game& game, const Ruleset& settings)
    : game_(game),
      settings_(settings),
      asks_score_(!game.unchanged(score_names)),
      asks_neighbors_(!game.unchanged(names(Name::neighbors))),
      asks_attack_(!game.unchanged(names(Name::attack_p))),
      asks_dice_(!game.unchanged(settings.counts_taken_dice() ? dice_names : dice_names | cluster_names)) {}

Word UserRules::call(Name name, std::initializer_list<Word> arguments) {
  return game_.lisp.funcall(words::symbol_function(game_.symbol(name)), arguments);
}

void UserRules::read(Word board, HexBoard& out) const {
  if (!read_playable(board, settings_, out)) throw LeftToScript();
}

bool UserRules::can_attack(const ObjectRef& board, int player, int src, int dst, Hex from, Hex to) {
  if (asks_attack_)
    return !words::is_nil(call(Name::attack_p, {board.word(), words::fixnum(player), words::fixnum(src), words::fixnum(dst)}));
  return settings_.may_attack(from, to, player);
}

std::vector<Attack> UserRules::attacks(const ObjectRef& board, const HexBoard& hexes, int player) {
  std::vector<Attack> found;
  for (int src = 0; src < hexes.count; ++src) {
    const Hex from = hexes[src];
    if (from.player != player) continue;
    const auto consider = [&](int dst) {
      const Hex to = hexes[dst];
      if (can_attack(board, player, src, dst, from, to)) found.push_back({src, dst, from.dice, to.dice});
    };
    if (!asks_neighbors_) {
      for (const int dst : neighbors_of(src, settings_)) consider(dst);
      continue;
    }
    for (ObjectRef list = game_.lisp.keep(call(Name::neighbors, {words::fixnum(src)})); list.truth();) {
      int dst = 0;
      if (!words::is_cons(list.word()) || !take_integer(words::car(list.word()), 0, hexes.count - 1, dst)) throw LeftToScript();
      consider(dst);
      list = game_.lisp.keep(words::cdr(list.word()));
    }
  }
  return found;
}

Word UserRules::attacked(Name name, const ObjectRef& board, int player, const Attack& attack, bool success) {
  const Word mover = words::fixnum(player), dice = words::fixnum(attack.src_dice);
  if (game_.unchanged(names(name))) return attacked_board(game_.state(), board.word(), mover, attack.src, attack.dst, dice, success);
  return call(name, {board.word(), mover, words::fixnum(attack.src), words::fixnum(attack.dst), dice});
}

Word UserRules::won(const ObjectRef& board, int player, const Attack& attack) {
  return attacked(Name::board_attack, board, player, attack, true);
}

Word UserRules::lost(const ObjectRef& board, int player, const Attack& attack) {
  return attacked(Name::board_attack_fail, board, player, attack, false);
}

Word UserRules::reinforced(const ObjectRef& board, const HexBoard& hexes, int player, int spare_dice) {
  if (asks_dice_) return call(Name::add_new_dice, {board.word(), words::fixnum(player), words::fixnum(spare_dice - 1)});
  const std::int64_t dice = settings_.new_dice(spare_dice, [&] { return largest_cluster(hexes, player, settings_); });
  return reinforced_board(game_.state(), board.word(), hexes, player, dice, settings_.max_dice);
}

Word UserRules::score(const ObjectRef& board, const HexBoard& hexes, int player) {
  if (!asks_score_) return words::fixnum(score_of(hexes, player, settings_));
  const Word v = call(Name::score_board, {board.word(), words::fixnum(player)});
  if (!words::is_real(v)) throw LeftToScript();
  return v;
}

Word UserRules::odds(const Attack& attack) {
  const std::pair dice(attack.src_dice, attack.dst_dice);
  if (const auto known = odds_.find(dice); known != odds_.end()) return known->second;
  const Word v = call(Name::attack_odds, {words::fixnum(dice.first), words::fixnum(dice.second)});
  if (!words::is_real(v)) throw LeftToScript();
  if (words::is_immediate(v)) odds_.emplace(dice, v);
  return v;
}

}  // namespace tessera::game::bindings
