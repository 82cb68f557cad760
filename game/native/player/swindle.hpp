// The move to play where the game looks lost, or is: the one after which the opponent's mistakes are likeliest. Layer:
// player.
//
// All moves are equal against best play. So the opponent is taken for the book's computer, unless its turns differed;
// then for a beginner who attacks at random and rarely ends a turn early. The value of a position is the chance to win
// in the end. A mistake counts at once if the table has proved that it gives the win away.
#pragma once

#include <cmath>

#include "player/opponent.hpp"
#include "player/player.hpp"
#include "player/search.hpp"

namespace tessera::game {

/// Searches for the player to move in `root`; `search` and `table` are those that found the game lost, or nearly so.
template <class P> class Swindle {
 public:
  Swindle(const State<P>& root, const Rules& rules, const AlphaBetaSearch<P>& search, const TranspositionTable& table,
          const Weights& weights, Clock& clock, std::uint64_t nodes = max_nodes)
      : root_(root),
        search_(search),
        table_(table),
        weights_(weights),
        clock_(clock),
        counter_(clock, {.interval = nodes_between_polls, .most = std::min(nodes, max_nodes), .loose = true}),
        chances_(chances_kept),
        computer_(rules, search, clock) {}

  /// Expects the replies of the book's computer at one of `levels`, or a beginner's if there are none.
  void expect(std::vector<int> levels);

  /// Returns the index of the move of the root with the best chance, searching deeper and deeper within the time and
  /// `nodes`; `otherwise` if there is none.
  std::size_t best_of(const std::vector<RatedMove<int>>& moves, std::size_t otherwise);

  /// Returns the chance that the root's player wins from `s` on, searched `depth` moves deep. Meaningless once
  /// `stopped()`.
  float chance(const State<P>& s, int depth);
  bool stopped() const { return counter_.stopped(); }

  /// The weight with which a beginner ends the turn, relative to each attack.
  static constexpr float weight_of_pass = 0.14F;

 private:
  struct Kept {
    std::uint64_t key = 0;
    float chance = 0;
    bool estimated = false;  ///< depends on estimates
  };
  struct Reply {
    std::uint64_t key = 0;
    std::optional<State<P>> next;  ///< none: not predicted
  };
  static constexpr std::size_t chances_kept = 1 << 16, replies_kept = 1 << 14;
  static constexpr std::uint64_t nodes_between_polls = 1024, max_nodes = 20'000'000;
  static constexpr int min_depth = 2, deepest = 40;

  float leaf(const State<P>& s);
  float finished(const State<P>& s, const typename P::Bits& own) const;
  float proved_chance(std::uint64_t key, bool own_turn) const;
  float own_best(const State<P>& s, const Attacks<typename P::Bits>& found, int depth);
  float expected(const State<P>& s, const Attacks<typename P::Bits>& found, int depth);
  float foretold_or_expected(const State<P>& s, const Attacks<typename P::Bits>& found, std::uint64_t key, int depth);
  std::optional<State<P>> reply(const State<P>& s, std::uint64_t key, int level);

  const State<P> root_;
  const AlphaBetaSearch<P>& search_;
  const TranspositionTable& table_;
  const Weights& weights_;
  Clock& clock_;
  NodeCounter counter_;
  std::vector<Kept> chances_;
  TextComputer<P> computer_;
  std::vector<int> levels_;  ///< the possible levels of the book's computer; none for a beginner
  std::vector<Reply> replies_;
  std::uint64_t leaves_ = 0;  ///< estimates used
};

/// Returns the chance to win against a beginner, who plays worse than the estimates assume: half of their log-odds
/// predicts games with a beginner best. Uses a table, since computing it would dominate the search.
inline float chance_against_beginner(int value) {
  constexpr int step = 4, most = 4096;
  static const auto chances = [] {
    std::array<float, 2 * most / step + 1> result{};
    for (int i = 0; i < static_cast<int>(result.size()); ++i)
      result[static_cast<std::size_t>(i)] = static_cast<float>(chance_to_win((i * step - most) / 2));
    return result;
  }();
  return chances[static_cast<std::size_t>((std::clamp(value, -most, most) + most) / step)];
}

template <class P> void Swindle<P>::expect(std::vector<int> levels) {
  levels_ = std::move(levels);
  if (!levels_.empty()) replies_.resize(replies_kept);
}

template <class P> std::size_t Swindle<P>::best_of(const std::vector<RatedMove<int>>& moves, std::size_t otherwise) {
  std::size_t best = otherwise;
  counter_.poll();
  for (int depth = min_depth; depth < deepest; ++depth) {
    float most = -1;
    std::size_t place = otherwise;
    const std::uint64_t leaves_before = leaves_;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const float c = chance(search_.after(root_, moves[i].move), depth);
      if (stopped()) return best;
      if (c > most) most = c, place = i;
    }
    best = place;
    if (most == 1 || leaves_ == leaves_before) break;
  }
  return best;
}

