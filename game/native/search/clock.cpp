// Clocks of searches. Layer: search.
#include "search/clock.hpp"

#include <ctime>

namespace tessera::game {

double seconds_now(bool processor_time) {
  timespec t{};
  clock_gettime(processor_time ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

bool BudgetClock::expired() {
  const bool stop =
      elapsed() >= budget_.seconds || (budget_.stop != nullptr && budget_.stop->load()) || (budget_.interrupted && budget_.interrupted());
  if (stop) finish();
  return stop;
}

}  // namespace tessera::game
