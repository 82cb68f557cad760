// Reads *DICE-ODDS* and calls `attack-odds` beyond it. Layer: bindings.
#include "bindings/trees/odds.hpp"

namespace tessera::game::bindings {

namespace {

/// Returns the table's value, `no_value` beyond it; NIL if it is not a vector of vectors.
Word in_table(Word table, int attacking, int defending) {
  std::span<const Word> rows, odds;
  if (!words::get_simple_vector(table, rows)) return words::nil();
  const auto row = static_cast<std::size_t>(defending - 1), column = static_cast<std::size_t>(attacking - 2);
  if (row >= rows.size()) return words::no_value();
  if (!words::get_simple_vector(rows[row], odds)) return words::nil();
  return column < odds.size() ? odds[column] : words::no_value();
}

/// Returns the result of `attack-odds`, which is constant; NIL if there is no such function.
Word computed(Game& game, int attacking, int defending) {
  float& known = game.computed_odds.at[static_cast<std::size_t>(attacking)][static_cast<std::size_t>(defending)];
  if (known > 0) return words::single_float(known);
  if (game.script(Name::attack_odds) == words::undefined_function(game.state())) return words::nil();
  const Word w = game.lisp.funcall(game.script(Name::attack_odds), {words::fixnum(attacking), words::fixnum(defending)});
  if (words::is_single_float(w)) known = words::single_float_value(w);
  return w;
}

}  // namespace

bool read_odds(Game& game, int dice_limit, faithful::Chances& odds) {
  for (int defending = 1; defending <= dice_limit; ++defending)
    for (int attacking = 2; attacking <= dice_limit; ++attacking) {
      Word w = in_table(game.value(Name::dice_odds), attacking, defending);
      if (w == words::no_value()) w = computed(game, attacking, defending);
      const float chance = words::is_single_float(w) ? words::single_float_value(w) : -1;
      if (!(chance >= 0 && chance <= 1)) return false;
      odds.at[static_cast<std::size_t>(attacking)][static_cast<std::size_t>(defending)] = chance;
    }
  return true;
}

}  // namespace tessera::game::bindings
