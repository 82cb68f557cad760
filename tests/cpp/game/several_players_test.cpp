// The stronger player for several players and dice, compared with plain expectiminimax, and the promises of its
// evaluation.
#include <cmath>
#include <stdexcept>

#include "../catch.hpp"
#include "multi/candidates.hpp"
#include "multi/search.hpp"
#include "plain_board.hpp"

namespace {

using namespace tessera::game;
using namespace tessera::game::multi;
using ExpectimaxLimits = tessera::game::multi::ExpectimaxLimits;
using ExpectimaxPlayer = tessera::game::multi::ExpectimaxPlayer;
using ExpectimaxAnalysis = tessera::game::multi::ExpectimaxAnalysis;

Rules rules_of(int size, int players) {
  Rules rules = rules_of_dice;
  rules.size = size;
  rules.players = players;
  return rules;
}

/// Plain expectiminimax: every line ends with the end of a turn, as ScalarSearch says.
class PlainSearch {
 public:
  struct Node {
    PlainBoard board;
    int player = 0;
    bool first = true;
  };

  PlainSearch(const Rules& rules, Style style, int root, int attacks_each)
      : rules_(rules), odds_(Odds::of_book()), style_(style), root_(root), attacks_each_(attacks_each) {}

  Shares value(const Node& n, int turns, int attacks) const {
    const auto moves = n.board.attacks(n.player, AttackRule::two_dice);
    if (n.first && moves.empty()) return final_shares(n.board);
    if (turns == 0) return estimate(n);
    if (attacks == 0 || moves.empty()) return ended(n, turns);
    std::vector<Shares> options;
    if (!n.first) options.push_back(ended(n, turns));
    for (const Move m : moves) options.push_back(attack(n, m, turns, attacks));
    return best(n.player, options);
  }
  Shares attack(const Node& n, Move m, int turns, int attacks) const {
    const float odds = odds_(n.board.hexes[m.from].dice, n.board.hexes[m.to].dice);
    const Shares won = value({n.board.attacked(n.player, m), n.player, false}, turns, attacks - 1);
    const Shares lost = value({n.board.attack_failed(n.player, m), n.player, false}, turns, attacks - 1);
    Shares mean{};
    for (std::size_t i = 0; i < mean.size(); ++i) mean[i] = odds * won[i] + (1 - odds) * lost[i];
    return mean;
  }
  Shares ended(const Node& n, int turns) const {
    Node next{n.board.reinforced(n.player, n.board.largest_cluster(n.player), rules_.max_dice), (n.player + 1) % rules_.players};
    if (style_ != Style::best_reply) return value(next, turns - 1, attacks_each_);
    if (n.player != root_) return value({next.board, root_}, turns - 1, attacks_each_);
    if (turns == 1 || next.board.attacks(next.player, AttackRule::two_dice).empty()) return value(next, turns - 1, attacks_each_);
    std::vector<Shares> options;
    for (; next.player != root_; next.player = (next.player + 1) % rules_.players)
      if (!next.board.attacks(next.player, AttackRule::two_dice).empty()) options.push_back(value(next, turns - 1, attacks_each_));
    return best((root_ + 1) % rules_.players, options);
  }

 private:
  using P = Position<Bits256, 5, dice_limit>;

  Shares best(int player, const std::vector<Shares>& options) const {
    const std::size_t judge = static_cast<std::size_t>(style_ == Style::max_n ? player : root_);
    const bool maximizing = style_ == Style::max_n || player == root_;
    return *std::max_element(options.begin(), options.end(),
                             [&](const Shares& a, const Shares& b) { return maximizing ? a[judge] < b[judge] : a[judge] > b[judge]; });
  }
  Shares estimate(const Node& n) const {
    return win_chances(PackedGame<P>(rules_, odds_), fitted_network,
                       State<P>{pack<P>(n.board.hexes), static_cast<std::int16_t>(n.player), 0, true});
  }
  Shares final_shares(const PlainBoard& board) const {
    const Winners w = board.winners(rules_.players);
    Shares shares{};
    for (int p = 0; p < rules_.players; ++p)
      if (w.players >> p & 1) shares[static_cast<std::size_t>(p)] = 1.0F / static_cast<float>(std::popcount(w.players));
    return shares;
  }

