// Alpha-beta for two players and attacks that always succeed: one thread's search of a position to a depth. Layer: player.
//
// Values are the player to move's: negated where a turn ends, kept where it goes on. Depth is counted in moves; where the end of
// the turn is the only one, it is made without counting. Equal positions, which different orders of attacks lead to, are merged by
// the table, and those that differ in the order of independent attacks not even made (see Tried). Values of finished games are
// exact: once a value does not rest on any estimate, it is stored as solved.
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

  /// The value of `s` for its player to move, `depth` moves deep, if it lies between `alpha` and `beta`; else a bound beyond the one
  /// or the other. Meaningless once `stopped()`.
  int value(const State<P>& s, int depth, int alpha, int beta) { return value(s, depth, alpha, beta, Tried{}); }

  bool stopped() const { return counter_.stopped(); }
  std::uint64_t nodes() const { return counter_.nodes(); }
  /// How many estimates, or stored values that rest on some, have been used so far. If it did not grow, a value is exact.
  std::uint64_t estimates() const { return estimates_; }
  const Geometry<Bits>& geometry() const { return g_; }

  /// The key of `s` in the table.
  std::uint64_t key(const State<P>& s) const {
    return hash(s.board, static_cast<std::uint64_t>(s.player) | std::uint64_t{s.first} << 1 |
                             std::uint64_t{static_cast<std::uint16_t>(s.spare)} << 2);
  }
  Bits own(const State<P>& s) const { return s.player != 0 ? s.board.owner[0] : g_.all & ~s.board.owner[0]; }
  State<P> after_pass(const State<P>& s) const { return passed<ReinforcementRule::taken>(s, rules_, g_, own(s)); }
  State<P> after(const State<P>& s, Move m) const { return m.is_pass() ? after_pass(s) : attacked(s, m); }
  /// The value of the state behind a move of `s`, for the player to move in `s`.
  int value_behind(const State<P>& s, const State<P>& child, int depth, int alpha, int beta) {
    return child.player == s.player ? value(child, depth, alpha, beta) : -value(child, depth, -beta, -alpha);
  }

 private:
  struct Scored {
    Move move;
    std::uint16_t index;  ///< in the history
    std::int32_t score;
  };
  struct MoveList {
    std::array<Scored, static_cast<std::size_t>(capacity<Bits>) * 6 + 1> moves;
    int size = 0;
    /// Bring the best of the moves from `i` on to place `i`.
    const Scored& pick(int i) {
      int best = i;
      for (int j = i + 1; j < size; ++j)
        if (moves[j].score > moves[best].score) best = j;
      std::swap(moves[i], moves[best]);
      return moves[i];
    }
  };

  /// Attacks that were tried already where those made since stand in their stead, one or more moves earlier in the same turn.
  ///
  /// Two attacks without a common hex lead to the same position in either order, and nothing is better than the best value in the
  /// turn: once an attack m has been searched, no line of the turn that another attack begins and that m continues is worth more
  /// than alpha, as long as the attacks between share no hex with m. So m is left out there.
  struct Tried {
    Attacks<Bits> attacks;
    bool solved = true;  ///< none of their values rests on an estimate

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
  int searched(const State<P>& s, std::uint64_t key, const Known& known, int depth, int alpha, int beta, Tried tried);
  Tried undisturbed(const Tried& tried, Move m) const;
  static Attacks<Bits> leave_out(const Tried& tried, Attacks<Bits>& found);
  bool all_proved(const State<P>& s, const Attacks<Bits>& behind, int most) const;
  void list_moves(const State<P>& s, const Attacks<Bits>& found, const Known& known, MoveList& list);
  /// Fetch the places of the states behind the moves: the table is far from the processor, but for all of them at once it is not
  /// much further than for one.
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

/// Those of the tried attacks that share no hex with `m`, which is made now.
template <class P> typename AlphaBetaSearch<P>::Tried AlphaBetaSearch<P>::undisturbed(const Tried& tried, Move m) const {
  Tried result;
  if (m.is_pass()) return result;
  result.solved = tried.solved;
  const Bits hexes = single<Bits>(m.from) | single<Bits>(m.to);
  for (std::size_t d = 0; d < 6; ++d) result.attacks.from[d] = tried.attacks.from[d] & ~(hexes | g_.beside(directions[d], hexes));
  return result;
}

/// Take the tried attacks out of `found`. The result: those taken out.
template <class P> Attacks<typename P::Bits> AlphaBetaSearch<P>::leave_out(const Tried& tried, Attacks<Bits>& found) {
  Attacks<Bits> out;
  for (std::size_t d = 0; d < 6; ++d) {
    out.from[d] = found.from[d] & tried.attacks.from[d];
    found.from[d] ^= out.from[d];
  }
  return out;
}

/// True if the table knows that none of the attacks is worth more than `most`, whatever the estimates say.
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
  const Looks l = looks(s, g_, mine);
  if (!l.can_attack) {
    if (s.first) return value_finished(g_, mine);
    return -leaf(passed<ReinforcementRule::taken>(s, rules_, g_, mine));
  }
  ++estimates_;
  return estimate(l.features, weights_, s.first);
}

/// One move deep: neither the table nor an order of the moves is worth its while.
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

/// The move at `cutting` refuted the position: such moves come first in future, those tried before it in vain later.
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
  return searched(s, k, known, depth, alpha, beta, tried);
}

template <class P>
int AlphaBetaSearch<P>::searched(const State<P>& s, std::uint64_t key, const Known& known, int depth, int alpha, int beta, Tried tried) {
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
  const int alpha_before = alpha;
  int best = all_made ? -infinity : alpha;
  Move best_move = Move::pass();
  for (int i = 0; i < list.size; ++i) {
    const Scored picked = list.pick(i);
    const Move m = picked.move;
    const State<P> child = m.is_pass() ? passed<ReinforcementRule::taken>(s, rules_, g_, mine) : attacked(s, m);
    const Tried still_tried = undisturbed(tried, m);
    const std::uint64_t estimates_before_move = estimates_;
    int v = value_behind(s, child, depth - 1, alpha, i == 0 ? beta : alpha + 1, still_tried);
    if (i > 0 && v > alpha && v < beta) v = value_behind(s, child, depth - 1, alpha, beta, still_tried);
    if (stopped()) return 0;
    tried.add(picked, estimates_ == estimates_before_move || v <= -value_win);
    if (v > best) {
      best = v;
      best_move = m;
      alpha = std::max(alpha, v);
      if (v >= beta) {
        reward(s, list, i, depth);
        break;
      }
    }
  }
  if (!left_out_proved && best < beta && estimates_ == estimates_before && !all_proved(s, left_out, best)) ++estimates_;
  const bool solved = estimates_ == estimates_before || best >= value_win || best <= -value_win;
  Known result;
  result.value = static_cast<std::int16_t>(best);
  result.depth = static_cast<std::uint8_t>(solved ? depth_solved : depth);
  result.bound = bound_of(best, alpha_before, beta);
  result.work = static_cast<std::uint8_t>(std::bit_width(nodes() - nodes_before));
  // Where nothing was found to be good, what was so before is the best guess.
  result.best = best > alpha_before || !known.has_best ? best_move : known.best;
  result.has_best = true;
  table_.store(key, result);
  return best;
}

}  // namespace tessera::game
