// What to play where the game looks lost, or is: the move after which mistakes are likeliest. Layer: player.
//
// Against best play all moves are as bad; so the opponent is taken for the text's computer, unless the turns seen were not its turns:
// then for a beginner, who attacks where he can, with any attack as likely as another, and seldom ends his turn before. What a
// position is worth is then the chance that the game will be won in the end. A mistake counts at once where the table has proved
// that it gives the win away.
#pragma once

#include <cmath>

#include "player/opponent.hpp"
#include "player/player.hpp"
#include "player/search.hpp"

namespace tessera::game {

/// Searches on behalf of the player to move in `root`; `search` and `table` are those that found it lost, or nearly so.
template <class P> class Swindle {
 public:
  Swindle(const State<P>& root, const Rules& rules, const AlphaBetaSearch<P>& search, const TranspositionTable& table,
          const Weights& weights, Clock& clock, std::uint64_t nodes = most_nodes)
      : root_(root),
        search_(search),
        table_(table),
        weights_(weights),
        clock_(clock),
        counter_(clock, {.interval = nodes_between_polls, .most = std::min(nodes, most_nodes), .loose = true}),
        chances_(chances_kept),
        computer_(rules, search, clock) {}

  /// Expect the replies of the text's computer at one of `levels`; if there are none, a beginner's.
  void expect(std::vector<int> levels);

  /// The index of the one of `moves`, those of the root, with the best chance, looking further and further ahead while there
  /// is time and `nodes` are left; `otherwise` if there is none.
  std::size_t best_of(const std::vector<RatedMove<int>>& moves, std::size_t otherwise);

  /// The chance that the root's player wins from `s` on, looking `depth` moves ahead. Meaningless once `stopped()`.
  float chance(const State<P>& s, int depth);
  bool stopped() const { return counter_.stopped(); }

  /// How likely a beginner ends the turn, compared with each of his attacks.
  static constexpr float weight_of_pass = 0.14F;

 private:
  struct Kept {
    std::uint64_t key = 0;
    float chance = 0;
    bool estimated = false;  ///< it rests on estimates
  };
  struct Reply {
    std::uint64_t key = 0;
    std::optional<State<P>> next;  ///< none: not foretold
  };
  static constexpr std::size_t chances_kept = 1 << 16, replies_kept = 1 << 14;
  static constexpr std::uint64_t nodes_between_polls = 1024, most_nodes = 20'000'000;
  static constexpr int least_depth = 2, deepest = 40;

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
  std::vector<int> levels_;  ///< of the text's computer, any of which the opponent may be; none if it is another player
  std::vector<Reply> replies_;
  std::uint64_t leaves_ = 0;  ///< estimates used
};

/// The chance to win against a beginner, who plays worse than those whose games the estimates foretell: half of their log-odds
/// foretells games with him best. Looked up, as nothing else takes as long.
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
  for (int depth = least_depth; depth < deepest; ++depth) {
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

/// The chance that `s`, where the game has ended, is worth; `own` are the hexes of the player to move.
template <class P> float Swindle<P>::finished(const State<P>& s, const typename P::Bits& own) const {
  const int value = value_finished(search_.geometry(), own);
  return static_cast<float>(chance_to_win(s.player == root_.player ? value : -value));
}

template <class P> float Swindle<P>::leaf(const State<P>& s) {
  counter_.count();
  const auto own = search_.own(s);
  const Looks l = looks(s, search_.geometry(), own);
  if (!l.can_attack) return s.first ? finished(s, own) : leaf(search_.after_pass(s));
  ++leaves_;
  const int value = estimate(l.features, weights_, s.first);
  return chance_against_beginner(s.player == root_.player ? value : -value);
}

/// What the table has proved of the position with that key, where it is the root's player's turn or not, if that is better
/// than a loss; else 0.
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
  // The table lies too far off to be asked about every position one move above the leaves.
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

/// The mean over the levels that the opponent may be, each position by itself. If no reply is foretold, a beginner's are expected.
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
