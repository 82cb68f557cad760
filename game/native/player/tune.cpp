// Fits the weights of the features to the results of the player's own games, and writes weights.cpp. Layer: player.
//
//     tessera_tune game/native/player/weights.cpp
//
// In each of several rounds the player plays against itself with the weights of the previous round, with some random
// moves, so that positions occur that good players avoid. Logistic regression then finds the weights under which the
// features predict the results best. Seeds are fixed: the same compiler gives the same weights.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <random>
#include <vector>

#include "player/search.hpp"

namespace {

using namespace tessera::game;

using P = Position<Bits64, 1, 3>;

constexpr int rounds = 4;
constexpr int games_of_round = 6000;
constexpr int search_depth = 3;
constexpr double chance_of_random_move = 0.15;
constexpr double ridge = 20;                                    ///< the strength of regularization, in samples
constexpr std::array<int, 8> sizes = {4, 5, 5, 5, 5, 5, 6, 7};  ///< of the boards, equally likely

/// A position and its result for the player to move: 1, 1/2 or 0.
struct Sample {
  PositionFeatures features;
  double result;
};
using Samples = std::array<std::vector<Sample>, 2>;  ///< at the beginning of turns, and within them

class Patient : public Clock {
 public:
  bool expired() override { return false; }
};

/// The weights before any fit: hexes, and dice a little.
Weights first_weights() {
  Weights w;
  for (PositionFeatures& f : w.of) {
    f[static_cast<std::size_t>(PositionFeature::hexes)] = value_unit;
    f[static_cast<std::size_t>(PositionFeature::full)] = value_unit / 4;
    for (std::size_t i = 0; i < side_features; ++i) f[side_features + i] = -f[i];
  }
  return w;
}

State<P> random_state(int size, std::mt19937_64& random) {
  std::vector<Hex> hexes;
  for (int i = 0; i < size * size; ++i) hexes.push_back({static_cast<int>(random() % 2), static_cast<int>(random() % 3) + 1});
  return {pack<P>(hexes)};
}

/// Games of the player against itself.
class SelfPlay {
 public:
  SelfPlay(const Weights& weights, std::uint64_t seed) : weights_(weights), random_(seed) {}

  void play(Samples& samples) {
    const int size = sizes[random_() % sizes.size()];
    Rules rules;
    rules.size = size;
    table_.new_search();
    AlphaBetaSearch<P> search(rules, weights_, table_, patient_);
    State<P> s = random_state(size, random_);
    std::vector<std::pair<State<P>, PositionFeatures>> seen;
    while (true) {
      const std::vector<Move> moves = moves_of(s, search);
      if (moves.empty()) break;
      if (moves.size() > 1) seen.emplace_back(s, summarize(s, search.geometry(), search.own(s)).features);
      s = search.after(s, chosen(s, moves, search));
    }
    const int value = value_finished(search.geometry(), search.own(s));
    for (const auto& [state, features] : seen) {
      const int own_value = state.player == s.player ? value : -value;
      samples[state.first ? 0 : 1].push_back({features, own_value > 0 ? 1.0 : own_value < 0 ? 0.0 : 0.5});
    }
  }

 private:
  static std::vector<Move> moves_of(const State<P>& s, const AlphaBetaSearch<P>& search) {
    std::vector<Move> moves;
    if (!s.first) moves.push_back(Move::pass());
    for_each_attack(attacks<AttackRule::stronger>(s.board, search.geometry(), search.own(s)), search.geometry(),
                    [&](Move m) { moves.push_back(m); });
    return moves;
  }

  Move chosen(const State<P>& s, const std::vector<Move>& moves, AlphaBetaSearch<P>& search) {
    if (std::uniform_real_distribution<>(0, 1)(random_) < chance_of_random_move) return moves[random_() % moves.size()];
    Move best = moves[0];
    int best_value = -AlphaBetaSearch<P>::infinity;
    for (const Move m : moves) {
      const int v = search.value_behind(s, search.after(s, m), search_depth - 1, best_value, AlphaBetaSearch<P>::infinity);
      if (v > best_value) {
        best = m;
        best_value = v;
      }
    }
    return best;
  }

