// The book's computer player. Layer: faithful.
#pragma once

#include <memory>

#include "faithful/search.hpp"

namespace tessera::game::faithful {

/// Chooses the moves that the book's `handle-computer` chooses: the first of the best of a tree of limited depth, rated
/// by alpha-beta or, where attacks can fail, by chances.
class Computer {
 public:
  explicit Computer(const Rules& rules, const Chances& odds = {}) : rules_(rules), odds_(odds) {}

  /// The place in the game's order (the end of the turn if it is allowed, then the attacks) of the move chosen at
  /// `root`, which has one; `root.depth` is the computer's level. Throws what `Search` throws, and
  /// std::invalid_argument if none takes `root`.
  std::size_t choose(const Root& root);

  /// How many boards the last choice scored.
  std::uint64_t leaves() const { return search_ == nullptr ? 0 : search_->figures.leaves; }

  KeepGoing keep_going;  ///< none: never give up

 private:
  const Rules rules_;
  const Chances odds_;
  std::unique_ptr<Search> search_;
};

}  // namespace tessera::game::faithful
