// Searches with a user's functions. Layer: bindings.
#include "bindings/rules/user_search.hpp"

#include <cmath>

namespace tessera::game::bindings {

using faithful::Turn;

namespace {

constexpr std::size_t max_known = std::size_t{1} << 19;  // positions in the table, 100 to 300 bytes each

}  // namespace

UserSearch::UserSearch(Game& game, const Ruleset& settings, int player, bool merging)
    : game_(game), rules_(game, settings), player_(player), merging_(merging) {}

void UserSearch::tell_kinds_apart() {
  kinds_apart_ = true;
  known_.clear();
}

Word UserSearch::alpha_beta_ratings(Word board, const Turn& turn, Word upper, Word lower, bool maximizing) {
  const Window window{game_.lisp.keep(upper), game_.lisp.keep(lower)};
  return list_of_moves(board, turn, &window, maximizing);
}

Word UserSearch::alpha_beta_rating(Word board, const Turn& turn, Word upper, Word lower) {
  const Window window{game_.lisp.keep(upper), game_.lisp.keep(lower)};
  return rate(board, turn, &window);
}

Word UserSearch::list_of_moves(Word root, const Turn& turn, const Window* window, bool maximizing) {
  if (turn.depth == 0) return words::nil();
  const ObjectRef board = game_.lisp.keep(root);
  HexBoard hexes;
  rules_.read(root, hexes);
  std::vector<ObjectRef> ratings;
  each_rating(board, hexes, rules_.attacks(board, hexes, turn.mover), turn, window, maximizing,
              [&](Word x) { ratings.push_back(game_.lisp.keep(x)); });
  words::ListBuilder list(game_.state());
  for (const ObjectRef& rating : ratings) list.add(rating.word());
  return list.finish();
}

Word UserSearch::rate(Word root, const Turn& turn, const Window* window) {
  const ObjectRef board = game_.lisp.keep(root);
  HexBoard hexes;
  rules_.read(root, hexes);
  if (turn.depth == 0) return score(board, hexes);
  poll();
  const std::string key = key_of(hexes, turn);
  Word known = words::nil();
  if (find(key, window, known)) return known;
  const std::vector<Attack> attacks = rules_.attacks(board, hexes, turn.mover);
  if (turn.first_move && attacks.empty()) return score(board, hexes);
  const bool maximizing = turn.mover == player_;
  ObjectRef best;
  each_rating(board, hexes, attacks, turn, window, maximizing,
              [&](Word x) { best = game_.lisp.keep(best ? better(best.word(), x, maximizing) : x); });
  const Word rating = best ? best.word() : words::no_value();
  keep(key, window, rating);
  return rating;
}

/// Calls `take`, which runs no Lisp, with the rating of each move, until one exceeds a limit.
template <class Take> void UserSearch::each_rating(const ObjectRef& board, const HexBoard& hexes, const std::vector<Attack>& attacks,
                                                   const Turn& turn, const Window* outer, bool maximizing, Take&& take) {
  Window window = outer == nullptr ? Window() : *outer;
  const Window* const limits = outer == nullptr ? nullptr : &window;
  const auto use = [&](Word x) {
    take(x);
    return outer == nullptr || goes_on(x, window, maximizing);
  };
  if (!turn.first_move) {
    const Turn next{(turn.mover + 1) % rules_.players(), 0, true, turn.depth - 1};
    if (!use(rate(rules_.reinforced(board, hexes, turn.mover, turn.spare_dice), next, limits))) return;
  }
  for (const Attack& attack : attacks)
    if (!use(rate_attack(board, attack, turn, limits))) return;
}

/// Returns the value of an attack: under alpha-beta that of its success, as in the scripts, otherwise weighed by the
/// odds.
Word UserSearch::rate_attack(const ObjectRef& board, const Attack& attack, const Turn& turn, const Window* window) {
  const Turn next{turn.mover, turn.spare_dice + attack.dst_dice, false, turn.depth - 1};
  const Word if_taken = rate(rules_.won(board, turn.mover, attack), next, window);
  if (window != nullptr || !rules_.luck()) return if_taken;
  const ObjectRef success = game_.lisp.keep(if_taken), odds = game_.lisp.keep(rules_.odds(attack));
  const Word failure = rate(rules_.lost(board, turn.mover, attack), next, window);
  words::State& state = game_.state();
  Word if_won, if_lost, against, sum;
  if (!words::multiply(state, odds.word(), success.word(), if_won) || !words::subtract(state, words::fixnum(1), odds.word(), against) ||
      !words::multiply(state, against, failure, if_lost) || !words::add(state, if_won, if_lost, sum))
    throw LeftToScript();
  return sum;
}

std::partial_ordering UserSearch::compare(Word a, Word b) {
  std::partial_ordering order = std::partial_ordering::unordered;
  if (!words::compare(game_.state(), a, b, order)) throw LeftToScript();
  return order;
}

/// Returns the result of MAX or MIN: the first of equal ones.
Word UserSearch::better(Word a, Word b, bool maximizing) {
  const std::partial_ordering order = compare(b, a);
  return (maximizing ? order > 0 : order < 0) ? b : a;
}

/// Returns false if `rating` exceeds the limit beyond which the rest does not matter; otherwise makes it the other
/// limit.
bool UserSearch::goes_on(Word rating, Window& window, bool maximizing) {
  const std::partial_ordering order = compare(rating, (maximizing ? window.upper : window.lower).word());
  if (order == 0 || (maximizing ? order > 0 : order < 0)) return false;
  ObjectRef& limit = maximizing ? window.lower : window.upper;
  limit = game_.lisp.keep(better(rating, limit.word(), maximizing));
  return true;
}

Word UserSearch::score(const ObjectRef& board, const HexBoard& hexes) {
  const std::string key = key_of(hexes, {});
  Word known = words::nil();
  if (find(key, nullptr, known)) return known;
  const Word v = rules_.score(board, hexes, player_);
  note_kind(v);
  keep(key, nullptr, v);
  return v;
}

// --- known positions

std::string UserSearch::key_of(const HexBoard& hexes, const Turn& turn) const {
  std::string key;
  if (!merging_) return key;
  key.reserve(static_cast<std::size_t>(hexes.count) + 16);
  const auto put = [&key](std::uint64_t n) {  // numbers up to 127 take a byte
    for (; n > 127; n >>= 7) key += static_cast<char>(n | 128);
    key += static_cast<char>(n);
  };
  for (const Hex& hex : hexes.span()) put(static_cast<std::uint64_t>(hex.dice * 26 + hex.player));
  put(static_cast<std::uint64_t>(turn.depth));
  put(static_cast<std::uint64_t>(turn.mover * 2 + (turn.first_move ? 1 : 0)));
  put(rules_.counts_spare_dice() ? static_cast<std::uint64_t>(turn.spare_dice) : 0);
  return key;
}

/// Finds a rating. It is valid for the limits it was found with. A rating between its limits is exact, and also the
/// result for other limits around it: at least the same number, and the same object if all numbers are of one kind.
bool UserSearch::find(const std::string& key, const Window* window, Word& rating) {
  if (!merging_) return false;
  const auto found = known_.find(key);
  if (found == known_.end()) return false;
  const Known& known = found->second;
  rating = known.rating;
  if (window == nullptr || (known.upper == window->upper.word() && known.lower == window->lower.word())) return true;
  if (kinds_apart_ || known.upper == words::no_value()) return false;
  const auto inside = [&](Word lower, Word upper) { return compare(lower, rating) < 0 && compare(rating, upper) < 0; };
  if (!inside(known.lower, known.upper) || !inside(window->lower.word(), window->upper.word())) return false;
  mixed_limits_ = true;
  return true;
}

void UserSearch::keep(const std::string& key, const Window* window, Word rating) {
  if (!merging_ || !words::is_immediate(rating)) return;  // the collector could move it
  const Word upper = window == nullptr ? words::no_value() : window->upper.word();
  const Word lower = window == nullptr ? words::no_value() : window->lower.word();
  if (!words::is_immediate(upper) || !words::is_immediate(lower)) return;
  if (known_.size() >= max_known) known_.clear();
  known_[key] = {rating, upper, lower};
}

void UserSearch::note_kind(Word number) {
  enum Kind : unsigned { rational = 1, single_float = 2, double_float = 4, negative_zero = 8, unordered = 16 };
  const bool is_single = words::is_single_float(number), is_double = words::is_double_float(number);
  double d = 1;
  if (is_single || is_double) words::get_real(number, d);
  kinds_ |= std::isnan(d)               ? unordered
            : d == 0 && std::signbit(d) ? negative_zero
            : is_single                 ? single_float
            : is_double                 ? double_float
                                        : rational;
  const bool several = (kinds_ & (kinds_ - 1)) != 0 || kinds_ >= negative_zero;
  if (!several || kinds_apart_) return;
  if (mixed_limits_) throw SeveralKinds();
  kinds_apart_ = true;
}

void UserSearch::poll() {
  if (!game_.lisp.has_stack()) throw LeftToScript();
  if ((++nodes_ & 0xFF) == 0) game_.lisp.poll();
}

}  // namespace tessera::game::bindings
