// What is remembered of the other one's turns. Layer: player.
#include "player/opponent.hpp"

namespace tessera::game {

void Opponent::meet(std::span<const Hex> board, int player) {
  if (!left_) return;
  Turn turn = *std::exchange(left_, std::nullopt);
  if (turn.player == player || turn.before.size() != board.size()) return;
  turn.after.assign(board.begin(), board.end());
  constexpr std::size_t most_unjudged = 8;  // no game takes many more, and the last ones tell most
  if (unjudged_.size() == most_unjudged) unjudged_.erase(unjudged_.begin());
  unjudged_.push_back(std::move(turn));
}

}  // namespace tessera::game
