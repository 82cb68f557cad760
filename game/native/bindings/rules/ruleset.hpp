// The rules of a version of the game as its script declares them: the only place where natives look for differences.
// Layer: bindings.
#pragma once

#include "board/state.hpp"
#include "tessera/tessera.hpp"

namespace tessera::game::bindings {

/// Properties as bits. When a version states a property, its functions for the property are those that the natives
/// replace. The names are those of game/common/versions.lisp.
enum Property : unsigned {
  p_none = 0,
  p_board = 1,
  p_attack = 2,
  p_luck = 4,
  p_reinforcement = 8,
  p_trees = 16,
  p_search = 32,
  p_score = 64,
  p_ending = 128,
};

/// The properties of a game. The numbers of players, dice and hexes, which are variables of the scripts, are those when
/// it was read: see Game::settings.
struct Ruleset : Rules {
  /// How the computer chooses a move.
  enum class Search : std::uint8_t {
    minimax,      ///< by the outcomes of the whole tree
    alpha_beta,   ///< by `ab-get-ratings-max` of a tree of limited depth
    expectation,  ///< by `get-ratings` of a tree of limited depth
  };
  Search search = Search::minimax;
  bool lazy_trees = false;
  bool ends_by_share = false;  ///< *WINNING-HEXES* counts
  bool has_holes = false;      ///< *HOLES* counts

  int hexes() const { return size * size; }
  /// Returns how many dice `player` gets at the end of a turn that took `taken` dice. `largest_cluster()` is called
  /// only if it matters.
  template <class Cluster> std::int64_t new_dice(std::int64_t taken, Cluster&& largest_cluster) const {
    return reinforcement == ReinforcementRule::cluster ? largest_cluster() : taken - 1;
  }
  /// True if a player has as many hexes as win at once.
  bool is_won(std::span<const Hex> board) const;
  /// Returns who moves after `player` on `board`.
  int next_player(std::span<const Hex> board, int player) const;
  /// True if `player` may attack `to` from `from`.
  bool may_attack(const Hex& from, const Hex& to, std::int64_t player) const {
    return to.player != player && game::may_attack(attack, from.dice, to.dice);
  }
};

/// What a version must have for a native to exist.
enum class Needs : std::uint8_t { nothing, lazy_trees, luck, clusters };

inline bool fulfils(const Ruleset& r, Needs needs) {
  switch (needs) {
    case Needs::lazy_trees: return r.lazy_trees;
    case Needs::luck: return r.luck;
    case Needs::clusters: return r.reinforcement == ReinforcementRule::cluster;
    default: return true;
  }
}

/// Reads attack, luck and reinforcement from a property list. A TYPE-ERROR for unknown values.
void read_rules(const Lisp& lisp, Word properties, Rules& out);
/// Does the same for all properties.
void read_ruleset(const Lisp& lisp, Word properties, Ruleset& out);

/// Returns the names of the properties in `set` as a list of keywords.
Word property_names(const Lisp& lisp, unsigned set);

}  // namespace tessera::game::bindings
