// The stronger players' interface for Lisp. Layer: bindings.
#include "bindings/players.hpp"

#include <algorithm>
#include <stdexcept>

#include "bindings/trees/odds.hpp"
#include "bindings/trees/trees.hpp"
#include "player/count_tree.hpp"
#include "search/borrowed.hpp"

namespace tessera::game::bindings {

namespace {

enum Argument { a_board, a_player, a_spare, a_first, a_style, a_microseconds, a_threads, a_megabytes, a_rate_all, a_nodes, a_depth };

constexpr int max_spare_dice = 1 << 14;  // the limit of a State

Word action(words::State& state, Move m) {
  return m.is_pass() ? words::nil() : words::list(state, {words::fixnum(m.from), words::fixnum(m.to)});
}

Word actions(words::State& state, const std::vector<Move>& moves) {
  words::ListBuilder list(state);
  for (const Move m : moves) list.add(action(state, m));
  return list.finish();
}

/// Returns a rated move: (action chance exact solved), the chance to win from 0.0 to 1.0.
Word rated(words::State& state, Move m, double chance, bool exact, bool solved) {
  return words::list(state,
                     {action(state, m), words::single_float(static_cast<float>(chance)), words::boolean(exact), words::boolean(solved)});
}

/// Collects a property list.
class Properties {
 public:
  explicit Properties(words::State& state) : state_(state), list_(state) {}
  Properties& add(std::string_view name, Word v) {
    list_.add(words::keyword(state_, name));
    list_.add(v);
    return *this;
  }
  Word finish() { return list_.finish(); }

