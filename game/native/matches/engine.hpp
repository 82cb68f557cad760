// The players of a match: random moves, the book's computer, the stronger players. Layer: matches.
#pragma once

#include <memory>
#include <string>

#include "multi/search.hpp"
#include "search/random.hpp"

namespace tessera::game::matches {

/// The description of an engine.
struct EngineSpec {
  enum class Kind : std::uint8_t {
    random,    ///< any move with the same probability
    book,      ///< the book's computer at `level`
    stronger,  ///< the stronger player for the rules, within `seconds` and `nodes`
  };
  Kind kind = Kind::random;
  int level = 4;
  double seconds = 0.1;                                     ///< processor time for each move
  std::uint64_t nodes = ~std::uint64_t{0};                  ///< for each move; the same number always leads to the same move
  multi::Style style = multi::Style::max_n;                 ///< with more than two players, or dice
  int turns = multi::max_turns;                             ///< the most turns to look ahead, with more than two players, or dice
  std::shared_ptr<const multi::Network> network = nullptr;  ///< the evaluation then; null: the fitted one
};

/// Chooses moves. Each thread needs one of its own.
class Engine {
 public:
  virtual ~Engine() = default;
  /// Begins another game and forgets the last one.
  virtual void begin_game() {}
  /// Returns the move for `node`, which has one. If another thread sets `stop`, answers at once. Throws what its search
  /// throws.
  virtual Move choose(const Node& node, Random& random, const std::atomic<bool>& stop) = 0;
};

/// Rules and their odds.
struct Setting {
  Rules rules;
  multi::Odds odds;
};

/// Returns an engine for games of `setting`, which must outlive it.
std::unique_ptr<Engine> make_engine(const EngineSpec& spec, const Setting& setting);

/// True if a player has as many hexes of `board` as win at once by `rules`.
bool is_won(std::span<const Hex> board, const Rules& rules);

/// Returns the moves of `node` in the game's order: the end of the turn, if it is allowed, then the attacks.
std::vector<Move> moves_of(const Node& node, const Rules& rules);

}  // namespace tessera::game::matches
