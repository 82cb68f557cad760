// The root of a search and the values of its moves, depth by depth. Layer: player.
#pragma once

#include <cstdlib>
#include <utility>
#include <vector>

#include "player/player.hpp"
#include "player/search.hpp"

namespace tessera::game {

/// The moves of the root, searched depth by depth.
template <class P> class Root {
 public:
  Root(const State<P>& state, AlphaBetaSearch<P>& search) : state_(state), search_(search) {
    const auto& g = search.geometry();
    if (!state.first) ratings_.moves.push_back({Move::pass(), 0, false});
    for_each_attack(attacks<AttackRule::stronger>(state.board, g, search.own(state)), g, [&](Move m) { ratings_.moves.push_back({m}); });
    for (std::size_t i = 0; i < ratings_.moves.size(); ++i) order_.push_back(i);
    proved_.resize(order_.size());
  }

  const std::vector<RatedMove<int>>& moves() const { return ratings_.moves; }
  std::size_t best() const { return ratings_.best; }
  int value() const { return ratings_.value; }
  /// The last depth searched completely.
  int depth() const { return depth_; }

  /// Searches all moves `depth` moves deep. Returns false if the search was stopped; the best move is then one found to
  /// be better than the last depth's, or the last depth's.
  bool deepen(int depth, bool rate_all);

  /// Rates all moves, but only by their results: the values of unsolved moves are rough estimates.
  bool deepen_proofs(int depth);

  /// True if the best value depends on no estimate, or, if `all`, no value does.
  bool solved(bool all) const {
    const auto rests_on_none = [](const RatedMove<int>& m) { return m.solved; };
    const auto& [moves, best, value] = ratings_;
    return all ? std::all_of(moves.begin(), moves.end(), rests_on_none) : moves[best].solved && (value >= value_win || solved(true));
  }

 private:
  struct Ratings {
    std::vector<RatedMove<int>> moves;  ///< in the game's order
    std::size_t best = 0;
    int value = 0;
  };

  /// The proved range of a move's result.
  struct Interval {
    int low = -value_win, high = value_win;
  };

  void keep_solved(const Ratings& before);
  bool rate_moves(int depth, bool rate_all);
  bool rate(RatedMove<int>& m, int depth, int alpha, bool full);
  bool prove(RatedMove<int>& m, Interval& proved, int depth);

  const State<P> state_;
  AlphaBetaSearch<P>& search_;
  Ratings ratings_;
  std::vector<Interval> proved_;    ///< for each of the moves
  std::vector<std::size_t> order_;  ///< the moves in the order in which they are searched
  int depth_ = 0;
};

/// Finds the value of the move: exactly if `full`, otherwise only if it is above `alpha`. Returns false if stopped.
template <class P> bool Root<P>::rate(RatedMove<int>& m, int depth, int alpha, bool full) {
  constexpr int infinity = AlphaBetaSearch<P>::infinity;
  const State<P> child = search_.after(state_, m.move);
  const std::uint64_t estimates_before = search_.estimates();
  int v = search_.value_behind(state_, child, depth - 1, full ? -infinity : alpha, full ? infinity : alpha + 1);
  bool exact = full;
  if (!full && v > alpha && !search_.stopped()) {
    v = search_.value_behind(state_, child, depth - 1, alpha, infinity);
    exact = true;
  }
  if (search_.stopped()) return false;
  m = {m.move, v, exact, search_.estimates() == estimates_before || v <= -value_win || (exact && v >= value_win)};
  return true;
}

/// Asks whether the move wins, or whether it loses, whichever is likelier: a yes-or-no question takes far fewer nodes
/// than a value. The estimate to reach is below the last one, so that it is mostly reached again, but not near zero: a
/// player content with any lead does not make progress. Returns false if stopped.
template <class P> bool Root<P>::prove(RatedMove<int>& m, Interval& proved, int depth) {
  constexpr int max_wanted = 2000;
  const State<P> child = search_.after(state_, m.move);
  auto& [low, high] = proved;
  while (low < high) {
    const bool for_win = low == 0 || (high > 0 && m.value > 0);
    const int wanted = m.value * 4 / 5;
    const int bound = for_win ? std::clamp(wanted, 0, max_wanted) : std::clamp(wanted, -max_wanted, 0) - 1;
    const std::uint64_t estimates_before = search_.estimates();
    const int v = search_.value_behind(state_, child, depth - 1, bound, bound + 1);
    if (search_.stopped()) return false;
    const bool above = v > bound;
    if (search_.estimates() != estimates_before && std::abs(v) < value_win) {
      if (above != for_win || std::abs(v) > std::abs(m.value)) m.value = v;
      return true;
    }
    // No result lies between the bound and 0. A value above the bound is a win, or at least a draw; one below it is at
    // most a draw, or a loss.
    (above ? low : high) = above == for_win ? (for_win ? value_win : -value_win) : 0;
    m.value = low == 0 ? 1 : -1;
  }
  m = {m.move, low, true, true};
  return true;
}

template <class P> bool Root<P>::deepen(int depth, bool rate_all) {
  const Ratings before = ratings_;
  if (rate_moves(depth, rate_all)) {
    depth_ = std::max(depth_, depth);
    return true;
  }
  if (rate_all) keep_solved(before);
  return false;
}

template <class P> bool Root<P>::deepen_proofs(int depth) {
  auto& [moves, best, value] = ratings_;
  bool finished = true;
  for (std::size_t place = 0; place < order_.size() && finished; ++place) {
    const std::size_t i = order_[place];
    finished = moves[i].solved || prove(moves[i], proved_[i], depth);
  }
  for (std::size_t i = 0; i < moves.size(); ++i)
    if (moves[i].value > moves[best].value) best = i;
  value = moves[best].value;
  if (finished) depth_ = std::max(depth_, depth);
  return finished;
}

/// Restores the ratings `before` this depth, since only ratings of one depth are comparable; keeps moves solved since.
template <class P> void Root<P>::keep_solved(const Ratings& before) {
  const Ratings now = std::exchange(ratings_, before);
  auto& [moves, best, value] = ratings_;
  for (std::size_t i = 0; i < moves.size(); ++i)
    if (now.moves[i].solved) moves[i] = now.moves[i];
  const auto worst_to_best = [](const RatedMove<int>& a, const RatedMove<int>& b) { return a.value < b.value; };
  const auto most = std::max_element(moves.begin(), moves.end(), worst_to_best);
  if (most->value > moves[best].value) best = static_cast<std::size_t>(most - moves.begin());
  value = moves[best].value;
}

template <class P> bool Root<P>::rate_moves(int depth, bool rate_all) {
  auto& [moves, best, value] = ratings_;
  int alpha = -AlphaBetaSearch<P>::infinity;
  for (std::size_t place = 0; place < order_.size(); ++place) {
    const std::size_t i = order_[place];
    if (!(rate_all && moves[i].solved) && !rate(moves[i], depth, alpha, place == 0 || rate_all)) return false;
    const int v = moves[i].value;
    if (v > alpha) {
      alpha = v;
      value = v;
      // All moves lose: the one that looked best is hardest to refute.
      if (v > -value_win || depth == 1) {
        best = i;
        move_to_front(order_, place);
      }
    }
  }
  return true;
}

}  // namespace tessera::game
