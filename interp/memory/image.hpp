// Heap images: all objects that are reachable from the roots, packed into blocks, as a file. Layer: memory.
//
// The image is made when Tessera is built; each Interpreter starts from a copy of it. Addresses in the file assume a
// mapping at `image_base`; loading at another address adds the difference to every pointer.
//
// A file that a user names is checked whole before anything of it is used; the image inside the program is not. The
// check tells whether this build of make_image wrote the file, not whether its maker is to be trusted.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "memory/heap.hpp"

namespace tessera {

struct ImageHeader {
  char magic[8];              ///< "TESSERA2"
  char build[64];             ///< image_build, zeros after it
  std::uint64_t checksum;     ///< the checksum of all that follows
  std::uint64_t file_bytes;   ///< this header included
  std::uint64_t base;         ///< address that the file's pointers assume
  std::uint64_t block_bytes;  ///< the size of all blocks; they begin at the file's offset `data_offset`
  std::uint64_t data_offset;
  std::uint64_t raw_offset;  ///< the offset in the blocks from which objects have no pointers
  std::uint64_t root_count;  ///< Values directly after this header
};

/// Identifies this build, as images of others may not fit: made of all sources of the engine and the compiler's name.
extern const char* const image_build;

/// The address at which an image is mapped if it is free.
#ifdef __SANITIZE_THREAD__
inline constexpr std::uint64_t image_base = std::uint64_t{1} << 36;  // where the sanitizer lets programs map anything
#else
inline constexpr std::uint64_t image_base = std::uint64_t{0x20} << 40;
#endif

/// The objects that stand together before all others, because a start touches them.
struct ImageOrder {
  std::span<const Value> first;
  bool apart = false;  ///< each of them on a page of its own, to find out which are touched
};

/// An image, and where the copies of objects are in its blocks.
struct PackedImage {
  struct Location {
    std::uint64_t offset, size;  ///< bytes
    Value original;
  };
  std::vector<char> bytes;
  std::vector<Location> locations;
};

/// Returns an image of all objects that `roots` reach. `load_image` returns the roots in this order.
PackedImage make_image(std::span<const Value> roots, const ImageOrder& order = {});
/// Returns why a file that begins with `bytes` is not an image of this build, or "".
std::string image_header_complaint(std::span<const char> bytes);
/// Returns why `file` is not an intact image of this build, or "".
std::string image_complaint(std::span<const char> file);
/// Releases the memory of an ended interpreter's image; keeps some for the next images, since the system takes longer
/// to provide pages than copying takes.
void release_image(char* memory, std::size_t bytes);
/// Returns memory for an image, with anything in it: that of an ended interpreter's image, or memory of the system.
char* reserve_image(std::size_t bytes);
/// Loads an intact image into the empty `heap`; returns its roots.
std::vector<Value> load_image(Heap& heap, std::span<const char> image);

}  // namespace tessera
