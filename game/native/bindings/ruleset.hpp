// What a version of the game plays by, as its script declares it: the one place where natives ask what differs. Layer: bindings.
#pragma once

#include "board/state.hpp"
#include "tessera/tessera.hpp"

namespace tessera::game::bindings {

/// What a native stands for, as bits: when a version of the game says anew how it does one of these things, the functions that it has
/// for them are what the natives do. The names are those of the properties in game/common/versions.lisp.
enum Property : unsigned {
  p_none = 0,
  p_board = 1,
  p_attack = 2,
  p_luck = 4,
  p_reinforcement = 8,
  p_trees = 16,
  p_search = 32,
  p_score = 64,
};

/// The properties of a game. Players, dice and the board's size, which are variables of the scripts, are in it as they were when
/// it was read: see Game::settings.
struct Ruleset : Rules {
  /// How the computer chooses.
  enum class Search : std::uint8_t {
    minimax,      ///< by the outcomes of the whole tree
    alpha_beta,   ///< by `ab-get-ratings-max` of a tree of limited depth
    expectation,  ///< by `get-ratings` of one
  };
  Search search = Search::minimax;
  bool lazy_trees = false;

  int hexes() const { return size * size; }
  /// How many dice `player` gets at the end of a turn whose attacks took `taken` dice. `largest_cluster()` is asked only if it matters.
  template <class Cluster> std::int64_t new_dice(std::int64_t taken, Cluster&& largest_cluster) const {
    return reinforcement == ReinforcementRule::cluster ? largest_cluster() : taken - 1;
  }
  /// True if a player may attack with `from` a hex `to`.
  bool may_attack(const Hex& from, const Hex& to, std::int64_t player) const {
    return to.player != player && game::may_attack(attack, from.dice, to.dice);
  }
};

/// What a version has to have for a native to be there.
enum class Needs : std::uint8_t { nothing, lazy_trees, luck, clusters };

inline bool fulfils(const Ruleset& r, Needs needs) {
  switch (needs) {
    case Needs::lazy_trees: return r.lazy_trees;
    case Needs::luck: return r.luck;
    case Needs::clusters: return r.reinforcement == ReinforcementRule::cluster;
    default: return true;
  }
}

/// Take attack, luck and reinforcement out of a property list. A TYPE-ERROR if the list says what there is not.
void read_rules(const Lisp& lisp, Word properties, Rules& out);
/// The same of all properties.
void read_ruleset(const Lisp& lisp, Word properties, Ruleset& out);

/// The names of the properties in `set`, as a list of keywords.
Word property_names(const Lisp& lisp, unsigned set);

}  // namespace tessera::game::bindings
