// When a search ends: its limits, clocks, and the count of nodes. Layer: search.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>

namespace tessera::game {

/// The limits of a search, which does as well as it can within them.
struct Budget {
  double seconds = 1;
  std::optional<double> begun;  ///< when the seconds begin, by `seconds_now`; by default when the search begins
  bool processor_time = false;  ///< seconds are processor time of the searching thread, not real time
  std::uint64_t nodes = UINT64_MAX;
  const std::atomic<bool>* stop = nullptr;  ///< if it becomes true, the search ends with what it has found
  std::function<bool()> interrupted;        ///< polled by the main thread; true ends the search, too
};

/// Returns the time in seconds: processor time of the calling thread, or real time.
double seconds_now(bool processor_time);

/// Tells a search when to stop.
class Clock {
 public:
  virtual ~Clock() = default;
  /// True if the search must stop. Polled by each thread.
  virtual bool expired() = 0;
};

/// Watches the limits of a budget. When it has expired, threads that watch `finished` stop, too.
class BudgetClock : public Clock {
 public:
  explicit BudgetClock(const Budget& budget) : budget_(budget), begin_(budget.begun ? *budget.begun : seconds_now(budget.processor_time)) {}

  double elapsed() const { return seconds_now(budget_.processor_time) - begin_; }
  bool expired() override;
  void finish() { finished_.store(true); }
  const std::atomic<bool>& finished() const { return finished_; }

 private:
  const Budget& budget_;
  const double begin_;
  std::atomic<bool> finished_{false};
};

/// A clock that expires after some seconds, or with another clock.
class PartClock : public Clock {
 public:
  PartClock(BudgetClock& clock, double seconds) : clock_(clock), end_(clock.elapsed() + seconds) {}
  bool expired() override { return clock_.expired() || clock_.elapsed() >= end_; }

 private:
  BudgetClock& clock_;
  const double end_;
};

/// The clock of a helper thread, which runs until the main thread has finished.
class HelperClock : public Clock {
 public:
  explicit HelperClock(const std::atomic<bool>& finished) : finished_(finished) {}
  bool expired() override { return finished_.load(std::memory_order_relaxed); }

 private:
  const std::atomic<bool>& finished_;
};

/// Counts the nodes of a search and polls its clock at intervals.
class NodeCounter {
 public:
  /// When the clock is polled: at each multiple of `interval`; at `most`, the limit of nodes, also, or, if `loose`, at
  /// the multiple after it; with `at_once` before the first node, too.
  struct Polling {
    std::uint64_t interval;
    std::uint64_t most = UINT64_MAX;
    bool loose = false;
    bool at_once = false;
  };
  NodeCounter(Clock& clock, const Polling& polling) : clock_(clock), polling_(polling) {
    if (!polling.at_once) plan();
  }

  void count(std::uint64_t n = 1) { nodes_ += n; }
  std::uint64_t nodes() const { return nodes_; }
  /// True if the search must stop. Once true, always true.
  bool expired() {
    if (nodes_ >= next_poll_) poll();
    return stopped_;
  }
  /// Returns the last result of `expired` without polling.
  bool stopped() const { return stopped_; }
  /// Polls the clock.
  void poll() {
    stopped_ = stopped_ || nodes_ >= polling_.most || clock_.expired();
    plan();
  }

 private:
  void plan() {
    next_poll_ = (nodes_ / polling_.interval + 1) * polling_.interval;
    if (!polling_.loose && nodes_ < polling_.most) next_poll_ = std::min(next_poll_, polling_.most);
  }

  Clock& clock_;
  const Polling polling_;
  std::uint64_t nodes_ = 0, next_poll_ = 0;
  bool stopped_ = false;
};

}  // namespace tessera::game
