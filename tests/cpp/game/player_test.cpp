// The stronger player compared with plain minimax: estimates at small depths, exact values of games that can be played
// out.
#include <map>
#include <stdexcept>
#include <tuple>

#include "../catch.hpp"
#include "plain_game.hpp"
#include "player/search.hpp"

namespace {

using namespace tessera::game;

/// True if the player to move leads, may end the turn, and leaves the other without attacks by that.
bool wins_by_passing(const PlainNode& n) { return !n.first && finished_value(n) == value_win && moves_of(after(n, Move::pass())).empty(); }

/// True if the other has single dice only, and the dice of the player to move beyond the first ones are not enough.
bool loses_with_this_turn(const PlainNode& n) {
  int most = 0;  // the lead with all of these attacks
  for (const Hex& hex : n.board.hexes) {
    if (hex.player != n.player && hex.dice > 1) return false;
    most += hex.player == n.player ? 2 * hex.dice - 1 : -1;
  }
  return most < 0;
}

/// Returns the value for the player to move, `depth` moves deep; only moves among which there is a choice count.
int minimax(const PlainNode& n, int depth) {
  const auto moves = moves_of(n);
  if (wins_by_passing(n)) return value_win;
  if (loses_with_this_turn(n)) return -value_win;
  if (moves.empty()) return finished_value(n);
  if (moves.size() == 1 && moves[0].is_pass()) return -minimax(after(n, moves[0]), depth);
  if (depth == 0) return estimate_of(n);
  int best = -value_win - 1;
  for (const Move m : moves) {
    const PlainNode child = after(n, m);
    const int v = minimax(child, depth - 1);
    best = std::max(best, child.player == n.player ? v : -v);
  }
  return best;
}

/// Returns the exact value, for the player to move.
int exact_value(const PlainNode& n, std::map<std::vector<int>, int>& known) {
  std::vector<int> key = {n.player, n.spare, n.first};
  for (const Hex& hex : n.board.hexes) key.push_back(hex.player * 4 + hex.dice);
  if (const auto found = known.find(key); found != known.end()) return found->second;
  const auto moves = moves_of(n);
  int best = moves.empty() ? finished_value(n) : -value_win;
  for (const Move m : moves) {
    if (best == value_win) break;
    const PlainNode child = after(n, m);
    const int v = exact_value(child, known);
    best = std::max(best, child.player == n.player ? v : -v);
  }
  return known[key] = best;
}

TEST_CASE("results found without a search are right", "[game][player]") {
  using P = Position<Bits32, 1, 3>;
  std::mt19937 random(12);
  int won = 0, lost = 0;
  for (int i = 0; i < 400; ++i) {
    PlainNode n{random_board({i % 2 + 2, 2, 3}, random)};
    for (Hex& hex : n.board.hexes)
      if (i % 4 > 1 && hex.player == 1) hex.dice = 1;
    std::map<std::vector<int>, int> known;
    for (auto moves = moves_of(n); !moves.empty(); n = after(n, moves[random() % moves.size()]), moves = moves_of(n)) {
      const State<P> s{pack<P>(n.board.hexes), static_cast<std::int16_t>(n.player), static_cast<std::int16_t>(n.spare), n.first};
      const Rules rules = rules_of_size(n.board.size);
      const Geometry<Bits32> g(n.board.size);
      const Bits32 own = s.board.owned_by(n.player, g.all);
      REQUIRE(won_by_passing(s, rules, g, own) == wins_by_passing(n));
      REQUIRE(lost_with_this_turn(s, g, own) == loses_with_this_turn(n));
      if (wins_by_passing(n)) REQUIRE(exact_value(n, known) == value_win);
      if (loses_with_this_turn(n)) REQUIRE(exact_value(n, known) == -value_win);
      won += wins_by_passing(n);
      lost += loses_with_this_turn(n);
    }
  }
  CHECK(won > 100);
  CHECK(lost > 20);
}

TEST_CASE("the table replaces the entries that are cheapest to compute", "[game][player]") {
  constexpr std::uint64_t keys_apart = (1 << 20) / 64;  // keys that share their four places in a table of a megabyte
  TranspositionTable table(1);
  const auto store = [&](std::uint64_t i, int work) {
    Known known;
    known.bound = Bound::exact;
    known.work = static_cast<std::uint8_t>(work);
    table.store(1 + i * keys_apart, known);
  };
  const auto kept = [&](std::uint64_t i) { return table.find(1 + i * keys_apart).bound != Bound::none; };
  for (int i = 0; i < 4; ++i) store(static_cast<std::uint64_t>(i), 10 + i);
  store(4, 1);
  CHECK_FALSE(kept(0));
  store(5, 2);
  CHECK_FALSE(kept(4));
  CHECK((kept(1) && kept(2) && kept(3) && kept(5)));
  CHECK(table.find(1 + 3 * keys_apart).work == 13);
  table.new_search();
  store(6, 5);
  store(7, 5);
  CHECK((kept(6) && kept(7)));
}

AlphaBetaLimits to_depth(int depth) {
  AlphaBetaLimits limits;
  limits.seconds = 60;
  limits.depth = depth;
  limits.rate_all = true;
  return limits;
}

TEST_CASE("ratings at small depths are those of minimax", "[game][player]") {
  std::mt19937 random(5);
  for (const int size : {2, 3, 4, 5, 6, 9})
    for (int i = 0; i < 8; ++i) {
      PlainNode n{random_board({size, 2, 3}, random), i % 2};
      if (const auto moves = moves_of(n); i % 4 == 3 && !moves.empty()) n = after(n, moves[random() % moves.size()]);
      for (int depth = 1; depth <= (size > 4 ? 2 : 3); ++depth) {
        AlphaBetaPlayer player(1);
        const AlphaBetaAnalysis found = player.analyze(node_of(n), rules_of_size(size), to_depth(depth));
        const auto moves = moves_of(n);
        REQUIRE(found.moves.size() == moves.size());
        if (moves.empty() || found.depth < depth) continue;
        for (std::size_t m = 0; m < moves.size(); ++m) {
          INFO("size " << size << ", depth " << depth << ", move " << m);
          const PlainNode child = after(n, moves[m]);
          const int v = minimax(child, depth - 1);
          REQUIRE(found.moves[m].move == moves[m]);
          REQUIRE(found.moves[m].value == (child.player == n.player ? v : -v));
        }
      }
    }
}

TEST_CASE("games that can be played out are solved", "[game][player]") {
  std::mt19937 random(6);
  AlphaBetaPlayer player(8);
  int longest = 0;
  for (int i = 0; i < 120; ++i) {
    const PlainNode n{random_board({std::min(i % 4 + 2, 3), 2, 3}, random), i / 2 % 2};
    std::map<std::vector<int>, int> known;
    AlphaBetaLimits limits = to_depth(100);
    limits.results_only = i % 3 != 0;
    const AlphaBetaAnalysis found = player.analyze(node_of(n), rules_of_size(n.board.size), limits);
    if (limits.results_only) longest = std::max(longest, found.depth);
    REQUIRE(found.solved);
    REQUIRE(found.value == exact_value(n, known));
    for (const RatedMove<int>& rated : found.moves) {
      const PlainNode child = after(n, rated.move);
      const int v = exact_value(child, known);
      REQUIRE((std::abs(rated.value) < value_win ? 0 : rated.value) == (child.player == n.player ? v : -v));
    }
  }
  CHECK(longest > 20);  // deep enough for results alone to be asked for
}

TEST_CASE("a search for results goes as deep as allowed", "[game][player]") {
  std::mt19937 random(18);
  const PlainNode n{random_board({5, 2, 3}, random)};
  AlphaBetaLimits limits;
  limits.rate_all = limits.results_only = true;
  limits.depth = 3;
  AlphaBetaPlayer player(1);
  CHECK(player.analyze(node_of(n), rules_of_size(5), limits).depth == 3);
}

TEST_CASE("two threads find the same result as one", "[game][player]") {
  std::mt19937 random(7);
  for (int i = 0; i < 5; ++i) {
    const PlainNode n{random_board({3, 2, 3}, random)};
    AlphaBetaLimits limits = to_depth(100);
    AlphaBetaPlayer one(1), two(1);
    const AlphaBetaAnalysis alone = one.analyze(node_of(n), rules_of_size(3), limits);
    limits.threads = 2;
    CHECK(two.analyze(node_of(n), rules_of_size(3), limits).value == alone.value);
  }
}

TEST_CASE("a search ends in time or when stopped", "[game][player]") {
  std::mt19937 random(8);
  const PlainNode n{random_board({16, 2, 3}, random)};
  AlphaBetaPlayer player(1);
  AlphaBetaLimits limits;
  limits.seconds = 0.01;
  CHECK(player.analyze(node_of(n), rules_of_size(16), limits).moves.size() == moves_of(n).size());
  limits.seconds = 1e9;
  const std::atomic<bool> stop{true};
  limits.stop = &stop;
  CHECK(player.analyze(node_of(n), rules_of_size(16), limits).seconds < 60);
  limits.stop = nullptr;
  limits.interrupted = [] { return true; };
  CHECK(player.analyze(node_of(n), rules_of_size(16), limits).seconds < 60);
}

TEST_CASE("a table keeps its size", "[game][player]") {
  AlphaBetaPlayer player(3);
  CHECK(player.table_bytes() == std::size_t{2} << 20);
}

TEST_CASE("a board that cannot be searched is refused", "[game][player]") {
  AlphaBetaPlayer player(1);
  const auto analyze = [&](Hex hex, int size) {
    const std::vector<Hex> hexes(static_cast<std::size_t>(size * size), hex);
    return player.analyze({hexes}, rules_of_size(size), to_depth(1));
  };
  CHECK_THROWS_AS(analyze({0, 0}, 3), std::invalid_argument);
  CHECK_THROWS_AS(analyze({2, 1}, 3), std::invalid_argument);
  CHECK_THROWS_AS(analyze({0, 9}, 3), std::invalid_argument);
  CHECK_THROWS_AS(analyze({0, 1}, 17), std::invalid_argument);
}

}  // namespace
