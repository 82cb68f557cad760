// The stronger players as Lisp asks them: game/computer/strong_player.lisp is their face. Layer: bindings.
#pragma once

#include <climits>
#include <cstdint>
#include <memory>

#include "bindings/boards.hpp"
#include "multi/search.hpp"
#include "player/player.hpp"

namespace tessera::game::bindings {

/// What a stronger player is asked, taken out of Lisp.
struct Question {
  HexBoard board;
  int player = 0, spare = 0;
  bool first = true;
  Rules rules;
  multi::Odds odds;  ///< where dice decide or more than two play
  multi::Style style = multi::Style::max_n;
  double seconds = 1;
  double begun = 0;                  ///< from when on the seconds count: making a table takes some of them
  std::uint64_t nodes = UINT64_MAX;  ///< positions to look at, at most
  int depth = INT_MAX;               ///< moves for two, turns for several, to look ahead at most
  int threads = 1;
  std::size_t megabytes = 64;
  bool rate_all = false;
  bool results_only = false;  ///< for two; see AlphaBetaLimits

  /// True if the player for two takes it, else the one for several.
  bool for_two() const { return AlphaBetaPlayer::takes(rules); }
  Node node() const { return {board.span(), player, spare, first}; }
  AlphaBetaLimits limits_for_two() const;
  multi::ExpectimaxLimits limits_for_several() const;
};

/// Take a question out of the arguments board player spare-dice first-move style microseconds threads megabytes rate-all nodes
/// depth. False if the players do not take it. RATE-ALL is NIL, :RESULTS for `results_only`, or another object; NODES and DEPTH are NIL for no
/// limit. The seconds count from now on. May call Lisp.
bool read_question(Game& game, Args a, Question& out);

/// What a search has found as a property list: see ANALYSIS in strong_player.lisp.
Word answer_of(words::State& state, const AlphaBetaAnalysis& found);
Word answer_of(words::State& state, const multi::ExpectimaxAnalysis& found);

/// The stronger players of one thread. They are made when first asked; their tables last, and are made anew if another size is
/// asked for.
class Players {
 public:
  /// Arguments: those of `read_question`. The result is a property list, NIL if the players do not take the board. May run Lisp.
  Word analyze(Game& game, Args a);

  /// The players themselves, with tables of that size.
  AlphaBetaPlayer& for_two(std::size_t megabytes);
  multi::ExpectimaxPlayer& for_several(std::size_t megabytes);

 private:
  Word analyze_two(Game& game, const Question& question);
  Word analyze_several(Game& game, const Question& question);

  std::unique_ptr<AlphaBetaPlayer> two_;
  std::size_t two_megabytes_ = 0;
  std::unique_ptr<multi::ExpectimaxPlayer> several_;
  std::size_t several_megabytes_ = 0;
};

/// The position of a tree with native moves as a list (player board spare-dice first-move); NIL of another object.
Word tree_position(const Game& game, Args a);
/// How many trees lie so many moves below. Arguments: board player depth. NIL if the board cannot be packed.
Word count_tree(Game& game, Args a);

}  // namespace tessera::game::bindings
