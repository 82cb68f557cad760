// When a search has to end: time, positions, or a word from elsewhere. Layer: multi.
#pragma once

#include <ctime>

#include "multi/search.hpp"

namespace tessera::game::multi {

/// Counts positions and says when to stop.
class Clock {
 public:
  explicit Clock(const Limits& limits) : limits_(limits), start_(now()) {}

  /// Count a position. True if the search has to end; from then on always.
  bool expired() {
    if (++nodes_ % poll_interval == 0 || nodes_ >= limits_.nodes) look();
    return expired_;
  }
  bool has_expired() const { return expired_; }
  std::uint64_t nodes() const { return nodes_; }
  double seconds() const { return now() - start_; }
  const Limits& limits() const { return limits_; }

 private:
  static constexpr std::uint64_t poll_interval = 64;  // of positions, each a microsecond, or twenty on the largest boards

  double now() const {
    timespec t;
    clock_gettime(limits_.processor_time ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
  }
  void look() {
    expired_ = expired_ || nodes_ >= limits_.nodes || seconds() >= limits_.seconds ||
               (limits_.stop != nullptr && limits_.stop->load(std::memory_order_relaxed)) || (limits_.interrupted && limits_.interrupted());
  }

  const Limits& limits_;
  const double start_;
  std::uint64_t nodes_ = 0;
  bool expired_ = false;
};

}  // namespace tessera::game::multi
