// The stronger player: iterative deepening within a time budget, for two players and attacks that always succeed. Layer: player.
#pragma once

#include <memory>

#include "player/evaluation.hpp"
#include "search/clock.hpp"
#include "search/findings.hpp"

namespace tessera::game {

/// What a search may use, and how. It also ends when the game is solved. `nodes` is looked at between depths.
struct AlphaBetaLimits : Budget {
  int depth = 100;  ///< moves
  int threads = 1;
  bool rate_all = false;      ///< find the value of every move, not of the best one alone
  bool results_only = false;  ///< with `rate_all`: find which moves win, tie or lose; the others' values say little
};

/// What a search has found. The move to play is the best or, where the game looks lost, a swindle (not with `rate_all`).
struct AlphaBetaAnalysis : Findings<int> {
  int depth = 0;        ///< the last depth that was searched through
  bool solved = false;  ///< the value is that of the finished game
};

/// The chance to win, 0 to 1, that a value means.
double chance_to_win(int value);

/// Plays and analyses. What it learns it keeps in its table from one call to the next; the table's size never changes. It also keeps
/// the last turns of whom it plays against, to know what to expect (opponent.hpp), but for calls with `rate_all`; and takes up to
/// some 64 MB for that where a game looks lost.
class AlphaBetaPlayer {
 public:
  /// Throws std::bad_alloc if there is no memory for `megabytes` of table.
  explicit AlphaBetaPlayer(std::size_t megabytes = 64, const Weights& weights = fitted_weights);
  ~AlphaBetaPlayer();

  /// True if the search is one for these rules: those of versions 1 to 3, with two players.
  static constexpr bool takes(const Rules& rules) {
    return rules.players == 2 && rules.attack == AttackRule::stronger && rules.reinforcement == ReinforcementRule::taken && !rules.luck;
  }

  /// What the search finds of `node` by rules that it takes.
  /// A node without moves has an analysis without moves. Throws std::invalid_argument if the board is none that the search supports:
  /// up to 16x16 hexes of players 0 and 1, with 1 to 8 dice.
  AlphaBetaAnalysis analyze(const Node& node, const Rules& rules, const AlphaBetaLimits& limits);

  std::size_t table_bytes() const;
  /// Forget all positions and the opponent: another game begins.
  void forget();

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
  const Weights& weights_;
};

}  // namespace tessera::game
