// The stronger player for several players and dice: what to ask it, and what it answers. Layer: multi.
#pragma once

#include <memory>

#include "multi/chance_table.hpp"
#include "multi/network.hpp"
#include "search/clock.hpp"
#include "search/findings.hpp"

namespace tessera::game::multi {

/// How the moves of the others are foreseen.
enum class Style : std::uint8_t {
  paranoid,    ///< all of them play against the one who searches
  best_reply,  ///< only the one whose turn hurts most plays between two turns of the one who searches
  max_n,       ///< each plays for itself
};

/// What a search may use, and how far it looks.
struct ExpectimaxLimits : Budget {
  int turns = most_turns;      ///< to look ahead, the current one included; at most most_turns
  int attacks = most_attacks;  ///< to look at in each of them; at most most_attacks
  bool probes = false;         ///< Star2: see README.md; paranoid and best reply only
};

/// What a search has found. Values are probabilities of winning; none is ever solved. The line is what is expected if every attack
/// succeeds.
struct ExpectimaxAnalysis : Findings<float> {
  int turns = 0;              ///< to the end of so many turns was looked completely,
  int attacks = 0;            ///< with so many attacks in the current one
  int attacks_of_others = 0;  ///< and so many in each of the others
  bool whole_turns = false;   ///< no turn would have been longer
};

/// A player. It keeps its table from move to move; each thread needs one of its own.
class ExpectimaxPlayer {
 public:
  /// A player whose table has `table_bytes`; `network` has to outlive it.
  explicit ExpectimaxPlayer(std::size_t table_bytes = std::size_t{16} << 20, const Network& network = fitted_network);
  ~ExpectimaxPlayer();
  ExpectimaxPlayer(ExpectimaxPlayer&&) noexcept;
  ExpectimaxPlayer& operator=(ExpectimaxPlayer&&) noexcept;

  /// What the search finds of `node`, whose board fills a square of `rules.size`. An analysis without moves if there is
  /// none. `rate_all` asks for the rating of every move, not of the best one alone. Throws std::invalid_argument if no
  /// packed board holds it: more than 16x16 hexes, `most_players` players or `most_dice` dice, or a hex without a die.
  ExpectimaxAnalysis analyze(const Node& node, const Rules& rules, const Odds& odds, Style style, const ExpectimaxLimits& limits,
                             bool rate_all = false);

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace tessera::game::multi
