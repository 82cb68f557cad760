// The searches of the game's scripts, value for value. Layer: faithful. The Lisp face is in bindings/ratings.cpp.
//
// A rating list is what the script returns for the same tree: the same numbers in the same order, cut where the
// script's alpha-beta stops. Equal positions are searched once; that changes no value (see README.md).
#pragma once

#include <memory>

#include "faithful/rules.hpp"

namespace tessera::game::faithful {

/// The limits of alpha-beta. Those beyond every score may stand for ones further out.
struct Limits {
  int upper = no_limit;
  int lower = -no_limit;
  static constexpr int no_limit = 4096;
};

/// Searches with boards of one type; it keeps its tables' memory from one search to the next. All functions throw
/// GivenUp, TooDeep or std::bad_alloc, after which it can be used again.
class Search {
 public:
  virtual ~Search() = default;

  /// True if this searches `root` under `rules`; otherwise one has to be made for it.
  virtual bool takes(const Rules& rules, const Root& root) const = 0;

  /// `ab-get-ratings-max` or, if not `maximizing`, `-min`: what the moves of `root` are worth to its player. Where dice
  /// decide, a move leads to the tree of its success.
  virtual std::vector<int> alpha_beta_ratings(const Rules& rules, const Root& root, Limits limits, bool maximizing) = 0;
  /// `ab-rate-position`: what `root` is worth to its player.
  virtual int alpha_beta_rating(const Rules& rules, const Root& root, Limits limits) = 0;
  /// `get-ratings`: what the moves of `root` are worth to its player; with luck weighed by `odds`.
  virtual std::vector<Rating> ratings(const Rules& rules, const Chances& odds, const Root& root) = 0;
  /// `rate-position`: what `root` is worth to its player.
  virtual Rating rating(const Rules& rules, const Chances& odds, const Root& root) = 0;

  KeepGoing keep_going;  ///< none: never give up
  Figures figures;       ///< of the last search

  /// The memory that a table may take.
  static constexpr std::size_t table_bytes = std::size_t{64} << 20;
};

/// A search that takes `root` under `rules`, or null if there is none: they need at most 16 players, 8 dice, 16x16 hexes, and a die on each hex.
std::unique_ptr<Search> make_search(const Rules& rules, const Root& root);

}  // namespace tessera::game::faithful
