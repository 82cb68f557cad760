// Clocks that count from some moment. Layer: platform.
#pragma once

#include <cstdint>

namespace tessera::platform {

/// The time that passes, whatever the calendar is set to.
std::uint64_t monotonic_nanoseconds();
/// The processor time that this process has taken.
std::uint64_t processor_nanoseconds();

}  // namespace tessera::platform
