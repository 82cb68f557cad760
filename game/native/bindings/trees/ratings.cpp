// Rates trees and chooses moves. Layer: bindings.
#include "bindings/trees/ratings.hpp"

#include <algorithm>

#include "bindings/natives.hpp"
#include "bindings/rules/user_search.hpp"
#include "bindings/trees/odds.hpp"

namespace tessera::game::bindings {

namespace {

/// A tree that a search can begin with.
struct Task {
  Ruleset settings;
  int player;
  int mover;
  NativeTree tree;
  HexBoard board;
};

/// Reads `tree`, to be rated for `player`. Returns false if natives cannot search it.
bool read_task(Game& game, Word tree, Word player, Task& task) {
  const auto settings = game.settings();
  if (!settings || !take_integer(player, 0, 25, task.player)) return false;
  if (!read_tree(game, tree, task.tree) || !take_integer(task.tree.player, 0, 25, task.mover)) return false;
  task.settings = *settings;
  return read_playable(task.tree.board, *settings, task.board);
}

/// A packed search ready to run.
struct Prepared {
  Rules rules;
  faithful::Chances odds;
  faithful::Root root;
};

/// Prepares a search for the ratings of `task` in `game.search`. Returns false if there is none. May run Lisp, which
/// invalidates the task's Words.
bool prepare(Game& game, const Task& task, bool with_odds, Prepared& p) {
  p.rules = task.settings;
  p.root.board = task.board.span();
  p.root.player = task.player;
  p.root.mover = task.mover;
  p.root.spare_dice = task.tree.spare_dice;
  p.root.first_move = task.tree.first_move;
  p.root.depth = task.tree.depth;
  if (game.search == nullptr || !game.search->takes(p.rules, p.root)) game.search = faithful::make_search(p.rules, p.root);
  int dice_limit = p.rules.max_dice;
  for (const Hex& hex : p.root.board) dice_limit = std::max(dice_limit, hex.dice);
  return game.search != nullptr && (!with_odds || read_odds(game, dice_limit, p.odds));
}

/// Returns the result of the search; nothing if it is too deep and must be left to the script. May run Lisp.
template <class Run> auto run_search(Game& game, Run&& run) -> std::optional<decltype(run(*game.search))> {
  // Handlers of interrupts may search, too, so this search is taken away meanwhile.
  struct Borrowed {
    explicit Borrowed(Game& g) : game(g), search(std::move(g.search)) {}
    ~Borrowed() { game.search = std::move(search); }
    Game& game;
    std::unique_ptr<faithful::Search> search;
  } borrowed(game);
  try {
    borrowed.search->keep_going = [&game] { return game.lisp.poll(), true; };
    return run(*borrowed.search);
  } catch (const faithful::TooDeep&) { return std::nullopt; }
}

/// Returns the result of `run(search, root, turn)` for a search of `tree`, the task's, with the user's functions;
/// nothing if the script must do it. Runs Lisp: `tree` is visible to the collector.
template <class Run> std::optional<Word> run_user_search(Game& game, const Task& task, const Word& tree, Run&& run) {
  Word mover, board, moves;
  if (task.settings.winning_hexes != 0) return std::nullopt;
  if (!read_tree_parts(tree, mover, board, moves)) return std::nullopt;
  const ObjectRef root = game.lisp.keep(board);
  UserSearch search(game, task.settings, task.player, !words::is_nil(game.value(Name::merge_positions)));
  const faithful::Turn turn{task.mover, task.tree.spare_dice, task.tree.first_move, task.tree.depth};
  try {
    try {
      return run(search, root.word(), turn);
    } catch (const UserSearch::SeveralKinds&) {
      search.tell_kinds_apart();
      return run(search, root.word(), turn);
    }
  } catch (const LeftToScript&) { return std::nullopt; }
}

Word to_word(const Game&, int n) { return words::fixnum(n); }
Word to_word(const Game&, const faithful::Rating& r) {
  return r.is_integer ? words::fixnum(static_cast<std::int64_t>(r.value)) : words::single_float(r.value);
}
template <class T> Word to_word(const Game& game, const std::vector<T>& values) {
  words::ListBuilder list(game.state());
  for (const T& v : values) list.add(to_word(game, v));
  return list.finish();
}

/// Returns the result of a search, or the script's.
template <class T> Reply outcome(Game& game, Name name, Args a, const std::optional<T>& result) {
  if (!result) return game.leave_to_script(name, a);
  if constexpr (std::is_same_v<T, Word>) return *result;
  else return to_word(game, *result);
}

/// Reads a limit of alpha-beta; limits beyond all scores are equivalent.
bool take_limit(Word v, int& out) {
  if (!words::is_fixnum(v)) return false;
  out = static_cast<int>(std::clamp<std::int64_t>(words::fixnum_value(v), -faithful::Limits::no_limit, faithful::Limits::no_limit));
  return true;
}

/// Returns the number of the suspicious argument, or -1.
int suspect_of(Args a) {
  Word player, board, moves;
  if (!read_tree_parts(a[0], player, board, moves)) return 0;
  for (std::uint32_t i = 1; i < a.size(); ++i)
    if (!words::is_fixnum(a[i])) return static_cast<int>(i);
  return -1;
}

/// True if both limits of alpha-beta are real numbers.
bool are_limits(Args a) { return words::is_real(a[2]) && words::is_real(a[3]); }

/// The natives with the arguments tree, player, upper-limit, lower-limit. `run(search, prepared, limits)` is the packed
/// search, `run_user(search, root, turn)` the one with the user's functions, for everything that the packed one does
/// not support.
template <class Run, class RunUser> Reply with_limits(Game& game, Args a, Name name, Run&& run, RunUser&& run_user) {
  Task task{};
  if (!game.unchanged(alpha_beta_names & ~user_names)) return game.leave_to_script(name, a);
  if (!are_limits(a) || !read_task(game, a[0], a[1], task)) return game.leave_to_script(name, a, suspect_of(a));
  Prepared p{};
  faithful::Limits limits;
  if (!game.unchanged(alpha_beta_names) || !take_limit(a[2], limits.upper) || !take_limit(a[3], limits.lower) ||
      !prepare(game, task, false, p))
    return outcome(game, name, a, run_user_search(game, task, a[0], run_user));
  return outcome(game, name, a, run_search(game, [&](faithful::Search& search) { return run(search, p, limits); }));
}

/// The natives with the arguments tree and player. `run` is the packed search, `run_user` the one with the user's
/// functions, `eager` is for whole trees.
template <class Eager, class Run, class RunUser>
Reply without_limits(Game& game, Args a, Name name, Eager&& eager, Run&& run, RunUser&& run_user) {
  if (!game.unchanged(game.ruleset().lazy_trees ? expectation_names & ~user_names : eager_rating_names))
    return game.leave_to_script(name, a);
  if (!game.ruleset().lazy_trees) {
    const std::optional<Word> found = eager(game, a[0], a[1]);
    return found ? *found : game.leave_to_script(name, a, suspect_of(a));
  }
  Task task{};
  if (!read_task(game, a[0], a[1], task)) return game.leave_to_script(name, a, suspect_of(a));
  Prepared p{};
  if (!game.unchanged(expectation_names) || !prepare(game, task, game.ruleset().luck, p))
    return outcome(game, name, a, run_user_search(game, task, a[0], run_user));
  return outcome(game, name, a, run_search(game, [&](faithful::Search& search) { return run(search, p); }));
}

// --- the computer's move

bool by_expectation(const Game& game) { return game.ruleset().search == Ruleset::Search::expectation; }
/// Returns the functions that the computer's search of a lazy tree replaces.
Names searching_names(const Game& game) { return by_expectation(game) ? expectation_names : alpha_beta_names; }

double number(int n) { return n; }
double number(const faithful::Rating& r) { return r.value; }

/// Returns the index of the first of the best ratings, or -1 if there are none.
template <class T> int first_best(const std::vector<T>& values) {
  int best = -1;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (best < 0 || number(values[i]) > number(values[static_cast<std::size_t>(best)])) best = static_cast<int>(i);
  return best;
}

/// Returns move `n` of a native tree; NIL if Lisp has made the list shorter meanwhile. May run Lisp.
Word nth_move(Game& game, Word rest, int n) {
  for (;; --n) {
    const Word cell = words::is_closure_of(rest, game.lazy_prototype()) ? force_moves(game, rest) : game.lisp.funcall(rest, {});
    if (!words::is_cons(cell) || n == 0) return words::is_cons(cell) ? words::car(cell) : words::nil();
    rest = words::cdr(cell);
  }
}

bool is_greater(words::State& state, Word a, Word b) {
  std::partial_ordering order = std::partial_ordering::unordered;
  return words::compare(state, a, b, order) && order > 0;
}

/// Does the same for a list of real numbers.
int first_best(words::State& state, Word numbers) {
  int best = -1;
  Word most = words::nil();
  for (int i = 0; words::is_cons(numbers); ++i, numbers = words::cdr(numbers))
    if (const Word w = words::car(numbers); best < 0 || is_greater(state, w, most)) best = i, most = w;
  return best;
}

/// Returns the index of the best move in a tree, searched with the user's functions.
std::optional<int> chosen_by_user_search(Game& game, const Task& task, const Word& tree) {
  const auto ratings = run_user_search(game, task, tree, [&](UserSearch& search, Word root, const faithful::Turn& turn) {
    return by_expectation(game) ? search.ratings(root, turn)
                                : search.alpha_beta_ratings(root, turn, words::fixnum(words::most_positive_fixnum),
                                                            words::fixnum(words::most_negative_fixnum), true);
  });
  if (!ratings) return std::nullopt;
  return first_best(game.state(), *ratings);
}

/// Returns the index of the best move in a lazy tree, searched to *AI-LEVEL*.
std::optional<int> chosen_move(Game& game, const Word& tree) {
  Task task{};
  int level = 0;
  Word mover, board, moves;
  if (!read_tree_parts(tree, mover, board, moves)) return std::nullopt;
  if (!take_integer(game.value(Name::ai_level), 1, 1 << 20, level)) return std::nullopt;
  if (!read_task(game, tree, mover, task)) return std::nullopt;
  task.tree.depth = std::min(task.tree.depth, level);
  Prepared p{};
  if (!game.unchanged(searching_names(game)) || !prepare(game, task, by_expectation(game) && game.ruleset().luck, p))
    return chosen_by_user_search(game, task, tree);
  return run_search(game, [&](faithful::Search& search) {
    return by_expectation(game) ? first_best(search.ratings(p.rules, p.odds, p.root))
                                : first_best(search.alpha_beta_ratings(p.rules, p.root, {}, true));
  });
}

/// `handle-computer` of a lazy tree.
Reply choose_in_lazy_tree(Game& game, Args a) {
  const auto place = chosen_move(game, a[0]);
  if (!place || *place < 0) return game.leave_to_script(Name::handle_computer, a);
  Word mover, board, moves;
  read_tree_parts(a[0], mover, board, moves);
  const Word move = nth_move(game, moves, *place);
  if (!words::is_cons(move)) return game.leave_to_script(Name::handle_computer, a);
  read_tree_parts(a[0], mover, board, moves);
  if (by_expectation(game) && game.ruleset().luck) return Reply::tail_call(game.lisp, game.symbol(Name::pick_chance_branch), {board, move});
  const Word rest = words::cdr(move);
  return words::is_cons(rest) ? words::car(rest) : words::nil();
}

/// True if natives know how the computer chooses in such trees.
bool chooses_natively(const Ruleset& r) {
  const bool minimax = r.search == Ruleset::Search::minimax;
  return r.lazy_trees ? !minimax : minimax && !r.luck;
}

/// True if *AI-STYLE* asks for the stronger player.
bool wants_stronger(const Game& game) {
  const Word style = game.value(Name::ai_style);
  return style != words::no_value() && style != words::keyword(game.state(), "BOOK");
}

/// `handle-computer` of a whole tree.
Reply choose_in_eager_tree(Game& game, Args a) {
  Word mover, board, moves;
  if (!read_tree_parts(a[0], mover, board, moves)) return game.leave_to_script(Name::handle_computer, a, 0);
  const std::optional<Word> found = eager_ratings(game, a[0], mover);
  if (!found || !words::is_cons(*found)) return game.leave_to_script(Name::handle_computer, a, found ? -1 : 0);
  read_tree_parts(a[0], mover, board, moves);
  Word ratings = *found, best = words::car(ratings), move = words::car(moves);
  for (; words::is_cons(ratings); ratings = words::cdr(ratings), moves = words::cdr(moves))
    if (is_greater(game.state(), words::car(ratings), best)) best = words::car(ratings), move = words::car(moves);
  return words::car(words::cdr(move));
}

}  // namespace

namespace natives {

using faithful::Limits;
using faithful::Search;
using faithful::Turn;

Reply get_ratings(Game& game, Args a) {
  return without_limits(
      game, a, Name::get_ratings, eager_ratings, [](Search& s, const Prepared& p) { return s.ratings(p.rules, p.odds, p.root); },
      [](UserSearch& s, Word root, const Turn& turn) { return s.ratings(root, turn); });
}

Reply rate_position(Game& game, Args a) {
  return without_limits(
      game, a, Name::rate_position, eager_rating, [](Search& s, const Prepared& p) { return s.rating(p.rules, p.odds, p.root); },
      [](UserSearch& s, Word root, const Turn& turn) { return s.rating(root, turn); });
}

Reply ab_get_ratings_max(Game& game, Args a) {
  return with_limits(
      game, a, Name::ab_get_ratings_max,
      [](Search& s, const Prepared& p, Limits l) { return s.alpha_beta_ratings(p.rules, p.root, l, true); },
      [&a](UserSearch& s, Word root, const Turn& t) { return s.alpha_beta_ratings(root, t, a[2], a[3], true); });
}

Reply ab_get_ratings_min(Game& game, Args a) {
  return with_limits(
      game, a, Name::ab_get_ratings_min,
      [](Search& s, const Prepared& p, Limits l) { return s.alpha_beta_ratings(p.rules, p.root, l, false); },
      [&a](UserSearch& s, Word root, const Turn& t) { return s.alpha_beta_ratings(root, t, a[2], a[3], false); });
}

Reply ab_rate_position(Game& game, Args a) {
  return with_limits(
      game, a, Name::ab_rate_position, [](Search& s, const Prepared& p, Limits l) { return s.alpha_beta_rating(p.rules, p.root, l); },
      [&a](UserSearch& s, Word root, const Turn& t) { return s.alpha_beta_rating(root, t, a[2], a[3]); });
}

Reply handle_computer(Game& game, Args a) {
  const bool eager = !game.ruleset().lazy_trees;
  constexpr Names choosing = names(Name::best_move, Name::check_computer, Name::limit_tree_depth);
  const Names stands_for = eager ? eager_rating_names : choosing | (searching_names(game) & ~user_names);
  if (!eager && wants_stronger(game)) return Reply::tail_call(game.lisp, game.symbol(Name::strong_computer), {a[0]});
  if (!chooses_natively(game.ruleset()) || !game.unchanged(stands_for)) return game.leave_to_script(Name::handle_computer, a);
  return eager ? choose_in_eager_tree(game, a) : choose_in_lazy_tree(game, a);
}

}  // namespace natives

}  // namespace tessera::game::bindings
