// Reads the declared properties of a version of the game. Layer: bindings.
#include "bindings/rules/ruleset.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace tessera::game::bindings {

namespace {

enum class Luck : std::uint8_t { none, dice };
enum class Trees : std::uint8_t { whole, lazy };
enum class Ending : std::uint8_t { book, share };
enum class Board : std::uint8_t { hexes, holes };

}  // namespace

}  // namespace tessera::game::bindings

namespace tessera {

template <> struct EnumNames<game::AttackRule> {
  using enum game::AttackRule;
  static constexpr std::pair<game::AttackRule, const char*> names[] = {{stronger, "STRONGER"}, {two_dice, "TWO-DICE"}};
};
template <> struct EnumNames<game::ReinforcementRule> {
  using enum game::ReinforcementRule;
  static constexpr std::pair<game::ReinforcementRule, const char*> names[] = {{taken, "TAKEN"}, {cluster, "CLUSTER"}};
};
template <> struct EnumNames<game::bindings::Ruleset::Search> {
  using enum game::bindings::Ruleset::Search;
  static constexpr std::pair<game::bindings::Ruleset::Search, const char*> names[] = {
      {minimax, "MINIMAX"}, {alpha_beta, "ALPHA-BETA"}, {expectation, "EXPECTATION"}};
};
template <> struct EnumNames<game::bindings::Luck> {
  static constexpr std::pair<game::bindings::Luck, const char*> names[] = {{game::bindings::Luck::none, "NONE"},
                                                                           {game::bindings::Luck::dice, "DICE"}};
};
template <> struct EnumNames<game::bindings::Ending> {
  static constexpr std::pair<game::bindings::Ending, const char*> names[] = {{game::bindings::Ending::book, "BOOK"},
                                                                             {game::bindings::Ending::share, "SHARE"}};
};
template <> struct EnumNames<game::bindings::Board> {
  static constexpr std::pair<game::bindings::Board, const char*> names[] = {{game::bindings::Board::hexes, "HEXES"},
                                                                            {game::bindings::Board::holes, "HOLES"}};
};
template <> struct EnumNames<game::bindings::Trees> {
  static constexpr std::pair<game::bindings::Trees, const char*> names[] = {{game::bindings::Trees::whole, "WHOLE"},
                                                                            {game::bindings::Trees::lazy, "LAZY"}};
};

}  // namespace tessera

namespace tessera::game::bindings {

namespace {

/// Returns the value of `name` in a property list, or NIL.
Word said_of(const Lisp& lisp, Word properties, std::string_view name) {
  const Word key = words::keyword(lisp.state(), name);
  for (; words::is_cons(properties) && words::is_cons(words::cdr(properties)); properties = words::cdr(words::cdr(properties)))
    if (words::car(properties) == key) return words::car(words::cdr(properties));
  return words::nil();
}

/// Returns the choice under `name` in the list; a TYPE-ERROR if it is unknown.
template <class T> T choice(const Lisp& lisp, Word properties, std::string_view name) {
  return lisp.as<T>(said_of(lisp, properties, name));
}

struct NamedProperty {
  Property property;
  std::string_view keyword;
};
constexpr NamedProperty named_properties[] = {
    {p_board, "BOARD"}, {p_attack, "ATTACK"}, {p_luck, "LUCK"},   {p_reinforcement, "REINFORCEMENT"},
    {p_trees, "TREES"}, {p_search, "SEARCH"}, {p_score, "SCORE"}, {p_ending, "ENDING"}};

}  // namespace

bool Ruleset::is_won(std::span<const Hex> board) const {
  std::array<int, 26> tally{};
  for (const Hex& hex : board)
    if (!hex.is_hole()) ++tally[static_cast<std::size_t>(hex.player)];
  return winning_hexes != 0 && *std::max_element(tally.begin(), tally.end()) >= winning_hexes;
}

int Ruleset::next_player(std::span<const Hex> board, int player) const {
  const auto has_hexes = [&] { return std::any_of(board.begin(), board.end(), [&](const Hex& hex) { return hex.player == player; }); };
  do player = player + 1 >= players ? 0 : player + 1;
  while (winning_hexes != 0 && !has_hexes());
  return player;
}

void read_rules(const Lisp& lisp, Word properties, Rules& out) {
  out.attack = choice<AttackRule>(lisp, properties, "ATTACK");
  out.luck = choice<Luck>(lisp, properties, "LUCK") == Luck::dice;
  out.reinforcement = choice<ReinforcementRule>(lisp, properties, "REINFORCEMENT");
}

void read_ruleset(const Lisp& lisp, Word properties, Ruleset& out) {
  read_rules(lisp, properties, out);
  out.lazy_trees = choice<Trees>(lisp, properties, "TREES") == Trees::lazy;
  out.search = choice<Ruleset::Search>(lisp, properties, "SEARCH");
  out.has_holes = choice<Board>(lisp, properties, "BOARD") == Board::holes;
  out.ends_by_share = !words::is_nil(said_of(lisp, properties, "ENDING")) && choice<Ending>(lisp, properties, "ENDING") == Ending::share;
}

Word property_names(const Lisp& lisp, unsigned set) {
  words::ListBuilder names(lisp.state());
  for (const auto& [property, keyword] : named_properties)
    if ((set & property) != 0) names.add(words::keyword(lisp.state(), keyword));
  return names.finish();
}

}  // namespace tessera::game::bindings
