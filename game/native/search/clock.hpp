// When a search ends: what it is allowed, who tells the time, and the count of nodes. Layer: search.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>

namespace tessera::game {

/// What a search may use. It answers as well as it can with that.
struct Budget {
  double seconds = 1;
  std::optional<double>
      begun;  ///< from when on they count, by `seconds_now`: what comes before the search has its part. Without: from its begin
  bool processor_time = false;  ///< measure the seconds as time of the searching thread, not of the wall clock
  std::uint64_t nodes = UINT64_MAX;
  const std::atomic<bool>* stop = nullptr;  ///< if it becomes true, the search ends at once with what it has found
  std::function<bool()> interrupted;        ///< the same, by a question that the thread that answers asks now and then
};

/// The time now, in seconds from some moment on: of the calling thread's work, or of the wall clock.
double seconds_now(bool processor_time);

/// How a search is told to stop.
class Clock {
 public:
  virtual ~Clock() = default;
  /// True if the search has to stop. Asked now and then, by each thread.
  virtual bool expired() = 0;
};

/// Keeps to the time of a budget and to what stops it. When it has expired, whoever looks at `finished` stops, too.
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

/// A clock for a part of the time, that of so many seconds from now on.
class PartClock : public Clock {
 public:
  PartClock(BudgetClock& clock, double seconds) : clock_(clock), end_(clock.elapsed() + seconds) {}
  bool expired() override { return clock_.expired() || clock_.elapsed() >= end_; }

 private:
  BudgetClock& clock_;
  const double end_;
};

/// The clock of a thread that helps another one, until that is finished.
class HelperClock : public Clock {
 public:
  explicit HelperClock(const std::atomic<bool>& finished) : finished_(finished) {}
  bool expired() override { return finished_.load(std::memory_order_relaxed); }

 private:
  const std::atomic<bool>& finished_;
};

/// Counts the nodes of a search, and asks its clock once in so many of them.
class NodeCounter {
 public:
  /// When the clock is asked: at each multiple of `interval`; where `most` nodes are allowed also there or, if `loose`, at the
  /// multiple after that. If `at_once`, before the first node as well.
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
  /// True if the search has to stop; from then on always.
  bool expired() {
    if (nodes_ >= next_poll_) poll();
    return stopped_;
  }
  /// The same as far as is known without asking.
  bool stopped() const { return stopped_; }
  /// Ask the clock now.
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
