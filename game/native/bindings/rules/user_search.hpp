// The scripts' searches on Lisp boards, with a user's rules. Layer: bindings.
//
// If a user has redefined `score-board` or another one of `user_names`, the packed searches of faithful/ do not apply.
// These call the user's function, and avoid the rest of the script's work: trees, lazy lists, known boards.
#pragma once

#include <compare>
#include <string>
#include <unordered_map>

#include "bindings/rules/user_rules.hpp"
#include "faithful/merge_table.hpp"

namespace tessera::game::bindings {

/// One search. Its ratings are equal to the script's as long as a user's function returns the same for the same
/// arguments. Throws what UserRules throws.
class UserSearch {
 public:
  /// Rates for `player`. If `merging`, equal positions are searched once and equal boards scored once; otherwise
  /// functions are called whenever the script calls them.
  UserSearch(Game& game, const Ruleset& settings, int player, bool merging);

  /// Returns `get-ratings` or `rate-position`.
  Word ratings(Word board, const faithful::Turn& turn) { return list_of_moves(board, turn, nullptr, true); }
  Word rating(Word board, const faithful::Turn& turn) { return rate(board, turn, nullptr); }
  /// Returns `ab-get-ratings-max`, or `-min` if not `maximizing`, or `ab-rate-position`.
  Word alpha_beta_ratings(Word board, const faithful::Turn& turn, Word upper, Word lower, bool maximizing);
  Word alpha_beta_rating(Word board, const faithful::Turn& turn, Word upper, Word lower);

  /// Thrown when numbers of several kinds occur after one rating was used for another's: the search must be repeated
  /// with `tell_kinds_apart()`.
  struct SeveralKinds {};
  void tell_kinds_apart();

 private:
  /// The limits of alpha-beta; searches without limits have none.
  struct Window {
    ObjectRef upper, lower;
  };
  /// What is known of a position: a rating, and the limits it was found with.
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
  unsigned kinds_ = 0;  ///< of the scores
  bool kinds_apart_ = false;
  bool mixed_limits_ = false;  ///< a rating was used for other limits than its own
  std::uint64_t nodes_ = 0;
  std::unordered_map<std::string, Known> known_;
};

}  // namespace tessera::game::bindings
