// Plays the games of a match and counts the wins. Layer: matches.
#include "matches/match.hpp"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace tessera::game::matches {

namespace {

/// The most moves of a game, which is then ended as it stands; of one between greedy players.
constexpr int max_moves = 100000, max_greedy_moves = 3000;

/// A game in progress: an unpacked board and the player to move.
class PlayedGame {
 public:
  PlayedGame(const Rules& rules, std::vector<Hex> board) : rules_(rules), board_(std::move(board)) { begin_turn(); }

  Node node() const { return {board_, player_, spare_, first_}; }
  bool over() const { return first_ && moves_of(node(), rules_).empty(); }

  void play(Move m, Random& random) {
    if (m.is_pass()) return end_turn();
    Hex &from = board_[m.from], &to = board_[m.to];
    spare_ += to.dice;
    if (!rules_.luck || roll(from.dice, random) > roll(to.dice, random)) to = {player_, from.dice - 1};
    from.dice = 1;
    first_ = is_won(board_, rules_);
  }

  /// Returns how many players share the win, 0 if `player` is not among them.
  int winners(int player) const {
    std::vector<int> tally(static_cast<std::size_t>(rules_.players));
    for (const Hex& hex : board_)
      if (!hex.is_hole()) ++tally[static_cast<std::size_t>(hex.player)];
    const int most = *std::max_element(tally.begin(), tally.end());
    if (tally[static_cast<std::size_t>(player)] < most) return 0;
    return static_cast<int>(std::count(tally.begin(), tally.end(), most));
  }

 private:
  static int roll(int dice, Random& random) {
    int sum = 0;
    for (; dice > 0; --dice) sum += 1 + random.below(6);
    return sum;
  }
  void end_turn() {
    with_bits(rules_.size, [&]<class Bits>() {
      const auto g = geometry_of<Bits>(rules_);
      Bits own{};
      for (std::size_t i = 0; i < board_.size(); ++i)
        if (board_[i].player == player_) own = own | single<Bits>(static_cast<int>(i));
      int dice = rules_.reinforcement == ReinforcementRule::cluster ? largest_cluster(g, own) : spare_ - 1;
      for_each(own, [&](int pos) {
        Hex& hex = board_[static_cast<std::size_t>(pos)];
        if (dice != 0 && hex.dice < rules_.max_dice) ++hex.dice, --dice;
      });
    });
    do player_ = player_ + 1 == rules_.players ? 0 : player_ + 1;
    while (rules_.winning_hexes != 0 &&
           std::none_of(board_.begin(), board_.end(), [this](const Hex& hex) { return hex.player == player_; }));
    begin_turn();
  }
  void begin_turn() {
    spare_ = 0;
    first_ = true;
    if (rules_.winning_hexes != 0 && !is_won(board_, rules_)) first_ = !moves_of(node(), rules_).empty();
  }

  const Rules& rules_;
  std::vector<Hex> board_;
  int player_ = 0, spare_ = 0;
  bool first_ = true;
};

/// One thread's engines.
class Worker {
 public:
  Worker(const Match& match, const Setting& setting, const std::atomic<bool>& stop)
      : match_(match),
        rules_(setting.rules),
        stop_(stop),
        challenger_(make_engine(match.challenger, setting)),
        others_(make_engine(match.others, setting)) {}

  BoardResult play(int board) {
    Random random(match_.seed * 1000003 + static_cast<std::uint64_t>(board));
    const std::vector<Hex> hexes = random_board(rules_, random);
    BoardResult result;
    for (int seat = 0; seat < rules_.players; ++seat) {
      Random dice(random.next());
      PlayedGame game(rules_, hexes);
      challenger_->begin_game();
      others_->begin_game();
      for (int moves = 0; moves < max_moves && !game.over() && !stop_.load(std::memory_order_relaxed); ++moves)
        game.play(ask(game.node(), game.node().player == seat, dice), dice);
      result.winners.push_back(game.winners(seat));
    }
    return result;
  }

  Thinking challenger_time, others_time;

 private:
  Move ask(const Node& node, bool is_challenger, Random& random) {
    Thinking& thinking = is_challenger ? challenger_time : others_time;
    const double before = seconds_now(true);
    const Move m = (is_challenger ? challenger_ : others_)->choose(node, random, stop_);
    thinking.seconds += seconds_now(true) - before;
    ++thinking.moves;
    return m;
  }

  const Match& match_;
  const Rules& rules_;
  const std::atomic<bool>& stop_;
  std::unique_ptr<Engine> challenger_, others_;
};

/// Chooses the moves of greedy players.
class Greedy {
 public:
  explicit Greedy(const Setting& setting) : setting_(setting) {
    for (int pos = 0; pos < setting.rules.size * setting.rules.size; ++pos) neighbors_.push_back(neighbors_of(pos, setting.rules));
  }

