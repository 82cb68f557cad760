// Moves in lost positions: against a beginner, and against the book's computer player where it is recognised.

#include "player/swindle.hpp"
#include "../catch.hpp"
#include "plain_game.hpp"

namespace {

using namespace tessera::game;
using P = Position<Bits256, 1, 3>;

/// Returns the chance of `player` against a beginner, who attacks whenever possible.
double plain_chance(const PlainNode& n, int player, int depth) {
  const auto moves = moves_of(n);
  const int sign = n.player == player ? 1 : -1;
  if (moves.empty()) return chance_to_win(sign * finished_value(n));
  if (moves.size() == 1 && moves[0].is_pass()) return plain_chance(after(n, moves[0]), player, depth);
  if (depth == 0) return chance_against_beginner(sign * estimate_of(n));
  double most = 0, sum = 0, weights = 0;
  for (const Move m : moves) {
    const double c = plain_chance(after(n, m), player, depth - 1);
    const double weight = m.is_pass() ? 0.14 : 1;
    most = std::max(most, c);
    sum += weight * c;
    weights += weight;
  }
  return n.player == player ? most : sum / weights;
}

struct NoClock : Clock {
  bool expired() override { return false; }
};

TEST_CASE("the loser's chances count the winner's mistakes", "[game][player]") {
  using P = Position<Bits256, 1, 3>;
  std::mt19937 random(10);
  for (const int size : {2, 3, 5}) {
    for (int i = 0; i < 10; ++i) {
      const PlainNode n{random_board({size, 2, 3}, random), i % 2};
      const State<P> s{pack<P>(n.board.hexes), static_cast<std::int16_t>(n.player), 0, true};
      TranspositionTable table(1);
      NoClock clock;
      const AlphaBetaSearch<P> search(rules_of_size(size), fitted_weights, table, clock);
      Swindle<P> swindle(s, rules_of_size(size), search, table, fitted_weights, clock);
      for (int depth = 0; depth <= (size > 3 ? 2 : 4); ++depth)
        REQUIRE(swindle.chance(s, depth) == Catch::Approx(plain_chance(n, n.player, depth)).margin(1e-5));
    }
  }
}

TEST_CASE("a proved win is worth a whole chance", "[game][player]") {
  using P = Position<Bits256, 1, 3>;
  std::mt19937 random(11);
  int wins = 0;
  for (int i = 0; i < 40; ++i) {
    const PlainNode n{random_board({3, 2, 3}, random)};
    const State<P> s{pack<P>(n.board.hexes), 0, 0, true};
    TranspositionTable table(1);
    NoClock clock;
    AlphaBetaSearch<P> search(rules_of_size(3), fitted_weights, table, clock);
    const bool won = search.value(s, 100, value_win - 1, value_win) >= value_win && !moves_of(n).empty();
    Swindle<P> swindle(s, rules_of_size(3), search, table, fitted_weights, clock);
    CHECK((swindle.chance(s, 2) == 1) == (won || (moves_of(n).empty() && finished_value(n) > 0)));
    wins += won;
  }
  CHECK(wins > 5);
}

/// Returns the move of the book's computer at `level`.
Move computers_move(const PlainNode& n, int level) {
  faithful::Computer computer(rules_of_size(n.board.size));
  return moves_of(n)[computer.choose({n.board.hexes, n.player, n.player, n.spare, n.first, level})];
}

State<P> state_of(const PlainNode& n) {
  return {pack<P>(n.board.hexes), static_cast<std::int16_t>(n.player), static_cast<std::int16_t>(n.spare), n.first};
}

/// A search and its data, for a board of that size.
struct Searching {
  explicit Searching(int size) : rules(rules_of_size(size)), search(rules, fitted_weights, table, clock), computer(rules, search, clock) {}
  std::vector<int> levels(Opponent& opponent) { return opponent.levels(computer, clock); }
  Swindle<P> swindle(const PlainNode& n) { return {state_of(n), rules, search, table, fitted_weights, clock}; }

