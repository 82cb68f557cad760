// Matches: one engine against others of one kind, on random boards, in every seat. Layer: matches.
#pragma once

#include "matches/engine.hpp"

namespace tessera::game::matches {

/// On each board there are as many games as players: in game i the `challenger` has seat i, and `others` have the rest.
/// So two players play each board from both sides.
struct Match {
  EngineSpec challenger, others;
  Rules rules;
  std::uint64_t seed = 1;  ///< decides the boards, the dice and the random moves
};

/// The results of the games on a board.
struct BoardResult {
  std::vector<int> winners;  ///< for each game 0 if the challenger lost, else how many share the win
};

/// The thinking time of engines.
struct Thinking {
  std::uint64_t moves = 0;
  double seconds = 0;  ///< processor time
};

struct MatchResult {
  std::vector<BoardResult> boards;
  Thinking challenger, others;
};

/// Returns `rules` with the odds of the book's dice.
Setting setting_of(const Rules& rules);

/// Plays the boards number `first` to `first + count - 1` with `threads` threads. The seed alone decides the boards.
/// The calling thread polls `keep_going`; if it returns false, the result has fewer boards. Throws
/// std::invalid_argument if an engine does not support the rules.
MatchResult play_boards(const Match& match, int first, int count, int threads, const std::function<bool()>& keep_going);

/// Plays `games` games from `board` between players who make the attack with the best odds while these are even at
/// least. Returns how many each player has won; a shared win counts as a part. Used to deal fair boards.
std::vector<double> play_greedily(const Setting& setting, const std::vector<Hex>& board, int games, std::uint64_t seed);

/// Returns a random board, with owners and dice as from the game's `gen-board`.
std::vector<Hex> random_board(const Rules& rules, Random& random);

}  // namespace tessera::game::matches
