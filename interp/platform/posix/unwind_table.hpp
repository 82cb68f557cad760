// How frames of machine code are unwound, as DWARF has it. Layer: platform.
#pragma once

#include <array>
#include <cstddef>

namespace tessera::platform {

/// For the code at `begin`: what holds for all its frames (a CIE), the range that it holds for (an FDE), and the end.
std::array<unsigned char, 80> unwind_table(const void* begin, std::size_t bytes);

}  // namespace tessera::platform
