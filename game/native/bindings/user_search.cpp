// Searching with a user's own functions. Layer: bindings.
#include "bindings/user_search.hpp"

#include <cmath>

#include "builtins/arguments.hpp"
#include "data/numbers.hpp"

namespace tessera::game::bindings {

using faithful::Turn;

namespace {

constexpr std::size_t most_known = std::size_t{1} << 19;  // positions in the table, 100 to 300 bytes each

}  // namespace

UserSearch::UserSearch(Game& game, const Ruleset& settings, int player, bool merging)
    : game_(game), rules_(game, settings), player_(player), merging_(merging) {}

void UserSearch::tell_kinds_apart() {
  kinds_apart_ = true;
  known_.clear();
}

Value UserSearch::alpha_beta_ratings(Value board, const Turn& turn, Value upper, Value lower, bool maximizing) {
  const Window window(game_.rt.heap, upper, lower);
  return list_of_moves(board, turn, &window, maximizing);
}

Value UserSearch::alpha_beta_rating(Value board, const Turn& turn, Value upper, Value lower) {
  const Window window(game_.rt.heap, upper, lower);
  return rate(board, turn, &window);
}

Value UserSearch::list_of_moves(Value root, const Turn& turn, const Window* window, bool maximizing) {
  if (turn.depth == 0) return NIL;
  const Handle board(game_.rt.heap, root);
  HexBoard hexes;
  rules_.read(board, hexes);
  Handle ratings(game_.rt.heap, NIL);  // in reverse
  each_rating(board, hexes, rules_.attacks(board, hexes, turn.mover), turn, window, maximizing,
              [&](Value x) { ratings = game_.rt.heap.cons(x, ratings); });
  Value in_order = NIL;
  for (Value r = ratings; r.is_cons(); r = r.as_cons()->cdr) in_order = game_.rt.heap.cons(r.as_cons()->car, in_order);
  return in_order;
}

Value UserSearch::rate(Value root, const Turn& turn, const Window* window) {
  const Handle board(game_.rt.heap, root);
  HexBoard hexes;
  rules_.read(board, hexes);
  if (turn.depth == 0) return score(board, hexes);
  poll();
  const std::string key = key_of(hexes, turn);
  Value known = NIL;
  if (find(key, window, known)) return known;
  const std::vector<Attack> attacks = rules_.attacks(board, hexes, turn.mover);
  if (turn.first_move && attacks.empty()) return score(board, hexes);
  const bool maximizing = turn.mover == player_;
  Handle best(game_.rt.heap, UNBOUND);
  each_rating(board, hexes, attacks, turn, window, maximizing,
              [&](Value x) { best = best.get() == UNBOUND ? x : better(best, x, maximizing); });
  keep(key, window, best);
  return best;
}

/// Call `take` with the rating of each move, until one passes a limit.
template <class Take> void UserSearch::each_rating(const Handle& board, const HexBoard& hexes, const std::vector<Attack>& attacks,
                                                   const Turn& turn, const Window* outer, bool maximizing, Take&& take) {
  Heap& heap = game_.rt.heap;
  Window window(heap, outer == nullptr ? NIL : outer->upper.get(), outer == nullptr ? NIL : outer->lower.get());
  const Window* const limits = outer == nullptr ? nullptr : &window;
  const auto use = [&](Value x) {
    const Handle rating(heap, x);
    take(x);
    return outer == nullptr || goes_on(rating, window, maximizing);
  };
  if (!turn.first_move) {
    const Turn next{(turn.mover + 1) % rules_.players(), 0, true, turn.depth - 1};
    if (!use(rate(rules_.reinforced(board, hexes, turn.mover, turn.spare_dice), next, limits))) return;
  }
  for (const Attack& attack : attacks)
    if (!use(rate_attack(board, attack, turn, limits))) return;
}

/// What an attack is worth: under alpha-beta what its success is, as the scripts have it, else weighed by the odds.
Value UserSearch::rate_attack(const Handle& board, const Attack& attack, const Turn& turn, const Window* window) {
  Runtime& rt = game_.rt;
  const Turn next{turn.mover, turn.spare_dice + attack.dst_dice, false, turn.depth - 1};
  const Handle success(rt.heap, rate(rules_.won(board, turn.mover, attack), next, window));
  if (window != nullptr || !rules_.luck()) return success;
  const Handle odds(rt.heap, rules_.odds(attack));
  const Value failure = rate(rules_.lost(board, turn.mover, attack), next, window);
  const auto checked = [](Value v) {
    if (is_failed(v)) throw faithful::GivenUp();
    return v;
  };
  const Value if_won = checked(number_multiply(rt, odds, success));
  const Value if_lost = checked(number_multiply(rt, checked(number_subtract(rt, Value::fixnum(1), odds)), failure));
  return checked(number_add(rt, if_won, if_lost));
}

int UserSearch::compare(Value a, Value b) {
  const int c = number_compare(game_.rt, a, b);
  if (c == 3) throw faithful::GivenUp();
  return c;
}

Value UserSearch::better(Value a, Value b, bool maximizing) {
  const Value v = number_extreme(game_.rt, a, b, maximizing ? 1 : -1);
  if (is_failed(v)) throw faithful::GivenUp();
  return v;
}

/// False if `rating` passes the limit beyond which the rest does not matter; otherwise it becomes the other limit.
bool UserSearch::goes_on(const Handle& rating, Window& window, bool maximizing) {
  const int c = compare(rating, maximizing ? window.upper : window.lower);
  if (c == 0 || c == (maximizing ? 1 : -1)) return false;
  Handle& limit = maximizing ? window.lower : window.upper;
  limit = better(rating, limit, maximizing);
  return true;
}

Value UserSearch::score(const Handle& board, const HexBoard& hexes) {
  const std::string key = key_of(hexes, {});
  Value known = NIL;
  if (find(key, nullptr, known)) return known;
  const Value v = rules_.score(board, hexes, player_);
  note_kind(v);
  keep(key, nullptr, v);
  return v;
}

// --- what is known of positions

std::string UserSearch::key_of(const HexBoard& hexes, const Turn& turn) const {
  std::string key;
  if (!merging_) return key;
  key.reserve(static_cast<std::size_t>(hexes.count) + 16);
  const auto put = [&key](std::uint64_t n) {  // numbers up to 127 in a byte
    for (; n > 127; n >>= 7) key += static_cast<char>(n | 128);
    key += static_cast<char>(n);
  };
  for (const Hex& hex : hexes.span()) put(static_cast<std::uint64_t>(hex.dice * 26 + hex.player));
  put(static_cast<std::uint64_t>(turn.depth));
  put(static_cast<std::uint64_t>(turn.mover * 2 + (turn.first_move ? 1 : 0)));
  put(rules_.counts_spare_dice() ? static_cast<std::uint64_t>(turn.spare_dice) : 0);
  return key;
}

/// A rating holds for the limits that it was found with. One that lies between its limits is the tree's own, and also what other
/// limits around it lead to: the same number at least, and the same object if all numbers are of one kind.
bool UserSearch::find(const std::string& key, const Window* window, Value& rating) {
  if (!merging_) return false;
  const auto found = known_.find(key);
  if (found == known_.end()) return false;
  const Known& known = found->second;
  rating = known.rating;
  if (window == nullptr || (known.upper == window->upper.get() && known.lower == window->lower.get())) return true;
  if (kinds_apart_ || known.upper == UNBOUND) return false;
  const auto inside = [&](Value lower, Value upper) { return compare(lower, rating) == -1 && compare(rating, upper) == -1; };
  if (!inside(known.lower, known.upper) || !inside(window->lower, window->upper)) return false;
  mixed_limits_ = true;
  return true;
}

void UserSearch::keep(const std::string& key, const Window* window, Value rating) {
  if (!merging_ || rating.is_pointer()) return;  // a collection would move it
  const Value upper = window == nullptr ? UNBOUND : window->upper.get(), lower = window == nullptr ? UNBOUND : window->lower.get();
  if (upper.is_pointer() || lower.is_pointer()) return;
  if (known_.size() >= most_known) known_.clear();
  known_[key] = {rating, upper, lower};
}

void UserSearch::note_kind(Value number) {
  enum Kind : unsigned { rational = 1, single_float = 2, double_float = 4, negative_zero = 8, unordered = 16 };
  const double d = is_float(number) ? to_double(number) : 1;
  kinds_ |= std::isnan(d)               ? unordered
            : d == 0 && std::signbit(d) ? negative_zero
            : number.is_single_float()  ? single_float
            : is_double(number)         ? double_float
                                        : rational;
  const bool several = (kinds_ & (kinds_ - 1)) != 0 || kinds_ >= negative_zero;
  if (!several || kinds_apart_) return;
  if (mixed_limits_) throw SeveralKinds();
  kinds_apart_ = true;
}

void UserSearch::poll() {
  if (!game_.rt.has_cpp_stack()) throw LeftToScript();
  if ((++nodes_ & 0xFF) == 0 && !game_.poll()) throw faithful::GivenUp();
}

}  // namespace tessera::game::bindings
