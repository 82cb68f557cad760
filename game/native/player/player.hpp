// The stronger player: iterative deepening within a time budget, for two players and attacks that always succeed. Layer: player.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "player/evaluation.hpp"

namespace tessera::game {

/// A node of the game's tree, unpacked.
struct Node {
  std::span<const Hex> board;
  int player = 0;
  int spare = 0;      ///< dice taken in this turn
  bool first = true;  ///< no attack yet in this turn
};

/// When a search ends. It also ends when the game is solved.
struct Limits {
  double seconds = 1;
  bool processor_time = false;  ///< measure the seconds as time of the searching thread, not of the wall clock
  int depth = 100;              ///< moves
  std::uint64_t nodes = UINT64_MAX;
  int threads = 1;
  bool rate_all = false;                    ///< find the value of every move, not of the best one alone
  bool results_only = false;                ///< with `rate_all`: find which moves win, tie or lose; the others' values say little
  const std::atomic<bool>* stop = nullptr;  ///< if it becomes true, the search ends at once with what it has found
  std::function<bool()> interrupted;        ///< the same, by a question that the first thread asks now and then
};

/// A move of the root.
struct RatedMove {
  Move move;
  int value = 0;        ///< for the player to move
  bool exact = false;   ///< else it is at most `value`
  bool solved = false;  ///< `value` rests on no estimate
};

/// What a search has found.
struct Analysis {
  int depth = 0;                 ///< the last depth that was searched through
  bool solved = false;           ///< the value is that of the finished game
  int value = 0;                 ///< of the best move, for the player to move
  std::size_t best = 0;          ///< the index of the move to play: the best, or where the game looks lost a swindle (not with `rate_all`)
  std::vector<RatedMove> moves;  ///< in the game's order
  std::vector<Move> line;        ///< the best line, from the move to play on
  std::uint64_t nodes = 0;
  double seconds = 0;
};

/// The chance to win, 0 to 1, that a value means.
double chance_to_win(int value);

/// Plays and analyses. What it learns it keeps in its table from one call to the next; the table's size never changes. It also keeps
/// the last turns of whom it plays against, to know what to expect (opponent.hpp), but for calls with `rate_all`; and takes up to
/// some 64 MB for that where a game looks lost.
class Player {
 public:
  /// Throws std::bad_alloc if there is no memory for `megabytes` of table.
  explicit Player(std::size_t megabytes = 64, const Weights& weights = fitted_weights);
  ~Player();

  /// True if the search is one for these rules: those of versions 1 to 3, with two players.
  static constexpr bool takes(const Rules& rules) {
    return rules.players == 2 && rules.attack == AttackRule::stronger && rules.reinforcement == ReinforcementRule::taken && !rules.luck;
  }

  /// What the search finds of `node` by rules that it takes.
  /// A node without moves has an analysis without moves. Throws std::invalid_argument if the board is none that the search supports:
  /// up to 16x16 hexes of players 0 and 1, with 1 to 8 dice.
  Analysis analyze(const Node& node, const Rules& rules, const Limits& limits);

  std::size_t table_bytes() const;
  /// Forget all positions and the opponent: another game begins.
  void forget();

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
  const Weights& weights_;
};

}  // namespace tessera::game
