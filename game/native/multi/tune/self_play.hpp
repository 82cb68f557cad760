// Games of the player against itself, and the samples from them. Layer: multi, tune_multi only.
#pragma once

#include "multi/search.hpp"
#include "search/random.hpp"

namespace tessera::game::multi {

/// A position at the beginning of a turn, and the winners of the game.
struct Sample {
  std::vector<PlayerFeatures> features;  ///< of the players who had hexes
  std::vector<float> shares;             ///< their shares of the win; the sum may be less than 1, as others may share a tie
};

struct SelfPlay {
  int games = 0;
  std::uint64_t seed = 0;
  double learned = 0.5;       ///< the part of the players who use the network; half of the others move at random, half greedily
  double exploration = 0.08;  ///< the part of random moves
  double sampling = 0.3;      ///< the part of the turns kept as samples
};

/// Plays with real dice and opponents of all kinds, so that the network learns to judge games with weak players, too,
/// on random boards: mostly with the settings of the book's fourth version, some with other sizes, numbers of players
/// and dice, some without chance.
std::vector<Sample> self_play(const SelfPlay& settings, const Network& network);

}  // namespace tessera::game::multi
