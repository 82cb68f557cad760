// The stronger player: iterative deepening on one or several threads that share the table. Layer: player.
#include "player/player.hpp"

#include <cmath>
#include <stdexcept>
#include <system_error>
#include <thread>

#include "player/root.hpp"
#include "player/swindle.hpp"

namespace tessera::game {

namespace {

/// Returns the best line after the root's best move, from the table.
template <class P>
std::vector<Move> best_line(const State<P>& root, Move first, const AlphaBetaSearch<P>& search, const TranspositionTable& table) {
  constexpr std::size_t longest = 64;
  const auto expected = [&](const State<P>& s) -> std::optional<Move> {
    const auto& g = search.geometry();
    const auto found = attacks<AttackRule::stronger>(s.board, g, search.own(s));
    if (found.none()) return s.first ? std::nullopt : std::optional(Move::pass());
    const Known known = table.find(search.key(s));
    if (known.bound == Bound::none || !known.has_best || !is_legal(s, known.best, found, g)) return std::nullopt;
    return known.best;
  };
  return principal_variation(
      root, first, longest, [&](const State<P>& s, Move m) { return search.after(s, m); }, expected);
}

/// Runs in a helper thread: searches the same root and so fills the table for the main thread.
template <class P> void help(const State<P>& state, const Rules& rules, const Weights& weights, TranspositionTable& table, int number,
                             int depth, const std::atomic<bool>& finished) {
  HelperClock clock(finished);
  AlphaBetaSearch<P> search(rules, weights, table, clock);
  Root<P> root(state, search);
  for (int d = 1 + number % 2; d <= depth && !root.solved(false); ++d)
    if (!root.deepen(d, false)) return;
}

template <class P> class Helpers {
 public:
  Helpers(const State<P>& state, const Rules& rules, const Weights& weights, TranspositionTable& table, const AlphaBetaLimits& limits,
          BudgetClock& clock)
      : clock_(clock) {
    try {
      for (int i = 1; i < limits.threads; ++i)
        threads_.emplace_back([&state, &rules, &weights, &table, i, depth = limits.depth, &finished = clock.finished()] {
          help(state, rules, weights, table, i, depth, finished);
        });
    } catch (const std::system_error&) {  // use the threads created so far
    }
  }
  ~Helpers() {
    clock_.finish();
    for (std::thread& t : threads_) t.join();
  }

 private:
  BudgetClock& clock_;
  std::vector<std::thread> threads_;
};

/// How the limits are shared between the search and, where the game looks lost, the search for a swindle.
class TimeShares {
 public:
  explicit TimeShares(const AlphaBetaLimits& limits) : limits_(limits) {}

  /// True if the game, worth `value`, looks so bad that the opponent's mistakes are the best hope. Never where all
  /// moves are to be rated.
  bool hope_for_mistakes(int value) const { return !limits_.rate_all && chance_to_win(value) < little_chance; }
  /// True if the search has used its share.
  bool used(double seconds, std::uint64_t nodes) const { return seconds >= limits_.seconds - for_swindle() || nodes >= limits_.nodes / 10; }
  double for_swindle() const { return std::min(0.9 * limits_.seconds, 1.5); }
  /// The part of that time for identifying the opponent.
  double for_levels() const { return 0.2 * for_swindle(); }

 private:
  static constexpr double little_chance = 0.2;

