// Natives that rate trees and choose moves. Layer: bindings.
#include "bindings/ratings.hpp"

#include <algorithm>

#include "bindings/natives.hpp"
#include "bindings/odds.hpp"
#include "builtins/arguments.hpp"
#include "data/numbers.hpp"

namespace tessera::game::bindings {

namespace {

/// Why a search has no result.
enum class Without { script, failed };

/// A search that is ready to run.
struct Prepared {
  Rules rules;
  faithful::Odds odds;
  faithful::Root root;
  HexBoard board;
};

/// The most dice that a hex can come to have.
int most_dice(const Prepared& p) {
  int most = p.rules.max_dice;
  for (const Hex& hex : p.root.board) most = std::max(most, hex.dice);
  return most;
}

/// A search for the ratings of `tree` for `player`, in `game.search`; false if there is none.
bool prepare(Game& game, Value tree, Value player, bool with_odds, Prepared& p) {
  const auto settings = game.settings();
  NativeTree parts;
  int mover = 0;
  if (!settings || !take_integer(player, 0, 25, p.root.player)) return false;
  if (!read_tree(game, tree, parts) || !take_integer(parts.player, 0, 25, mover)) return false;
  if (!read_playable(parts.board, *settings, p.board)) return false;
  p.rules = {settings->size, settings->players, settings->max_dice};
  if (game.version() == v4) p.rules.attack = AttackRule::dice, p.rules.reinforcement = ReinforcementRule::cluster;
  p.root.board = p.board.span();
  p.root.mover = mover;
  p.root.spare_dice = parts.spare_dice;
  p.root.first_move = parts.first_move;
  p.root.depth = parts.depth;
  if (game.search == nullptr || !game.search->takes(p.rules, p.root))
    game.search = faithful::make_search(p.rules, p.root);
  return game.search != nullptr && (!with_odds || read_odds(game, most_dice(p), p.odds));
}

/// What `search` returns; a search that is left by an interrupt, or goes too deep, has no result.
template <class Run>
auto run_search(Game& game, Without& why, Run&& run) -> std::optional<decltype(run(*game.search))> {
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
  } catch (const faithful::Given_up&) { why = Without::failed; } catch (const faithful::Too_deep&) {
    why = Without::script;
  }
  return std::nullopt;
}

Value to_value(int n) { return Value::fixnum(n); }
Value to_value(const faithful::Rating& r) {
  return r.is_integer ? Value::fixnum(static_cast<std::int64_t>(r.value)) : Value::single_float(r.value);
}

template <class T>
Value to_list(Runtime& rt, const std::vector<T>& values) {
  ListBuilder list(rt);
  for (const T& v : values) list.add(to_value(v));
  return list.finish();
}

Value without_result(Game& game, Name name, Args a, Without why) {
  return why == Without::failed ? FAILED : game.leave_to_script(name, a);
}

/// A limit of alpha-beta; those beyond all scores are alike.
bool take_limit(Value v, int& out) {
  if (!v.is_fixnum()) return false;
  out = static_cast<int>(
      std::clamp<std::int64_t>(v.as_fixnum(), -faithful::Limits::no_limit, faithful::Limits::no_limit));
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

/// The natives with the arguments tree, player, upper-limit, lower-limit. `run(search, prepared, limits)` is the
/// search.
template <class Run>
Value with_limits(Args a, Name name, Run&& run) {
  Game& game = game_of(a);
  Prepared p{};
  faithful::Limits limits;
  Without why = Without::script;
  if (!game.unchanged(alpha_beta_names)) return game.leave_to_script(name, a);
  if (!take_limit(a[2], limits.upper) || !take_limit(a[3], limits.lower) || !prepare(game, a[0], a[1], false, p))
    return game.leave_to_script(name, a, misfit_of(a));
  const auto result = run_search(game, why, [&](faithful::Search& search) { return run(search, p, limits); });
  if (!result) return without_result(game, name, a, why);
  if constexpr (std::is_same_v<std::decay_t<decltype(*result)>, int>)
    return to_value(*result);
  else
    return to_list(game.rt, *result);
}

/// The natives with the arguments tree and player. `run` is the search, `eager` what version 1 does.
template <class Eager, class Run>
Value without_limits(Args a, Name name, Eager&& eager, Run&& run) {
  Game& game = game_of(a);
  if (!game.unchanged(game.version() == v1 ? names(Name::winners, Name::rate_position, Name::get_ratings)
                                           : rating_names | names(Name::attack_odds)))
    return game.leave_to_script(name, a);
  if (game.version() == v1) {
    const Value v = eager(game, a[0], a[1]);
    return v == UNBOUND ? game.leave_to_script(name, a, misfit_of(a)) : v;
  }
  Prepared p{};
  Without why = Without::script;
  if (!prepare(game, a[0], a[1], game.version() == v4, p)) return game.leave_to_script(name, a, misfit_of(a));
  const auto result = run_search(game, why, [&](faithful::Search& search) { return run(search, p); });
  if (!result) return without_result(game, name, a, why);
  if constexpr (std::is_same_v<std::decay_t<decltype(*result)>, faithful::Rating>)
    return to_value(*result);
  else
    return to_list(game.rt, *result);
}

// --- the computer's move

double number(int n) { return n; }
double number(const faithful::Rating& r) { return r.value; }

/// The place of the first of the best ratings, or -1 if there are none.
template <class T>
int first_best(const std::vector<T>& values) {
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

/// The best move's place in a lazy tree searched down to *AI-LEVEL*.
std::optional<int> chosen_move(Game& game, Value tree, Without& why) {
  Prepared p{};
  int level = 0;
  Value mover, board, moves;
  if (!read_tree_parts(tree, mover, board, moves)) return std::nullopt;
  if (!take_integer(game.value(Name::ai_level), 1, 1 << 20, level)) return std::nullopt;
  if (!prepare(game, tree, mover, game.version() == v4, p)) return std::nullopt;
  p.root.depth = std::min(p.root.depth, level);
  return run_search(game, why, [&](faithful::Search& search) {
    return game.version() == v4 ? first_best(search.ratings(p.rules, p.odds, p.root))
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
  if (game.version() == v4) return game.rt.tail_call(game.symbol(Name::pick_chance_branch), {board, move});
  const Value rest = move.as_cons()->cdr;
  return rest.is_cons() ? rest.as_cons()->car : NIL;
}

/// True if *AI-STYLE* asks for the stronger player.
bool wants_stronger(const Game& game) {
  const Value style = game.value(Name::ai_style);
  return style != UNBOUND && style != game.rt.keyword("TEXT");
}

/// `handle-computer` of the first version.
Value choose_in_eager_tree(Game& game, Args a) {
  Value mover, board, moves;
  if (!read_tree_parts(a[0], mover, board, moves)) return game.leave_to_script(Name::handle_computer, a, 0);
  Value ratings = eager_ratings(game, a[0], mover);
  TESSERA_TRY(ratings);
  if (!ratings.is_cons()) return game.leave_to_script(Name::handle_computer, a, is_nil(ratings) ? -1 : 0);
  read_tree_parts(a[0], mover, board, moves);
  Value best = ratings.as_cons()->car, move = moves.as_cons()->car;
  for (; ratings.is_cons(); ratings = ratings.as_cons()->cdr, moves = moves.as_cons()->cdr)
    if (number_compare(game.rt, ratings.as_cons()->car, best) > 0)
      best = ratings.as_cons()->car, move = moves.as_cons()->car;
  return move.as_cons()->cdr.as_cons()->car;
}

}  // namespace

namespace natives {

using faithful::Limits;
using faithful::Search;

Value get_ratings(Runtime&, Args a) {
  return without_limits(a, Name::get_ratings, eager_ratings,
                        [](Search& s, const Prepared& p) { return s.ratings(p.rules, p.odds, p.root); });
}

Value rate_position(Runtime&, Args a) {
  return without_limits(a, Name::rate_position, eager_rating,
                        [](Search& s, const Prepared& p) { return s.rating(p.rules, p.odds, p.root); });
}

Value ab_get_ratings_max(Runtime&, Args a) {
  return with_limits(a, Name::ab_get_ratings_max, [](Search& s, const Prepared& p, Limits l) {
    return s.alpha_beta_ratings(p.rules, p.root, l, true);
  });
}

Value ab_get_ratings_min(Runtime&, Args a) {
  return with_limits(a, Name::ab_get_ratings_min, [](Search& s, const Prepared& p, Limits l) {
    return s.alpha_beta_ratings(p.rules, p.root, l, false);
  });
}

Value ab_rate_position(Runtime&, Args a) {
  return with_limits(a, Name::ab_rate_position,
                     [](Search& s, const Prepared& p, Limits l) { return s.alpha_beta_rating(p.rules, p.root, l); });
}

Value handle_computer(Runtime&, Args a) {
  Game& game = game_of(a);
  const bool eager = game.version() == v1;
  constexpr Names choosing = names(Name::best_move, Name::check_computer, Name::limit_tree_depth, Name::attack_odds);
  const Names stands_for = eager ? names(Name::winners, Name::rate_position, Name::get_ratings)
                                 : choosing | (game.version() == v4 ? rating_names : alpha_beta_names);
  if (!eager && wants_stronger(game)) return game.rt.tail_call(game.symbol(Name::strong_computer), {a[0]});
  if (!game.unchanged(stands_for)) return game.leave_to_script(Name::handle_computer, a);
  return eager ? choose_in_eager_tree(game, a) : choose_in_lazy_tree(game, a);
}

}  // namespace natives

}  // namespace tessera::game::bindings
