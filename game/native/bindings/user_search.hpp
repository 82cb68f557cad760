// The searches of the scripts on boards of Lisp, for rules of a user's own. Layer: bindings.
//
// Where a user has redefined `score-board`, or another one of `user_names`, the packed searches of faithful/ cannot know what
// it says. These call it, and spare all else that the script does: trees, lazy lists, boards that were met before.
#pragma once

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
  Value ratings(Value board, const faithful::Turn& turn) { return list_of_moves(board, turn, nullptr, true); }
  Value rating(Value board, const faithful::Turn& turn) { return rate(board, turn, nullptr); }
  /// `ab-get-ratings-max`, or `-min` if not `maximizing`, and `ab-rate-position`.
  Value alpha_beta_ratings(Value board, const faithful::Turn& turn, Value upper, Value lower, bool maximizing);
  Value alpha_beta_rating(Value board, const faithful::Turn& turn, Value upper, Value lower);

  /// Thrown when numbers of several kinds turn up after one rating was taken for another's: all has to be searched again
  /// with `tell_kinds_apart()`.
  struct SeveralKinds {};
  void tell_kinds_apart();

 private:
  /// The limits of alpha-beta; what has none is rated without.
  struct Window {
    Window(Heap& heap, Value upper, Value lower) : upper(heap, upper), lower(heap, lower) {}
    Handle upper, lower;
  };
  /// What is known of a position: a rating, and the limits that it was found with.
  struct Known {
    Value rating, upper, lower;
  };

  Value rate(Value board, const faithful::Turn& turn, const Window* window);
  Value list_of_moves(Value board, const faithful::Turn& turn, const Window* window, bool maximizing);
  Value score(const Handle& board, const HexBoard& hexes);
  template <class Take> void each_rating(const Handle& board, const HexBoard& hexes, const std::vector<Attack>& attacks,
                                         const faithful::Turn& turn, const Window* window, bool maximizing, Take&& take);
  Value rate_attack(const Handle& board, const Attack& attack, const faithful::Turn& turn, const Window* window);
  bool goes_on(const Handle& rating, Window& window, bool maximizing);
  Value better(Value a, Value b, bool maximizing);

  std::string key_of(const HexBoard& hexes, const faithful::Turn& turn) const;
  bool find(const std::string& key, const Window* window, Value& rating);
  void keep(const std::string& key, const Window* window, Value rating);
  void note_kind(Value number);
  int compare(Value a, Value b);
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
