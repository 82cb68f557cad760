// Plays the games of a match and counts the wins. Layer: matches.
#include "matches/match.hpp"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace tessera::game::matches {

namespace {

/// The most moves of a game, which is then ended as it stands.
constexpr int max_moves = 100000;

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
    for (const Hex& hex : board_) ++tally[static_cast<std::size_t>(hex.player)];
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
      const Geometry<Bits> g(rules_.size);
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

/// Distributes the boards among threads, one by one.
class Runner {
 public:
  Runner(const Match& match, int first, int count)
      : match_(match),
        setting_{match.rules,
                 match.rules.luck ? multi::Odds::of_book().allowed_by(match.rules.attack) : multi::Odds::without_luck(match.rules.attack)},
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

MatchResult play_boards(const Match& match, int first, int count, int threads, const std::function<bool()>& keep_going) {
  return Runner(match, first, count).run(std::max(1, threads), keep_going);
}

std::vector<Hex> random_board(const Rules& rules, Random& random) {
  std::vector<Hex> hexes(static_cast<std::size_t>(rules.size * rules.size));
  for (Hex& hex : hexes) {
    hex.player = random.below(rules.players);
    hex.dice = 1 + random.below(rules.max_dice);
  }
  return hexes;
}

}  // namespace tessera::game::matches
