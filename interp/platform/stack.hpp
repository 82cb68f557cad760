// The C++ stack of a thread. Layer: platform.
#pragma once

#include <cstddef>

namespace tessera::platform {

/// Bytes that the calling thread's stack has left below the caller's frame; the largest number if it has no known end.
std::size_t stack_bytes_left();

}  // namespace tessera::platform
