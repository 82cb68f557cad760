// Plays the games and records positions and results. Layer: multi, tune_multi only.
#include "multi/tune/self_play.hpp"

namespace tessera::game::multi {

namespace {

constexpr int longest_game = 2000;  // moves

/// Returns settings for a game: mostly those of the book.
Rules random_rules(Random& random) {
  Rules rules = rules_of_dice;
  const int kind = random.below(10);
  if (kind < 6) return rules;
  rules.size = 3 + random.below(6);
  rules.players = std::min(2 + random.below(6), rules.size * rules.size / 3);
  if (kind == 9) {
    rules.attack = AttackRule::stronger;
    rules.luck = false;
    rules.reinforcement = ReinforcementRule::taken;
    rules.max_dice = 3;
  } else if (kind == 8) {
    rules.max_dice = 3 + random.below(6);
  }
  return rules;
}

/// A game with positions of type P.
template <class P> class SelfPlayGame {
  using Bits = typename P::Bits;

 public:
  SelfPlayGame(const Rules& rules, const Odds& odds, Random& random, ExpectimaxPlayer& player, const SelfPlay& settings)
      : game_(rules, odds), odds_(odds), random_(random), player_(player), settings_(settings) {}

  void play(std::vector<Sample>& samples) {
    const std::size_t first_sample = samples.size();
    std::vector<std::vector<int>> who;
    State<P> s = random_state();
    choose_kinds();
    for (int moves = 0;; ++moves) {
      const auto attacks = game_.attacks(s);
      if (s.first) {
        if (attacks.none()) break;
        if (random_.unit() < settings_.sampling) sample(s, samples, who);
      }
      if (moves == longest_game) {
        samples.resize(first_sample);
        return;
      }
      s = after(s, choose(s, attacks));
    }
    const Shares shares = game_.final_shares(s.board);
    for (std::size_t i = 0; i < who.size(); ++i)
      for (const int player : who[i]) samples[first_sample + i].shares.push_back(shares[static_cast<std::size_t>(player)]);
  }

 private:
  State<P> random_state() {
    hexes_.resize(static_cast<std::size_t>(game_.geometry.cells));
    for (Hex& hex : hexes_) hex = {random_.below(game_.rules.players), 1 + random_.below(game_.rules.max_dice)};
    return {pack<P>(hexes_), 0, 0, true};
  }

  void sample(const State<P>& s, std::vector<Sample>& samples, std::vector<std::vector<int>>& who) {
    const FeatureReader<P> reader(game_, s);
    Sample sample;
    who.emplace_back();
    for (int player = 0; player < game_.rules.players; ++player)
      if (reader.has_hexes(player)) {
        reader.read(player, sample.features.emplace_back());
        who.back().push_back(player);
      }
    samples.push_back(std::move(sample));
  }

  void choose_kinds() {
    for (int player = 0; player < game_.rules.players; ++player)
      kinds_[static_cast<std::size_t>(player)] = random_.unit() < settings_.learned ? Kind::learned
                                                 : random_.unit() < 0.5             ? Kind::greedy
                                                                                    : Kind::random;
  }

  Move choose(const State<P>& s, const Attacks<Bits>& attacks) {
    const Kind kind = random_.unit() < settings_.exploration ? Kind::random : kinds_[static_cast<std::size_t>(s.player)];
    if (kind == Kind::random) return any_move(s, attacks);
    if (kind == Kind::greedy) return greedy_move(s, attacks);
    unpack(s.board, std::span(hexes_));
    ExpectimaxLimits limits;
    limits.seconds = 60;
    limits.turns = limits.attacks = 1;
    return player_.analyze({hexes_, s.player, s.spare, s.first}, game_.rules, odds_, Style::paranoid, limits).best_move();
  }

  Move any_move(const State<P>& s, const Attacks<Bits>& attacks) {
    int n = random_.below(attacks.size() + !s.first);
    if (!s.first && n-- == 0) return Move::pass();
    Move chosen = Move::pass();
    for_each_attack(attacks, game_.geometry, [&](Move m) {
      if (n-- == 0) chosen = m;
    });
    return chosen;
  }

  /// Returns the move with the best expected score-board: the choice of the book's computer at level 1.
  Move greedy_move(const State<P>& s, const Attacks<Bits>& attacks) const {
    const auto score_of = [&](const State<P>& after) {
      return static_cast<float>(score(after.board, game_.geometry, game_.owned_by(after.board, s.player)));
    };
    Move chosen = Move::pass();
    float best = s.first ? -1e9F : score_of(game_.passed(s));
    for_each_attack(attacks, game_.geometry, [&](Move m) {
      const float odds = game_.odds(s, m), worth = odds * score_of(game_.won(s, m)) + (1 - odds) * score_of(game_.lost(s, m));
      if (worth > best) {
        best = worth;
        chosen = m;
      }
    });
    return chosen;
  }

  State<P> after(const State<P>& s, Move m) {
    if (m.is_pass()) return game_.passed(s);
    if (!game_.rules.luck) return game_.won(s, m);
    return roll(s.board.dice_at(m.from)) > roll(s.board.dice_at(m.to)) ? game_.won(s, m) : game_.lost(s, m);
  }
  int roll(int dice) {
    int sum = 0;
    for (int i = 0; i < dice; ++i) sum += 1 + random_.below(6);
    return sum;
  }

  enum class Kind : std::uint8_t { random, greedy, learned };

  const PackedGame<P> game_;
  const Odds& odds_;
  Random& random_;
  ExpectimaxPlayer& player_;
  const SelfPlay& settings_;
  std::vector<Hex> hexes_;
  std::array<Kind, max_players> kinds_{};
};

}  // namespace

std::vector<Sample> self_play(const SelfPlay& settings, const Network& network) {
  std::vector<Sample> samples;
  ExpectimaxPlayer player(std::size_t{1} << 16, network);
  const Odds dice = Odds::of_book(), stronger = Odds::without_luck(AttackRule::stronger);
  for (int i = 0; i < settings.games; ++i) {
    Random random(settings.seed + static_cast<std::uint64_t>(i));
    const Rules rules = random_rules(random);
    with_board(rules, rules.max_dice,
               [&]<class P>() { SelfPlayGame<P>(rules, rules.luck ? dice : stronger, random, player, settings).play(samples); });
  }
  return samples;
}

}  // namespace tessera::game::multi
