// Random numbers of the system. Layer: platform.
#pragma once

#include <cstddef>

namespace tessera::platform {

/// Fills the `bytes` from `p` on, 256 at most, with random bits of the system. Throws std::system_error if there are
/// none.
void fill_randomly(void* p, std::size_t bytes);

}  // namespace tessera::platform
