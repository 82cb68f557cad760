// The input and output of searches: a root, its moves with their values, the best line. Layer: search.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "board/state.hpp"

namespace tessera::game {

/// A node of the game's tree, unpacked.
struct Node {
  std::span<const Hex> board;
  int player = 0;
  int spare = 0;      ///< dice taken in this turn
  bool first = true;  ///< no attack yet in this turn
};

/// A move of the root.
template <class V> struct RatedMove {
  Move move = Move::pass();
  V value{};            ///< for the player to move
  bool exact = false;   ///< otherwise `value` is an upper bound
  bool solved = false;  ///< `value` depends on no estimate
};

/// The results of every search.
template <class V> struct Analysis {
  V value{};                        ///< of the best move, for the player to move
  std::size_t best = 0;             ///< the index of the move to play
  std::vector<RatedMove<V>> moves;  ///< in the game's order
  std::vector<Move> line;           ///< the best line, from the move to play on
  std::uint64_t nodes = 0;
  double seconds = 0;

  /// Returns the move to play; there must be one.
  Move best_move() const { return moves[best].move; }
};

/// Moves the element at `place` to the front and keeps the order of the others: the best move is searched first next
/// time.
template <class T> void move_to_front(std::vector<T>& order, std::size_t place) {
  const auto found = order.begin() + static_cast<std::ptrdiff_t>(place);
  std::rotate(order.begin(), found, found + 1);
}

/// True if the player to move in `s`, who has `attacks`, can make the move.
template <class P, class Bits = typename P::Bits>
bool is_legal(const State<P>& s, Move m, const Attacks<Bits>& attacks, const Geometry<Bits>& g) {
  bool found = m.is_pass() && !s.first;
  for_each_attack(attacks, g, [&](Move attack) { found = found || attack == m; });
  return found;
}

/// Returns the line that begins with `m` at `s`, at most `most` moves. `after(state, move)` is the state after a move,
/// `expected(state)` the move expected there, or nothing.
template <class S, class After, class Expected>
std::vector<Move> principal_variation(S s, Move m, std::size_t most, After&& after, Expected&& expected) {
  std::vector<Move> line{m};
  while (line.size() < most) {
    s = after(s, line.back());
    const std::optional<Move> next = expected(s);
    if (!next) break;
    line.push_back(*next);
  }
  return line;
}

}  // namespace tessera::game
