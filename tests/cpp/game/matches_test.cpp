// Matches: the rules as they are played, results that the seed alone decides, engines that differ in strength.
#include <numeric>
#include <stdexcept>

#include "../catch.hpp"
#include "matches/match.hpp"

namespace {

using namespace tessera::game;
using namespace tessera::game::matches;

const Rules rules_v2 = {5, 2, 3, AttackRule::stronger, ReinforcementRule::taken};

EngineSpec book(int level) { return {EngineSpec::Kind::book, level}; }
EngineSpec stronger(std::uint64_t nodes) { return {EngineSpec::Kind::stronger, 1, 60, nodes}; }

std::vector<std::vector<int>> winners(const Match& match, int first, int count, int threads) {
  std::vector<std::vector<int>> result;
  for (const BoardResult& board : play_boards(match, first, count, threads, {}).boards) result.push_back(board.winners);
  return result;
}

double score(const Match& match, int boards) {
  double sum = 0, games = 0;
  for (const auto& board : winners(match, 0, boards, 1))
    for (const int n : board) {
      sum += n == 0 ? 0 : 1.0 / n;
      ++games;
    }
  return sum / games;
}

TEST_CASE("the seed decides a match, not the threads", "[game][matches]") {
  for (const Rules& rules : {rules_v2, multi::rules_of_dice}) {
    const Match match{stronger(50), book(1), rules, 7};
    const auto all = winners(match, 0, 6, 1);
    CHECK(all.size() == 6);
    CHECK(all[0].size() == static_cast<std::size_t>(rules.players));
    CHECK(winners(match, 0, 6, 2) == all);
    const auto later = winners(match, 4, 2, 1);
    CHECK(std::vector(all.begin() + 4, all.end()) == later);
    CHECK(winners({stronger(50), book(1), rules, 8}, 0, 6, 1) != all);
  }
}

TEST_CASE("each game has winners who share it", "[game][matches]") {
  const Match match{{}, {}, multi::rules_of_dice, 3};
  for (const auto& board : winners(match, 0, 50, 1))
    for (const int n : board) CHECK((n >= 0 && n <= 4));
}

TEST_CASE("stronger engines win more", "[game][matches]") {
  CHECK(score({book(2), {}, rules_v2, 1}, 200) > 0.6);
  CHECK(score({stronger(2000), book(2), rules_v2, 1}, 40) > 0.75);
  CHECK(score({book(1), {}, multi::rules_of_dice, 1}, 100) > 0.28);
  CHECK(score({stronger(200), {}, multi::rules_of_dice, 1}, 60) > 0.4);
  CHECK(score({stronger(200), book(1), multi::rules_of_dice, 1}, 60) > 0.32);
}

TEST_CASE("a match can be abandoned, and an unplayable one is refused", "[game][matches]") {
  const EngineSpec thinker{EngineSpec::Kind::stronger, 1, 1e6};
  Rules large = multi::rules_of_dice;
  large.size = 12;
  CHECK(play_boards({thinker, thinker, large, 1}, 0, 4, 2, [] { return false; }).boards.empty());
  large.max_dice = 20;
  CHECK_THROWS_AS(play_boards({book(1), {}, large, 1}, 0, 1, 1, {}), std::invalid_argument);
}

}  // namespace