  /// Returns the likeliest attack in `node`, which is not won; the end of the turn if that is allowed and no attack has
  /// even odds; nothing if there is no move.
  std::optional<Move> choose(const Node& node) const {
    std::optional<Move> best;
    if (!node.first) best = Move::pass();
    float best_odds = node.first ? -1 : 0.5F;
    for (std::size_t from = 0; from < node.board.size(); ++from) {
      const Hex& source = node.board[from];
      if (source.player != node.player || source.dice < 2) continue;
      for (const std::uint8_t to : neighbors_[from]) {
        const Hex& target = node.board[to];
        if (target.player == node.player || !may_attack(setting_.rules.attack, source.dice, target.dice)) continue;
        const float odds = setting_.odds(source.dice, target.dice);
        if (odds > best_odds || (odds == best_odds && best->is_pass())) best = Move{static_cast<std::uint8_t>(from), to}, best_odds = odds;
      }
    }
    return best;
  }

 private:
  const Setting& setting_;
  std::vector<Neighbors> neighbors_;
};

/// Distributes the boards among threads, one by one.
class Runner {
 public:
  Runner(const Match& match, int first, int count)
      : match_(match),
        setting_(setting_of(match.rules)),
        first_(first),
        results_(static_cast<std::size_t>(count)),
        done_(static_cast<std::size_t>(count)) {}

  MatchResult run(int threads, const std::function<bool()>& keep_going) {
    std::vector<std::thread> pool;
    running_ = threads;
    for (int i = 0; i < threads; ++i) pool.emplace_back([this] { work(); });
    wait(keep_going);
    for (std::thread& thread : pool) thread.join();
    if (error_) std::rethrow_exception(error_);
    MatchResult result{{}, challenger_time_, others_time_};
    for (std::size_t i = 0; i < results_.size(); ++i)
      if (done_[i]) result.boards.push_back(std::move(results_[i]));
    return result;
  }

 private:
  void work() {
    try {
      Worker worker(match_, setting_, stop_);
      for (std::size_t i = next_++; i < results_.size() && !stop_; i = next_++) {
        results_[i] = worker.play(first_ + static_cast<int>(i));
        done_[i] = !stop_;
      }
      const std::lock_guard lock(mutex_);
      add(challenger_time_, worker.challenger_time);
      add(others_time_, worker.others_time);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!stop_ && !error_) error_ = std::current_exception();
      stop_ = true;
    }
    const std::lock_guard lock(mutex_);
    --running_;
    changed_.notify_all();
  }
  static void add(Thinking& sum, const Thinking& part) {
    sum.moves += part.moves;
    sum.seconds += part.seconds;
  }
  void wait(const std::function<bool()>& keep_going) {
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, std::chrono::milliseconds(50), [this] { return running_ == 0; })) {
      lock.unlock();
      if (keep_going && !keep_going()) stop_ = true;
      lock.lock();
    }
  }

  const Match& match_;
  const Setting setting_;
  const int first_;
  std::vector<BoardResult> results_;
  std::vector<char> done_;  // not bool: threads write to neighbors
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stop_{false};
  std::mutex mutex_;
  std::condition_variable changed_;
  int running_ = 0;
  Thinking challenger_time_, others_time_;
  std::exception_ptr error_;
};

}  // namespace

Setting setting_of(const Rules& rules) {
  return {rules, rules.luck ? multi::Odds::of_book().allowed_by(rules.attack) : multi::Odds::without_luck(rules.attack)};
}

MatchResult play_boards(const Match& match, int first, int count, int threads, const std::function<bool()>& keep_going) {
  return Runner(match, first, count).run(std::max(1, threads), keep_going);
}

std::vector<double> play_greedily(const Setting& setting, const std::vector<Hex>& board, int games, std::uint64_t seed) {
  const Rules& rules = setting.rules;
  const Greedy greedy(setting);
  Random dice(seed);
  std::vector<double> wins(static_cast<std::size_t>(rules.players));
  for (int i = 0; i < games; ++i) {
    PlayedGame game(rules, board);
    for (int count = 0; count < max_greedy_moves; ++count) {
      const Node node = game.node();
      const std::optional<Move> move = node.first && is_won(node.board, rules) ? std::nullopt : greedy.choose(node);
      if (!move) break;
      game.play(*move, dice);
    }
    for (int player = 0; player < rules.players; ++player)
      if (const int sharing = game.winners(player); sharing > 0) wins[static_cast<std::size_t>(player)] += 1.0 / sharing;
  }
  return wins;
}

std::vector<Hex> random_board(const Rules& rules, Random& random) {
  std::vector<Hex> hexes(static_cast<std::size_t>(rules.size * rules.size), Hex{nobody, 0});
  for (std::size_t pos = 0; pos < hexes.size(); ++pos) {
    if (has(rules.holes, static_cast<int>(pos))) continue;
    hexes[pos].player = random.below(rules.players);
    hexes[pos].dice = 1 + random.below(rules.max_dice);
  }
  return hexes;
}

}  // namespace tessera::game::matches
