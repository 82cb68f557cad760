// Iterative deepening of the search that fits the number of players, and its report. Layer: multi.
#include "multi/search.hpp"

#include <stdexcept>

#include "multi/max_n.hpp"
#include "multi/scalar_search.hpp"

namespace tessera::game::multi {

namespace {

/// Iterative deepening over the moves of one position.
template <class P> class Deepening {
 public:
  Deepening(const Game<P>& game, const State<P>& root, Clock& clock, bool rate_all)
      : game_(game), root_(root), clock_(clock), rate_all_(rate_all) {
    candidates_.push(game, root, game.attacks(root), Move::pass());
    for (std::size_t i = 0; i < candidates_.size(); ++i) order_.push_back({candidates_[i]});
  }

  /// Look further and further with `search`. `rate(move, odds, failure, depth, alpha)` is what a move is worth to the
  /// player to move, or at most alpha.
  template <class Search, class Rate> Analysis run(Search& search, Rate&& rate) {
    Analysis result;
    result.best = order_.front().candidate.move;
    const Limits& limits = clock_.limits();
    const int most = std::min(limits.attacks, most_attacks);
    for (int attacks = 1; attacks <= most && deepen(search, rate, {1, byte(attacks), 0}, result); ++attacks) continue;
    const std::uint8_t own = byte(result.attacks);
    for (int turns = 2; turns <= std::min(limits.turns, most_turns); ++turns)
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

  /// Nothing to choose, or nothing left to be found.
  bool settled() const { return !rate_all_ && (order_.size() == 1 || (order_.front().exact && order_.front().rating >= 1)); }

  static std::uint8_t byte(int n) { return static_cast<std::uint8_t>(n); }

  /// Search to `depth`. False if more attacks in a turn would make no difference, or the search has to end.
  template <class Search, class Rate> bool deepen(Search& search, Rate&& rate, Depth depth, Analysis& result) {
    if (clock_.has_expired() || settled()) return false;
    search.begin();
    iterate(rate, depth, result);
    if (clock_.has_expired()) return false;
    result.turns = depth.turns;
    result.attacks = depth.attacks;
    result.attacks_of_others = depth.each;
    result.whole_turns = !search.cut();
    return search.cut();
  }

  template <class Rate> void iterate(Rate&& rate, Depth depth, Analysis& result) {
    float best = unknown_value;
    std::size_t best_index = 0;
    for (Rated& r : order_) r.candidate.failure = unknown_value;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      Rated& r = order_[i];
      float failure = failure_from(r.candidate.move.from);
      const float alpha = rate_all_ ? 0.0F : std::max(best, 0.0F);
      const float v = rate(r.candidate.move, r.candidate.odds, failure, depth, alpha);
      if (clock_.has_expired()) break;
      r.candidate.failure = failure;
      r.rating = v;
      r.exact = v > alpha || alpha == 0;
      if (v > best) {
        best = v;
        best_index = i;
      }
    }
    if (best == unknown_value) return;  // not even the move that was best so far
    result.best = order_[best_index].candidate.move;
    result.rating = best;
    std::rotate(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(best_index),
                order_.begin() + static_cast<std::ptrdiff_t>(best_index) + 1);
  }

  float failure_from(int source) const {
    if (!game_.failures_are_alike()) return unknown_value;
    for (const Rated& r : order_)
      if (!r.candidate.move.is_pass() && r.candidate.move.from == source && r.candidate.failure != unknown_value)
        return r.candidate.failure;
    return unknown_value;
  }

  template <class Search> void report(const Search& search, Analysis& result) {
    result.nodes = clock_.nodes();
    result.seconds = clock_.seconds();
    if (!root_.first) result.moves.push_back(rated(Move::pass()));
    for_each_attack(game_.attacks(root_), game_.geometry, [&](Move m) { result.moves.push_back(rated(m)); });
    State<P> s = root_;
    for (Move m = result.best; result.line.size() < 40; m = search.known_best(s)) {
      if (!(m.is_pass() ? !s.first : is_attack(s, m))) break;
      result.line.push_back(m);
      s = m.is_pass() ? game_.passed(s) : game_.won(s, m);
    }
  }
  RatedMove rated(Move m) const {
    const auto it = std::find_if(order_.begin(), order_.end(), [m](const Rated& r) { return r.candidate.move == m; });
    return {m, it->rating, it->exact};
  }
  bool is_attack(const State<P>& s, Move m) const {
    bool found = false;
    for_each_attack(game_.attacks(s), game_.geometry, [&](Move attack) { found = found || attack == m; });
    return found;
  }

  const Game<P>& game_;
  const State<P>& root_;
  Clock& clock_;
  const bool rate_all_;
  CandidateStack candidates_;
  std::vector<Rated> order_;
};

}  // namespace

/// What a player keeps: its tables, and for which rules they were filled.
struct Player::Memory {
  Memory(std::size_t table_bytes, const Network& network) : network(network), table_bytes(table_bytes), table(2 * sizeof(Entry)) {}

  template <class P> Analysis analyze(const Game<P>& game, const State<P>& root, Style style, const Limits& limits, bool rate_all) {
    Clock clock(limits);
    Deepening<P> deepening(game, root, clock, rate_all);
    if (style == Style::max_n) {
      MaxNSearch<P> search(game, network, shares, clock);
      return deepening.run(search, [&](Move m, float odds, float&, Depth depth, float) {
        return search.move_value(root, m, odds, depth)[static_cast<std::size_t>(root.player)];
      });
    }
    ScalarSearch<P> search(game, network, table, clock, style, root.player, limits.probes);
    return deepening.run(search, [&](Move m, float odds, float& failure, Depth depth, float alpha) {
      return search.move_value(root, m, odds, failure, depth, alpha, 1);
    });
  }

  /// Make the table of `style`, and forget what was found under other rules.
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
  Table table;
  ShareTable shares;
  Rules rules_then;
  Odds odds_then;
};

Player::Player(std::size_t table_bytes, const Network& network) : memory_(std::make_unique<Memory>(table_bytes, network)) {}
Player::~Player() = default;
Player::Player(Player&&) noexcept = default;
Player& Player::operator=(Player&&) noexcept = default;

Analysis Player::analyze(const Node& node, const Rules& rules, const Odds& odds, Style style, const Limits& limits, bool rate_all) {
  int dice = 1;
  bool taken = node.player >= 0 && node.player < rules.players &&
               node.board.size() == static_cast<std::size_t>(rules.size) * static_cast<std::size_t>(rules.size);
  for (const Hex& hex : node.board) {
    dice = std::max(dice, hex.dice);
    taken = taken && hex.player < rules.players;
  }
  Analysis result;
  taken = taken &&
          with_board(rules, dice,
                     [&]<class P>() {
                       if (!(taken = fits<P>(node.board))) return;
                       const Game<P> game(rules, odds);
                       const State<P> root = game.relevant({pack<P>(node.board), static_cast<std::int16_t>(node.player),
                                                            static_cast<std::int16_t>(node.spare), node.first});
                       if (node.first && game.attacks(root).none()) return;
                       memory_->prepare(rules, odds, style);
                       result = memory_->analyze(game, root, style, limits, rate_all);
                     }) &&
          taken;
  if (!taken) throw std::invalid_argument("the board has more hexes, players or dice than are supported, or a hex without dice");
  return result;
}

}  // namespace tessera::game::multi
