// The stronger player: iterative deepening, on one thread or several that share the table. Layer: player.
#include "player/player.hpp"

#include <chrono>
#include <cmath>
#include <ctime>
#include <stdexcept>
#include <thread>

#include "player/search.hpp"
#include "player/swindle.hpp"

namespace tessera::game {

namespace {

double thread_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// The clock of the thread that answers. When it stops, the helpers do.
class MainClock : public Clock {
 public:
  explicit MainClock(const Limits& limits) : limits_(limits), begin_(now()) {}

  double elapsed() const { return now() - begin_; }
  bool expired() override {
    const bool stop = elapsed() >= limits_.seconds || (limits_.stop != nullptr && limits_.stop->load()) ||
                      (limits_.interrupted && limits_.interrupted());
    if (stop) finish();
    return stop;
  }
  void finish() { finished_.store(true); }
  const std::atomic<bool>& finished() const { return finished_; }

 private:
  double now() const { return limits_.processor_time ? thread_seconds() : wall_seconds(); }

  const Limits& limits_;
  double begin_;
  std::atomic<bool> finished_{false};
};

/// The clock of a helper.
class HelperClock : public Clock {
 public:
  explicit HelperClock(const std::atomic<bool>& finished) : finished_(finished) {}
  bool expired() override { return finished_.load(std::memory_order_relaxed); }

 private:
  const std::atomic<bool>& finished_;
};

/// The moves of the root, searched depth by depth.
template <class P>
class Root {
 public:
  Root(const State<P>& state, Search<P>& search) : state_(state), search_(search) {
    const auto& g = search.geometry();
    if (!state.first) ratings_.moves.push_back({Move::pass(), 0, false});
    for_each_attack(attacks<AttackRule::stronger>(state.board, g, search.own(state)), g,
                    [&](Move m) { ratings_.moves.push_back({m}); });
    for (std::size_t i = 0; i < ratings_.moves.size(); ++i) order_.push_back(i);
    proved_.resize(order_.size());
  }

  const std::vector<RatedMove>& moves() const { return ratings_.moves; }
  std::size_t best() const { return ratings_.best; }
  int value() const { return ratings_.value; }
  /// The last depth that was searched through.
  int depth() const { return depth_; }

  /// Search all moves `depth` moves deep. False if the search was stopped before the end; the best move is then one that has been
  /// found better than the last depth's, or that one.
  bool deepen(int depth, bool rate_all);

  /// The same for all moves, but ask only for their results: what is not solved is left with an estimate of no great worth.
  bool deepen_proofs(int depth);

  /// True if the best value rests on no estimate, or, if `all`, no value does.
  bool solved(bool all) const {
    const auto rests_on_none = [](const RatedMove& m) { return m.solved; };
    const auto& [moves, best, value] = ratings_;
    return all ? std::all_of(moves.begin(), moves.end(), rests_on_none)
               : moves[best].solved && (value >= value_win || solved(true));
  }

 private:
  struct Ratings {
    std::vector<RatedMove> moves;  ///< in the game's order
    std::size_t best = 0;
    int value = 0;
  };

  /// Where a move's result has been proved to lie.
  struct Interval {
    int low = -value_win, high = value_win;
  };

  void put_first(std::size_t place);
  void keep_solved(const Ratings& before);
  bool rate_moves(int depth, bool rate_all);
  bool rate(RatedMove& m, int depth, int alpha, bool full);
  bool prove(RatedMove& m, Interval& proved, int depth);

