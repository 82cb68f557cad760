// The stronger players as Lisp asks them. Layer: bindings.
#include "bindings/players.hpp"

#include <stdexcept>

#include "bindings/odds.hpp"
#include "bindings/trees.hpp"
#include "builtins/arguments.hpp"
#include "data/numbers.hpp"
#include "player/count_tree.hpp"

namespace tessera::game::bindings {

namespace {

enum Argument { a_board, a_player, a_spare, a_first, a_style, a_microseconds, a_threads, a_megabytes, a_rate_all };

constexpr int most_spare_dice = 1 << 14;  // what a State can hold

Value action(Runtime& rt, Move m) { return m.is_pass() ? NIL : rt.list({Value::fixnum(m.from), Value::fixnum(m.to)}); }

Value actions(Runtime& rt, const std::vector<Move>& moves) {
  ListBuilder list(rt);
  for (const Move m : moves) list.add(action(rt, m));
  return list.finish();
}

/// A rated move: (action chance exact solved), the chance to win from 0.0 to 1.0.
Value rated(Runtime& rt, Move m, double chance, bool exact, bool solved) {
  return rt.list({action(rt, m), Value::single_float(static_cast<float>(chance)), boolean(exact), boolean(solved)});
}

/// Gathers a property list.
class Properties {
 public:
  explicit Properties(Runtime& rt) : rt_(rt), list_(rt) {}
  Properties& add(std::string_view name, Value v) {
    list_.add(rt_.keyword(name));
    list_.add(v);
    return *this;
  }
  Value finish() { return list_.finish(); }

