// Iterative deepening by max-n or expectimax, whichever the player's style uses. Layer: multi.
#include "multi/search.hpp"

#include <stdexcept>

#include "multi/max_n.hpp"
#include "multi/scalar_search.hpp"

namespace tessera::game::multi {

namespace {

/// Iterative deepening over the moves of one position.
template <class P> class Deepening {
 public:
  Deepening(const PackedGame<P>& game, const State<P>& root, const ExpectimaxLimits& limits, const BudgetClock& clock, NodeCounter& counter,
            bool rate_all)
      : game_(game), root_(root), limits_(limits), clock_(clock), counter_(counter), rate_all_(rate_all) {
    candidates_.push(game, root, game.attacks(root), Move::pass());
    for (std::size_t i = 0; i < candidates_.size(); ++i) order_.push_back({candidates_[i]});
  }

  /// Deepens `search`. `rate(move, odds, failure, depth, alpha)` returns the value of a move for the player to move, or
  /// a bound at most alpha.
  template <class Search, class Rate> ExpectimaxAnalysis run(Search& search, Rate&& rate) {
    ExpectimaxAnalysis result;
    best_ = order_.front().candidate.move;
    const int most = std::min(limits_.attacks, max_attacks);
    for (int attacks = 1; attacks <= most && deepen(search, rate, {1, byte(attacks), 0}, result); ++attacks) continue;
    const std::uint8_t own = byte(result.attacks);
    for (int turns = 2; turns <= std::min(limits_.turns, max_turns); ++turns)
      for (int each = 1; each <= most && deepen(search, rate, {byte(turns), own, byte(each)}, result); ++each) continue;
    report(search, result);
    return result;
  }

 private:
  struct Rated {
    Candidate candidate;
    float rating = 1;
    bool exact = false;
  };

  /// True if there is nothing to choose or nothing left to find.
  bool settled() const { return !rate_all_ && (order_.size() == 1 || (order_.front().exact && order_.front().rating >= 1)); }

  static std::uint8_t byte(int n) { return static_cast<std::uint8_t>(n); }

  /// Searches to `depth`. Returns false if more attacks in a turn would make no difference, or the search must end.
  template <class Search, class Rate> bool deepen(Search& search, Rate&& rate, Depth depth, ExpectimaxAnalysis& result) {
    if (counter_.stopped() || settled()) return false;
    search.begin();
    iterate(rate, depth, result);
    if (counter_.stopped()) return false;
    result.turns = depth.turns;
    result.attacks = depth.attacks;
    result.attacks_of_others = depth.each;
    result.whole_turns = !search.cut();
    return search.cut();
  }

  template <class Rate> void iterate(Rate&& rate, Depth depth, ExpectimaxAnalysis& result) {
    float best = unknown_value;
    std::size_t best_index = 0;
    for (Rated& r : order_) r.candidate.failure = unknown_value;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      Rated& r = order_[i];
      float failure = failure_from(r.candidate.move.from);
      const float alpha = rate_all_ ? 0.0F : std::max(best, 0.0F);
      const float v = rate(r.candidate.move, r.candidate.odds, failure, depth, alpha);
      if (counter_.stopped()) break;
      r.candidate.failure = failure;
      r.rating = v;
      r.exact = v > alpha || alpha == 0;
      if (v > best) {
        best = v;
        best_index = i;
      }
    }
    if (best == unknown_value) return;  // not even the best move so far was searched
    best_ = order_[best_index].candidate.move;
    result.value = best;
    move_to_front(order_, best_index);
  }

  float failure_from(int source) const {
    if (!game_.failures_are_alike()) return unknown_value;
    for (const Rated& r : order_)
      if (!r.candidate.move.is_pass() && r.candidate.move.from == source && r.candidate.failure != unknown_value)
        return r.candidate.failure;
    return unknown_value;
  }

  template <class Search> void report(const Search& search, ExpectimaxAnalysis& result) {
    result.nodes = counter_.nodes();
    result.seconds = clock_.elapsed();
    if (!root_.first) result.moves.push_back(rated(Move::pass()));
    for_each_attack(game_.attacks(root_), game_.geometry, [&](Move m) { result.moves.push_back(rated(m)); });
    while (!(result.best_move() == best_)) ++result.best;
    constexpr std::size_t longest = 40;
    const auto after = [&](const State<P>& s, Move m) { return m.is_pass() ? game_.passed(s) : game_.won(s, m); };
    const auto expected = [&](const State<P>& s) -> std::optional<Move> {
      const Move m = search.known_best(s);
      if (!is_legal(s, m, game_.attacks(s), game_.geometry)) return std::nullopt;
      return m;
    };
    result.line = principal_variation(root_, best_, longest, after, expected);
  }
  RatedMove<float> rated(Move m) const {
    const auto it = std::find_if(order_.begin(), order_.end(), [m](const Rated& r) { return r.candidate.move == m; });
    return {m, it->rating, it->exact, false};
  }

