// The stronger player for several players and dice: its interface. Layer: multi.
#pragma once

#include <memory>

#include "multi/chance_table.hpp"
#include "multi/network.hpp"
#include "search/analysis.hpp"
#include "search/clock.hpp"

namespace tessera::game::multi {

/// How the moves of the others are predicted.
enum class Style : std::uint8_t {
  paranoid,    ///< all of them play against the searching player
  best_reply,  ///< only the most harmful one has a turn between two turns of the searching player
  max_n,       ///< each maximizes its own chance
};

/// The limits of a search.
struct ExpectimaxLimits : Budget {
  int turns = max_turns;      ///< turns to look ahead, including the current one; at most max_turns
  int attacks = max_attacks;  ///< attacks in each turn; at most max_attacks
  bool probes = false;        ///< Star2: see README.md; paranoid and best reply only
};

/// The result of a search. Values are probabilities of winning and never solved. The line assumes that every attack
/// succeeds.
struct ExpectimaxAnalysis : Analysis<float> {
  int turns = 0;              ///< the number of turns searched completely,
  int attacks = 0;            ///< the number of attacks in the current one
  int attacks_of_others = 0;  ///< and in each of the others
  bool whole_turns = false;   ///< the limit on attacks had no effect
};

/// A player. Keeps its table from move to move; each thread needs its own.
class ExpectimaxPlayer {
 public:
  /// Makes a player with a table of `table_bytes`; `network` must outlive it.
  explicit ExpectimaxPlayer(std::size_t table_bytes = std::size_t{16} << 20, const Network& network = fitted_network);
  ~ExpectimaxPlayer();
  ExpectimaxPlayer(ExpectimaxPlayer&&) noexcept;
  ExpectimaxPlayer& operator=(ExpectimaxPlayer&&) noexcept;

  /// Returns the analysis of `node`, whose board fills a square of `rules.size`; without moves if there is none.
  /// `rate_all` asks for the ratings of all moves. Throws std::invalid_argument for boards that no packed board holds:
  /// with more than 16x16 hexes, `max_players` players or `dice_limit` dice, or a hex without a die.
  ExpectimaxAnalysis analyze(const Node& node, const Rules& rules, const Odds& odds, Style style, const ExpectimaxLimits& limits,
                             bool rate_all = false);

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace tessera::game::multi
