// The searches of the scripts on boards of Lisp, for rules of a user's own. Layer: bindings.
//
// Where a user has redefined `score-board`, or another one of `user_names`, the packed searches of faithful/ cannot know what
// it says. These call it, and spare all else that the script does: trees, lazy lists, boards that were met before.
#pragma once

#include <compare>
#include <string>
#include <unordered_map>

#include "bindings/user_rules.hpp"
#include "faithful/merge_table.hpp"

namespace tessera::game::bindings {

/// One search. What it is asked for is a rating or a list of ratings, equal to the script's as long as a user's function
/// returns the same for the same arguments. Throws what UserRules throws.
class UserSearch {
 public:
  /// The ratings are `player`'s. If `merging`, equal positions are searched once, and equal boards scored once; otherwise
  /// functions are called whenever the script calls them.
  UserSearch(Game& game, const Ruleset& settings, int player, bool merging);

  /// `get-ratings` and `rate-position`.
  Word ratings(Word board, const faithful::Turn& turn) { return list_of_moves(board, turn, nullptr, true); }
  Word rating(Word board, const faithful::Turn& turn) { return rate(board, turn, nullptr); }
  /// `ab-get-ratings-max`, or `-min` if not `maximizing`, and `ab-rate-position`.
  Word alpha_beta_ratings(Word board, const faithful::Turn& turn, Word upper, Word lower, bool maximizing);
  Word alpha_beta_rating(Word board, const faithful::Turn& turn, Word upper, Word lower);

  /// Thrown when numbers of several kinds turn up after one rating was taken for another's: all has to be searched again
  /// with `tell_kinds_apart()`.
  struct SeveralKinds {};
  void tell_kinds_apart();

 private:
  /// The limits of alpha-beta; what has none is rated without.
  struct Window {
    ObjectRef upper, lower;
  };
  /// What is known of a position: a rating, and the limits that it was found with.
  struct Known {
    Word rating, upper, lower;
  };

  Word rate(Word board, const faithful::Turn& turn, const Window* window);
  Word list_of_moves(Word board, const faithful::Turn& turn, const Window* window, bool maximizing);
  Word score(const ObjectRef& board, const HexBoard& hexes);
  template <class Take> void each_rating(const ObjectRef& board, const HexBoard& hexes, const std::vector<Attack>& attacks,
                                         const faithful::Turn& turn, const Window* window, bool maximizing, Take&& take);
  Word rate_attack(const ObjectRef& board, const Attack& attack, const faithful::Turn& turn, const Window* window);
  bool goes_on(Word rating, Window& window, bool maximizing);
  Word better(Word a, Word b, bool maximizing);

  std::string key_of(const HexBoard& hexes, const faithful::Turn& turn) const;
  bool find(const std::string& key, const Window* window, Word& rating);
  void keep(const std::string& key, const Window* window, Word rating);
  void note_kind(Word number);
  std::partial_ordering compare(Word a, Word b);
  void poll();

  Game& game_;
  UserRules rules_;
  const int player_;
  const bool merging_;
  unsigned kinds_ = 0;  ///< of the numbers that were scored
  bool kinds_apart_ = false;
  bool mixed_limits_ = false;  ///< a rating was used for other limits than those that it was found with
  std::uint64_t nodes_ = 0;
  std::unordered_map<std::string, Known> known_;
};

}  // namespace tessera::game::bindings