 private:
  words::State& state_;
  words::ListBuilder list_;
};

Word natural(std::uint64_t n) { return words::fixnum(static_cast<std::int64_t>(n)); }
Word microseconds(double seconds) { return words::fixnum(static_cast<std::int64_t>(seconds * 1e6)); }

multi::Style style_of(words::State& state, Word style) {
  if (style == words::keyword(state, "PARANOID")) return multi::Style::paranoid;
  if (style == words::keyword(state, "BEST-REPLY")) return multi::Style::best_reply;
  return multi::Style::max_n;
}

/// Reads the odds of attacks by `rules`. Returns false if *DICE-ODDS* is wrong.
bool odds_of(Game& game, const Rules& rules, multi::Odds& out) {
  if (!rules.luck) {
    out = multi::Odds::without_luck(rules.attack);
    return true;
  }
  faithful::Chances odds;
  constexpr int most = 8;
  if (!read_odds(game, most, odds)) return false;
  std::vector<std::vector<double>> table;
  for (std::size_t defending = 1; defending <= most; ++defending) {
    table.emplace_back();
    for (std::size_t attacking = 2; attacking <= most; ++attacking) table.back().push_back(odds.at[attacking][defending]);
  }
  out = multi::Odds::from_table(table).allowed_by(rules.attack);
  return true;
}

}  // namespace

bool read_question(Game& game, Args a, Question& out) {
  const auto settings = game.settings();
  if (!settings || !read_board(a[a_board], *settings, out.board)) return false;
  if (!take_integer(a[a_player], 0, settings->players - 1, out.player)) return false;
  if (!take_integer(a[a_spare], 0, max_spare_dice, out.spare)) return false;
  out.first = !words::is_nil(a[a_first]);
  out.rules = static_cast<const Rules&>(*settings);
  out.style = style_of(game.state(), a[a_style]);
  out.seconds = static_cast<double>(words::fixnum_value(a[a_microseconds])) * 1e-6;
  out.threads = static_cast<int>(words::fixnum_value(a[a_threads]));
  out.megabytes = static_cast<std::size_t>(words::fixnum_value(a[a_megabytes]));
  if (words::is_fixnum(a[a_nodes])) out.nodes = static_cast<std::uint64_t>(words::fixnum_value(a[a_nodes]));
  if (words::is_fixnum(a[a_depth])) out.depth = static_cast<int>(words::fixnum_value(a[a_depth]));
  out.begun = seconds_now(false);
  out.rate_all = !words::is_nil(a[a_rate_all]);
  out.results_only = a[a_rate_all] == words::keyword(game.state(), "RESULTS");
  return out.for_two() || odds_of(game, out.rules, out.odds);
}

AlphaBetaLimits Question::limits_for_two() const {
  AlphaBetaLimits limits;
  limits.seconds = seconds;
  limits.begun = begun;
  limits.processor_time = processor_time;
  limits.nodes = nodes;
  limits.depth = std::min(depth, limits.depth);
  limits.threads = threads;
  limits.rate_all = rate_all;
  limits.results_only = results_only;
  return limits;
}

multi::ExpectimaxLimits Question::limits_for_several() const {
  multi::ExpectimaxLimits limits;
  limits.seconds = seconds;
  limits.begun = begun;
  limits.processor_time = processor_time;
  limits.nodes = nodes;
  limits.turns = std::min(depth, limits.turns);
  return limits;
}

Word answer_of(words::State& state, const AlphaBetaAnalysis& found) {
  words::ListBuilder moves(state);
  for (const RatedMove<int>& m : found.moves) moves.add(rated(state, m.move, chance_to_win(m.value), m.exact, m.solved));
  return Properties(state)
      .add("DEPTH", words::fixnum(found.depth))
      .add("SOLVED", words::boolean(found.solved))
      .add("BEST", found.moves.empty() ? words::nil() : natural(found.best))
      .add("CHANCE", words::single_float(static_cast<float>(chance_to_win(found.value))))
      .add("LINE", actions(state, found.line))
      .add("MOVES", moves.finish())
      .add("NODES", natural(found.nodes))
      .add("MICROSECONDS", microseconds(found.seconds))
      .finish();
}

Word answer_of(words::State& state, const multi::ExpectimaxAnalysis& found) {
  words::ListBuilder moves(state);
  for (const RatedMove<float>& m : found.moves) moves.add(rated(state, m.move, m.value, m.exact, m.solved));
  return Properties(state)
      .add("TURNS", words::fixnum(found.turns))
      .add("ATTACKS", words::fixnum(found.attacks))
      .add("BEST", found.moves.empty() ? words::nil() : natural(found.best))
      .add("CHANCE", words::single_float(found.value))
      .add("LINE", actions(state, found.line))
      .add("MOVES", moves.finish())
      .add("NODES", natural(found.nodes))
      .add("MICROSECONDS", microseconds(found.seconds))
      .finish();
}

AlphaBetaPlayer& Players::for_two(std::size_t megabytes) {
  if (two_ == nullptr || two_megabytes_ != megabytes) {
    two_.reset();
    two_ = std::make_unique<AlphaBetaPlayer>(megabytes);
    two_megabytes_ = megabytes;
  }
  return *two_;
}

multi::ExpectimaxPlayer& Players::for_several(std::size_t megabytes) {
  if (several_ == nullptr || several_megabytes_ != megabytes) {
    several_.reset();
    several_ = std::make_unique<multi::ExpectimaxPlayer>(megabytes << 20);
    several_megabytes_ = megabytes;
  }
  return *several_;
}

Word Players::analyze_two(Game& game, const Question& question) {
  for_two(question.megabytes);
  Borrowed<AlphaBetaPlayer> player(two_);
  Interruption interruption(game.lisp);
  AlphaBetaLimits limits = question.limits_for_two();
  limits.interrupted = [&] { return interruption.happens(); };
  const AlphaBetaAnalysis found = player->analyze(question.node(), question.rules, limits);
  interruption.rethrow();
  return answer_of(game.state(), found);
}

Word Players::analyze_several(Game& game, const Question& question) {
  for_several(question.megabytes);
  Borrowed<multi::ExpectimaxPlayer> player(several_);
  Interruption interruption(game.lisp);
  multi::ExpectimaxLimits limits = question.limits_for_several();
  limits.interrupted = [&] { return interruption.happens(); };
  const multi::ExpectimaxAnalysis found =
      player->analyze(question.node(), question.rules, question.odds, question.style, limits, question.rate_all);
  interruption.rethrow();
  return answer_of(game.state(), found);
}

Word Players::analyze(Game& game, Args a) {
  Question question;
  try {
    if (!read_question(game, a, question)) return words::nil();
    return question.for_two() ? analyze_two(game, question) : analyze_several(game, question);
  } catch (const std::invalid_argument&) { return words::nil(); }
}

Word tree_position(const Game& game, Args a) {
  NativeTree tree;
  if (!read_tree(game, a[0], tree)) return words::nil();
  return words::list(game.state(), {tree.player, tree.board, words::fixnum(tree.spare_dice), words::boolean(tree.first_move)});
}

Word count_tree(Game& game, Args a) {
  const auto settings = game.settings();
  HexBoard board;
  int player = 0, depth = 0;
  if (!settings || !read_board(a[0], *settings, board)) return words::nil();
  if (!take_integer(a[1], 0, settings->players - 1, player) || !take_integer(a[2], 0, 1 << 20, depth)) return words::nil();
  Interruption interruption(game.lisp);
  try {
    const std::uint64_t nodes =
        game::count_tree(board.span(), player, depth, *settings, Counting::last_ply_counted, [&] { return interruption.happens(); });
    interruption.rethrow();
    return natural(nodes);
  } catch (const std::invalid_argument&) { return words::nil(); }
}

}  // namespace tessera::game::bindings
