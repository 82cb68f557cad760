// Fitting the evaluation for several players: the same seeds give the same games and weights, and fitting makes it
// better.

#include "../catch.hpp"
#include "multi/tune/fit.hpp"

namespace {

using namespace tessera::game::multi;

SelfPlay some_games(std::uint64_t seed) {
  SelfPlay settings;
  settings.games = 60;
  settings.seed = seed;
  settings.learned = 0;
  settings.sampling = 1;
  return settings;
}

TEST_CASE("self-play is decided by its seed", "[game][tuning]") {
  const auto one = self_play(some_games(1), fitted_network), two = self_play(some_games(1), fitted_network);
  REQUIRE(one.size() == two.size());
  REQUIRE(one.size() > 100);
  for (std::size_t i = 0; i < one.size(); ++i) {
    CHECK(one[i].features == two[i].features);
    CHECK(one[i].shares == two[i].shares);
    CHECK(one[i].features.size() == one[i].shares.size());
  }
  CHECK(self_play(some_games(1 << 20), fitted_network).size() != one.size());
}

TEST_CASE("fitting lowers the cross entropy deterministically", "[game][tuning]") {
  const auto samples = self_play(some_games(2), fitted_network);
  Network one = random_network(3), two = random_network(3);
  const double before = cross_entropy(one, samples);
  fit(one, samples, 4, 2e-3, 4);
  fit(two, samples, 4, 2e-3, 4);
  CHECK(cross_entropy(one, samples) < before - 0.1);
  CHECK(one.linear == two.linear);
  CHECK(one.hidden == two.hidden);
  CHECK(cross_entropy(fitted_network, samples) < cross_entropy(one, samples) + 0.2);
}

}  // namespace