  const State<P> state_;
  Search<P>& search_;
  Ratings ratings_;
  std::vector<Interval> proved_;    ///< for each of the moves
  std::vector<std::size_t> order_;  ///< the moves in the order in which they are searched
  int depth_ = 0;
};

template <class P>
void Root<P>::put_first(std::size_t place) {
  std::rotate(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(place),
              order_.begin() + static_cast<std::ptrdiff_t>(place) + 1);
}

/// Find the value of the move: any value if `full`, else only whether it is above `alpha`, and which then. False if stopped.
template <class P>
bool Root<P>::rate(RatedMove& m, int depth, int alpha, bool full) {
  constexpr int infinity = Search<P>::infinity;
  const State<P> child = search_.after(state_, m.move);
  const std::uint64_t estimates_before = search_.estimates();
  int v = search_.value_behind(state_, child, depth - 1, full ? -infinity : alpha, full ? infinity : alpha + 1);
  bool exact = full;
  if (!full && v > alpha && !search_.stopped()) {
    v = search_.value_behind(state_, child, depth - 1, alpha, infinity);
    exact = true;
  }
  if (search_.stopped()) return false;
  m = {m.move, v, exact, search_.estimates() == estimates_before || std::abs(v) >= value_win};
  return true;
}

/// Ask whether the move wins, or whether it loses, as is likelier: a question with two answers takes far fewer nodes than a value.
/// The estimate to be reached is less than the last one, so mostly is reached again, but not next to nothing: a winner who is
/// content with any lead plays on and on. False if stopped.
template <class P>
bool Root<P>::prove(RatedMove& m, Interval& proved, int depth) {
  constexpr int most_wanted = 2000;
  const State<P> child = search_.after(state_, m.move);
  auto& [low, high] = proved;
  while (low < high) {
    const bool for_win = low == 0 || (high > 0 && m.value > 0);
    const int wanted = m.value * 4 / 5;
    const int bound = for_win ? std::clamp(wanted, 0, most_wanted) : std::clamp(wanted, -most_wanted, 0) - 1;
    const std::uint64_t estimates_before = search_.estimates();
    const int v = search_.value_behind(state_, child, depth - 1, bound, bound + 1);
    if (search_.stopped()) return false;
    const bool above = v > bound;
    if (search_.estimates() != estimates_before && std::abs(v) < value_win) {
      if (above != for_win || std::abs(v) > std::abs(m.value)) m.value = v;
      return true;
    }
    // No result lies between the bound and 0. What is above is a win, or no loss; what is not is no win, or a loss.
    (above ? low : high) = above == for_win ? (for_win ? value_win : -value_win) : 0;
    m.value = low == 0 ? 1 : -1;
  }
  m = {m.move, low, true, true};
  return true;
}

template <class P>
bool Root<P>::deepen(int depth, bool rate_all) {
  const Ratings before = ratings_;
  if (rate_moves(depth, rate_all)) {
    depth_ = std::max(depth_, depth);
    return true;
  }
  if (rate_all) keep_solved(before);
  return false;
}

template <class P>
bool Root<P>::deepen_proofs(int depth) {
  auto& [moves, best, value] = ratings_;
  bool finished = true;
  for (std::size_t place = 0; place < order_.size() && finished; ++place) {
    const std::size_t i = order_[place];
    finished = moves[i].solved || prove(moves[i], proved_[i], depth);
  }
  for (std::size_t i = 0; i < moves.size(); ++i)
    if (moves[i].value > moves[best].value) best = i;
  value = moves[best].value;
  if (finished) depth_ = std::max(depth_, depth);
  return finished;
}

/// Go back to the ratings `before` this depth, which alone are comparable with each other, but for moves that were solved since.
template <class P>
void Root<P>::keep_solved(const Ratings& before) {
  const Ratings now = std::exchange(ratings_, before);
  auto& [moves, best, value] = ratings_;
  for (std::size_t i = 0; i < moves.size(); ++i)
    if (now.moves[i].solved) moves[i] = now.moves[i];
  const auto worst_to_best = [](const RatedMove& a, const RatedMove& b) { return a.value < b.value; };
  const auto most = std::max_element(moves.begin(), moves.end(), worst_to_best);
  if (most->value > moves[best].value) best = static_cast<std::size_t>(most - moves.begin());
  value = moves[best].value;
}

template <class P>
bool Root<P>::rate_moves(int depth, bool rate_all) {
  auto& [moves, best, value] = ratings_;
  int alpha = -Search<P>::infinity;
  for (std::size_t place = 0; place < order_.size(); ++place) {
    const std::size_t i = order_[place];
    if (!(rate_all && moves[i].solved) && !rate(moves[i], depth, alpha, place == 0 || rate_all)) return false;
    const int v = moves[i].value;
    if (v > alpha) {
      alpha = v;
      value = v;
      // All is lost: of moves that are, the one that looked best is as good as any, and harder to refute.
      if (v > -value_win || depth == 1) {
        best = i;
        put_first(place);
      }
    }
  }
  return true;
}

/// The line that the table remembers behind the root's best move.
template <class P>
std::vector<Move> best_line(State<P> s, Move first, const Search<P>& search, const Table& table) {
  std::vector<Move> line;
  for (Move m = first; line.size() < 64;) {
    line.push_back(m);
    s = search.after(s, m);
    const auto& g = search.geometry();
    const auto found = attacks<AttackRule::stronger>(s.board, g, search.own(s));
    if (found.none() && s.first) break;
    if (found.none()) {
      m = Move::pass();
      continue;
    }
    const Known known = table.find(search.key(s));
    if (known.bound == Bound::none || !known.has_best) break;
    bool legal = known.best.is_pass() && !s.first;
    for_each_attack(found, g, [&](Move possible) { legal = legal || possible == known.best; });
    if (!legal) break;
    m = known.best;
  }
  return line;
}

/// A thread that searches the same root and so fills the table for the one that answers.
template <class P>
void help(const State<P>& state, const Rules& rules, const Weights& weights, Table& table, int number, int depth,
          const std::atomic<bool>& finished) {
  HelperClock clock(finished);
  Search<P> search(rules, weights, table, clock);
  Root<P> root(state, search);
  for (int d = 1 + number % 2; d <= depth && !root.solved(false); ++d)
    if (!root.deepen(d, false)) return;
}

template <class P>
class Helpers {
 public:
  Helpers(const State<P>& state, const Rules& rules, const Weights& weights, Table& table, const Limits& limits,
          MainClock& clock)
      : clock_(clock) {
    for (int i = 1; i < limits.threads; ++i)
      threads_.emplace_back([&state, &rules, &weights, &table, i, depth = limits.depth, &finished = clock.finished()] {
        help(state, rules, weights, table, i, depth, finished);
      });
  }
  ~Helpers() {
    clock_.finish();
    for (std::thread& t : threads_) t.join();
  }

