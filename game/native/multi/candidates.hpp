// The moves of a position in the order in which a search tries them. Layer: multi.
#pragma once

#include <algorithm>
#include <limits>

#include "multi/game.hpp"

namespace tessera::game::multi {

struct Candidate {
  Move move;
  std::int16_t keeper;  ///< the index of the candidate that holds the failure's value: the first with the same source, if shared
  float odds;           ///< 1 for the end of the turn
  float order;          ///< larger ones are tried first
  float failure;        ///< the value after a failure, or unknown_value
};

inline constexpr float unknown_value = -1;

/// A stack of lists of candidates: each node of the search pushes its list and pops it at its end.
class CandidateStack {
 public:
  std::size_t size() const { return stack_.size(); }
  void pop_to(std::size_t base) { stack_.resize(base); }
  Candidate& operator[](std::size_t i) { return stack_[i]; }

  /// Pushes the moves of `s`, whose attacks are `attacks`, the best guesses first, and `first` before all.
  template <class P> void push(const PackedGame<P>& game, const State<P>& s, const Attacks<typename P::Bits>& attacks, Move first) {
    const std::size_t base = size();
    if (!s.first) stack_.push_back({Move::pass(), 0, 1, pass_order, unknown_value});
    for_each_attack(attacks, game.geometry, [&](Move m) {
      const float odds = game.odds(s, m);
      stack_.push_back({m, 0, odds, m == first ? 2 : odds, unknown_value});
    });
    if (!s.first && first.is_pass()) stack_[base].order = 2;
    order(base, game.failures_are_alike());
  }

 private:
  static constexpr float pass_order = 0.6F;  // before attacks with lower odds

  /// Sorts the list, and updates where failures' values are held.
  void order(std::size_t base, bool failures_are_alike) {
    const auto list = stack_.begin() + static_cast<std::ptrdiff_t>(base);
    std::stable_sort(list, stack_.end(), [](const Candidate& a, const Candidate& b) { return a.order > b.order; });
    std::array<std::int16_t, 256> first_of_source;
    first_of_source.fill(-1);
    for (std::size_t i = base; i < size(); ++i) {
      Candidate& c = stack_[i];
      const auto here = static_cast<std::int16_t>(i - base);
      std::int16_t& first = first_of_source[c.move.from];
      if (!c.move.is_pass() && first < 0) first = here;
      c.keeper = c.move.is_pass() || !failures_are_alike ? here : first;  // the end of the turn has no source
    }
  }

  std::vector<Candidate> stack_;
};

}  // namespace tessera::game::multi
