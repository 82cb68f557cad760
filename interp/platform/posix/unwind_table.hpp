// Unwind information for frames of machine code, in DWARF's format. Layer: platform.
#pragma once

#include <array>
#include <cstddef>

namespace tessera::platform {

using CodeUnwindTable = std::array<unsigned char, 120>;

/// Returns a CIE for all frames of the code at `begin`, an FDE with their range, and the end.
CodeUnwindTable unwind_table(const void* begin, std::size_t bytes);

}  // namespace tessera::platform
