// Rating whole trees, which are lists of any origin. Layer: bindings.
#include "bindings/flat_map.hpp"
#include "bindings/ratings.hpp"
#include "builtins/arguments.hpp"
#include "data/numbers.hpp"

namespace tessera::game::bindings {

namespace {

/// What a tree is worth: 1/n if the player is one of n winners, 0 for n = 0.
using Share = int;
constexpr bool better(Share a, Share b) { return a != 0 && (b == 0 || a < b); }

/// Thrown out of a walk over a tree that the scripts do not make.
struct Unusual {};

/// Rates the nodes of a tree, each once.
class TreeRater {
 public:
  TreeRater(Game& game, std::int64_t player) : game_(game), player_(player) {}

  Share rate(Value tree) {
    Value mover, board, moves;
    if (!read_tree_parts(tree, mover, board, moves) || !mover.is_fixnum()) throw Unusual();
    if (const Share* known = known_.find({tree.address()})) return *known;
    check();
    const Share worth = is_nil(moves) ? at_the_end(board) : best(moves, mover.as_fixnum() == player_);
    known_.add({tree.address()}, worth);
    return worth;
  }

  /// Call `take(Share)` for each of `moves`, a list of (action tree).
  template <class Take> void each(Value moves, Take&& take) {
    constexpr int most_moves = 6 * max_hexes + 1;  // a list that goes in a circle has more
    for (int n = 0; moves.is_cons(); moves = moves.as_cons()->cdr) {
      const Value move = moves.as_cons()->car;
      if (++n > most_moves || !move.is_cons() || !move.as_cons()->cdr.is_cons()) throw Unusual();
      take(rate(move.as_cons()->cdr.as_cons()->car));
    }
    if (!is_nil(moves)) throw Unusual();
  }

 private:
  void check() {
    if (!game_.rt.has_cpp_stack()) throw Unusual();
    const bool interrupted = (game_.rt.heap.poll.load(std::memory_order_relaxed) & (poll_interrupt | poll_budget)) != 0;
    if (interrupted) throw faithful::GivenUp();
  }

  Share best(Value moves, bool for_the_player) {
    Share worth = -1;
    each(moves, [&](Share s) {
      if (worth < 0 || (for_the_player ? better(s, worth) : better(worth, s))) worth = s;
    });
    return worth;
  }

  Share at_the_end(Value board) {
    HexBoard hexes;
    if (!read_board(board, hexes)) throw Unusual();
    const std::vector<int> winners = winners_of(hexes);
    for (const int w : winners)
      if (w == player_) return static_cast<Share>(winners.size());
    return 0;
  }

  Game& game_;
  std::int64_t player_;
  FlatMap<AddressKey, Share> known_;  ///< by the address of the tree: nothing moves meanwhile
};

Value to_value(Runtime& rt, Share s) { return s <= 1 ? Value::fixnum(s) : make_ratio(rt, Value::fixnum(1), Value::fixnum(s)); }

/// What `rate` makes of a fresh TreeRater, again from the start after each interrupt that lets it go on.
template <class Rate> Value rated(Game& game, const Handle& player, Rate&& rate) {
  if (!player.get().is_fixnum() || game.ruleset().luck) return UNBOUND;
  for (;;) {
    try {
      TreeRater rater(game, player.get().as_fixnum());
      return rate(rater);
    } catch (const Unusual&) { return UNBOUND; } catch (const faithful::GivenUp&) {
      if (!game.poll()) return FAILED;
    }
  }
}

}  // namespace

Value eager_ratings(Game& game, Value tree, Value player) {
  const Handle kept(game.rt.heap, tree), for_player(game.rt.heap, player);
  return rated(game, for_player, [&](TreeRater& rater) {
    Value mover, board, moves;
    if (!read_tree_parts(kept, mover, board, moves)) return UNBOUND;
    ListBuilder list(game.rt);
    rater.each(moves, [&](Share s) { list.add(to_value(game.rt, s)); });
    return list.finish();
  });
}

Value eager_rating(Game& game, Value tree, Value player) {
  const Handle kept(game.rt.heap, tree), for_player(game.rt.heap, player);
  return rated(game, for_player, [&](TreeRater& rater) { return to_value(game.rt, rater.rate(kept)); });
}

}  // namespace tessera::game::bindings
