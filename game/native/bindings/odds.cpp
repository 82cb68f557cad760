// Reading *DICE-ODDS*, asking `attack-odds` beyond it. Layer: bindings.
#include "bindings/odds.hpp"

namespace tessera::game::bindings {

namespace {

/// What the table says, or UNBOUND beyond it; FAILED if it is no vector of vectors.
Value in_table(Value table, int attacking, int defending) {
  if (!has_type(table, Type::simple_vector)) return FAILED;
  const auto row = static_cast<std::uint32_t>(defending - 1), column = static_cast<std::uint32_t>(attacking - 2);
  if (row >= table.as_object()->length()) return UNBOUND;
  const Value odds = table.as_object()->slots[row];
  if (!has_type(odds, Type::simple_vector)) return FAILED;
  return column < odds.as_object()->length() ? odds.as_object()->slots[column] : UNBOUND;
}

/// What `attack-odds` computes; it is the same always.
Value computed(Game& game, int attacking, int defending) {
  float& known = game.computed_odds.at[static_cast<std::size_t>(attacking)][static_cast<std::size_t>(defending)];
  if (known > 0) return Value::single_float(known);
  if (game.script(Name::attack_odds) == game.rt.undefined_function) return FAILED;
  const Value v = game.rt.call_lisp(game.script(Name::attack_odds), {Value::fixnum(attacking), Value::fixnum(defending)});
  if (v.is_single_float()) known = v.as_single_float();
  return v;
}

}  // namespace

bool read_odds(Game& game, int most_dice, faithful::Chances& odds) {
  for (int defending = 1; defending <= most_dice; ++defending)
    for (int attacking = 2; attacking <= most_dice; ++attacking) {
      Value v = in_table(game.value(Name::dice_odds), attacking, defending);
      if (v == UNBOUND) v = computed(game, attacking, defending);
      if (!v.is_single_float() || !(v.as_single_float() >= 0 && v.as_single_float() <= 1)) return false;
      odds.at[static_cast<std::size_t>(attacking)][static_cast<std::size_t>(defending)] = v.as_single_float();
    }
  return true;
}

}  // namespace tessera::game::bindings
