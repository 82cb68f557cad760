// What is known of the opponent's turns. Layer: player.
#include "player/opponent.hpp"

#include <algorithm>
#include <utility>

namespace tessera::game {

namespace {

/// True if a turn of `player` can lead from `before` to `after`: the player keeps all hexes, and the others' dice are
/// unchanged.
bool one_turn_apart(std::span<const Hex> before, std::span<const Hex> after, int player) {
  return std::equal(before.begin(), before.end(), after.begin(), after.end(), [player](const Hex& was, const Hex& is) {
    return was.player == player ? is.player == player : is.player == player || is == was;
  });
}

}  // namespace

void Opponent::meet(std::span<const Hex> board, int player) {
  if (!left_) return;
  Turn turn = *std::exchange(left_, std::nullopt);
  if (turn.player == player || !one_turn_apart(turn.before, board, turn.player)) {
    *this = {};
    return;
  }
  turn.after.assign(board.begin(), board.end());
  constexpr std::size_t max_unjudged = 2;  // the last ones say most, and judging takes time
  if (unjudged_.size() == max_unjudged) unjudged_.erase(unjudged_.begin());
  unjudged_.push_back(std::move(turn));
}

}  // namespace tessera::game
