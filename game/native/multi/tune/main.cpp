// tessera_tune_multi: fits the evaluation for several players to the results of its own games, and writes it as C++.
//     tessera_tune_multi game/native/multi/weights.cpp [GAMES] [GENERATIONS] [SEED]
// The same arguments always make the same file.
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "multi/tune/fit.hpp"

namespace {

using namespace tessera::game::multi;

void write_numbers(std::ostream& out, std::span<const float> numbers) {
  char text[32];
  out << '{';
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    std::snprintf(text, sizeof text, "%.6eF", static_cast<double>(numbers[i]));
    out << (i == 0 ? "" : i % 8 == 0 ? ",\n  " : ", ") << text;
  }
  out << '}';
}

void write(const Network& n, const std::string& path, const std::string& command) {
  std::ofstream out(path);
  out << "// The fitted evaluation for several players. Written by `" << command << "`: do not edit.\n"
      << "#include \"multi/network.hpp\"\n\nnamespace tessera::game::multi {\n\n"
      << "// Linear weights, hidden weights by feature, biases, output weights.\nconst Network fitted_network = {";
  write_numbers(out, n.linear);
  out << ",\n {{";
  for (std::size_t i = 0; i < feature_count; ++i) {
    out << (i == 0 ? "" : ",\n  ");
    write_numbers(out, n.hidden[i]);
  }
  out << "}},\n ";
  write_numbers(out, n.bias);
  out << ",\n ";
  write_numbers(out, n.output);
  out << "};\n\n}  // namespace tessera::game::multi\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: tessera_tune_multi OUTPUT [GAMES] [GENERATIONS] [SEED]\n");
    return 2;
  }
  const int games = argc > 2 ? std::atoi(argv[2]) : 20000, generations = argc > 3 ? std::atoi(argv[3]) : 4;
  const std::uint64_t seed = argc > 4 ? std::strtoull(argv[4], nullptr, 10) : 1;
  Network network = random_network(seed);
  std::vector<Sample> samples;  // of this and the last generation, without those held out
  for (int generation = 0; generation <= generations; ++generation) {
    SelfPlay settings;
    settings.games = games;
    settings.seed = (seed * 1000 + static_cast<std::uint64_t>(generation)) << 32;
    settings.learned = generation == 0 ? 0 : 0.5;
    const std::vector<Sample> fresh = self_play(settings, network);
    const std::span<const Sample> held_out = std::span(fresh).first(fresh.size() / 10);
    if (generation <= 1) samples.clear();  // games without a learned player serve only as a start
    const std::size_t old = samples.size();
    samples.insert(samples.end(), fresh.begin() + static_cast<std::ptrdiff_t>(held_out.size()), fresh.end());
    const double before = cross_entropy(network, held_out);
    fit(network, samples, generation == generations ? 6 : 3, 2e-3, seed + static_cast<std::uint64_t>(generation));
    std::printf("generation %d: %zu positions, cross entropy of held out games %.4f before, %.4f after\n", generation, fresh.size(), before,
                cross_entropy(network, held_out));
    std::fflush(stdout);
    samples.erase(samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(old));
  }
  write(network, argv[1],
        "tessera_tune_multi weights.cpp " + std::to_string(games) + " " + std::to_string(generations) + " " + std::to_string(seed));
}
