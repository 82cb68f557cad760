// Proof-number search: whether a player, by the rules of versions 1 to 3, gets at least a result from a position.
// Layer: solving.
//
// df-pn: the search goes to the position whose proof needs least, and comes back when another one needs less. Proof
// numbers estimate how much is left to show. Those of new positions come from the stronger player's estimate, so that
// likely moves are searched first. Where all moves must be shown, the hardest one counts, and one for each other, not
// the sum: many orders of the same attacks lead to the same positions, which a sum would count several times.
#pragma once

#include <cmath>

#include "board/hash.hpp"
#include "player/evaluation.hpp"
#include "player/settled.hpp"
#include "search/clock.hpp"
#include "solving/proof_table.hpp"

namespace tessera::game::solving {

/// What is to be proved: that `player` wins or, unless `win`, at least ties.
struct Claim {
  int player = 0;
  bool win = true;

  /// Returns the claim that is true exactly if this one is false.
  constexpr Claim opposite() const { return {1 - player, !win}; }
  friend constexpr bool operator==(const Claim&, const Claim&) = default;
};

/// Proves and refutes one claim about positions on boards of one size. Keeps what it finds in the table.
template <class P> class Prover {
 public:
  using Bits = typename P::Bits;

  Prover(const Rules& rules, const Claim& claim, ProofTable& table, Clock& clock)
      : rules_(rules), g_(rules.size), claim_(claim), table_(table), counter_(clock, {.interval = 1024, .at_once = true}) {}

  /// Searches `s` until its claim is proved or refuted, or the clock expires. Returns what is known then.
  ProofNumbers prove(const State<P>& s) {
    const State<P> root = after_forced_moves(s);
    const ProofNumbers known = numbers_of(root);
    return known.open() ? search(root, known, {unreachable - 1, unreachable - 1}) : known;
  }
  /// Searches `s`, where there is a choice, although the result is known: finds the moves that lead to it.
  ProofNumbers prove_again(const State<P>& s) { return search(s, {}, {unreachable - 1, unreachable - 1}); }
  /// Returns what is known of `s` without a search.
  ProofNumbers numbers_of(const State<P>& s);
  /// Returns the bit width of the number of nodes that `s` took; 0 if it took none, or if that is not known.
  int work_of(const State<P>& s) const { return table_.work(key(s)); }

  /// Calls `f(state, numbers)` for each move of `s`, with the state after it and the moves without a choice that
  /// follow.
  template <class F> void for_each_successor(const State<P>& s, F&& f) {
    Children children;
    expand(s, children);
    for (std::size_t i = 0; i < children.count; ++i) f(children.at[i].state, children.at[i].numbers);
  }

  std::uint64_t nodes() const { return counter_.nodes(); }
  bool stopped() const { return counter_.stopped(); }
  const Geometry<Bits>& geometry() const { return g_; }

  Bits own(const State<P>& s) const { return s.player != 0 ? s.board.owner[0] : g_.all & ~s.board.owner[0]; }
  State<P> after_pass(const State<P>& s) const { return passed<ReinforcementRule::taken>(s, rules_, g_, own(s)); }
  State<P> after(const State<P>& s, Move m) const { return m.is_pass() ? after_pass(s) : attacked(s, m); }
  /// Returns the state after the moves from `s` on among which there is no choice, ends of turns.
  State<P> after_forced_moves(State<P> s) const {
    while (!s.first && attacks<AttackRule::stronger>(s.board, g_, own(s)).none()) s = after_pass(s);
    return s;
  }
  /// True if the player who claims is to move in `s`.
  bool claims(const State<P>& s) const { return s.player == claim_.player; }

 private:
  static constexpr std::uint32_t unreachable = ProofNumbers::infinite;

  struct Child {
    State<P> state;
    std::uint64_t key;
    ProofNumbers numbers;
  };
  struct Children {
    std::array<Child, static_cast<std::size_t>(capacity<Bits>) * 6 + 1> at;
    std::size_t count = 0;
  };
  /// The numbers of a position, and which child to search next, until one of its numbers reaches the limits.
  struct Choice {
    ProofNumbers numbers;
    std::size_t child;
    ProofNumbers limits;
  };

  std::uint64_t key(const State<P>& s) const {
    return hash(s.board, static_cast<std::uint64_t>(s.player) | std::uint64_t{s.first} << 1 |
                             std::uint64_t{static_cast<std::uint16_t>(s.spare)} << 2 | std::uint64_t{claim_.win} << 20 |
                             static_cast<std::uint64_t>(claim_.player) << 21);
  }
  /// Returns the numbers of a position whose player to move gets the result: 1, a win; 0, a tie; -1, a loss.
  ProofNumbers of_result(const State<P>& s, int result) const {
    const int got = claims(s) ? result : -result;
    return got > 0 || (got == 0 && !claim_.win) ? ProofNumbers::proved() : ProofNumbers::refuted();
  }
  ProofNumbers evaluate(const State<P>& s);
  ProofNumbers search(const State<P>& s, ProofNumbers now, ProofNumbers limits);
  void expand(const State<P>& s, Children& children);
  Choice choose(const Children& children, bool claims, ProofNumbers limits) const;

  Rules rules_;
  Geometry<Bits> g_;
  Claim claim_;
  ProofTable& table_;
  NodeCounter counter_;
};

/// Returns the first numbers of a new position.
template <class P> ProofNumbers Prover<P>::evaluate(const State<P>& s) {
  counter_.count();
  const Bits mine = own(s);
  if (won_by_passing(s, rules_, g_, mine)) return of_result(s, 1);
  if (lost_with_this_turn(s, g_, mine)) return of_result(s, -1);
  const PositionSummary l = summarize(s, g_, mine);
  if (!l.can_attack && s.first) {
    const int value = value_finished(g_, mine);
    return of_result(s, value > 0 ? 1 : value < 0 ? -1 : 0);
  }
  const int estimated = estimate(l.features, fitted_weights, s.first);
  const float log_odds = static_cast<float>(claims(s) ? estimated : -estimated) / value_unit;

  const auto number = [](float x) { return static_cast<std::uint32_t>(std::clamp(4 * std::exp(x / 2), 1.0F, 1e5F)); };
  return {number(-log_odds), number(log_odds)};
}

template <class P> ProofNumbers Prover<P>::numbers_of(const State<P>& s) {
  const ProofNumbers known = table_.find(key(s));
  return known.known() ? known : evaluate(s);
}

/// Lists the positions after the moves of `s`, which has some.
template <class P> void Prover<P>::expand(const State<P>& s, Children& children) {
  const auto add = [&](const State<P>& after) {
    const State<P> child = after_forced_moves(after);
    children.at[children.count++] = {child, key(child), {}};
  };
  if (!s.first) add(after_pass(s));
  for_each_attack(attacks<AttackRule::stronger>(s.board, g_, own(s)), g_, [&](Move m) { add(attacked(s, m)); });
  for (std::size_t i = 0; i < children.count; ++i) table_.prefetch(children.at[i].key);
  for (std::size_t i = 0; i < children.count; ++i) {
    Child& c = children.at[i];
    c.numbers = table_.find(c.key);
    if (!c.numbers.known()) c.numbers = evaluate(c.state);
  }
}

template <class P> typename Prover<P>::Choice Prover<P>::choose(const Children& children, bool claims, ProofNumbers limits) const {
  // In the words of the player to move: `mine` is the number for its goal, the least of the children's, and `theirs`
  // the number for the opponent's.
  std::uint32_t best = unreachable, second = unreachable, most = 0, best_theirs = 0;
  std::size_t chosen = 0, open = 0;

  for (std::size_t i = 0; i < children.count; ++i) {
    const ProofNumbers& n = children.at[i].numbers;
    const std::uint32_t mine = claims ? n.proof : n.disproof, theirs = claims ? n.disproof : n.proof;
    if (mine < best || (mine == best && theirs < best_theirs)) {
      second = best;
      best = mine;
      best_theirs = theirs;
      chosen = i;
    } else if (mine < second) second = mine;
    most = std::max(most, theirs);
    open += theirs != 0;
  }
  const auto capped = [](std::uint64_t n) { return static_cast<std::uint32_t>(std::min<std::uint64_t>(n, unreachable - 2)); };
  if (best == 0) return {claims ? ProofNumbers::proved() : ProofNumbers::refuted(), chosen, {}};
  if (best == unreachable) return {claims ? ProofNumbers::refuted() : ProofNumbers::proved(), chosen, {}};
  const std::uint32_t theirs = capped(std::uint64_t{most} + open - 1);
  const std::uint32_t limit_mine = claims ? limits.proof : limits.disproof, limit_theirs = claims ? limits.disproof : limits.proof;
  const std::uint32_t next_mine = std::min(limit_mine, capped(std::uint64_t{second} + second / 4 + 1));
  const std::uint32_t next_theirs = capped(std::uint64_t{limit_theirs} - theirs + best_theirs);
  const ProofNumbers now = claims ? ProofNumbers{best, theirs} : ProofNumbers{theirs, best};
  return {now, chosen, claims ? ProofNumbers{next_mine, next_theirs} : ProofNumbers{next_theirs, next_mine}};
}

/// Searches `s`, whose numbers are `now`, until one of them reaches its limit.
template <class P> ProofNumbers Prover<P>::search(const State<P>& s, ProofNumbers now, ProofNumbers limits) {
  const std::uint64_t before = nodes();
  Children children;
  expand(s, children);
  while (true) {
    const Choice choice = choose(children, claims(s), limits);
    now = choice.numbers;
    if (!now.open() || now.proof >= limits.proof || now.disproof >= limits.disproof || counter_.expired()) break;
    Child& c = children.at[choice.child];
    c.numbers = search(c.state, c.numbers, choice.limits);
  }
  table_.store(key(s), now, nodes() - before);
  return now;
}

}  // namespace tessera::game::solving