 private:
  Runtime& rt_;
  ListBuilder list_;
};

Value natural(std::uint64_t n) { return Value::fixnum(static_cast<std::int64_t>(n)); }
Value microseconds(double seconds) { return Value::fixnum(static_cast<std::int64_t>(seconds * 1e6)); }

/// Runs a search so that an interrupt that waits is signalled meanwhile. What handles it may search, too: it must not find this
/// player, hence the search borrows it.
template <class P> class Borrowed {
 public:
  Borrowed(Game& game, std::unique_ptr<P>& owner) : game_(game), owner_(owner), player_(std::move(owner)) {}
  ~Borrowed() { owner_ = std::move(player_); }
  P& player() { return *player_; }
  std::function<bool()> interrupted() {
    return [this] { return left_ = left_ || !game_.poll(); };
  }
  /// True if the search was left by an interrupt: the native has to return FAILED.
  bool left() const { return left_; }

 private:
  Game& game_;
  std::unique_ptr<P>& owner_;
  std::unique_ptr<P> player_;
  bool left_ = false;
};

multi::Style style_of(Runtime& rt, Value style) {
  if (style == rt.keyword("PARANOID")) return multi::Style::paranoid;
  if (style == rt.keyword("BEST-REPLY")) return multi::Style::best_reply;
  return multi::Style::max_n;
}

/// The odds of attacks by `rules`; false if *DICE-ODDS* makes no sense.
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
  if (!settings || !read_board(a[a_board], settings->hexes(), out.board)) return false;
  if (!take_integer(a[a_player], 0, settings->players - 1, out.player)) return false;
  if (!take_integer(a[a_spare], 0, most_spare_dice, out.spare)) return false;
  out.first = !is_nil(a[a_first]);
  out.rules = *settings;
  out.style = style_of(game.rt, a[a_style]);
  out.seconds = static_cast<double>(a[a_microseconds].as_fixnum()) * 1e-6;
  out.threads = static_cast<int>(a[a_threads].as_fixnum());
  out.megabytes = static_cast<std::size_t>(a[a_megabytes].as_fixnum());
  out.rate_all = !is_nil(a[a_rate_all]);
  out.results_only = a[a_rate_all] == game.rt.keyword("RESULTS");
  return out.for_two() || odds_of(game, out.rules, out.odds);
}

AlphaBetaLimits Question::limits_for_two() const {
  AlphaBetaLimits limits;
  limits.seconds = seconds;
  limits.threads = threads;
  limits.rate_all = rate_all;
  limits.results_only = results_only;
  return limits;
}

multi::ExpectimaxLimits Question::limits_for_several() const {
  multi::ExpectimaxLimits limits;
  limits.seconds = seconds;
  return limits;
}

Value answer_of(Runtime& rt, const AlphaBetaAnalysis& found) {
  ListBuilder moves(rt);
  for (const RatedMove<int>& m : found.moves) moves.add(rated(rt, m.move, chance_to_win(m.value), m.exact, m.solved));
  return Properties(rt)
      .add("DEPTH", Value::fixnum(found.depth))
      .add("SOLVED", boolean(found.solved))
      .add("BEST", found.moves.empty() ? NIL : natural(found.best))
      .add("CHANCE", Value::single_float(static_cast<float>(chance_to_win(found.value))))
      .add("LINE", actions(rt, found.line))
      .add("MOVES", moves.finish())
      .add("NODES", natural(found.nodes))
      .add("MICROSECONDS", microseconds(found.seconds))
      .finish();
}

Value answer_of(Runtime& rt, const multi::ExpectimaxAnalysis& found) {
  ListBuilder moves(rt);
  for (const RatedMove<float>& m : found.moves) moves.add(rated(rt, m.move, m.value, m.exact, m.solved));
  return Properties(rt)
      .add("TURNS", Value::fixnum(found.turns))
      .add("ATTACKS", Value::fixnum(found.attacks))
      .add("BEST", found.moves.empty() ? NIL : natural(found.best))
      .add("CHANCE", Value::single_float(found.value))
      .add("LINE", actions(rt, found.line))
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

Value Players::analyze_two(Game& game, const Question& question) {
  for_two(question.megabytes);
  Borrowed<AlphaBetaPlayer> borrowed(game, two_);
  AlphaBetaLimits limits = question.limits_for_two();
  limits.interrupted = borrowed.interrupted();
  const AlphaBetaAnalysis found = borrowed.player().analyze(question.node(), question.rules, limits);
  return borrowed.left() ? FAILED : answer_of(game.rt, found);
}

Value Players::analyze_several(Game& game, const Question& question) {
  for_several(question.megabytes);
  Borrowed<multi::ExpectimaxPlayer> borrowed(game, several_);
  multi::ExpectimaxLimits limits = question.limits_for_several();
  limits.interrupted = borrowed.interrupted();
  const multi::ExpectimaxAnalysis found =
      borrowed.player().analyze(question.node(), question.rules, question.odds, question.style, limits, question.rate_all);
  return borrowed.left() ? FAILED : answer_of(game.rt, found);
}

Value Players::analyze(Game& game, Args a) {
  Question question;
  try {
    if (!read_question(game, a, question)) return NIL;
    return question.for_two() ? analyze_two(game, question) : analyze_several(game, question);
  } catch (const std::invalid_argument&) { return NIL; } catch (const std::bad_alloc&) {
    return game.rt.fail_heap();
  }
}

Value tree_position(const Game& game, Args a) {
  NativeTree tree;
  if (!read_tree(game, a[0], tree)) return NIL;
  return game.rt.list({tree.player, tree.board, Value::fixnum(tree.spare_dice), boolean(tree.first_move)});
}

Value count_tree(Game& game, Args a) {
  const auto settings = game.settings();
  HexBoard board;
  int player = 0, depth = 0;
  if (!settings || !read_board(a[0], settings->hexes(), board)) return NIL;
  if (!take_integer(a[1], 0, settings->players - 1, player) || !take_integer(a[2], 0, 1 << 20, depth)) return NIL;
  bool left = false;
  try {
    const std::uint64_t nodes =
        game::count_tree(board.span(), player, depth, *settings, Counting::last_ply_counted, [&] { return left = !game.poll(); });
    return left ? FAILED : natural(nodes);
  } catch (const std::invalid_argument&) { return NIL; }
}

}  // namespace tessera::game::bindings