  const Weights& weights_;
  std::mt19937_64 random_;
  TranspositionTable table_{1};
  Patient patient_;
};

using Vector = std::array<double, feature_count>;
using Matrix = std::array<Vector, feature_count>;

/// Returns the solution of a * x = b for a positive definite `a`, by elimination.
Vector solution(Matrix a, Vector b) {
  for (std::size_t i = 0; i < feature_count; ++i)
    for (std::size_t j = i + 1; j < feature_count; ++j) {
      const double factor = a[j][i] / a[i][i];
      for (std::size_t k = i; k < feature_count; ++k) a[j][k] -= factor * a[i][k];
      b[j] -= factor * b[i];
    }
  for (std::size_t i = feature_count; i-- > 0;) {
    for (std::size_t k = i + 1; k < feature_count; ++k) b[i] -= a[i][k] * b[k];
    b[i] /= a[i][i];
  }
  return b;
}

double dot(const PositionFeatures& f, const Vector& w) {
  double sum = 0;
  for (std::size_t i = 0; i < feature_count; ++i) sum += f[i] * w[i];
  return sum;
}

/// Makes one step of Newton's method towards the most likely weights. Adds the loss before the step to `loss`.
Vector improved(const Vector& w, const std::vector<Sample>& samples, double& loss) {
  Matrix curvature{};
  Vector slope{};
  for (std::size_t i = 0; i < feature_count; ++i) {
    curvature[i][i] = ridge;
    slope[i] = -ridge * w[i];
  }
  for (const Sample& s : samples) {
    const double p = 1 / (1 + std::exp(-dot(s.features, w)));
    loss -= s.result * std::log(std::max(p, 1e-12)) + (1 - s.result) * std::log(std::max(1 - p, 1e-12));
    for (std::size_t i = 0; i < feature_count; ++i) {
      if (s.features[i] == 0) continue;
      slope[i] += (s.result - p) * s.features[i];
      for (std::size_t j = 0; j < feature_count; ++j) curvature[i][j] += p * (1 - p) * s.features[i] * s.features[j];
    }
  }
  Vector next = solution(curvature, slope);
  for (std::size_t i = 0; i < feature_count; ++i) next[i] += w[i];
  return next;
}

PositionFeatures fitted(const std::vector<Sample>& samples) {
  Vector w{};
  double loss = 0;
  for (int step = 0; step < 8; ++step) w = improved(w, samples, loss = 0);
  std::printf("  %zu positions, loss %.4f\n", samples.size(), loss / static_cast<double>(samples.size()));
  PositionFeatures result;
  for (std::size_t i = 0; i < feature_count; ++i) result[i] = static_cast<int>(std::lround(w[i] * value_unit));
  return result;
}

void write_group(std::ostream& out, const PositionFeatures& f, std::size_t begin, std::size_t end, const char* what) {
  out << "       ";
  for (std::size_t i = begin; i < end; ++i) out << ' ' << f[i] << ',';
  out << "  // " << what << '\n';
}

void write(std::ostream& out, const Weights& weights) {
  out << "// The weights of the features. Written by tune.cpp: do not edit. Layer: player.\n"
         "#include \"player/evaluation.hpp\"\n\nnamespace tessera::game {\n\n"
         "const Weights fitted_weights = {{{\n";
  for (std::size_t phase = 0; phase < 2; ++phase) {
    const PositionFeatures& f = weights.of[phase];
    out << "    {\n";
    write_group(out, f, 0, side_features, phase == 0 ? "where a turn begins: the player to move" : "within a turn: the player to move");
    write_group(out, f, side_features, 2 * side_features, "the other");
    write_group(out, f, 2 * side_features, feature_count, "the turn");
    out << "    },\n";
  }
  out << "}}};\n\n}  // namespace tessera::game\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: tessera_tune FILE    where FILE is written, as game/native/player/weights.cpp\n";
    return 2;
  }
  Weights weights = first_weights();
  for (int round = 0; round < rounds; ++round) {
    Samples samples;
    SelfPlay games(weights, static_cast<std::uint64_t>(round) + 1);
    for (int i = 0; i < games_of_round; ++i) games.play(samples);
    std::printf("round %d of %d\n", round + 1, rounds);
    Weights next;
    for (std::size_t phase = 0; phase < 2; ++phase) next.of[phase] = fitted(samples[phase]);
    weights = next;
  }
  std::ofstream out(argv[1]);
  write(out, weights);
  out.close();
  if (!out) std::cerr << "tessera_tune: cannot write " << argv[1] << '\n';
  return out ? 0 : 1;
}
