// The game of two players as plainly as can be, to compare the stronger player with.
#pragma once

#include "plain_board.hpp"
#include "player/evaluation.hpp"
#include "player/player.hpp"

namespace tessera::game {

inline Rules rules_of_size(int size) { return {size, 2, 3, AttackRule::stronger, ReinforcementRule::taken}; }

struct PlainNode {
  PlainBoard board;
  int player = 0, spare = 0;
  bool first = true;
};

inline PlainNode after(const PlainNode& n, Move m) {
  if (m.is_pass()) return {n.board.reinforced(n.player, n.spare - 1, 3), 1 - n.player, 0, true};
  return {n.board.attacked(n.player, m), n.player, n.spare + n.board.hexes[m.to].dice, false};
}

inline std::vector<Move> moves_of(const PlainNode& n) {
  std::vector<Move> moves = n.board.attacks(n.player, AttackRule::stronger);
  if (!n.first) moves.insert(moves.begin(), Move::pass());
  return moves;
}

inline int finished_value(const PlainNode& n) {
  int lead = 0;
  for (const Hex& hex : n.board.hexes) lead += hex.player == n.player ? 1 : -1;
  return lead > 0 ? value_win : lead < 0 ? -value_win : 0;
}

inline int estimate_of(const PlainNode& n) {
  using P = Position<Bits256, 1, 3>;
  const State<P> s{pack<P>(n.board.hexes), static_cast<std::int16_t>(n.player), static_cast<std::int16_t>(n.spare), n.first};
  const Geometry<Bits256> g(n.board.size);
  return estimate(summarize(s, g, s.board.owned_by(s.player, g.all)).features, fitted_weights, n.first);
}

inline Node node_of(const PlainNode& n) { return {n.board.hexes, n.player, n.spare, n.first}; }

}  // namespace tessera::game
