// The packed board against a direct reading of the game's rules, on random boards of every size.
#include <random>
#include <set>
#include <vector>

#include "../catch.hpp"
#include "board/hash.hpp"
#include "board/moves.hpp"
#include "board/reinforcement.hpp"
#include "board/scoring.hpp"
#include "plain_board.hpp"

namespace {

using namespace tessera::game;

/// Calls `f(P type, Geometry, PlainBoard)` for random boards of many shapes, with and without holes.
template <class F> void with_random_boards(int boards_of_each, F&& f) {
  std::mt19937 random(1);
  for (const int size : {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16})
    for (const auto& [players, dice] : {std::pair{2, 3}, {2, 2}, {2, 5}, {3, 3}, {4, 5}, {8, 4}, {16, 8}}) {
      const bool held = with_position(size, players, dice, [&]<class P>() {
        for (int i = 0; i < boards_of_each; ++i) {
          PlainBoard board = random_board({size, players, dice}, random);
          REQUIRE(fits<P>(board.hexes));
          f(pack<P>(board.hexes), Geometry<typename P::Bits>(size), board, players, dice);
          const Holes holes = with_holes(board, random, 4);
          REQUIRE(fits<P>(board.hexes));
          f(pack<P>(board.hexes), Geometry<typename P::Bits>(size, holes), board, players, dice);
        }
      });
      REQUIRE(held);
    }
}

template <class P> std::vector<Hex> unpacked(const P& p, const PlainBoard& like) {
  std::vector<Hex> hexes(like.hexes.size());
  unpack(p, hexes);
  for (std::size_t i = 0; i < hexes.size(); ++i)
    if (like.hexes[i].is_hole()) hexes[i] = like.hexes[i];
  return hexes;
}

template <AttackRule rule, class P, class G> std::vector<Move> packed_attacks(const P& p, const G& g, int player) {
  std::vector<Move> moves;
  const auto found = attacks<rule>(p, g, p.owned_by(player, g.all));
  for_each_attack(found, g, [&](Move m) { moves.push_back(m); });
  CHECK(found.size() == static_cast<int>(moves.size()));
  return moves;
}

TEST_CASE("neighbors of a hex come in the game's order", "[game][board]") {
  for (int size = 1; size <= max_board_size; ++size) {
    const PlainBoard board{size, {}};
    for (int pos = 0; pos < size * size; ++pos) {
      const Neighbors found = neighbors_of(pos, size);
      std::vector<int> listed;
      for (const int neighbor : found) listed.push_back(neighbor);
      REQUIRE(listed == board.neighbors(pos));
    }
  }
}

TEST_CASE("holes are neighbors of no hex and have none", "[game][board]") {
  std::mt19937 random(3);
  for (int size = 1; size <= max_board_size; ++size) {
    PlainBoard board = random_board({size, 2, 3}, random);
    const Holes holes = with_holes(board, random, 3);
    for (int pos = 0; pos < size * size; ++pos) {
      std::vector<int> listed;
      for (const int neighbor : neighbors_of(pos, size, holes)) listed.push_back(neighbor);
      REQUIRE(listed == board.neighbors(pos));
    }
  }
}

TEST_CASE("each direction leads from hexes to hexes", "[game][board]") {
  with_random_boards(1, [](const auto&, const auto& g, const PlainBoard& board, int, int) {
    for (const Direction d : directions)
      for_each(g.all, [&](int pos) {
        using Bits = std::remove_cvref_t<decltype(g.all)>;
        const Bits there = g.moved(d, single<Bits>(pos));
        REQUIRE(count(there) <= 1);
        if (any(there)) REQUIRE(!board.is_hole(lowest(there)));
      });
    REQUIRE(g.cells == count(g.all));
  });
}

TEST_CASE("packing and unpacking preserves a board", "[game][board]") {
  with_random_boards(5, [](const auto& p, const auto&, const PlainBoard& board, int, int) { REQUIRE(unpacked(p, board) == board.hexes); });
}

TEST_CASE("a board that a position cannot hold does not fit", "[game][board]") {
  using P = Position<Bits32, 1, 3>;
  CHECK(fits<P>(std::vector<Hex>{{0, 1}, {1, 3}}));
  CHECK_FALSE(fits<P>(std::vector<Hex>{{0, 0}}));
  CHECK_FALSE(fits<P>(std::vector<Hex>{{0, 4}}));
  CHECK_FALSE(fits<P>(std::vector<Hex>{{2, 1}}));
  CHECK_FALSE(fits<P>(std::vector<Hex>{{-1, 1}}));
  CHECK_FALSE(fits<P>(std::vector<Hex>(33, Hex{0, 1})));
  CHECK_FALSE(with_position(17, 2, 3, []<class>() {}));
  CHECK_FALSE(with_position(5, 17, 3, []<class>() {}));
  CHECK_FALSE(with_position(5, 2, 9, []<class>() {}));
}

TEST_CASE("attacks come in the game's order", "[game][board]") {
  with_random_boards(5, [](const auto& p, const auto& g, const PlainBoard& board, int players, int) {
    for (int player = 0; player < players; ++player) {
      REQUIRE(packed_attacks<AttackRule::stronger>(p, g, player) == board.attacks(player, AttackRule::stronger));
      REQUIRE(packed_attacks<AttackRule::two_dice>(p, g, player) == board.attacks(player, AttackRule::two_dice));
    }
  });
}

TEST_CASE("attacks and failed attacks move the dice", "[game][board]") {
  with_random_boards(1, [](const auto& p, const auto&, const PlainBoard& board, int players, int) {
    for (int player = 0; player < players; ++player)
      for (const Move m : board.attacks(player, AttackRule::two_dice)) {
        REQUIRE(unpacked(after_attack(p, player, m), board) == board.attacked(player, m).hexes);
        REQUIRE(unpacked(after_failed_attack(p, m), board) == board.attack_failed(player, m).hexes);
      }
  });
}

TEST_CASE("reinforcements go to the first hexes with room", "[game][board]") {
  with_random_boards(2, [](const auto& p, const auto& g, const PlainBoard& board, int players, int dice) {
    for (int player = 0; player < players; ++player)
      for (const int spare : {-1, 0, 1, 2, 3, 7, 31, 32, 64, 1000})
        for (int max_dice = 1; max_dice <= dice; ++max_dice)
          REQUIRE(unpacked(after_new_dice(p, p.owned_by(player, g.all), spare, max_dice), board) ==
                  board.reinforced(player, spare, max_dice).hexes);
  });
}

TEST_CASE("scores, threats, clusters and winners follow the game's rules", "[game][board]") {
  with_random_boards(3, [](const auto& p, const auto& g, const PlainBoard& board, int players, int) {
    for (int player = 0; player < players; ++player) {
      const auto own = p.owned_by(player, g.all);
      const auto weak = threatened(p, g, own);
      for (int pos = 0; pos < board.cells(); ++pos)
        REQUIRE(has(weak, pos) == (board.hexes[pos].player == player && board.is_threatened(pos)));
      REQUIRE(score(p, g, own) == board.score(player));
      REQUIRE(g.touching_each(own, weak) == std::pair{g.touching(own), g.touching(weak)});
      REQUIRE(largest_cluster(g, own) == board.largest_cluster(player));
    }
    const Winners found = winners(p, g, players), expected = board.winners(players);
    REQUIRE(found.players == expected.players);
    REQUIRE(found.hexes == expected.hexes);
  });
}

TEST_CASE("equal positions have equal hashes, different ones rarely", "[game][board]") {
  using P = Position<Bits32, 1, 3>;
  std::mt19937 random(2);
  std::set<std::uint64_t> hashes;
  std::size_t boards = 0;
  for (int i = 0; i < 2000; ++i) {
    const PlainBoard board = random_board({5, 2, 3}, random);
    CHECK(hash(pack<P>(board.hexes), 1) == hash(pack<P>(board.hexes), 1));
    for (int rest = 0; rest < 4; ++rest, ++boards) hashes.insert(hash(pack<P>(board.hexes), rest));
  }
  CHECK(hashes.size() == boards);
}

}  // namespace
