// What to play where every move loses against best play: the move after which mistakes are likeliest. Layer: player.
//
// The opponent is taken for one who judges positions by their looks, as `estimate` does, and who mostly, not always, plays what
// looks best. What a position is worth is then the chance that the game will be won in the end. A mistake counts at once where the
// table has proved that a move gives the win away.
#pragma once

#include <cmath>

#include "player/player.hpp"
#include "player/search.hpp"

namespace tessera::game {

/// Searches on behalf of the player to move in `root`, who loses; `search` and `table` are those that found that.
template <class P>
class Swindle {
 public:
  Swindle(const State<P>& root, const Search<P>& search, const Table& table, const Weights& weights, Clock& clock,
          std::uint64_t nodes = most_nodes)
      : root_(root),
        search_(search),
        table_(table),
        weights_(weights),
        clock_(clock),
        node_limit_(std::min(nodes, most_nodes)),
        chances_(chances_kept) {}

  /// The index of the one of `moves`, those of the root, with the best chance, looking further and further ahead while there
  /// is time and `nodes` are left; `otherwise` if there is none. It never takes more than a second or two.
  std::size_t best_of(const std::vector<RatedMove>& moves, std::size_t otherwise);

  /// The chance that the root's player wins from `s` on, looking `depth` moves ahead. Meaningless once `stopped()`.
  float chance(const State<P>& s, int depth);
  bool stopped() const { return stopped_; }

 private:
  struct Kept {
    std::uint64_t key = 0;
    float chance = 0;
  };
  static constexpr std::size_t chances_kept = 1 << 16;
  static constexpr std::uint64_t nodes_between_polls = 256, most_nodes = 1'000'000;
  static constexpr int deepest = 12;
  /// How much likelier a move is to be played than one that looks worse by one unit of log-odds: e to this power.
  static constexpr float discernment = 0.5F;

  float chance_of_value(const State<P>& s, int value) const {
    return static_cast<float>(chance_to_win(s.player == root_.player ? value : -value));
  }
  int looks_like(const State<P>& s) const;
  float proved_chance(const State<P>& s, std::uint64_t key) const;
  float own_best(const State<P>& s, const Attacks<typename P::Bits>& found, int depth);
  float expected(const State<P>& s, const Attacks<typename P::Bits>& found, int depth);
  template <class F>
  void each_child(const State<P>& s, const Attacks<typename P::Bits>& found, F&& f) const {
    if (!s.first) f(search_.after_pass(s));
    for_each_attack_unordered(found, search_.geometry(), [&](Move m) { f(attacked(s, m)); });
  }

  const State<P> root_;
  const Search<P>& search_;
  const Table& table_;
  const Weights& weights_;
  Clock& clock_;
  const std::uint64_t node_limit_;
  std::vector<Kept> chances_;
  std::uint64_t nodes_ = 0;
  bool stopped_ = false;
};

template <class P>
std::size_t Swindle<P>::best_of(const std::vector<RatedMove>& moves, std::size_t otherwise) {
  std::size_t best = otherwise;
  for (int depth = 0; depth < deepest; ++depth) {
    float most = -1;
    std::size_t place = otherwise;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const float c = chance(search_.after(root_, moves[i].move), depth);
      if (stopped_) return best;
      if (c > most) most = c, place = i;
    }
    best = place;
  }
  return best;
}

/// How good `s` looks to its player to move, in units of the search's values.
template <class P>
int Swindle<P>::looks_like(const State<P>& s) const {
  const auto own = search_.own(s);
  const Looks l = looks(s, search_.geometry(), own);
  if (l.can_attack) return estimate(l.features, weights_, s.first);
  return s.first ? value_finished(search_.geometry(), own) : -looks_like(search_.after_pass(s));
}

/// What the table has proved of `s`, if that is better than a loss; else 0.
template <class P>
float Swindle<P>::proved_chance(const State<P>& s, std::uint64_t key) const {
  const Known known = table_.find(key);
  if (known.bound == Bound::none || known.depth != depth_solved) return 0;
  const bool proved = known.bound == Bound::exact || (known.bound == Bound::lower && known.value >= value_win) ||
                      (known.bound == Bound::upper && known.value <= -value_win);
  return proved ? chance_of_value(s, known.value) : 0;
}

template <class P>
float Swindle<P>::chance(const State<P>& s, int depth) {
  if (++nodes_ % nodes_between_polls == 0) stopped_ = stopped_ || nodes_ >= node_limit_ || clock_.expired();
  if (stopped_) return 0;
  const auto own = search_.own(s);
  const auto found = attacks<AttackRule::stronger>(s.board, search_.geometry(), own);
  if (found.none())
    return s.first ? chance_of_value(s, value_finished(search_.geometry(), own)) : chance(search_.after_pass(s), depth);
  const std::uint64_t key = search_.key(s);
  if (const float proved = proved_chance(s, key); proved > 0) return proved;
  if (depth <= 0) return chance_of_value(s, looks_like(s));
  const std::uint64_t key_at_depth = mix(key + static_cast<std::uint64_t>(depth));
  Kept& kept = chances_[key_at_depth % chances_kept];
  if (kept.key == key_at_depth) return kept.chance;
  const float c = s.player == root_.player ? own_best(s, found, depth) : expected(s, found, depth);
  if (!stopped_) kept = {key_at_depth, c};
  return c;
}

template <class P>
float Swindle<P>::own_best(const State<P>& s, const Attacks<typename P::Bits>& found, int depth) {
  float most = 0;
  each_child(s, found, [&](const State<P>& child) { most = std::max(most, chance(child, depth - 1)); });
  return most;
}

/// The opponent's moves are the likelier the better they look.
template <class P>
float Swindle<P>::expected(const State<P>& s, const Attacks<typename P::Bits>& found, int depth) {
  constexpr float most_log_odds = 20;
  float sum = 0, weights = 0;
  each_child(s, found, [&](const State<P>& child) {
    const auto value = static_cast<float>(child.player == s.player ? looks_like(child) : -looks_like(child));
    const float weight = std::exp(discernment * std::clamp(value / value_unit, -most_log_odds, most_log_odds));
    sum += weight * chance(child, depth - 1);
    weights += weight;
  });
  return sum / weights;
}

}  // namespace tessera::game
