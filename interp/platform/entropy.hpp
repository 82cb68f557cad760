// Numbers that nobody foresees. Layer: platform.
#pragma once

#include <cstddef>

namespace tessera::platform {

/// Fill the `bytes` from `p` on, 256 at most, with what the system gathers of chance. Throws std::system_error where it has none to give.
void fill_with_chance(void* p, std::size_t bytes);

}  // namespace tessera::platform
