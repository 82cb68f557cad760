// Rates whole trees, which are lists of any origin. Layer: bindings.
#include "bindings/flat_map.hpp"
#include "bindings/trees/ratings.hpp"

namespace tessera::game::bindings {

namespace {

/// The value of a tree: 1/n if the player is one of n winners, 0 for n = 0.
using Share = int;
constexpr bool better(Share a, Share b) { return a != 0 && (b == 0 || a < b); }

/// Thrown by a walk over a tree of a form that the scripts do not make.
struct Unusual {};

/// Rates the nodes of a tree, each once.
class TreeRater {
 public:
  TreeRater(Game& game, std::int64_t player) : game_(game), player_(player) {}

  Share rate(Word tree) {
    Word mover, board, moves;
    if (!read_tree_parts(tree, mover, board, moves) || !words::is_fixnum(mover)) throw Unusual();
    if (const Share* known = known_.find(key_of(tree))) return *known;
    check();
    const Share worth = words::is_nil(moves) ? at_the_end(board) : best(moves, words::fixnum_value(mover) == player_);
    known_.add(key_of(tree), worth);
    return worth;
  }

  /// Calls `take(Share)` for each of `moves`, a list of (action tree).
  template <class Take> void each(Word moves, Take&& take) {
    constexpr int max_moves = 6 * max_hexes + 1;  // a circular list has more
    for (int n = 0; words::is_cons(moves); moves = words::cdr(moves)) {
      const Word move = words::car(moves);
      if (++n > max_moves || !words::is_cons(move) || !words::is_cons(words::cdr(move))) throw Unusual();
      take(rate(words::car(words::cdr(move))));
    }
    if (!words::is_nil(moves)) throw Unusual();
  }

 private:
  void check() const {
    if (!game_.lisp.has_stack()) throw Unusual();
    if (game_.lisp.poll_is_due()) throw faithful::GivenUp();
  }
  static AddressKey key_of(Word tree) { return {static_cast<std::uint64_t>(tree)}; }

  Share best(Word moves, bool for_the_player) {
    Share worth = -1;
    each(moves, [&](Share s) {
      if (worth < 0 || (for_the_player ? better(s, worth) : better(worth, s))) worth = s;
    });
    return worth;
  }

  Share at_the_end(Word board) {
    HexBoard hexes;
    if (!read_board(board, hexes)) throw Unusual();
    const std::vector<int> winners = winners_of(hexes);
    for (const int w : winners)
      if (w == player_) return static_cast<Share>(winners.size());
    return 0;
  }

  Game& game_;
  std::int64_t player_;
  FlatMap<AddressKey, Share> known_;  ///< by the address of the tree: the collector does not run meanwhile
};

Word to_word(words::State& state, Share s) { return s <= 1 ? words::fixnum(s) : words::ratio(state, 1, s); }

/// Returns the result of `rate` for a fresh TreeRater, from the start again after each interrupt that continues;
/// nothing for trees that natives do not support.
template <class Rate> std::optional<Word> rated(Game& game, const Word& player, Rate&& rate) {
  if (!words::is_fixnum(player) || game.ruleset().luck) return std::nullopt;
  for (;;) {
    try {
      TreeRater rater(game, words::fixnum_value(player));
      return rate(rater);
    } catch (const Unusual&) { return std::nullopt; } catch (const faithful::GivenUp&) {
    }
    game.lisp.poll();
  }
}

}  // namespace

std::optional<Word> eager_ratings(Game& game, const Word& tree, const Word& player) {
  return rated(game, player, [&](TreeRater& rater) {
    Word mover, board, moves;
    if (!read_tree_parts(tree, mover, board, moves)) throw Unusual();
    words::ListBuilder list(game.state());
    rater.each(moves, [&](Share s) { list.add(to_word(game.state(), s)); });
    return list.finish();
  });
}

std::optional<Word> eager_rating(Game& game, const Word& tree, const Word& player) {
  return rated(game, player, [&](TreeRater& rater) { return to_word(game.state(), rater.rate(tree)); });
}

}  // namespace tessera::game::bindings
