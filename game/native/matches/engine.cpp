// The engines by their names, and what each plays. Layer: matches.
#include "matches/engine.hpp"

#include "faithful/search.hpp"

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

/// The text's `handle-computer`: the first of the best moves of a tree of limited depth.
class TextPlayer : public Engine {
 public:
  TextPlayer(int level, const Setting& setting) : level_(level), rules_(setting.rules) {
    for (int from = 1; from <= 8; ++from)
      for (int to = 1; to <= 8; ++to)
        odds_.at[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)] = setting.odds(from, to);
  }

  Move choose(const Node& node, Random&, const std::atomic<bool>& stop) override {
    const faithful::Root root{node.board, node.player, node.player, node.spare, node.first, level_};
    if (search_ == nullptr || !search_->takes(rules_, root)) search_ = faithful::make_search(rules_, root);
    if (search_ == nullptr) throw std::invalid_argument("the text's player takes at most 16 players and 8 dice");
    search_->keep_going = [&stop] { return !stop.load(std::memory_order_relaxed); };
    return moves_of(node, rules_)[best(root)];
  }

 private:
  std::size_t best(const faithful::Root& root) {
    if (rules_.attack == AttackRule::stronger) {
      const std::vector<int> ratings = search_->alpha_beta_ratings(rules_, root, {}, true);
      return static_cast<std::size_t>(std::max_element(ratings.begin(), ratings.end()) - ratings.begin());
    }
    const auto ratings = search_->ratings(rules_, odds_, root);
    const auto less = [](const faithful::Rating& a, const faithful::Rating& b) { return a.value < b.value; };
    return static_cast<std::size_t>(std::max_element(ratings.begin(), ratings.end(), less) - ratings.begin());
  }

  const int level_;
  const Rules& rules_;
  faithful::Odds odds_;
  std::unique_ptr<faithful::Search> search_;
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
  Move choose(const Node& node, Random&, const std::atomic<bool>& stop) override {
    limits_.stop = &stop;
    const Analysis found = player_.analyze(node, rules_, limits_);
    return found.moves[found.best].move;
  }

 private:
  const Rules& rules_;
  Limits limits_;
  Player player_;
};

/// The stronger player for the other games.
class SeveralPlayers : public Engine {
 public:
  SeveralPlayers(const EngineSpec& spec, const Setting& setting)
      : setting_(setting), style_(spec.style), player_(table_megabytes << 20) {
    limits_.turns = spec.turns;
    limits_.seconds = spec.seconds;
    limits_.nodes = spec.nodes;
    limits_.processor_time = true;
  }
  Move choose(const Node& node, Random&, const std::atomic<bool>& stop) override {
    limits_.stop = &stop;
    return player_.analyze(node, setting_.rules, setting_.odds, style_, limits_).best;
  }

 private:
  const Setting& setting_;
  const multi::Style style_;
  multi::Limits limits_;
  multi::Player player_;
};

}  // namespace

std::unique_ptr<Engine> make_engine(const EngineSpec& spec, const Setting& setting) {
  switch (spec.kind) {
    case EngineSpec::Kind::random: return std::make_unique<RandomMover>(setting);
    case EngineSpec::Kind::text: return std::make_unique<TextPlayer>(spec.level, setting);
    case EngineSpec::Kind::stronger: break;
  }
  if (setting.rules.players == 2 && setting.rules.attack == AttackRule::stronger)
    return std::make_unique<TwoPlayers>(spec, setting);
  return std::make_unique<SeveralPlayers>(spec, setting);
}

std::vector<Move> moves_of(const Node& node, const Rules& rules) {
  std::vector<Move> moves;
  if (!node.first) moves.push_back(Move::pass());
  for (int from = 0; from < static_cast<int>(node.board.size()); ++from) {
    const Hex& source = node.board[static_cast<std::size_t>(from)];
    if (source.player != node.player) continue;
    for (const std::uint8_t to : neighbors_of(from, rules.size)) {
      const Hex& target = node.board[to];
      const bool allowed = rules.attack == AttackRule::dice ? source.dice > 1 : source.dice > target.dice;
      if (target.player != node.player && allowed) moves.push_back({static_cast<std::uint8_t>(from), to});
    }
  }
  return moves;
}

}  // namespace tessera::game::matches