  const PackedGame<P>& game_;
  const State<P>& root_;
  const ExpectimaxLimits& limits_;
  const BudgetClock& clock_;
  NodeCounter& counter_;
  const bool rate_all_;
  Move best_ = Move::pass();
  CandidateStack candidates_;
  std::vector<Rated> order_;
};

}  // namespace

/// The memory of a player: its tables, and the rules for which they were filled.
struct ExpectimaxPlayer::Memory {
  Memory(std::size_t table_bytes, const Network& network) : network(network), table_bytes(table_bytes), table(2 * sizeof(ChanceEntry)) {}

  template <class P>
  ExpectimaxAnalysis analyze(const PackedGame<P>& game, const State<P>& root, Style style, const ExpectimaxLimits& limits, bool rate_all) {
    // A node takes 1 us, or 20 us on the largest boards.
    constexpr std::uint64_t nodes_between_polls = 64;
    BudgetClock clock(limits);
    NodeCounter counter(clock, {.interval = nodes_between_polls, .most = limits.nodes});
    Deepening<P> deepening(game, root, limits, clock, counter, rate_all);
    if (style == Style::max_n) {
      MaxNSearch<P> search(game, network, shares, counter);
      return deepening.run(search, [&](Move m, float odds, float&, Depth depth, float) {
        return search.move_value(root, m, odds, depth)[static_cast<std::size_t>(root.player)];
      });
    }
    ScalarSearch<P> search(game, network, table, counter, style, root.player, limits.probes);
    return deepening.run(search, [&](Move m, float odds, float& failure, Depth depth, float alpha) {
      return search.move_value(root, m, odds, failure, depth, alpha, 1);
    });
  }

  /// Makes the table for `style`, and forgets the results of other rules.
  void prepare(const Rules& rules, const Odds& odds, Style style) {
    if (!(rules == rules_then && odds == odds_then)) {
      table.clear();
      shares.clear();
      rules_then = rules;
      odds_then = odds;
    }
    if (style == Style::max_n) shares.resize(table_bytes, rules.players);
    else table.resize(table_bytes);
  }

  const Network& network;
  const std::size_t table_bytes;
  ChanceTable table;
  ShareTable shares;
  Rules rules_then;
  Odds odds_then;
};

ExpectimaxPlayer::ExpectimaxPlayer(std::size_t table_bytes, const Network& network)
    : memory_(std::make_unique<Memory>(table_bytes, network)) {}
ExpectimaxPlayer::~ExpectimaxPlayer() = default;
ExpectimaxPlayer::ExpectimaxPlayer(ExpectimaxPlayer&&) noexcept = default;
ExpectimaxPlayer& ExpectimaxPlayer::operator=(ExpectimaxPlayer&&) noexcept = default;

ExpectimaxAnalysis ExpectimaxPlayer::analyze(const Node& node, const Rules& rules, const Odds& odds, Style style,
                                             const ExpectimaxLimits& limits, bool rate_all) {
  int dice = 1;
  bool taken = node.player >= 0 && node.player < rules.players && has_shape_of(rules, node.board);
  for (const Hex& hex : node.board) {
    dice = std::max(dice, hex.dice);
    taken = taken && (hex.is_hole() || hex.player < rules.players);
  }
  ExpectimaxAnalysis result;
  taken = taken &&
          with_board(rules, dice,
                     [&]<class P>() {
                       if (!(taken = fits<P>(node.board))) return;
                       const PackedGame<P> game(rules, odds);
                       State<P> root = game.relevant({pack<P>(node.board), static_cast<std::int16_t>(node.player),
                                                      static_cast<std::int16_t>(node.spare), node.first});
                       if (node.first) root = game.with_turn_of(root, root.player);
                       if (root.first && game.attacks(root).none()) return;
                       memory_->prepare(rules, odds, style);
                       result = memory_->analyze(game, root, style, limits, rate_all);
                     }) &&
          taken;
  if (!taken) throw std::invalid_argument("the board has more hexes, players or dice than are supported, or a hex without dice");
  return result;
}

}  // namespace tessera::game::multi
