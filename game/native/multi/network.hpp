// From features to the probability of winning: a small network for each player, the same for all, and a softmax over
// the players. Layer: multi.
#pragma once

#include <cmath>

#include "multi/features.hpp"

namespace tessera::game::multi {

inline constexpr int hidden_count = 16;

/// The weights. A player's logit is linear . f + output . relu(hidden f + bias), f being the player's features.
struct Network {
  std::array<float, feature_count> linear{};
  std::array<std::array<float, hidden_count>, feature_count> hidden{};  ///< by feature, then by hidden unit
  std::array<float, hidden_count> bias{};
  std::array<float, hidden_count> output{};

  /// Computes the hidden units before the rectifier.
  void activate(const PlayerFeatures& f, std::array<float, hidden_count>& h) const {
    h = bias;
    for (std::size_t i = 0; i < feature_count; ++i)
      for (std::size_t j = 0; j < hidden_count; ++j) h[j] += f[i] * hidden[i][j];
  }
  float logit(const PlayerFeatures& f) const {
    std::array<float, hidden_count> h;
    activate(f, h);
    float sum = 0;
    for (std::size_t i = 0; i < feature_count; ++i) sum += linear[i] * f[i];
    for (std::size_t j = 0; j < hidden_count; ++j) sum += output[j] * (h[j] > 0 ? h[j] : 0);
    return sum;
  }
};

/// The network that `tessera_tune_multi` fitted to the results of its own games: weights.cpp.
extern const Network fitted_network;

/// Turns logits into probabilities: exp(x) divided by the sum of all.
inline void softmax(float* logits, int n) {
  float top = logits[0], sum = 0;
  for (int i = 1; i < n; ++i) top = std::max(top, logits[i]);
  for (int i = 0; i < n; ++i) sum += logits[i] = std::exp(logits[i] - top);
  for (int i = 0; i < n; ++i) logits[i] /= sum;
}

/// Returns each player's probability of winning at `s`, the beginning of a turn of a player who can attack.
template <class P> Shares win_chances(const PackedGame<P>& game, const Network& network, const State<P>& s) {
  const FeatureReader<P> reader(game, s);
  std::array<float, max_players> logits;
  std::array<int, max_players> who;
  int n = 0;
  PlayerFeatures f;
  for (int player = 0; player < game.rules.players; ++player)
    if (reader.has_hexes(player)) {
      reader.read(player, f);
      who[static_cast<std::size_t>(n)] = player;
      logits[static_cast<std::size_t>(n++)] = network.logit(f);
    }
  softmax(logits.data(), n);
  Shares shares{};
  for (int i = 0; i < n; ++i) shares[static_cast<std::size_t>(who[i])] = logits[i];
  return shares;
}

}  // namespace tessera::game::multi
