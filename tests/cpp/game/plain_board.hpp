// The game's rules on an unpacked board, hex by hex, as the script states them: the reference for the packed boards.
#pragma once

#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include "board/scoring.hpp"
#include "board/state.hpp"

namespace tessera::game {

/// The rules on an unpacked board, each as the script states it.
struct PlainBoard {
  int size;
  std::vector<Hex> hexes;

  int cells() const { return size * size; }
  bool is_hole(int pos) const { return !hexes.empty() && hexes[pos].is_hole(); }
  std::vector<int> neighbors(int pos) const {
    const int up = pos - size, down = pos + size;
    std::vector<int> candidates = {up, down};
    if (pos % size > 0) candidates.insert(candidates.end(), {up - 1, pos - 1});
    if (pos % size < size - 1) candidates.insert(candidates.end(), {pos + 1, down + 1});
    std::erase_if(candidates, [&](int p) { return p < 0 || p >= cells() || is_hole(p) || is_hole(pos); });
    return candidates;
  }
  std::vector<Move> attacks(int player, AttackRule rule) const {
    std::vector<Move> moves;
    for (int from = 0; from < cells(); ++from) {
      if (hexes[from].player != player) continue;
      for (const int to : neighbors(from))
        if (hexes[to].player != player && (rule == AttackRule::two_dice ? hexes[from].dice > 1 : hexes[from].dice > hexes[to].dice))
          moves.push_back({static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)});
    }
    return moves;
  }
  PlainBoard attacked(int player, Move m) const {
    PlainBoard after = *this;
    after.hexes[m.to] = {player, hexes[m.from].dice - 1};
    after.hexes[m.from] = {player, 1};
    return after;
  }
  PlainBoard attack_failed(int player, Move m) const {
    PlainBoard after = *this;
    after.hexes[m.from] = {player, 1};
    return after;
  }
  PlainBoard reinforced(int player, int spare, int max_dice) const {
    PlainBoard after = *this;
    for (Hex& hex : after.hexes)
      if (spare != 0 && hex.player == player && hex.dice < max_dice) {
        ++hex.dice;
        --spare;
      }
    return after;
  }
  bool is_threatened(int pos) const {
    const auto near = neighbors(pos);
    return std::any_of(near.begin(), near.end(),
                       [&](int n) { return hexes[n].player != hexes[pos].player && hexes[n].dice > hexes[pos].dice; });
  }
  int score(int player) const {
    int sum = 0;
    for (int pos = 0; pos < cells(); ++pos)
      if (!is_hole(pos)) sum += hexes[pos].player != player ? -1 : is_threatened(pos) ? 1 : 2;
    return sum;
  }
  void visit(int pos, std::set<int>& seen) const {
    if (!seen.insert(pos).second) return;
    for (const int n : neighbors(pos))
      if (hexes[n].player == hexes[pos].player) visit(n, seen);
  }
  int largest_cluster(int player) const {
    std::size_t largest = 0;
    for (int pos = 0; pos < cells(); ++pos) {
      std::set<int> seen;
      if (hexes[pos].player == player) visit(pos, seen);
      largest = std::max(largest, seen.size());
    }
    return static_cast<int>(largest);
  }
  Winners winners(int players) const {
    std::vector<int> tally(static_cast<std::size_t>(players));
    for (const Hex& hex : hexes)
      if (!hex.is_hole()) ++tally[hex.player];
    Winners best{0, *std::max_element(tally.begin(), tally.end())};
    for (int p = 0; p < players; ++p)
      if (tally[p] == best.hexes) best.players |= 1u << p;
    return best;
  }
};

/// The parameters of a random board.
struct Case {
  int size, players, dice;
};

inline PlainBoard random_board(const Case& c, std::mt19937& random) {
  PlainBoard board{c.size, {}};
  for (int i = 0; i < board.cells(); ++i)
    board.hexes.push_back({static_cast<int>(random() % c.players), static_cast<int>(random() % c.dice) + 1});
  return board;
}

/// Makes each place of `board` a hole with the probability 1 : `one_of`. Returns the holes.
inline Holes with_holes(PlainBoard& board, std::mt19937& random, unsigned one_of) {
  Holes holes;
  for (int pos = 0; pos < board.cells(); ++pos)
    if (random() % one_of == 0) {
      board.hexes[pos] = {nobody, 0};
      holes |= single<Holes>(pos);
    }
  return holes;
}

}  // namespace tessera::game
