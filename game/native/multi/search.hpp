// The stronger player for several players and dice: what to ask it, and what it answers. Layer: multi.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include "multi/network.hpp"
#include "multi/table.hpp"
#include "player/player.hpp"

namespace tessera::game::multi {

/// How the moves of the others are foreseen.
enum class Style : std::uint8_t {
  paranoid,    ///< all of them play against the one who searches
  best_reply,  ///< only the one whose turn hurts most plays between two turns of the one who searches
  max_n,       ///< each plays for itself
};

/// When a search has to end. It answers as well as it can by then, and always does.
struct Limits {
  double seconds = 0.1;
  bool processor_time = false;              ///< measure the seconds as time of this thread, not of the wall clock
  int turns = most_turns;                   ///< to look ahead, the current one included; at most most_turns
  int attacks = most_attacks;               ///< to look at in each of them; at most most_attacks
  std::uint64_t nodes = ~std::uint64_t{0};  ///< positions
  bool probes = false;                      ///< Star2: see README.md; paranoid and best reply only
  const std::atomic<bool>* stop = nullptr;  ///< set from elsewhere: answer now
  std::function<bool()> interrupted;        ///< asked now and then; the same if it says yes
};

struct RatedMove {
  Move move = Move::pass();
  float rating = 0;    ///< the probability of winning after it, as the search sees it
  bool exact = false;  ///< else it is at most `rating`
};

/// What a search has found.
struct Analysis {
  Move best = Move::pass();
  float rating = 0;
  int turns = 0;              ///< to the end of so many turns was looked completely,
  int attacks = 0;            ///< with so many attacks in the current one
  int attacks_of_others = 0;  ///< and so many in each of the others
  bool whole_turns = false;   ///< no turn would have been longer
  std::uint64_t nodes = 0;    ///< positions visited
  double seconds = 0;
  std::vector<RatedMove> moves;  ///< in the game's order
  std::vector<Move> line;        ///< the best move, and what is expected after it if every attack succeeds
};

/// A player. It keeps its table from move to move; each thread needs one of its own.
class Player {
 public:
  /// A player whose table has `table_bytes`; `network` has to outlive it.
  explicit Player(std::size_t table_bytes = std::size_t{16} << 20, const Network& network = fitted_network);
  ~Player();
  Player(Player&&) noexcept;
  Player& operator=(Player&&) noexcept;

  /// What the search finds of `node`, whose board fills a square of `rules.size`. An analysis without moves if there is
  /// none. `rate_all` asks for the rating of every move, not of the best one alone. Throws std::invalid_argument if no
  /// packed board holds it: more than 16x16 hexes, `most_players` players or `most_dice` dice, or a hex without a die.
  Analysis analyze(const Node& node, const Rules& rules, const Odds& odds, Style style, const Limits& limits, bool rate_all = false);

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace tessera::game::multi
