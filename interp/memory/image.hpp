// The heap image: all that is reachable from the roots, packed into blocks, as a file. Layer: memory.
//
// The image is made once, when Tessera is built; each Interpreter starts from a copy of it. Addresses in the file are
// those of a mapping at `image_base`; loading at another address adds the difference to every pointer.
//
// A file that somebody names is checked whole before anything of it is used. The image inside the program is part of the program and
// needs no look at its bytes. What is checked is that a file is what this build of make_image wrote, not that its maker meant well.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "memory/heap.hpp"

namespace tessera {

struct ImageHeader {
  char magic[8];              ///< "TESSERA2"
  char build[64];             ///< image_build, zeros behind it
  std::uint64_t checksum;     ///< of all that follows
  std::uint64_t file_bytes;   ///< this header included
  std::uint64_t base;         ///< address that the file's pointers assume
  std::uint64_t block_bytes;  ///< of all blocks; they begin at the file's offset `data_offset`
  std::uint64_t data_offset;
  std::uint64_t raw_offset;  ///< in the blocks: from here on nothing in them refers to objects
  std::uint64_t root_count;  ///< Values directly behind this header
};

/// The build that this is. It differs wherever images may not fit: made of all of the engine's sources, and the compiler's name.
extern const char* const image_build;

/// Where an image is mapped if that is free.
#ifdef __SANITIZE_THREAD__
inline constexpr std::uint64_t image_base = std::uint64_t{1} << 36;  // where the sanitizer lets programs map anything
#else
inline constexpr std::uint64_t image_base = std::uint64_t{0x20} << 40;
#endif

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
/// Why a file that begins with `bytes` is no image of this build, or "". As much of it as the header says makes a whole one.
std::string image_header_complaint(std::span<const char> bytes);
/// Why `file` is not what this build's make_image wrote, or "".
std::string image_complaint(std::span<const char> file);
/// Copy the image, about which there is no complaint, into `heap`, which is empty; its roots.
std::vector<Value> load_image(Heap& heap, std::span<const char> image);

}  // namespace tessera
