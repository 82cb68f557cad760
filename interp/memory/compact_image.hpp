// The compact form of an image, for programs that are downloaded. Layer: memory.
//
// Pages compress what they load, and images as they are in memory compress badly. The compact form takes a third of the
// room, and a quarter less once it is compressed: the same fields of all objects stand side by side, and a reference is
// the difference between the number of its object and the number in the reference before it. The form is not checked:
// it is only for the image inside the program.
//
//   const std::vector<char> compact = make_compact(make_image(roots).bytes, name_bits_of);
//   const std::vector<Value> copies = load_compact_image(heap, compact, name_bits_of);
#pragma once

#include "memory/image.hpp"

namespace tessera {

/// Returns the bits of a symbol's `info` that follow from its name, a string. They are not stored.
using NameBits = std::uint64_t (*)(const Object* name);

bool is_compact_image(std::span<const char> image);
/// Returns the compact form of an image, whose objects lie side by side.
std::vector<char> make_compact(std::span<const char> image, NameBits bits_of);
/// Loads a compact image into the empty `heap`; returns its roots. `bits_of` must be the function that made it.
std::vector<Value> load_compact_image(Heap& heap, std::span<const char> compact, NameBits bits_of);

}  // namespace tessera
