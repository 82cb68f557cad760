// The heap image: all that is reachable from the roots, packed into blocks, as a file. Layer: memory.
//
// The image is made once, when Tessera is built; each Interpreter starts from a copy of it. Addresses in the file are
// those of a mapping at `image_base`; loading at another address adds the difference to every pointer.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "memory/heap.hpp"

namespace tessera {

struct ImageHeader {
  char magic[8];              ///< "TESSERA1"
  std::uint64_t base;         ///< address that the file's pointers assume
  std::uint64_t block_bytes;  ///< of all blocks; they begin at the file's offset `data_offset`
  std::uint64_t data_offset;
  std::uint64_t root_count;  ///< Values directly behind this header
};

/// Where an image is mapped if that is free.
inline constexpr std::uint64_t image_base = std::uint64_t{0x20} << 40;

/// Which objects stand together, before all others: those that a start looks at.
struct ImageOrder {
  std::span<const Value> first;
  bool apart = false;  ///< each of them on a page of its own, to find out what is looked at
};

/// An image, and where in its blocks the copies of objects stand.
struct PackedImage {
  struct Place {
    std::uint64_t offset, size;  ///< bytes
    Value original;
  };
  std::vector<char> bytes;
  std::vector<Place> places;
};

/// An image of what `roots` reach. They are the Values that `load_image` gives back, in this order.
PackedImage make_image(std::span<const Value> roots, const ImageOrder& order = {});
/// Copy the image into `heap`, which is empty; its roots, or nothing if the bytes are no image of this build.
std::vector<Value> load_image(Heap& heap, std::span<const char> image);

}  // namespace tessera