  const Rules rules_;
  const Odds odds_;
  const Style style_;
  const int root_, attacks_each_;
};

ExpectimaxLimits to_depth(int turns, int attacks) {
  ExpectimaxLimits limits;
  limits.seconds = 60;
  limits.turns = turns;
  limits.attacks = attacks;
  return limits;
}

void check_ratings(Style style, int turns, int attacks, const PlainSearch::Node& n, const Rules& rules) {
  ExpectimaxPlayer player(std::size_t{1} << 20);
  const ExpectimaxAnalysis found =
      player.analyze({n.board.hexes, n.player, 0, n.first}, rules, Odds::of_book(), style, to_depth(turns, attacks), true);
  // If no turn had as many attacks, a shallower iteration was the last one: it gave the same values.
  const PlainSearch plain(rules, style, n.player, attacks);
  float best = -1;
  std::size_t i = n.first ? 0 : 1;
  if (!n.first) best = plain.ended(n, turns)[static_cast<std::size_t>(n.player)];
  for (const Move m : n.board.attacks(n.player, AttackRule::two_dice)) {
    const float expected = plain.attack(n, m, turns, attacks)[static_cast<std::size_t>(n.player)];
    REQUIRE(i < found.moves.size());
    CHECK(found.moves[i].move == m);
    CHECK(found.moves[i].value == Catch::Approx(expected).margin(1e-4));
    best = std::max(best, expected);
    ++i;
  }
  CHECK(found.moves.size() == i);
  if (i > 0) CHECK(found.value == Catch::Approx(best).margin(1e-4));
}

TEST_CASE("ratings equal those of plain expectiminimax", "[game][several]") {
  std::mt19937 random(11);
  const std::vector<std::pair<int, int>> depths = {{1, 1}, {1, 2}, {1, 3}, {2, 1}, {2, 2}, {3, 1}};
  for (const auto& [size, players] : std::vector<std::pair<int, int>>{{2, 2}, {2, 3}, {3, 3}, {3, 4}, {3, 6}})
    for (const Style style : {Style::paranoid, Style::best_reply, Style::max_n})
      for (const auto& [turns, attacks] : depths) {
        // Between moves of equal worth to their player max^n may choose either, but the others are not indifferent.
        if (style == Style::max_n && players > 4) continue;
        const PlainBoard board = random_board({size, players, 4}, random);
        const int player = static_cast<int>(random() % static_cast<unsigned>(players));
        INFO("size " << size << ", players " << players << ", style " << static_cast<int>(style) << ", turns " << turns << ", attacks "
                     << attacks);
        check_ratings(style, turns, attacks, {board, player, (turns + attacks) % 2 == 0}, rules_of(size, players));
      }
}

TEST_CASE("the best move without all ratings is as good", "[game][several]") {
  std::mt19937 random(12);
  for (int i = 0; i < 10; ++i) {
    const PlainBoard board = random_board({4, 4, 5}, random);
    if (board.attacks(0, AttackRule::two_dice).empty()) continue;
    ExpectimaxPlayer all(std::size_t{1} << 20), one(std::size_t{1} << 20);
    const Rules rules = rules_of(4, 4);
    const auto a = all.analyze({board.hexes}, rules, Odds::of_book(), Style::paranoid, to_depth(1, 3), true);
    const auto b = one.analyze({board.hexes}, rules, Odds::of_book(), Style::paranoid, to_depth(1, 3));
    CHECK(a.value == Catch::Approx(b.value).margin(1e-5));
    CHECK(b.nodes <= a.nodes);
    CHECK(b.line.front() == b.best_move());
  }
}

TEST_CASE("chance windows and probes do not change the best move's rating", "[game][several]") {
  std::mt19937 random(15);
  for (const Style style : {Style::paranoid, Style::best_reply})
    for (int i = 0; i < 8; ++i) {
      const Rules rules = rules_of(3, 2 + i % 3);
      const PlainBoard board = random_board({3, rules.players, 5}, random);
      if (board.attacks(0, AttackRule::two_dice).empty()) continue;
      const auto rating = [&](bool rate_all, bool probes) {
        ExpectimaxPlayer player(std::size_t{1} << 20);
        ExpectimaxLimits limits = to_depth(2 + i / 6, 2);
        limits.probes = probes;
        return player.analyze({board.hexes}, rules, Odds::of_book(), style, limits, rate_all).value;
      };
      const float full = rating(true, false);
      CHECK(rating(false, false) == Catch::Approx(full).margin(1e-5));
      CHECK(rating(false, true) == Catch::Approx(full).margin(1e-5));
      CHECK(rating(true, true) == Catch::Approx(full).margin(1e-5));
    }
}

TEST_CASE("chances add up, and do not depend on the players' numbers", "[game][several]") {
  std::mt19937 random(13);
  const Odds odds = Odds::of_book();
  for (const auto& [size, players] : std::vector<std::pair<int, int>>{{3, 2}, {5, 4}, {8, 7}, {16, 26}}) {
    using P = Position<Bits256, 5, dice_limit>;
    const PackedGame<P> game(rules_of(size, players), odds);
    const PlainBoard board = random_board({size, players, 5}, random);
    PlainBoard turned = board;
    for (Hex& hex : turned.hexes) hex.player = (hex.player + 1) % players;
    const Shares chances = win_chances(game, fitted_network, State<P>{pack<P>(board.hexes), 0, 0, true});
    const Shares others = win_chances(game, fitted_network, State<P>{pack<P>(turned.hexes), 1, 0, true});
    float sum = 0;
    for (int p = 0; p < players; ++p) {
      sum += chances[static_cast<std::size_t>(p)];
      CHECK(chances[static_cast<std::size_t>(p)] == Catch::Approx(others[static_cast<std::size_t>((p + 1) % players)]).margin(1e-5));
    }
    CHECK(sum == Catch::Approx(1).margin(1e-4));
  }
}

TEST_CASE("the evaluation recognises an imminent win", "[game][several]") {
  PlainBoard board{4, std::vector<Hex>(16, {0, 4})};
  board.hexes[15] = {1, 1};
  board.hexes[14] = {2, 1};
  board.hexes[13] = {3, 1};
  ExpectimaxPlayer player(std::size_t{1} << 20);
  CHECK(player.analyze({board.hexes}, rules_of(4, 4), Odds::of_book(), Style::max_n, to_depth(1, 2)).value > 0.9);
}

TEST_CASE("each candidate move is linked to the first one with its source", "[game][several]") {
  using P = Position<Bits256, 5, dice_limit>;
  PlainBoard board{3, std::vector<Hex>(9, {1, 1})};
  for (const std::size_t at : {1U, 4U}) board.hexes[at] = {0, 3};
  const Odds odds = Odds::of_book();
  const PackedGame<P> game(rules_of(3, 2), odds);
  const State<P> s{pack<P>(board.hexes), 0, 0, false};
  CandidateStack stack;
  stack.push(game, s, game.attacks(s), Move::pass());
  REQUIRE(stack.size() == board.attacks(0, AttackRule::two_dice).size() + 1);
  for (std::size_t i = 0; i < stack.size(); ++i) {
    const Candidate c = stack[i];
    REQUIRE((c.keeper >= 0 && static_cast<std::size_t>(c.keeper) <= i));
    if (c.move.is_pass()) CHECK(static_cast<std::size_t>(c.keeper) == i);
    else CHECK(stack[static_cast<std::size_t>(c.keeper)].move.from == c.move.from);
  }
}

TEST_CASE("odds of real dice are about those of the book", "[game][several]") {
  const Odds exact = Odds::exact(), book = Odds::of_book();
  for (int attacking = 2; attacking <= 5; ++attacking)
    for (int defending = 1; defending <= 5; ++defending) CHECK(std::abs(exact(attacking, defending) - book(attacking, defending)) < 0.01F);
  CHECK(book(2, 1) == 0.84F);
  CHECK(book(6, 6) == exact(6, 6));
  CHECK(exact(2, 1) == Catch::Approx(181.0 / 216));
}

TEST_CASE("a search for several players ends in time or when stopped", "[game][several]") {
  std::mt19937 random(14);
  const PlainBoard board = random_board({16, 26, 8}, random);
  ExpectimaxPlayer player(std::size_t{1} << 20);
  for (const Style style : {Style::paranoid, Style::best_reply, Style::max_n}) {
    ExpectimaxLimits limits;
    limits.seconds = 0.01;
    CHECK_FALSE(player.analyze({board.hexes}, rules_of(16, 26), Odds::of_book(), style, limits).moves.empty());
    limits.seconds = 1e9;
    const std::atomic<bool> stop{true};
    limits.stop = &stop;
    CHECK(player.analyze({board.hexes}, rules_of(16, 26), Odds::of_book(), style, limits).seconds < 60);
    limits.stop = nullptr;
    limits.interrupted = [] { return true; };
    CHECK(player.analyze({board.hexes}, rules_of(16, 26), Odds::of_book(), style, limits).seconds < 60);
  }
}

TEST_CASE("a board that cannot be searched for several players is refused", "[game][several]") {
  ExpectimaxPlayer player(std::size_t{1} << 16);
  const auto analyze = [&](Hex hex, int size, int hexes, int to_move) {
    const std::vector<Hex> board(static_cast<std::size_t>(hexes), hex);
    return player.analyze({board, to_move}, rules_of(size, 4), Odds::of_book(), Style::paranoid, to_depth(1, 1));
  };
  CHECK(analyze({0, 1}, 3, 9, 0).moves.empty());
  CHECK_THROWS_AS(analyze({0, 0}, 3, 9, 0), std::invalid_argument);
  CHECK_THROWS_AS(analyze({4, 1}, 3, 9, 0), std::invalid_argument);
  CHECK_THROWS_AS(analyze({0, 33}, 3, 9, 0), std::invalid_argument);
  CHECK_THROWS_AS(analyze({0, 1}, 3, 8, 0), std::invalid_argument);
  CHECK_THROWS_AS(analyze({0, 1}, 17, 289, 0), std::invalid_argument);
  CHECK_THROWS_AS(analyze({0, 1}, 3, 9, 4), std::invalid_argument);
}

}  // namespace
