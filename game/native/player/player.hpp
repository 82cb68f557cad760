// The stronger player: iterative deepening within a time budget, for two players and attacks that always succeed.
// Layer: player.
#pragma once

#include <memory>

#include "player/evaluation.hpp"
#include "search/analysis.hpp"
#include "search/clock.hpp"

namespace tessera::game {

/// The limits and options of a search. It also ends when the game is solved. `nodes` is checked between depths.
struct AlphaBetaLimits : Budget {
  int depth = 100;  ///< moves
  int threads = 1;
  bool rate_all = false;      ///< find the value of every move, not only of the best one
  bool results_only = false;  ///< with `rate_all`: find which moves win, tie or lose; other values say little
};

/// The result of a search. The move to play is the best one or, where the game looks lost, a swindle (not with
/// `rate_all`).
struct AlphaBetaAnalysis : Analysis<int> {
  int depth = 0;        ///< the last depth searched completely
  bool solved = false;  ///< the value is that of the finished game
};

/// Returns the chance to win, 0 to 1, for a value.
double chance_to_win(int value);

/// Plays and analyzes. Keeps its table, of a fixed size, from one call to the next, and the last turns of its opponent
/// (opponent.hpp), except in calls with `rate_all`. Where a game looks lost, it takes up to 64 MB more.
class AlphaBetaPlayer {
 public:
  /// Throws std::bad_alloc if there is no memory for `megabytes` of table.
  explicit AlphaBetaPlayer(std::size_t megabytes = 64, const Weights& weights = fitted_weights);
  ~AlphaBetaPlayer();

  /// True if the search supports these rules: those of versions 1 to 3, with two players and without holes.
  static constexpr bool takes(const Rules& rules) {
    return rules.players == 2 && rules.attack == AttackRule::stronger && rules.reinforcement == ReinforcementRule::taken && !rules.luck &&
           !any(rules.holes);
  }

  /// Returns the analysis of `node` by supported rules. A node without moves has an analysis without moves. Throws
  /// std::invalid_argument for unsupported boards: the limits are 16x16 hexes of players 0 and 1, with 1 to 8 dice.
  AlphaBetaAnalysis analyze(const Node& node, const Rules& rules, const AlphaBetaLimits& limits);

  std::size_t table_bytes() const;
  /// Forgets all positions and the opponent, since another game begins.
  void forget();

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
  const Weights& weights_;
};

}  // namespace tessera::game
