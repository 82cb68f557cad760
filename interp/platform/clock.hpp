// Clocks, in nanoseconds since some moment. Layer: platform.
#pragma once

#include <cstdint>

namespace tessera::platform {

/// Returns the elapsed time, independent of the calendar.
std::uint64_t monotonic_nanoseconds();
/// Returns the processor time of this process.
std::uint64_t processor_nanoseconds();

}  // namespace tessera::platform
