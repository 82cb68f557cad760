// The input of the faithful searches: the root of the tree, the odds, when to give up. Layer: faithful.
#pragma once

#include <array>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "board/state.hpp"

namespace tessera::game::faithful {

/// The depth of an unlimited tree.
inline constexpr int unlimited = std::numeric_limits<int>::max() / 2;

/// A game tree, as `game-tree` and `limit-tree-depth` make it, to be rated for one player.
struct Root {
  std::span<const Hex> board;
  int player = 0;  ///< whose ratings are wanted
  int mover = 0;
  int spare_dice = 0;
  bool first_move = true;  ///< the turn begins: it cannot be ended yet
  int depth = unlimited;   ///< moves; 0: the tree has none
};

/// The odds of attacks: `at[from][to]` with 1 to 8 dice on each side.
struct Chances {
  std::array<std::array<float, 9>, 9> at{};
};

/// A rating as in Lisp: an integer, or a single-float where dice were rolled on the way.
struct Rating {
  float value = 0;
  bool is_integer = true;
  friend bool operator==(const Rating&, const Rating&) = default;
};

/// Polled by a search, which gives up when it returns false.
using KeepGoing = std::function<bool()>;

/// Thrown by a search that was told to give up.
struct GivenUp : std::exception {
  const char* what() const noexcept override { return "the search was given up"; }
};

/// Thrown by a search whose tree is too deep for the C++ stack.
struct TooDeep : std::exception {
  const char* what() const noexcept override { return "the tree is too deep"; }
};

/// Counts of a search, for measurements.
struct Figures {
  std::uint64_t leaves = 0;  ///< boards that were scored
  std::uint64_t nodes = 0;   ///< trees whose moves were rated
  std::uint64_t merged = 0;  ///< trees whose rating was known from an equal one
};

}  // namespace tessera::game::faithful
