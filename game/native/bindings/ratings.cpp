// Natives that rate trees and choose moves. Layer: bindings.
#include "bindings/ratings.hpp"

#include <algorithm>

#include "bindings/natives.hpp"
#include "bindings/odds.hpp"
#include "bindings/user_search.hpp"
#include "builtins/arguments.hpp"
#include "data/numbers.hpp"

namespace tessera::game::bindings {

namespace {

/// Why a search has no result.
enum class Without { script, failed };

/// A tree that a search can begin with.
struct Task {
  Ruleset settings;
  int player;
  int mover;
  NativeTree tree;
  HexBoard board;
};

/// Read `tree`, to be rated for `player`; false if natives cannot search it.
bool read_task(Game& game, Value tree, Value player, Task& task) {
  const auto settings = game.settings();
  if (!settings || !take_integer(player, 0, 25, task.player)) return false;
  if (!read_tree(game, tree, task.tree) || !take_integer(task.tree.player, 0, 25, task.mover)) return false;
  task.settings = *settings;
  return read_playable(task.tree.board, *settings, task.board);
}

/// A packed search that is ready to run.
struct Prepared {
  Rules rules;
  faithful::Chances odds;
  faithful::Root root;
};

/// A search for the ratings of `task`, in `game.search`; false if there is none.
bool prepare(Game& game, const Task& task, bool with_odds, Prepared& p) {
  p.rules = task.settings;
  p.root.board = task.board.span();
  p.root.player = task.player;
  p.root.mover = task.mover;
  p.root.spare_dice = task.tree.spare_dice;
  p.root.first_move = task.tree.first_move;
  p.root.depth = task.tree.depth;
  if (game.search == nullptr || !game.search->takes(p.rules, p.root)) game.search = faithful::make_search(p.rules, p.root);
  int most_dice = p.rules.max_dice;
  for (const Hex& hex : p.root.board) most_dice = std::max(most_dice, hex.dice);
  return game.search != nullptr && (!with_odds || read_odds(game, most_dice, p.odds));
}

/// What `search` returns; a search that is left by an interrupt, or goes too deep, has no result.
template <class Run> auto run_search(Game& game, Without& why, Run&& run) -> std::optional<decltype(run(*game.search))> {
  // What handles an interrupt may search, too: it must not find this one.
  struct Borrowed {
    explicit Borrowed(Game& g) : game(g), search(std::move(g.search)) {}
    ~Borrowed() { game.search = std::move(search); }
    Game& game;
    std::unique_ptr<faithful::Search> search;
  } borrowed(game);
  try {
    borrowed.search->keep_going = [&game] { return game.poll(); };
    return run(*borrowed.search);
  } catch (const faithful::GivenUp&) { why = Without::failed; } catch (const faithful::TooDeep&) {
    why = Without::script;
  }
  return std::nullopt;
}

/// What `run(search, root, turn)` makes of a search with the user's own functions.
template <class Run> std::optional<Value> run_user_search(Game& game, const Task& task, Without& why, Run&& run) {
  const Handle root(game.rt.heap, task.tree.board);
  UserSearch search(game, task.settings, task.player, !is_nil(game.value(Name::merge_positions)));
  const faithful::Turn turn{task.mover, task.tree.spare_dice, task.tree.first_move, task.tree.depth};
  try {
    try {
      return run(search, root.get(), turn);
    } catch (const UserSearch::SeveralKinds&) {
      search.tell_kinds_apart();
      return run(search, root.get(), turn);
    }
  } catch (const faithful::GivenUp&) { why = Without::failed; } catch (const LeftToScript&) {
    why = Without::script;
  }
  return std::nullopt;
}

Value to_value(int n) { return Value::fixnum(n); }
Value to_value(const faithful::Rating& r) {
  return r.is_integer ? Value::fixnum(static_cast<std::int64_t>(r.value)) : Value::single_float(r.value);
}

template <class T> Value to_list(Runtime& rt, const std::vector<T>& values) {
  ListBuilder list(rt);
  for (const T& v : values) list.add(to_value(v));
  return list.finish();
}

Value without_result(Game& game, Name name, Args a, Without why) { return why == Without::failed ? FAILED : game.leave_to_script(name, a); }

/// A limit of alpha-beta; those beyond all scores are alike.
bool take_limit(Value v, int& out) {
  if (!v.is_fixnum()) return false;
  out = static_cast<int>(std::clamp<std::int64_t>(v.as_fixnum(), -faithful::Limits::no_limit, faithful::Limits::no_limit));
  return true;
}

/// The argument that does not look right, or -1.
int misfit_of(Args a) {
  Value player, board, moves;
  if (!read_tree_parts(a[0], player, board, moves)) return 0;
  for (std::uint32_t i = 1; i < a.size(); ++i)
    if (!a[i].is_fixnum()) return static_cast<int>(i);
  return -1;
}

/// True if both limits of alpha-beta are real numbers.
bool are_limits(Args a) { return is_real(a[2]) && is_real(a[3]); }

/// The natives with the arguments tree, player, upper-limit, lower-limit. `run(search, prepared, limits)` is the packed search,
/// `run_user(search, root, turn)` that with the user's functions, which does whatever the packed one does not take.
template <class Run, class RunUser> Value with_limits(Args a, Name name, Run&& run, RunUser&& run_user) {
  Game& game = game_of(a);
  Task task{};
  Without why = Without::script;
  if (!game.unchanged(alpha_beta_names & ~user_names)) return game.leave_to_script(name, a);
  if (!are_limits(a) || !read_task(game, a[0], a[1], task)) return game.leave_to_script(name, a, misfit_of(a));
  Prepared p{};
  faithful::Limits limits;
  if (!game.unchanged(alpha_beta_names) || !take_limit(a[2], limits.upper) || !take_limit(a[3], limits.lower) ||
      !prepare(game, task, false, p)) {
    const auto value = run_user_search(game, task, why, run_user);
    return value ? *value : without_result(game, name, a, why);
  }
  const auto result = run_search(game, why, [&](faithful::Search& search) { return run(search, p, limits); });
  if (!result) return without_result(game, name, a, why);
  if constexpr (std::is_same_v<std::decay_t<decltype(*result)>, int>) return to_value(*result);
  else return to_list(game.rt, *result);
}

/// The natives with the arguments tree and player. `run` is the packed search, `run_user` that with the user's functions, `eager`
/// what is done with whole trees.
template <class Eager, class Run, class RunUser> Value without_limits(Args a, Name name, Eager&& eager, Run&& run, RunUser&& run_user) {
  Game& game = game_of(a);
  if (!game.unchanged(game.ruleset().lazy_trees ? expectation_names & ~user_names : eager_rating_names))
    return game.leave_to_script(name, a);
  if (!game.ruleset().lazy_trees) {
    const Value v = eager(game, a[0], a[1]);
    return v == UNBOUND ? game.leave_to_script(name, a, misfit_of(a)) : v;
  }
  Task task{};
  Without why = Without::script;
  if (!read_task(game, a[0], a[1], task)) return game.leave_to_script(name, a, misfit_of(a));
  Prepared p{};
  if (!game.unchanged(expectation_names) || !prepare(game, task, game.ruleset().luck, p)) {
    const auto value = run_user_search(game, task, why, run_user);
    return value ? *value : without_result(game, name, a, why);
  }
  const auto result = run_search(game, why, [&](faithful::Search& search) { return run(search, p); });
  if (!result) return without_result(game, name, a, why);
  if constexpr (std::is_same_v<std::decay_t<decltype(*result)>, faithful::Rating>) return to_value(*result);
  else return to_list(game.rt, *result);
}

// --- the computer's move

bool by_expectation(const Game& game) { return game.ruleset().search == Ruleset::Search::expectation; }
/// What the computer's search of a lazy tree stands for.
Names searching_names(const Game& game) { return by_expectation(game) ? expectation_names : alpha_beta_names; }

double number(int n) { return n; }
double number(const faithful::Rating& r) { return r.value; }

/// The place of the first of the best ratings, or -1 if there are none.
template <class T> int first_best(const std::vector<T>& values) {
  int best = -1;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (best < 0 || number(values[i]) > number(values[static_cast<std::size_t>(best)])) best = static_cast<int>(i);
  return best;
}

/// Move `n` of a native tree: FAILED, or NIL if Lisp has made the list shorter meanwhile.
Value nth_move(Game& game, Value moves, int n) {
  for (Handle rest(game.rt.heap, moves);; --n) {
    const Value cell = has_type(rest, Type::native) ? force_moves(game, rest) : game.rt.call_lisp(rest, {});
    TESSERA_TRY(cell);
    if (!cell.is_cons() || n == 0) return cell.is_cons() ? cell.as_cons()->car : NIL;
    rest = cell.as_cons()->cdr;
  }
}

/// The same of a list of real numbers.
int first_best(Runtime& rt, Value numbers) {
  int best = -1;
  Value most = NIL;
  for (int i = 0; numbers.is_cons(); ++i, numbers = numbers.as_cons()->cdr)
    if (const Value v = numbers.as_cons()->car; best < 0 || number_compare(rt, v, most) == 1) best = i, most = v;
  return best;
}

/// The best move's place in a tree, searched with the user's own functions.
std::optional<int> chosen_by_user_search(Game& game, const Task& task, Without& why) {
  const auto ratings = run_user_search(game, task, why, [&](UserSearch& search, Value root, const faithful::Turn& turn) {
    return by_expectation(game) ? search.ratings(root, turn)
                                : search.alpha_beta_ratings(root, turn, Value::fixnum(Value::most_positive_fixnum),
                                                            Value::fixnum(Value::most_negative_fixnum), true);
  });
  if (!ratings) return std::nullopt;
  return first_best(game.rt, *ratings);
}

/// The best move's place in a lazy tree searched down to *AI-LEVEL*.
std::optional<int> chosen_move(Game& game, Value tree, Without& why) {
  Task task{};
  int level = 0;
  Value mover, board, moves;
  if (!read_tree_parts(tree, mover, board, moves)) return std::nullopt;
  if (!take_integer(game.value(Name::ai_level), 1, 1 << 20, level)) return std::nullopt;
  if (!read_task(game, tree, mover, task)) return std::nullopt;
  task.tree.depth = std::min(task.tree.depth, level);
  Prepared p{};
  if (!game.unchanged(searching_names(game)) || !prepare(game, task, by_expectation(game) && game.ruleset().luck, p))
    return chosen_by_user_search(game, task, why);
  return run_search(game, why, [&](faithful::Search& search) {
    return by_expectation(game) ? first_best(search.ratings(p.rules, p.odds, p.root))
                                : first_best(search.alpha_beta_ratings(p.rules, p.root, {}, true));
  });
}

/// `handle-computer` of a lazy tree.
Value choose_in_lazy_tree(Game& game, Args a) {
  Without why = Without::script;
  const auto place = chosen_move(game, a[0], why);
  if (!place || *place < 0) return without_result(game, Name::handle_computer, a, why);
  Value mover, board, moves;
  read_tree_parts(a[0], mover, board, moves);
  const Value move = nth_move(game, moves, *place);
  TESSERA_TRY(move);
  if (!move.is_cons()) return game.leave_to_script(Name::handle_computer, a);
  read_tree_parts(a[0], mover, board, moves);
  if (by_expectation(game) && game.ruleset().luck) return game.rt.tail_call(game.symbol(Name::pick_chance_branch), {board, move});
  const Value rest = move.as_cons()->cdr;
  return rest.is_cons() ? rest.as_cons()->car : NIL;
}

/// True if the computer chooses in a way that is known of such trees.
bool chooses_natively(const Ruleset& r) {
  const bool minimax = r.search == Ruleset::Search::minimax;
  return r.lazy_trees ? !minimax : minimax && !r.luck;
}

/// True if *AI-STYLE* asks for the stronger player.
bool wants_stronger(const Game& game) {
  const Value style = game.value(Name::ai_style);
  return style != UNBOUND && style != game.rt.keyword("TEXT");
}

/// `handle-computer` of a whole tree.
Value choose_in_eager_tree(Game& game, Args a) {
  Value mover, board, moves;
  if (!read_tree_parts(a[0], mover, board, moves)) return game.leave_to_script(Name::handle_computer, a, 0);
  Value ratings = eager_ratings(game, a[0], mover);
  TESSERA_TRY(ratings);
  if (!ratings.is_cons()) return game.leave_to_script(Name::handle_computer, a, is_nil(ratings) ? -1 : 0);
  read_tree_parts(a[0], mover, board, moves);
  Value best = ratings.as_cons()->car, move = moves.as_cons()->car;
  for (; ratings.is_cons(); ratings = ratings.as_cons()->cdr, moves = moves.as_cons()->cdr)
    if (number_compare(game.rt, ratings.as_cons()->car, best) > 0) best = ratings.as_cons()->car, move = moves.as_cons()->car;
  return move.as_cons()->cdr.as_cons()->car;
}

}  // namespace

namespace natives {

using faithful::Limits;
using faithful::Search;
using faithful::Turn;

Value get_ratings(Runtime&, Args a) {
  return without_limits(
      a, Name::get_ratings, eager_ratings, [](Search& s, const Prepared& p) { return s.ratings(p.rules, p.odds, p.root); },
      [](UserSearch& s, Value root, const Turn& turn) { return s.ratings(root, turn); });
}

Value rate_position(Runtime&, Args a) {
  return without_limits(
      a, Name::rate_position, eager_rating, [](Search& s, const Prepared& p) { return s.rating(p.rules, p.odds, p.root); },
      [](UserSearch& s, Value root, const Turn& turn) { return s.rating(root, turn); });
}

Value ab_get_ratings_max(Runtime&, Args a) {
  return with_limits(
      a, Name::ab_get_ratings_max, [](Search& s, const Prepared& p, Limits l) { return s.alpha_beta_ratings(p.rules, p.root, l, true); },
      [&a](UserSearch& s, Value root, const Turn& t) { return s.alpha_beta_ratings(root, t, a[2], a[3], true); });
}

Value ab_get_ratings_min(Runtime&, Args a) {
  return with_limits(
      a, Name::ab_get_ratings_min, [](Search& s, const Prepared& p, Limits l) { return s.alpha_beta_ratings(p.rules, p.root, l, false); },
      [&a](UserSearch& s, Value root, const Turn& t) { return s.alpha_beta_ratings(root, t, a[2], a[3], false); });
}

Value ab_rate_position(Runtime&, Args a) {
  return with_limits(
      a, Name::ab_rate_position, [](Search& s, const Prepared& p, Limits l) { return s.alpha_beta_rating(p.rules, p.root, l); },
      [&a](UserSearch& s, Value root, const Turn& t) { return s.alpha_beta_rating(root, t, a[2], a[3]); });
}

Value handle_computer(Runtime&, Args a) {
  Game& game = game_of(a);
  const bool eager = !game.ruleset().lazy_trees;
  constexpr Names choosing = names(Name::best_move, Name::check_computer, Name::limit_tree_depth);
  const Names stands_for = eager ? eager_rating_names : choosing | (searching_names(game) & ~user_names);
  if (!eager && wants_stronger(game)) return game.rt.tail_call(game.symbol(Name::strong_computer), {a[0]});
  if (!chooses_natively(game.ruleset()) || !game.unchanged(stands_for)) return game.leave_to_script(Name::handle_computer, a);
  return eager ? choose_in_eager_tree(game, a) : choose_in_lazy_tree(game, a);
}

}  // namespace natives

}  // namespace tessera::game::bindings
