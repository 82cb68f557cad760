// The image inside the library.
#include "api/builtin_image.hpp"

#include <cstddef>

extern "C" __attribute__((visibility("hidden"))) const char tessera_image_begin[];  // builtin_image.S.in
extern "C" __attribute__((visibility("hidden"))) const char tessera_image_end[];

namespace tessera {

std::span<const char> builtin_image() { return {tessera_image_begin, static_cast<std::size_t>(tessera_image_end - tessera_image_begin)}; }

}  // namespace tessera
