// The engines. Layer: matches.
#include "matches/engine.hpp"

#include "faithful/computer.hpp"
#include "player/player.hpp"

namespace tessera::game::matches {

namespace {

class RandomMover : public Engine {
 public:
  explicit RandomMover(const Setting& setting) : rules_(setting.rules) {}
  Move choose(const Node& node, Random& random, const std::atomic<bool>&) override {
    const std::vector<Move> moves = moves_of(node, rules_);
    return moves[static_cast<std::size_t>(random.below(static_cast<int>(moves.size())))];
  }

 private:
  const Rules& rules_;
};

/// The book's computer at one of its levels.
class BookPlayer : public Engine {
 public:
  BookPlayer(int level, const Setting& setting) : level_(level), rules_(setting.rules), computer_(setting.rules, odds_of(setting)) {}

  Move choose(const Node& node, Random&, const std::atomic<bool>& stop) override {
    computer_.keep_going = [&stop] { return !stop.load(std::memory_order_relaxed); };
    return moves_of(node, rules_)[computer_.choose({node.board, node.player, node.player, node.spare, node.first, level_})];
  }

 private:
  static faithful::Chances odds_of(const Setting& setting) {
    faithful::Chances odds;
    for (int from = 1; from <= 8; ++from)
      for (int to = 1; to <= 8; ++to) odds.at[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)] = setting.odds(from, to);
    return odds;
  }

  const int level_;
  const Rules& rules_;
  faithful::Computer computer_;
};

constexpr std::size_t table_megabytes = 16;

/// The stronger player for two players without dice.
class TwoPlayers : public Engine {
 public:
  TwoPlayers(const EngineSpec& spec, const Setting& setting) : rules_(setting.rules), player_(table_megabytes) {
    limits_.seconds = spec.seconds;
    limits_.nodes = spec.nodes;
    limits_.processor_time = true;
  }
  void begin_game() override { player_.forget(); }
  Move choose(const Node& node, Random&, const std::atomic<bool>& stop) override {
    limits_.stop = &stop;
    const AlphaBetaAnalysis found = player_.analyze(node, rules_, limits_);
    return found.best_move();
  }

 private:
  const Rules& rules_;
  AlphaBetaLimits limits_;
  AlphaBetaPlayer player_;
};

/// The stronger player for the other games.
class SeveralPlayers : public Engine {
 public:
  SeveralPlayers(const EngineSpec& spec, const Setting& setting)
      : setting_(setting),
        style_(spec.style),
        network_(spec.network),
        player_(table_megabytes << 20, network_ == nullptr ? multi::fitted_network : *network_) {
    limits_.turns = spec.turns;
    limits_.seconds = spec.seconds;
    limits_.nodes = spec.nodes;
    limits_.processor_time = true;
  }
  Move choose(const Node& node, Random&, const std::atomic<bool>& stop) override {
    limits_.stop = &stop;
    return player_.analyze(node, setting_.rules, setting_.odds, style_, limits_).best_move();
  }

 private:
  const Setting& setting_;
  const multi::Style style_;
  multi::ExpectimaxLimits limits_;
  const std::shared_ptr<const multi::Network> network_;
  multi::ExpectimaxPlayer player_;
};

}  // namespace

std::unique_ptr<Engine> make_engine(const EngineSpec& spec, const Setting& setting) {
  switch (spec.kind) {
    case EngineSpec::Kind::random: return std::make_unique<RandomMover>(setting);
    case EngineSpec::Kind::book: return std::make_unique<BookPlayer>(spec.level, setting);
    case EngineSpec::Kind::stronger: break;
  }
  if (AlphaBetaPlayer::takes(setting.rules)) return std::make_unique<TwoPlayers>(spec, setting);
  return std::make_unique<SeveralPlayers>(spec, setting);
}

bool is_won(std::span<const Hex> board, const Rules& rules) {
  if (rules.winning_hexes == 0) return false;
  std::array<int, nobody + 1> hexes{};
  for (const Hex& hex : board) ++hexes[static_cast<std::size_t>(hex.player)];
  return *std::max_element(hexes.begin(), hexes.end() - 1) >= rules.winning_hexes;
}

std::vector<Move> moves_of(const Node& node, const Rules& rules) {
  std::vector<Move> moves;
  if (is_won(node.board, rules)) return moves;
  if (!node.first) moves.push_back(Move::pass());
  for (int from = 0; from < static_cast<int>(node.board.size()); ++from) {
    const Hex& source = node.board[static_cast<std::size_t>(from)];
    if (source.player != node.player) continue;
    for (const std::uint8_t to : neighbors_of(from, rules)) {
      const Hex& target = node.board[to];
      if (target.player != node.player && may_attack(rules.attack, source.dice, target.dice))
        moves.push_back({static_cast<std::uint8_t>(from), to});
    }
  }
  return moves;
}

}  // namespace tessera::game::matches
