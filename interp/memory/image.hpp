// The heap image: all that is reachable from the roots, packed into blocks, as a file. Layer: memory.
//
// The image is made once, when Tessera is built; each Interpreter starts from a copy of it. Addresses in the file are
// those of a mapping at `preferred_base`; loading at another address adds the difference to every pointer.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "memory/heap.hpp"

namespace tessera {

struct ImageHeader {
  char magic[8];               ///< "TESSERA1"
  std::uint64_t base;          ///< address that the file's pointers assume
  std::uint64_t block_bytes;   ///< of all blocks; they begin at the file's offset `data_offset`
  std::uint64_t data_offset;
  std::uint64_t root_count;    ///< Values directly behind this header
};

/// The bytes of an image of what `roots` reach. They are the Values that `load_image` gives back, in this order.
std::vector<char> make_image(std::span<const Value> roots);
/// Copy the image into `heap`, which is empty; its roots, or nothing if the bytes are no image of this build.
std::vector<Value> load_image(Heap& heap, std::span<const char> image);

}  // namespace tessera