  Rules rules;
  TranspositionTable table{1};
  NoClock clock;
  AlphaBetaSearch<P> search;
  TextComputer<P> computer;
};

/// A game in which player 0 moves randomly and player 1 as `reply` says. Calls `met` when player 0 begins a turn after
/// one of player 1, with all that `opponent` has been told so far.
template <class Reply, class Met> void play(PlainNode n, std::mt19937& random, Reply reply, Opponent& opponent, Met met) {
  for (auto moves = moves_of(n); !moves.empty(); moves = moves_of(n)) {
    const PlainNode next = after(n, n.player == 0 ? moves[random() % moves.size()] : reply(n));
    if (next.player != n.player && n.player == 0) opponent.leave(next.board.hexes, 1);
    if (next.player != n.player && n.player == 1) {
      opponent.meet(next.board.hexes, 0);
      met(next);
    }
    n = next;
  }
}

TEST_CASE("the book's computer player is recognised by its turns at each level", "[game][player]") {
  std::mt19937 random(12);
  Searching with(4);
  for (int level = 1; level <= Opponent::max_level; ++level) {
    std::size_t met = 0, fewest = 10;
    for (int i = 0; i < 6; ++i) {
      Opponent opponent;
      play(
          {random_board({4, 2, 3}, random)}, random, [&](const PlainNode& n) { return computers_move(n, level); }, opponent,
          [&](const PlainNode&) {
            const auto levels = with.levels(opponent);
            REQUIRE(std::count(levels.begin(), levels.end(), level) == 1);
            fewest = std::min(fewest, levels.size());
            ++met;
          });
    }
    CHECK(met > 6);
    CHECK(fewest < 3);
  }
}

TEST_CASE("other players are not taken for the book's computer player", "[game][player]") {
  std::mt19937 random(13);
  Searching with(4);
  int unknown = 0, turns = 0;
  for (int i = 0; i < 10; ++i) {
    Opponent opponent;
    PlainNode begin{};
    const auto by_chance = [&](const PlainNode& n) {
      if (n.first) begin = n;
      const auto moves = moves_of(n);
      return moves[random() % moves.size()];
    };
    play({random_board({4, 2, 3}, random)}, random, by_chance, opponent, [&](const PlainNode& n) {
      const auto levels = with.levels(opponent);
      for (const int level : levels) REQUIRE(with.computer.after_turn(state_of(begin), level).board == pack<P>(n.board.hexes));
      unknown += levels.empty();
      ++turns;
    });
  }
  CHECK(turns > 10);
  CHECK(unknown > turns / 2);
}

TEST_CASE("turns of another game are ignored", "[game][player]") {
  std::mt19937 random(14);
  Searching with(3);
  Opponent opponent;
  const auto all = with.levels(opponent);
  CHECK(all.size() == Opponent::max_level);
  const PlainNode left{random_board({3, 2, 3}, random), 1}, other{random_board({4, 2, 3}, random)};
  opponent.leave(left.board.hexes, 1);
  opponent.meet(other.board.hexes, 0);  // a board of another size
  opponent.leave(left.board.hexes, 1);
  opponent.meet(left.board.hexes, 1);  // still the same player's turn
  CHECK(with.levels(opponent) == all);
}

TEST_CASE("a board that no turn reaches begins another game", "[game][player]") {
  std::mt19937 random(16);
  Searching with(3);
  Opponent opponent;
  const PlainNode left{random_board({3, 2, 3}, random), 1};
  opponent.leave(left.board.hexes, 1);
  opponent.meet(left.board.hexes, 0);  // a turn without an attack, which no computer makes
  CHECK(with.levels(opponent).empty());
  auto hexes = left.board.hexes;
  for (Hex& hex : hexes)
    if (hex.player == 1) hex.player = 0;
  opponent.leave(left.board.hexes, 1);
  opponent.meet(hexes, 0);
  CHECK(with.levels(opponent).size() == Opponent::max_level);
}

struct StoppedClock : Clock {
  bool expired() override { return true; }
};

TEST_CASE("without time no player is recognised and the best move is unchanged", "[game][player]") {
  std::mt19937 random(17);
  Searching with(3);
  StoppedClock stopped;
  TextComputer<P> computer(with.rules, with.search, stopped);
  Opponent opponent;
  PlainNode left{random_board({3, 2, 3}, random), 1};
  while (moves_of(left).empty()) left.board = random_board({3, 2, 3}, random);
  opponent.leave(left.board.hexes, 1);
  opponent.meet(left.board.hexes, 0);
  CHECK_THROWS_AS(opponent.levels(computer, stopped), faithful::GivenUp);
  CHECK(with.levels(opponent).empty());  // judged another time
  Swindle<P> swindle(state_of(left), with.rules, with.search, with.table, fitted_weights, stopped);
  swindle.expect({1, 2, 3});
  std::vector<RatedMove<int>> moves;
  for (const Move m : moves_of(left)) moves.push_back({m});
  CHECK(swindle.best_of(moves, moves.size() - 1) == moves.size() - 1);
}

/// Returns the chance of `player` against the book's computer at `level`.
double foretold_chance(const PlainNode& n, int player, int level, int depth) {
  const auto moves = moves_of(n);
  const int sign = n.player == player ? 1 : -1;
  if (moves.empty()) return chance_to_win(sign * finished_value(n));
  if (moves.size() == 1 && moves[0].is_pass()) return foretold_chance(after(n, moves[0]), player, level, depth);
  if (depth == 0) return chance_against_beginner(sign * estimate_of(n));
  if (n.player != player) return foretold_chance(after(n, computers_move(n, level)), player, level, depth - 1);
  double most = 0;
  for (const Move m : moves) most = std::max(most, foretold_chance(after(n, m), player, level, depth - 1));
  return most;
}

TEST_CASE("a recognised player is expected to play as before", "[game][player]") {
  constexpr int level = 4;
  std::mt19937 random(15);
  Searching with(4);
  int sure = 0;
  for (int i = 0; i < 12; ++i) {
    Opponent opponent;
    play(
        {random_board({4, 2, 3}, random)}, random, [&](const PlainNode& n) { return computers_move(n, level); }, opponent,
        [&](const PlainNode& n) {
          if (with.levels(opponent) != std::vector{level}) return;
          auto swindle = with.swindle(n);
          swindle.expect({level});
          for (int depth = 0; depth <= 3; ++depth)
            REQUIRE(swindle.chance(state_of(n), depth) == Catch::Approx(foretold_chance(n, n.player, level, depth)).margin(1e-5));
          ++sure;
        });
  }
  CHECK(sure > 0);
}

}  // namespace