/// Returns the chance for `s`, where the game has ended; `own` are the hexes of the player to move.
template <class P> float Swindle<P>::finished(const State<P>& s, const typename P::Bits& own) const {
  const int value = value_finished(search_.geometry(), own);
  return static_cast<float>(chance_to_win(s.player == root_.player ? value : -value));
}

template <class P> float Swindle<P>::leaf(const State<P>& s) {
  counter_.count();
  const auto own = search_.own(s);
  const PositionSummary l = summarize(s, search_.geometry(), own);
  if (!l.can_attack) return s.first ? finished(s, own) : leaf(search_.after_pass(s));
  ++leaves_;
  const int value = estimate(l.features, weights_, s.first);
  return chance_against_beginner(s.player == root_.player ? value : -value);
}

/// Returns the chance that the table has proved for the position with that key, if it is better than a loss; otherwise
/// 0. `own_turn` tells whether the root's player is to move.
template <class P> float Swindle<P>::proved_chance(std::uint64_t key, bool own_turn) const {
  const Known known = table_.find(key);
  if (known.bound == Bound::none || known.depth != depth_solved) return 0;
  const bool proved = known.bound == Bound::exact || (known.bound == Bound::lower && known.value >= value_win) ||
                      (known.bound == Bound::upper && known.value <= -value_win);
  return proved ? static_cast<float>(chance_to_win(own_turn ? known.value : -known.value)) : 0;
}

template <class P> float Swindle<P>::chance(const State<P>& s, int depth) {
  if (depth <= 0) return leaf(s);
  if (counter_.expired()) return 0;
  counter_.count();
  const auto own = search_.own(s);
  const auto found = attacks<AttackRule::stronger>(s.board, search_.geometry(), own);
  if (found.none()) return s.first ? finished(s, own) : chance(search_.after_pass(s), depth);
  const std::uint64_t key = search_.key(s);
  const std::uint64_t key_at_depth = mix(key + static_cast<std::uint64_t>(depth));
  Kept& kept = chances_[key_at_depth % chances_kept];
  if (kept.key == key_at_depth) {
    leaves_ += kept.estimated;
    return kept.chance;
  }
  const bool own_turn = s.player == root_.player;
  const std::uint64_t leaves_before = leaves_;
  // Table accesses are too slow for positions one move above the leaves.
  float c = depth > 1 ? proved_chance(key, own_turn) : 0;
  if (c == 0) c = own_turn ? own_best(s, found, depth) : foretold_or_expected(s, found, key, depth);
  if (!stopped()) kept = {key_at_depth, c, leaves_ != leaves_before};
  return c;
}

template <class P> float Swindle<P>::own_best(const State<P>& s, const Attacks<typename P::Bits>& found, int depth) {
  float most = s.first ? 0 : chance(search_.after_pass(s), depth - 1);
  for_each_attack_unordered(found, search_.geometry(), [&](Move m) {
    if (most < 1) most = std::max(most, chance(attacked(s, m), depth - 1));
  });
  return most;
}

template <class P> float Swindle<P>::expected(const State<P>& s, const Attacks<typename P::Bits>& found, int depth) {
  float sum = 0, weights = 0;
  if (!s.first) {
    weights = weight_of_pass;
    sum = weight_of_pass * chance(search_.after_pass(s), depth - 1);
  }
  for_each_attack_unordered(found, search_.geometry(), [&](Move m) {
    weights += 1;
    sum += chance(attacked(s, m), depth - 1);
  });
  return sum / weights;
}

/// Returns the mean over the opponent's possible levels, for each position separately, or a beginner's value if no
/// reply is predicted.
template <class P>
float Swindle<P>::foretold_or_expected(const State<P>& s, const Attacks<typename P::Bits>& found, std::uint64_t key, int depth) {
  float sum = 0, replies = 0;
  for (const int level : levels_)
    if (const auto next = reply(s, key, level)) {
      sum += chance(*next, depth - 1);
      replies += 1;
    }
  return replies > 0 ? sum / replies : expected(s, found, depth);
}

template <class P> std::optional<State<P>> Swindle<P>::reply(const State<P>& s, std::uint64_t key, int level) {
  const std::uint64_t key_at_level = mix(key + static_cast<std::uint64_t>(level));
  Reply& known = replies_[key_at_level % replies_kept];
  if (known.key == key_at_level) return known.next;
  try {
    known = {key_at_level, computer_.next(s, level)};
  } catch (const faithful::GivenUp&) {
    if (clock_.expired()) counter_.poll();
    known = {key_at_level, std::nullopt};
  }
  counter_.count(computer_.leaves());
  return known.next;
}

}  // namespace tessera::game
