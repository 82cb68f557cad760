// Alpha-beta for two players and attacks that always succeed: one thread's search of a position to a depth. Layer:
// player.
//
// A value is that of the player to move: it is negated where a turn ends and kept where the turn goes on. Depth counts
// moves; ending the turn where that is the only move costs no depth. The table merges transpositions, positions that
// several orders of attacks lead to; orders that differ only in independent attacks are not even searched (see Tried).
// Values of finished games are exact: a value that does not depend on an estimate is stored as solved.
#pragma once

#include <bit>
#include <vector>

#include "board/hash.hpp"
#include "player/evaluation.hpp"
#include "player/settled.hpp"
#include "player/transposition_table.hpp"
#include "search/clock.hpp"

namespace tessera::game {

/// The search of one thread. Only the table is shared.
template <class P> class AlphaBetaSearch {
 public:
  using Bits = typename P::Bits;

  AlphaBetaSearch(const Rules& rules, const Weights& weights, TranspositionTable& table, Clock& clock)
      : rules_(rules),
        g_(rules.size),
        weights_(weights),
        table_(table),
        counter_(clock, {.interval = nodes_between_polls, .at_once = true}),
        history_(2 * history_size(), 0) {}

  static constexpr int infinity = value_win + 1;

  /// Returns the value of `s` for its player to move, searched `depth` moves deep, if it lies between `alpha` and
  /// `beta`; otherwise a bound outside that window. Meaningless once `stopped()`.
  int value(const State<P>& s, int depth, int alpha, int beta) { return value(s, depth, alpha, beta, Tried{}); }

  bool stopped() const { return counter_.stopped(); }
  std::uint64_t nodes() const { return counter_.nodes(); }
  /// The number of estimates used so far, directly or through stored values. A value is exact if a search left it
  /// unchanged.
  std::uint64_t estimates() const { return estimates_; }
  const Geometry<Bits>& geometry() const { return g_; }

  /// Returns the key of `s` in the table.
  std::uint64_t key(const State<P>& s) const {
    return hash(s.board, static_cast<std::uint64_t>(s.player) | std::uint64_t{s.first} << 1 |
                             std::uint64_t{static_cast<std::uint16_t>(s.spare)} << 2);
  }
  Bits own(const State<P>& s) const { return s.player != 0 ? s.board.owner[0] : g_.all & ~s.board.owner[0]; }
  State<P> after_pass(const State<P>& s) const { return passed<ReinforcementRule::taken>(s, rules_, g_, own(s)); }
  State<P> after(const State<P>& s, Move m) const { return m.is_pass() ? after_pass(s) : attacked(s, m); }
  /// Returns the value of `child`, the state after a move of `s`, for the player to move in `s`.
  int value_behind(const State<P>& s, const State<P>& child, int depth, int alpha, int beta) {
    return child.player == s.player ? value(child, depth, alpha, beta) : -value(child, depth, -beta, -alpha);
  }

 private:
  struct Scored {
    Move move;
    std::uint16_t index;  ///< in the history table
    std::int32_t score;
  };
  struct MoveList {
    std::array<Scored, static_cast<std::size_t>(capacity<Bits>) * 6 + 1> moves;
    int size = 0;
    /// Moves the best of the moves from index `i` on to index `i`.
    const Scored& pick(int i) {
      int best = i;
      for (int j = i + 1; j < size; ++j)
        if (moves[j].score > moves[best].score) best = j;
      std::swap(moves[i], moves[best]);
      return moves[i];
    }
  };

  /// The best move found and its value.
  struct Best {
    int value;
    Move move;
  };

  /// Attacks that were searched as alternatives to an earlier move of the same turn and share no hex with the moves
  /// made since.
  ///
  /// Two attacks without a common hex lead to the same position in either order. So once an attack m has been searched,
  /// a line of the same turn that begins with another attack and continues with m is worth no more than alpha, as long
  /// as the attacks between share no hex with m. Such an m is left out.
  struct Tried {
    Attacks<Bits> attacks;
    bool solved = true;  ///< none of their values depends on an estimate

    void add(const Scored& tried, bool proved) {
      if (tried.move.is_pass()) return;
      attacks.from[tried.index % 8] |= single<Bits>(tried.move.from);
      solved = solved && proved;
    }
  };

  static constexpr std::size_t history_size() { return static_cast<std::size_t>(capacity<Bits>) * 8 + 1; }
  static constexpr std::uint16_t pass_index() { return static_cast<std::uint16_t>(capacity<Bits>) * 8; }
  static constexpr std::uint64_t nodes_between_polls = 4096;

  int value(const State<P>& s, int depth, int alpha, int beta, const Tried& tried);
  int value_behind(const State<P>& s, const State<P>& child, int depth, int alpha, int beta, const Tried& tried) {
    return child.player == s.player ? value(child, depth, alpha, beta, tried) : -value(child, depth, -beta, -alpha);
  }
  int leaf(const State<P>& s);
  int last_ply(const State<P>& s, int alpha, int beta, const Tried& tried);
  int search_moves(const State<P>& s, std::uint64_t key, const Known& known, int depth, int alpha, int beta, Tried tried);
  void try_moves(const State<P>& s, MoveList& list, int depth, int alpha, int beta, Tried& tried, Best& best);
  Tried undisturbed(const Tried& tried, Move m) const;
  static Attacks<Bits> leave_out(const Tried& tried, Attacks<Bits>& found);
  bool all_proved(const State<P>& s, const Attacks<Bits>& behind, int most) const;
  void list_moves(const State<P>& s, const Attacks<Bits>& found, const Known& known, MoveList& list);
  /// Prefetches the table entries of all states after the moves: the cache misses overlap.
  void prefetch_behind(const State<P>& s, const MoveList& list) const {
    for (int i = 0; i < list.size; ++i) table_.prefetch(key(after(s, list.moves[i].move)));
  }
  void reward(const State<P>& s, const MoveList& list, int cutting, int depth);

  Rules rules_;
  Geometry<Bits> g_;
  const Weights& weights_;
  TranspositionTable& table_;
  NodeCounter counter_;
  std::vector<std::int32_t> history_;
  std::uint64_t estimates_ = 0;
};

/// Returns those of the tried attacks that share no hex with `m`, the move made next.
template <class P> typename AlphaBetaSearch<P>::Tried AlphaBetaSearch<P>::undisturbed(const Tried& tried, Move m) const {
  Tried result;
  if (m.is_pass()) return result;
  result.solved = tried.solved;
  const Bits hexes = single<Bits>(m.from) | single<Bits>(m.to);
  for (std::size_t d = 0; d < 6; ++d) result.attacks.from[d] = tried.attacks.from[d] & ~(hexes | g_.beside(directions[d], hexes));
  return result;
}

/// Removes the tried attacks from `found`. Returns those removed.
template <class P> Attacks<typename P::Bits> AlphaBetaSearch<P>::leave_out(const Tried& tried, Attacks<Bits>& found) {
  Attacks<Bits> out;
  for (std::size_t d = 0; d < 6; ++d) {
    out.from[d] = found.from[d] & tried.attacks.from[d];
    found.from[d] ^= out.from[d];
  }
  return out;
}

/// True if the table proves, without estimates, that none of the attacks is worth more than `most`.
template <class P> bool AlphaBetaSearch<P>::all_proved(const State<P>& s, const Attacks<Bits>& behind, int most) const {
  bool all = true;
  for_each_attack_unordered(behind, g_, [&](Move m) {
    if (!all) return;
    const Known k = table_.find(key(attacked(s, m)));
    all = k.depth == depth_solved && k.value <= most && (k.bound == Bound::exact || k.bound == Bound::upper);
  });
  return all;
}

template <class P> int AlphaBetaSearch<P>::leaf(const State<P>& s) {
  counter_.count();
  const Bits mine = own(s);
  if (won_by_passing(s, rules_, g_, mine)) return value_win;
  if (lost_with_this_turn(s, g_, mine)) return -value_win;
  const PositionSummary l = summarize(s, g_, mine);
  if (!l.can_attack) {
    if (s.first) return value_finished(g_, mine);
    return -leaf(passed<ReinforcementRule::taken>(s, rules_, g_, mine));
  }
  ++estimates_;
  return estimate(l.features, weights_, s.first);
}

/// Searches one move deep, without table and move ordering, which would cost more than they save.
template <class P> int AlphaBetaSearch<P>::last_ply(const State<P>& s, int alpha, int beta, const Tried& tried) {
  const Bits mine = own(s);
  Attacks<Bits> found = attacks<AttackRule::stronger>(s.board, g_, mine);
  if (found.none()) {
    if (s.first) return value_finished(g_, mine);
    return -value(passed<ReinforcementRule::taken>(s, rules_, g_, mine), 1, -beta, -alpha);
  }
  const bool all_made = leave_out(tried, found).none();
  int best = all_made ? -infinity : alpha;
  if (!s.first) best = std::max(best, -leaf(passed<ReinforcementRule::taken>(s, rules_, g_, mine)));
  for_each_attack_unordered(found, g_, [&](Move m) {
    if (best < beta) best = std::max(best, leaf(attacked(s, m)));
  });
  if (!all_made && best < beta) estimates_ += !tried.solved;
  return best;
}

template <class P> void AlphaBetaSearch<P>::list_moves(const State<P>& s, const Attacks<Bits>& found, const Known& known, MoveList& list) {
  const std::int32_t* history = &history_[s.player != 0 ? history_size() : 0];
  const auto add = [&](Move m, std::uint16_t index, std::int32_t bonus) {
    const bool stored = known.has_best && known.best == m;
    list.moves[list.size++] = {m, index, stored ? std::int32_t{1} << 30 : history[index] + bonus};
  };
  if (!s.first) add(Move::pass(), pass_index(), 0);
  for (std::size_t d = 0; d < 6; ++d)
    for_each(found.from[d], [&](int from) {
      const int to = from + step(directions[d], g_.size);
      add({static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)}, static_cast<std::uint16_t>(from * 8 + d), s.board.dice_at(to));
    });
}

