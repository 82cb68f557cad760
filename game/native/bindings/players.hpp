// The stronger players' interface for Lisp; game/computer/strong_player.lisp uses it. Layer: bindings.
#pragma once

#include <climits>
#include <cstdint>
#include <memory>

#include "bindings/boards.hpp"
#include "multi/search.hpp"
#include "player/player.hpp"

namespace tessera::game::bindings {

/// A question to a stronger player, without Lisp objects.
struct Question {
  HexBoard board;
  int player = 0, spare = 0;
  bool first = true;
  Rules rules;
  multi::Odds odds;  ///< with dice or more than two players
  multi::Style style = multi::Style::max_n;
  double seconds = 1;
  double begun = 0;                  ///< when the seconds begin: making a table counts
  bool processor_time = false;       ///< the seconds are those of the searching thread's processor
  std::uint64_t nodes = UINT64_MAX;  ///< the most positions to search
  int depth = INT_MAX;               ///< the most moves (two players) or turns (several) to look ahead
  int threads = 1;
  std::size_t megabytes = 64;
  bool rate_all = false;
  bool results_only = false;  ///< for two players; see AlphaBetaLimits

  /// True if the two-player search answers it, otherwise the search for several players.
  bool for_two() const { return AlphaBetaPlayer::takes(rules); }
  Node node() const { return {board.span(), player, spare, first}; }
  AlphaBetaLimits limits_for_two() const;
  multi::ExpectimaxLimits limits_for_several() const;
};

/// Reads a question from the arguments board player spare-dice first-move style microseconds threads megabytes rate-all
/// nodes depth. Returns false if the players do not support it. RATE-ALL is NIL, :RESULTS for `results_only`, or
/// another object; NODES and DEPTH are NIL for no limit. The seconds begin now. May call Lisp.
bool read_question(Game& game, Args a, Question& out);

/// Returns the result of a search as a property list: see ANALYSIS in strong_player.lisp.
Word answer_of(words::State& state, const AlphaBetaAnalysis& found);
Word answer_of(words::State& state, const multi::ExpectimaxAnalysis& found);

/// The stronger players of one thread. They are made on demand; their tables are kept, and replaced if another size is
/// wanted.
class Players {
 public:
  /// Takes the arguments of `read_question`. Returns a property list; NIL if the players do not support the board. May
  /// run Lisp.
  Word analyze(Game& game, Args a);

  /// Returns the players, with tables of that size.
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

/// Returns the position of a tree with native moves as a list (player board spare-dice first-move); NIL for another
/// object.
Word tree_position(const Game& game, Args a);
/// Returns the number of trees DEPTH moves below. Arguments: board player depth. NIL if the board cannot be packed.
Word count_tree(Game& game, Args a);

}  // namespace tessera::game::bindings
