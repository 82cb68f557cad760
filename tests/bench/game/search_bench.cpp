// What the two-player search does in a second, on random boards from a fixed seed: counting, deepening, solving.
//
//     ninja -C build/release tessera_search_bench
//     build/release/tessera_search_bench [count] [deepen] [solve] [prove]
//
// All times are processor time of one thread. Without a word it measures everything, in some minutes.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <random>
#include <string>
#include <vector>

#include "player/count_tree.hpp"
#include "player/player.hpp"
#include "solving/prover.hpp"

namespace {

using namespace tessera::game;

Rules rules_of_size(int size) { return {size, 2, 3, AttackRule::stronger, ReinforcementRule::taken}; }

std::vector<std::vector<Hex>> random_boards(int size, int boards) {
  std::mt19937 random(1);
  std::vector<std::vector<Hex>> result(static_cast<std::size_t>(boards));
  for (auto& board : result)
    for (int i = 0; i < size * size; ++i) board.push_back({static_cast<int>(random() % 2), static_cast<int>(random() % 3) + 1});
  return result;
}

double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Nodes of the last ply a second, the best of some runs.
void count(Counting counting, int depth, const char* what) {
  const auto boards = random_boards(5, 12);
  double best = 0;
  for (int run = 0; run < 5; ++run) {
    std::uint64_t nodes = 0;
    const double begin = seconds();
    for (const auto& board : boards) nodes += count_tree(board, 0, depth, rules_of_size(5), counting);
    best = std::max(best, static_cast<double>(nodes) / (seconds() - begin));
  }
  std::printf("count-tree, 12 boards of 5x5 hexes, depth %d, %s: %.0f million nodes a second\n", depth, what, best / 1e6);
}

AlphaBetaLimits seconds_of_processor(double limit) {
  AlphaBetaLimits limits;
  limits.seconds = limit;
  limits.processor_time = true;
  return limits;
}

void deepen() {
  const auto boards = random_boards(5, 24);
  AlphaBetaPlayer player(64);
  std::vector<int> depths;
  double nodes = 0, time = 0;
  for (const auto& board : boards) {
    player.forget();
    const AlphaBetaAnalysis a = player.analyze({board}, rules_of_size(5), seconds_of_processor(1));
    nodes += static_cast<double>(a.nodes);
    time += a.seconds;
    if (!a.solved) depths.push_back(a.depth);
  }
  double sum = 0;
  for (const int d : depths) sum += d;
  const auto unsolved = depths.size();
  std::printf(
      "one second, %zu boards of 5x5 hexes: %zu solved; the others searched %.1f moves deep on the mean, %d at least; "
      "%.1f million nodes a second\n",
      boards.size(), boards.size() - unsolved, unsolved == 0 ? 0 : sum / static_cast<double>(unsolved),
      unsolved == 0 ? 0 : *std::min_element(depths.begin(), depths.end()), nodes / time / 1e6);
}

/// Solve boards, with the value of every move.
void solve(int size, int how_many, double limit, std::size_t megabytes) {
  AlphaBetaPlayer player(megabytes);
  std::vector<double> times;
  int solved = 0;
  for (const auto& board : random_boards(size, how_many)) {
    player.forget();
    AlphaBetaLimits limits = seconds_of_processor(limit);
    limits.rate_all = limits.results_only = true;
    const AlphaBetaAnalysis a = player.analyze({board}, rules_of_size(size), limits);
    times.push_back(a.seconds);
    solved += std::all_of(a.moves.begin(), a.moves.end(), [](const RatedMove<int>& m) { return m.solved; });
  }
  std::sort(times.begin(), times.end());
  std::printf("solving %d boards of %dx%d hexes, every move, %zu MB: %d within %g s; median %.4f s, largest %.3f s\n", how_many, size, size,
              megabytes, solved, limit, times[times.size() / 2], times.back());
}

/// Solves boards for the player to move, by alpha-beta and by proof numbers.
void prove(int size, int how_many, double limit, std::size_t megabytes) {
  AlphaBetaPlayer player(megabytes);
  solving::ProofTable table(megabytes);
  std::vector<double> searched, proved;
  int solved_by_search = 0, solved_by_proof = 0;
  for (const auto& board : random_boards(size, how_many)) {
    player.forget();
    double begin = seconds();
    solved_by_search += player.analyze({board}, rules_of_size(size), seconds_of_processor(limit)).solved;
    searched.push_back(seconds() - begin);
    table.clear();
    begin = seconds();
    const AlphaBetaLimits budget = seconds_of_processor(limit);
    BudgetClock clock(budget);
    with_position(size, 2, 3, [&]<class P>() {
      if constexpr (P::owner_bits == 1 && P::max_dice == 3) {
        const auto open = [&](bool win) {
          return solving::Prover<P>(rules_of_size(size), {0, win}, table, clock).prove(State<P>{pack<P>(board), 0, 0, true});
        };
        solving::ProofNumbers found = open(true);
        if (found.is_refuted() && size % 2 == 0) found = open(false);
        solved_by_proof += !found.open();
      }
    });
    proved.push_back(seconds() - begin);
  }
  for (auto* times : {&searched, &proved}) {
    std::sort(times->begin(), times->end());
    double all = 0;
    for (const double t : *times) all += t;
    std::printf("%d boards of %dx%d hexes, %zu MB, by %s: %d within %g s; median %.4f s, largest %.3f s, all %.1f s\n", how_many, size,
                size, megabytes, times == &searched ? "alpha-beta" : "proof numbers",
                times == &searched ? solved_by_search : solved_by_proof, limit, (*times)[times->size() / 2], times->back(), all);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const auto wanted = [&](const std::string& what) {
    return argc == 1 || std::any_of(argv + 1, argv + argc, [&](const char* word) { return what == word; });
  };
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  if (wanted("count")) {
    count(Counting::every_ply_made, 7, "every position made");
    count(Counting::last_ply_counted, 8, "last ply counted only");
  }
  if (wanted("deepen")) deepen();
  if (wanted("solve")) {
    solve(3, 1000, 1, 64);
    solve(4, 40, 40, 64);
  }
  if (wanted("prove")) {
    prove(4, 30, 5, 256);
    prove(5, 30, 5, 256);
  }
  return 0;
}
