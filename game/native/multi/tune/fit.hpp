// Fits the network to the results of games. Layer: multi, tune_multi only.
#pragma once

#include "multi/tune/self_play.hpp"

namespace tessera::game::multi {

/// Returns a network of small random weights.
Network random_network(std::uint64_t seed);

/// Returns the mean of -sum(share * log(chance)) over the samples, which fitting minimizes.
double cross_entropy(const Network& network, std::span<const Sample> samples);

/// Fits `network` to `samples` by stochastic gradient descent (Adam), each seen `epochs` times, in an order that `seed`
/// decides.
void fit(Network& network, std::span<const Sample> samples, int epochs, double rate, std::uint64_t seed);

}  // namespace tessera::game::multi
