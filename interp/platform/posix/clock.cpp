// Clocks by clock_gettime. Layer: platform.
#include "platform/clock.hpp"

#include <time.h>

namespace tessera::platform {

namespace {

std::uint64_t nanoseconds(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return static_cast<std::uint64_t>(t.tv_sec) * 1000000000 + static_cast<std::uint64_t>(t.tv_nsec);
}

}  // namespace

std::uint64_t monotonic_nanoseconds() { return nanoseconds(CLOCK_MONOTONIC); }
std::uint64_t processor_nanoseconds() { return nanoseconds(CLOCK_PROCESS_CPUTIME_ID); }

}  // namespace tessera::platform
