// The image inside the library. Layer: api.
#pragma once

#include <span>

namespace tessera {

/// Returns the bytes that make_image wrote when this library was built.
std::span<const char> builtin_image();

}  // namespace tessera
