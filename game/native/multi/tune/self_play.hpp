// Games of the player against itself, and what was seen in them. Layer: multi, tune_multi only.
#pragma once

#include "multi/search.hpp"
#include "search/random.hpp"

namespace tessera::game::multi {

/// A position at the beginning of a turn, and who won in the end.
struct Sample {
  std::vector<PlayerFeatures> features;  ///< of the players who had hexes
  std::vector<float> shares;             ///< theirs of the win; the sum may be less than 1, as others may have won a tie
};

struct SelfPlay {
  int games = 0;
  std::uint64_t seed = 0;
  double learned = 0.5;       ///< the part of the players who ask the network; of the others half move at random, half greedily
  double exploration = 0.08;  ///< the part of the moves made by chance
  double sampling = 0.3;      ///< the part of the turns kept as samples
};

/// Play, with real dice and opponents of all kinds, so that the network learns to judge games with weak players too, on
/// random boards of several kinds: most with the settings of the text's fourth version, others with other sizes,
/// numbers of players and dice, some without chance.
std::vector<Sample> self_play(const SelfPlay& settings, const Network& network);

}  // namespace tessera::game::multi