/// Updates the history table: the move at index `cutting` caused a cutoff and will come earlier, those tried before it
/// later.
template <class P> void AlphaBetaSearch<P>::reward(const State<P>& s, const MoveList& list, int cutting, int depth) {
  std::int32_t* history = &history_[s.player != 0 ? history_size() : 0];
  constexpr std::int32_t most = 1 << 14;
  const std::int32_t bonus = std::min(depth * depth, 400);
  const auto adjust = [&](int i, std::int32_t by) {
    std::int32_t& h = history[list.moves[i].index];
    h += by - h * std::abs(by) / most;
  };
  adjust(cutting, bonus);
  for (int i = 0; i < cutting; ++i) adjust(i, -bonus);
}

template <class P> int AlphaBetaSearch<P>::value(const State<P>& s, int depth, int alpha, int beta, const Tried& tried) {
  if (depth <= 0) return leaf(s);
  if (counter_.expired()) return 0;
  counter_.count();
  if (won_by_passing(s, rules_, g_, own(s))) return value_win;
  if (lost_with_this_turn(s, g_, own(s))) return -value_win;
  if (depth == 1) return last_ply(s, alpha, beta, tried);
  const std::uint64_t k = key(s);
  const Known known = table_.find(k);
  if (known.depth >= depth && settles<int>(known.bound, known.value, alpha, beta)) {
    estimates_ += known.depth != depth_solved;
    return known.value;
  }
  return search_moves(s, k, known, depth, alpha, beta, tried);
}

