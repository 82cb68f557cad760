// The clock by clock_gettime; processor time by node, where it runs the program. Layer: platform.
#include "platform/clock.hpp"

#include <emscripten.h>
#include <time.h>

// clang-format off
EM_JS(double, processor_microseconds, (), {
  if (typeof process !== "object" || !process.cpuUsage) return -1;
  var usage = process.cpuUsage();
  return usage.user + usage.system;
})
// clang-format on

namespace tessera::platform {

std::uint64_t monotonic_nanoseconds() {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<std::uint64_t>(t.tv_sec) * 1000000000 + static_cast<std::uint64_t>(t.tv_nsec);
}

/// Returns the elapsed time in a page, which has no clock for processor time.
std::uint64_t processor_nanoseconds() {
  const double microseconds = processor_microseconds();
  return microseconds < 0 ? monotonic_nanoseconds() : static_cast<std::uint64_t>(microseconds * 1000);
}

}  // namespace tessera::platform
