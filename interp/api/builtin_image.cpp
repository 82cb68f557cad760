// The image inside the library.
#include "api/builtin_image.hpp"

#include <cstddef>
#include <cstdint>

extern "C" __attribute__((visibility("hidden"))) const char tessera_image_begin[];  // platform/*/builtin_image.S.in
extern "C" __attribute__((visibility("hidden"))) const std::uint64_t tessera_image_bytes;

namespace tessera {

std::span<const char> builtin_image() { return {tessera_image_begin, static_cast<std::size_t>(tessera_image_bytes)}; }

}  // namespace tessera
