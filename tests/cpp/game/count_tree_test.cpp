// Counting the tree against a direct walk over unpacked boards.
#include <stdexcept>

#include "../catch.hpp"
#include "plain_board.hpp"
#include "player/count_tree.hpp"

namespace {

using namespace tessera::game;

/// Counts the nodes exactly `depth` moves below.
std::uint64_t walk(const PlainBoard& board, int player, int spare, bool first, int depth, const Rules& rules) {
  if (depth == 0) return 1;
  std::uint64_t nodes = 0;
  if (!first) {
    const int dice = rules.reinforcement == ReinforcementRule::cluster ? board.largest_cluster(player) : spare - 1;
    nodes += walk(board.reinforced(player, dice, rules.max_dice), (player + 1) % rules.players, 0, true, depth - 1, rules);
  }
  for (const Move m : board.attacks(player, rules.attack)) {
    const int taken = spare + board.hexes[m.to].dice;
    nodes += walk(board.attacked(player, m), player, taken, false, depth - 1, rules);
    if (rules.luck) nodes += walk(board.attack_failed(player, m), player, taken, false, depth - 1, rules);
  }
  return nodes;
}

const Rules version_2{3, 2, 3, AttackRule::stronger, ReinforcementRule::taken};
const Rules version_4{3, 4, 5, AttackRule::two_dice, ReinforcementRule::cluster, true};

TEST_CASE("trees have as many nodes as a walk finds", "[game][count]") {
  std::mt19937 random(3);
  for (Rules rules : {version_2, version_4})
    for (const auto& [size, depth] : {std::pair{2, 7}, {3, 5}, {4, 4}, {5, 3}, {6, 3}, {9, 2}}) {
      rules.size = size;
      for (int i = 0; i < 5; ++i) {
        const PlainBoard board = random_board({size, rules.players, rules.max_dice}, random);
        for (int d = 0; d <= depth; ++d) {
          const std::uint64_t expected = walk(board, i % 2, 0, true, d, rules);
          REQUIRE(count_tree(board.hexes, i % 2, d, rules, Counting::last_ply_counted) == expected);
          REQUIRE(count_tree(board.hexes, i % 2, d, rules, Counting::every_ply_made) == expected);
        }
      }
    }
}

TEST_CASE("trees that cannot be counted are refused", "[game][count]") {
  CHECK_THROWS_AS(count_tree(std::vector<Hex>(9, Hex{0, 0}), 0, 1, version_2), std::invalid_argument);
  CHECK_THROWS_AS(count_tree(std::vector<Hex>(9, Hex{2, 1}), 0, 1, version_2), std::invalid_argument);
  CHECK_THROWS_AS(count_tree(std::vector<Hex>(9, Hex{0, 9}), 0, 1, version_2), std::invalid_argument);
}

TEST_CASE("counting can be interrupted", "[game][count]") {
  std::mt19937 random(4);
  Rules rules = version_2;
  rules.size = 5;
  const PlainBoard board = random_board({5, 2, 3}, random);
  count_tree(board.hexes, 0, 1000, rules, Counting::last_ply_counted, [] { return true; });
  SUCCEED("it returned");
}

}  // namespace
