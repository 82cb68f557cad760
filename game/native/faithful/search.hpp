// The searches of the game's scripts, value for value. Layer: faithful. bindings/trees/ratings.cpp is the interface in
// Lisp.
//
// A rating list is the script's for the same tree: the same numbers in the same order, cut where the script's
// alpha-beta stops. Equal positions are searched once, which changes no value (see README.md).
#pragma once

#include <memory>

#include "faithful/rules.hpp"

namespace tessera::game::faithful {

/// The limits of alpha-beta. Limits beyond all scores stand for infinite ones.
struct Limits {
  int upper = no_limit;
  int lower = -no_limit;
  static constexpr int no_limit = 4096;
};

/// Searches on boards of one type. Keeps its tables' memory from one search to the next. All functions throw GivenUp,
/// TooDeep or std::bad_alloc; the object can be used again afterwards.
class Search {
 public:
  virtual ~Search() = default;

  /// True if this searches `root` under `rules`; otherwise another search must be made.
  virtual bool takes(const Rules& rules, const Root& root) const = 0;

  /// Returns `ab-get-ratings-max`, or `-min` if not `maximizing`: the values of the moves of `root` for its player.
  /// With dice, a move leads to the tree of its success.
  virtual std::vector<int> alpha_beta_ratings(const Rules& rules, const Root& root, Limits limits, bool maximizing) = 0;
  /// Returns `ab-rate-position`: the value of `root` for its player.
  virtual int alpha_beta_rating(const Rules& rules, const Root& root, Limits limits) = 0;
  /// Returns `get-ratings`: the values of the moves of `root` for its player; with dice weighed by `odds`.
  virtual std::vector<Rating> ratings(const Rules& rules, const Chances& odds, const Root& root) = 0;
  /// Returns `rate-position`: the value of `root` for its player.
  virtual Rating rating(const Rules& rules, const Chances& odds, const Root& root) = 0;

  KeepGoing keep_going;  ///< none: never give up
  Figures figures;       ///< of the last search

  /// The most memory of a table.
  static constexpr std::size_t table_bytes = std::size_t{64} << 20;
};

/// Returns a search for `root` under `rules`, or null: at most 16x16 hexes, 16 players and 8 dice, and at least a die
/// on each hex.
std::unique_ptr<Search> make_search(const Rules& rules, const Root& root);

}  // namespace tessera::game::faithful