/// Searches the moves of `s`, which is neither settled nor found in the table, and stores the result under `key`.
/// `known` is the table's entry, from a shallower search or another window.
template <class P> int AlphaBetaSearch<P>::search_moves(const State<P>& s, std::uint64_t key, const Known& known, int depth, int alpha,
                                                        int beta, Tried tried) {
  const Bits mine = own(s);
  Attacks<Bits> found = attacks<AttackRule::stronger>(s.board, g_, mine);
  if (found.none()) {
    if (s.first) return value_finished(g_, mine);
    return -value(passed<ReinforcementRule::taken>(s, rules_, g_, mine), depth, -beta, -alpha);
  }
  const Attacks<Bits> left_out = leave_out(tried, found);
  const bool all_made = left_out.none(), left_out_proved = all_made || tried.solved;
  MoveList list;
  list_moves(s, found, known, list);
  if (depth > 2) prefetch_behind(s, list);
  const std::uint64_t estimates_before = estimates_, nodes_before = nodes();
  Best best{all_made ? -infinity : alpha, Move::pass()};
  try_moves(s, list, depth, alpha, beta, tried, best);
  if (stopped()) return 0;
  if (!left_out_proved && best.value < beta && estimates_ == estimates_before && !all_proved(s, left_out, best.value)) ++estimates_;
  const bool solved = estimates_ == estimates_before || best.value >= value_win || best.value <= -value_win;
  // Where no move raised alpha, the best move of the earlier search is the better guess.
  const bool keeps_known = known.has_best && best.value <= alpha;
  table_.store(key, {.value = static_cast<std::int16_t>(best.value),
                     .depth = static_cast<std::uint8_t>(solved ? depth_solved : depth),
                     .bound = bound_of(best.value, alpha, beta),
                     .best = keeps_known ? known.best : best.move,
                     .has_best = true,
                     .work = static_cast<std::uint8_t>(std::bit_width(nodes() - nodes_before))});
  return best.value;
}

/// Principal variation search of the listed moves: the first one with the whole window, each other with a null window,
/// and again with the whole one if it proves better. Ends at a cutoff or once `stopped()`. Updates `best` and adds the
/// moves to `tried`.
template <class P>
void AlphaBetaSearch<P>::try_moves(const State<P>& s, MoveList& list, int depth, int alpha, int beta, Tried& tried, Best& best) {
  for (int i = 0; i < list.size; ++i) {
    const Scored picked = list.pick(i);
    const State<P> child = after(s, picked.move);
    const Tried still_tried = undisturbed(tried, picked.move);
    const std::uint64_t estimates_before = estimates_;
    int v = value_behind(s, child, depth - 1, alpha, i == 0 ? beta : alpha + 1, still_tried);
    if (i > 0 && v > alpha && v < beta) v = value_behind(s, child, depth - 1, alpha, beta, still_tried);
    if (stopped()) return;
    tried.add(picked, estimates_ == estimates_before || v <= -value_win);
    if (v <= best.value) continue;
    best = {v, picked.move};
    alpha = std::max(alpha, v);
    if (v >= beta) return reward(s, list, i, depth);
  }
}

}  // namespace tessera::game
