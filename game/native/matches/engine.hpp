// Who plays in a match: random moves, the text's computer, the stronger players. Layer: matches.
#pragma once

#include <memory>
#include <string>

#include "multi/search.hpp"
#include "search/random.hpp"

namespace tessera::game::matches {

/// What is known of an engine before it plays.
struct EngineSpec {
  enum class Kind : std::uint8_t {
    random,    ///< any move, each as likely
    text,      ///< the text's computer at `level`
    stronger,  ///< the stronger player for the rules, within `seconds` and `nodes`
  };
  Kind kind = Kind::random;
  int level = 4;
  double seconds = 0.1;                      ///< of the processor, for each move
  std::uint64_t nodes = ~std::uint64_t{0};   ///< for each move; the same number always leads to the same move
  multi::Style style = multi::Style::max_n;  ///< where there are more than two players, or dice
  int turns = multi::most_turns;             ///< there: to look ahead at most
};

/// Chooses moves. Each thread needs one of its own.
class Engine {
 public:
  virtual ~Engine() = default;
  /// Another game begins: nothing of those before counts.
  virtual void begin_game() {}
  /// The move for `node`, which has one. `stop` set from elsewhere: answer now. Throws what the engine's search throws.
  virtual Move choose(const Node& node, Random& random, const std::atomic<bool>& stop) = 0;
};

/// Rules with their odds.
struct Setting {
  Rules rules;
  multi::Odds odds;
};

/// An engine for games of `setting`, which has to outlive it.
std::unique_ptr<Engine> make_engine(const EngineSpec& spec, const Setting& setting);

/// The moves of `node` in the game's order: the end of the turn, if it is allowed, then the attacks.
std::vector<Move> moves_of(const Node& node, const Rules& rules);

}  // namespace tessera::game::matches
