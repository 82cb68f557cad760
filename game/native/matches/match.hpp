// Matches: one engine against others of one kind, on random boards, in every seat. Layer: matches.
#pragma once

#include "matches/engine.hpp"

namespace tessera::game::matches {

/// On each board as many games are played as there are players: in game i the `challenger` has seat i, and `others`
/// have the rest. So for two players each board is played with both sides.
struct Match {
  EngineSpec challenger, others;
  Rules rules;
  std::uint64_t seed = 1;  ///< decides the boards, the dice and the random moves
};

/// What came of the games on a board.
struct BoardResult {
  std::vector<int> winners;  ///< for each game 0 if the challenger lost it, else how many share the win
};

/// How long the engines took.
struct Thinking {
  std::uint64_t moves = 0;
  double seconds = 0;  ///< of the processor
};

struct MatchResult {
  std::vector<BoardResult> boards;
  Thinking challenger, others;
};

/// Play on the boards number `first` to `first + count - 1` with `threads` threads. Which boards these are depends on
/// the seed alone. `keep_going` is asked now and then by the calling thread; where it says no, the result has fewer
/// boards. Throws std::invalid_argument if an engine cannot play by the rules.
MatchResult play_boards(const Match& match, int first, int count, int threads, const std::function<bool()>& keep_going);

/// A random board: each hex's owner and dice are drawn like the game's `gen-board` does.
std::vector<Hex> random_board(const Rules& rules, Random& random);

}  // namespace tessera::game::matches