 private:
  MainClock& clock_;
  std::vector<std::thread> threads_;
};

/// How the effort that `limits` allow is shared between the search and, where the game looks lost, the one for a swindle.
class Shares {
 public:
  explicit Shares(const Limits& limits)
      : limits_(limits), seconds_(limits.seconds - std::min(0.9 * limits.seconds, most_seconds)) {}

  /// True if the game, worth `value`, looks so bad that mistakes are the best hope. Where all moves are to be rated, none is sought.
  bool hope_for_mistakes(int value) const { return !limits_.rate_all && chance_to_win(value) < little_chance; }
  /// True if the search has had its share.
  bool used(double seconds, std::uint64_t nodes) const { return seconds >= seconds_ || nodes >= limits_.nodes / 10; }

 private:
  static constexpr double little_chance = 0.1, most_seconds = 1.5;

  const Limits& limits_;
  const double seconds_;  ///< for the search
};

/// Deepen until the time is over, or the search's share of it where the game looks lost, or all is solved.
template <class P>
void deepen_root(Root<P>& root, const Search<P>& search, const Limits& limits, const Shares& shares, const MainClock& clock) {
  for (int depth = 1; depth <= limits.depth && search.nodes() < limits.nodes; ++depth) {
    if (!root.deepen(depth, limits.rate_all) || root.solved(limits.rate_all)) return;
    if (shares.hope_for_mistakes(root.value()) && shares.used(clock.elapsed(), search.nodes())) return;
  }
}

/// Deepen where results are all that is wanted. Which of the two ways proves them sooner differs from board to board, often tenfold:
/// so both are gone, each from its own depth on, and the proofs get two thirds of the nodes. What the one solves the other knows.
template <class P>
void prove_root(Root<P>& root, const Search<P>& search, const Limits& limits) {
  constexpr int first_proofs = 14;  // before that, estimates have to put the moves in order
  int depth = 1, proof_depth = first_proofs;
  std::uint64_t nodes = 0, proof_nodes = 0;
  while (std::max(depth, proof_depth) <= limits.depth && search.nodes() < limits.nodes) {
    const bool prove = depth >= first_proofs && proof_nodes <= 2 * nodes;
    if (!(prove ? root.deepen_proofs(proof_depth++) : root.deepen(depth++, true)) || root.solved(true)) return;
    (prove ? proof_nodes : nodes) = search.nodes() - (prove ? nodes : proof_nodes);
  }
}

template <class P>
Analysis analysis_of(const State<P>& state, const Rules& rules, const Limits& limits, const Weights& weights, Table& table) {
  MainClock clock(limits);
  Search<P> search(rules, weights, table, clock);
  Root<P> root(state, search);
  const Shares shares(limits);
  Analysis result;
  if (root.moves().empty()) {
    result.solved = true;
    result.value = value_finished(search.geometry(), search.own(state));
    return result;
  }
  {
    const Helpers<P> helpers(state, rules, weights, table, limits, clock);
    if (limits.rate_all && limits.results_only)
      prove_root(root, search, limits);
    else
      deepen_root(root, search, limits, shares, clock);
  }
  result.solved = root.solved(false);
  result.depth = root.depth();
  result.value = root.value();
  result.best = root.best();
  if (shares.hope_for_mistakes(root.value()))
    result.best = Swindle<P>(state, search, table, weights, clock, limits.nodes).best_of(root.moves(), root.best());
  result.moves = root.moves();
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

struct Player::Memory {
  explicit Memory(std::size_t megabytes) : table(megabytes) {}
  Table table;
  Rules rules;  ///< those that what the table holds is true for
};

Player::Player(std::size_t megabytes, const Weights& weights)
    : memory_(std::make_unique<Memory>(megabytes)), weights_(weights) {}
Player::~Player() = default;

std::size_t Player::table_bytes() const { return memory_->table.bytes(); }

// Small boards have no use for more, and memory that is touched for the first time takes time.
void Player::forget() {
  constexpr std::size_t enough_for_small_boards = 4, all = SIZE_MAX >> 20;
  memory_->table.clear(memory_->rules.size <= 3 ? enough_for_small_boards : all);
}

Analysis Player::analyze(const Node& node, const Rules& rules, const Limits& limits) {
  const bool same = rules.size == memory_->rules.size && rules.max_dice == memory_->rules.max_dice;
  memory_->rules = rules;
  if (!same) forget();
  memory_->table.new_search();
  int dice = rules.max_dice;
  for (const Hex& hex : node.board) dice = std::max(dice, hex.dice);
  Analysis result;
  const auto analyze = [&]<class P>() {
    if constexpr (P::owner_bits == 1) {
      if (!fits<P>(node.board)) throw std::invalid_argument("the board has a hex without dice, or of another player than 0 and 1");
      const State<P> state{pack<P>(node.board), static_cast<std::int16_t>(node.player), static_cast<std::int16_t>(node.spare),
                           node.first};
      result = analysis_of(state, rules, limits, weights_, memory_->table);
    }
  };
  if (rules.players != 2 || !with_position(rules.size, 2, dice, analyze))
    throw std::invalid_argument("the search is for two players, at most 16x16 hexes, and at most 8 dice on a hex");
  return result;
}

}  // namespace tessera::game
