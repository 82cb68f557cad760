// The gradient steps of the fit. Layer: multi, tune_multi only.
#include "multi/tune/fit.hpp"

#include <numeric>

namespace tessera::game::multi {

namespace {

constexpr std::size_t weight_count = sizeof(Network) / sizeof(float);
constexpr int batch = 128;

float* weights(Network& n) { return n.linear.data(); }
static_assert(sizeof(Network) == (feature_count + feature_count * hidden_count + 2 * hidden_count) * sizeof(float));

std::vector<float> chances(const Network& network, const Sample& sample) {
  std::vector<float> p;
  for (const PlayerFeatures& f : sample.features) p.push_back(network.logit(f));
  softmax(p.data(), static_cast<int>(p.size()));
  return p;
}

/// Adds the gradient of one player's logit, times `scale`.
void add_gradient(const Network& n, const PlayerFeatures& f, float scale, Network& gradient) {
  std::array<float, hidden_count> h;
  n.activate(f, h);
  std::array<float, hidden_count> back;
  for (std::size_t j = 0; j < hidden_count; ++j) {
    gradient.output[j] += h[j] > 0 ? scale * h[j] : 0;
    back[j] = h[j] > 0 ? scale * n.output[j] : 0;
    gradient.bias[j] += back[j];
  }
  for (std::size_t i = 0; i < feature_count; ++i) {
    gradient.linear[i] += scale * f[i];
    for (std::size_t j = 0; j < hidden_count; ++j) gradient.hidden[i][j] += f[i] * back[j];
  }
}

/// Adam's running means of the gradient and of its square.
struct Adam {
  std::vector<float> mean = std::vector<float>(weight_count), square = std::vector<float>(weight_count);
  double mean_decay = 1, square_decay = 1;

  void step(Network& network, Network& gradient, double rate) {
    constexpr float b1 = 0.9F, b2 = 0.999F, shrink = 1e-5F;
    mean_decay *= b1;
    square_decay *= b2;
    const float scale = static_cast<float>(rate * std::sqrt(1 - square_decay) / (1 - mean_decay));
    float* w = weights(network);
    const float* g = weights(gradient);
    for (std::size_t i = 0; i < weight_count; ++i) {
      const float slope = g[i] / batch + shrink * w[i];
      mean[i] = b1 * mean[i] + (1 - b1) * slope;
      square[i] = b2 * square[i] + (1 - b2) * slope * slope;
      w[i] -= scale * mean[i] / (std::sqrt(square[i]) + 1e-8F);
    }
  }
};

}  // namespace

Network random_network(std::uint64_t seed) {
  Network n;
  Random random(seed);
  const auto small = [&] { return static_cast<float>(random.unit() - 0.5) * 0.8F; };
  for (auto& row : n.hidden)
    for (float& w : row) w = small();
  for (float& w : n.output) w = small();
  return n;
}

double cross_entropy(const Network& network, std::span<const Sample> samples) {
  double sum = 0;
  for (const Sample& sample : samples) {
    const std::vector<float> p = chances(network, sample);
    for (std::size_t i = 0; i < p.size(); ++i) sum -= sample.shares[i] * std::log(std::max(p[i], 1e-9F));
  }
  return sum / static_cast<double>(samples.size());
}

void fit(Network& network, std::span<const Sample> samples, int epochs, double rate, std::uint64_t seed) {
  std::vector<std::uint32_t> order(samples.size());
  std::iota(order.begin(), order.end(), 0U);
  Random random(seed);
  Adam adam;
  const double steps = static_cast<double>(epochs) * static_cast<double>(samples.size()) / batch;
  double done = 0;
  Network gradient{};
  for (int epoch = 0; epoch < epochs; ++epoch) {
    for (std::size_t i = order.size() - 1; i > 0; --i)
      std::swap(order[i], order[static_cast<std::size_t>(random.below(static_cast<int>(i + 1)))]);
    int in_batch = 0;
    for (const std::uint32_t index : order) {
      const Sample& sample = samples[index];
      const std::vector<float> p = chances(network, sample);
      const float total = std::accumulate(sample.shares.begin(), sample.shares.end(), 0.0F);
      for (std::size_t i = 0; i < p.size(); ++i) add_gradient(network, sample.features[i], p[i] * total - sample.shares[i], gradient);
      if (++in_batch < batch) continue;
      in_batch = 0;
      adam.step(network, gradient, rate * (1 - done++ / steps));
      gradient = Network{};
    }
  }
}

}  // namespace tessera::game::multi
