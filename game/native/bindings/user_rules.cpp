// Asking a user's own functions for the rules. Layer: bindings.
#include "bindings/user_rules.hpp"

#include "data/numbers.hpp"

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

Value UserRules::call(Name name, std::initializer_list<Value> arguments) {
  const Value v = game_.rt.call_lisp(game_.rt.symbol(game_.symbol(name))->function, arguments);
  if (is_failed(v)) throw faithful::GivenUp();
  return v;
}

void UserRules::read(Value board, HexBoard& out) const {
  if (!read_playable(board, settings_, out)) throw LeftToScript();
}

bool UserRules::can_attack(const Handle& board, int player, int src, int dst, Hex from, Hex to) {
  if (asks_attack_) return !is_nil(call(Name::attack_p, {board, Value::fixnum(player), Value::fixnum(src), Value::fixnum(dst)}));
  return settings_.may_attack(from, to, player);
}

std::vector<Attack> UserRules::attacks(const Handle& board, const HexBoard& hexes, int player) {
  std::vector<Attack> found;
  for (int src = 0; src < hexes.count; ++src) {
    const Hex from = hexes[src];
    if (from.player != player) continue;
    const auto consider = [&](int dst) {
      const Hex to = hexes[dst];
      if (can_attack(board, player, src, dst, from, to)) found.push_back({src, dst, from.dice, to.dice});
    };
    if (!asks_neighbors_) {
      for (const int dst : neighbors_of(src, settings_.size)) consider(dst);
      continue;
    }
    for (Handle list(game_.rt.heap, call(Name::neighbors, {Value::fixnum(src)})); !is_nil(list);) {
      int dst = 0;
      if (!list.get().is_cons() || !take_integer(list.get().as_cons()->car, 0, hexes.count - 1, dst)) throw LeftToScript();
      consider(dst);
      list = list.get().as_cons()->cdr;
    }
  }
  return found;
}

Value UserRules::attacked(Name name, const Handle& board, int player, const Attack& attack, bool success) {
  const Value mover = Value::fixnum(player), dice = Value::fixnum(attack.src_dice);
  if (game_.unchanged(names(name))) return attacked_board(game_.rt, board, mover, attack.src, attack.dst, dice, success);
  return call(name, {board, mover, Value::fixnum(attack.src), Value::fixnum(attack.dst), dice});
}

Value UserRules::won(const Handle& board, int player, const Attack& attack) {
  return attacked(Name::board_attack, board, player, attack, true);
}

Value UserRules::lost(const Handle& board, int player, const Attack& attack) {
  return attacked(Name::board_attack_fail, board, player, attack, false);
}

Value UserRules::reinforced(const Handle& board, const HexBoard& hexes, int player, int spare_dice) {
  if (asks_dice_) return call(Name::add_new_dice, {board, Value::fixnum(player), Value::fixnum(spare_dice - 1)});
  const std::int64_t dice = settings_.new_dice(spare_dice, [&] { return largest_cluster(hexes, player, settings_.size); });
  return reinforced_board(game_.rt, board, hexes, player, dice, settings_.max_dice);
}

Value UserRules::score(const Handle& board, const HexBoard& hexes, int player) {
  if (!asks_score_) return Value::fixnum(score_of(hexes, player, settings_.size));
  const Value v = call(Name::score_board, {board, Value::fixnum(player)});
  if (!is_real(v)) throw LeftToScript();
  return v;
}

Value UserRules::odds(const Attack& attack) {
  const std::pair dice(attack.src_dice, attack.dst_dice);
  if (const auto known = odds_.find(dice); known != odds_.end()) return known->second;
  const Value v = call(Name::attack_odds, {Value::fixnum(dice.first), Value::fixnum(dice.second)});
  if (!is_real(v)) throw LeftToScript();
  if (!v.is_pointer()) odds_.emplace(dice, v);
  return v;
}

}  // namespace tessera::game::bindings