  const AlphaBetaLimits& limits_;
};

/// Deepens until the time is over, the search's share of it is used where the game looks lost, or everything is solved.
template <class P> void deepen_root(Root<P>& root, const AlphaBetaSearch<P>& search, const AlphaBetaLimits& limits,
                                    const TimeShares& shares, const BudgetClock& clock) {
  for (int depth = 1; depth <= limits.depth && search.nodes() < limits.nodes; ++depth) {
    if (!root.deepen(depth, limits.rate_all) || root.solved(limits.rate_all)) return;
    if (shares.hope_for_mistakes(root.value()) && shares.used(clock.elapsed(), search.nodes())) return;
  }
}

/// Deepens where only results are wanted. Which of the two methods proves them sooner differs from board to board,
/// often tenfold. So they alternate, each with its own depth, and the proofs get two thirds of the nodes. Each uses
/// what the other has solved.
template <class P> void prove_root(Root<P>& root, const AlphaBetaSearch<P>& search, const AlphaBetaLimits& limits) {
  constexpr int first_proofs = 14;  // before that, estimates must order the moves
  int depth = 1, proof_depth = first_proofs;
  std::uint64_t nodes = 0, proof_nodes = 0;
  while (depth <= limits.depth && search.nodes() < limits.nodes) {
    const bool prove = depth >= first_proofs && proof_depth <= limits.depth && proof_nodes <= 2 * nodes;
    if (!(prove ? root.deepen_proofs(proof_depth++) : root.deepen(depth++, true)) || root.solved(true)) return;
    (prove ? proof_nodes : nodes) = search.nodes() - (prove ? nodes : proof_nodes);
  }
}

/// Tells `opponent` that it will begin a turn at `s`, if the move ends our turn.
template <class P> void leave_to(Opponent& opponent, const State<P>& s, const Rules& rules) {
  std::vector<Hex> board(static_cast<std::size_t>(rules.size * rules.size));
  unpack(s.board, std::span(board));
  opponent.leave(std::move(board), s.player);
}

/// Returns the levels of `opponent`, as far as they can be found in `seconds`.
template <class P>
std::vector<int> levels_of(Opponent& opponent, const Rules& rules, const AlphaBetaSearch<P>& search, BudgetClock& clock, double seconds) {
  PartClock part(clock, seconds);
  TextComputer<P> computer(rules, search, part);
  try {
    return opponent.levels(computer, part);
  } catch (const faithful::GivenUp&) { return {}; }
}

/// Returns the index of the move to play in a game that looks lost: a swindle, or else the best move.
template <class P> std::size_t swindle_of(const State<P>& state, const Rules& rules, const Root<P>& root, const AlphaBetaSearch<P>& search,
                                          const TranspositionTable& table, const Weights& weights, BudgetClock& clock,
                                          const AlphaBetaLimits& limits, Opponent& opponent) {
  const TimeShares shares(limits);
  PartClock part(clock, shares.for_swindle());
  const std::uint64_t nodes = limits.nodes - std::min(limits.nodes, search.nodes());
  try {
    Swindle<P> swindle(state, rules, search, table, weights, part, nodes);
    swindle.expect(levels_of(opponent, rules, search, clock, shares.for_levels()));
    return swindle.best_of(root.moves(), root.best());
  } catch (const std::bad_alloc&) {  // without a swindle the best move is played
    return root.best();
  }
}

template <class P> AlphaBetaAnalysis analysis_of(const State<P>& state, const Rules& rules, const AlphaBetaLimits& limits,
                                                 const Weights& weights, TranspositionTable& table, Opponent& opponent) {
  BudgetClock clock(limits);
  AlphaBetaSearch<P> search(rules, weights, table, clock);
  Root<P> root(state, search);
  const TimeShares shares(limits);
  AlphaBetaAnalysis result;
  if (root.moves().empty()) {
    result.solved = true;
    result.value = value_finished(search.geometry(), search.own(state));
    return result;
  }
  {
    const Helpers<P> helpers(state, rules, weights, table, limits, clock);
    if (limits.rate_all && limits.results_only) prove_root(root, search, limits);
    else deepen_root(root, search, limits, shares, clock);
  }
  result.solved = root.solved(false);
  result.depth = root.depth();
  result.value = root.value();
  result.best = root.best();
  if (shares.hope_for_mistakes(root.value())) result.best = swindle_of(state, rules, root, search, table, weights, clock, limits, opponent);
  result.moves = root.moves();
  if (!limits.rate_all && result.moves[result.best].move.is_pass()) leave_to(opponent, search.after_pass(state), rules);
  result.line = best_line(state, result.moves[result.best].move, search, table);
  result.nodes = search.nodes();
  result.seconds = clock.elapsed();
  return result;
}

}  // namespace

double chance_to_win(int value) {
  if (value >= value_win) return 1;
  if (value <= -value_win) return 0;
  return 1 / (1 + std::exp(-static_cast<double>(value) / value_unit));
}

struct AlphaBetaPlayer::Memory {
  explicit Memory(std::size_t megabytes) : table(megabytes) {}
  TranspositionTable table;
  Opponent opponent;
  Rules rules;  ///< the rules that table and opponent belong to
};

AlphaBetaPlayer::AlphaBetaPlayer(std::size_t megabytes, const Weights& weights)
    : memory_(std::make_unique<Memory>(megabytes)), weights_(weights) {}
AlphaBetaPlayer::~AlphaBetaPlayer() = default;

std::size_t AlphaBetaPlayer::table_bytes() const { return memory_->table.bytes(); }

// Small boards need no more, and touching memory for the first time takes time.
void AlphaBetaPlayer::forget() {
  constexpr std::size_t enough_for_small_boards = 4, all = SIZE_MAX >> 20;
  memory_->table.clear(memory_->rules.size <= 3 ? enough_for_small_boards : all);
  memory_->opponent = {};
}

AlphaBetaAnalysis AlphaBetaPlayer::analyze(const Node& node, const Rules& rules, const AlphaBetaLimits& limits) {
  const bool same = rules.size == memory_->rules.size && rules.max_dice == memory_->rules.max_dice;
  memory_->rules = rules;
  if (!same) forget();
  memory_->table.new_search();
  int dice = rules.max_dice;
  for (const Hex& hex : node.board) dice = std::max(dice, hex.dice);
  AlphaBetaAnalysis result;
  const auto analyze = [&]<class P>() {
    if constexpr (P::owner_bits == 1) {
      if (!fits<P>(node.board)) throw std::invalid_argument("the board has a hex without dice, or of another player than 0 and 1");
      const State<P> state{pack<P>(node.board), static_cast<std::int16_t>(node.player), static_cast<std::int16_t>(node.spare), node.first};
      if (node.first && !limits.rate_all) memory_->opponent.meet(node.board, node.player);
      result = analysis_of(state, rules, limits, weights_, memory_->table, memory_->opponent);
    }
  };
  if (!takes(rules) || !with_position(rules.size, 2, dice, analyze))
    throw std::invalid_argument(
        "the search is for two players whose attacks always succeed, at most 16x16 hexes, and at most 8 dice on a hex");
  return result;
}

}  // namespace tessera::game
