// Loading images: maps them if the address that they assume is free; else copies them and adjusts their pointers.
// Layer: memory.
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "memory/image.hpp"
#include "platform/memory.hpp"

namespace tessera {

namespace {

/// Copies part of the image to writable memory; maps it copy-on-write instead if it is part of the program's file.
void copy(const char* from, std::size_t bytes, char* to) {
  if (!platform::map_from_program(from, bytes, to)) std::memcpy(to, from, bytes);
}

/// The memory of images of ended interpreters that the process keeps.
class SpareMemory {
 public:
  /// Returns memory of that size, with anything in it; nullptr if there is none.
  char* take(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    for (Range& p : ranges_)
      if (p.begin != nullptr && p.bytes == bytes) return std::exchange(p.begin, nullptr);
    return nullptr;
  }
  /// Returns false if enough is kept.
  bool keep(char* begin, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    for (Range& p : ranges_)
      if (p.begin == nullptr) return p = {begin, bytes}, true;
    return false;
  }

 private:
  struct Range {
    char* begin = nullptr;
    std::size_t bytes = 0;
  };
  std::mutex mutex_;
  static constexpr std::size_t most = 4;  ///< about a megabyte each
  Range ranges_[most];
};
SpareMemory& spare_memory() {
  static SpareMemory memory;
  return memory;
}

const Block* block_at(const char* p) { return reinterpret_cast<const Block*>(p); }

/// Populates all pages that `move_blocks` writes; pages of adjacent full blocks at once.
void populate_blocks(const char* from, std::size_t bytes, char* to) {
  std::size_t populated = 0;
  for (std::size_t offset = 0, next = 0; offset < bytes; offset = next) {
    const Block* block = block_at(from + offset);
    next = offset + Block::spanned(block->total_bytes);
    if (next < bytes && offset + block->used_bytes + platform::page_bytes > next) continue;
    platform::populate(to + populated, offset + block->used_bytes - populated);
    populated = next;
  }
}

/// Copies blocks in which every word that looks like a pointer is one, for memory that lies further by `difference`.
/// (Headers do not look like pointers.)
void move_blocks(const char* from, std::size_t bytes, char* to, std::uint64_t difference) {
  for (std::size_t offset = 0; offset < bytes;) {
    const Block* block = block_at(from + offset);
    std::memcpy(to + offset, block, Block::sizeof_head());
    const auto* values = reinterpret_cast<const Value*>(from + offset + Block::sizeof_head());
    auto* moved = reinterpret_cast<Value*>(to + offset + Block::sizeof_head());
    const std::size_t count = (block->used_bytes - Block::sizeof_head()) / sizeof(Value);
    for (std::size_t i = 0; i < count; ++i) moved[i] = values[i].moved_by(difference);
    offset += Block::spanned(block->total_bytes);
  }
}

}  // namespace

void release_image(char* memory, std::size_t bytes) {
  const bool at_base = reinterpret_cast<std::uint64_t>(memory) == image_base;  // there the next image is mapped
  if (at_base || !spare_memory().keep(memory, bytes)) platform::release(memory, bytes);
}

char* reserve_image(std::size_t bytes) {
  char* const spare = spare_memory().take(bytes);
  char* const memory = spare != nullptr ? spare : platform::reserve_aligned(bytes, config::block_bytes);
  if (memory == nullptr) throw std::runtime_error("tessera: there is too little address space for the image (see ulimit -v)");
  return memory;
}

std::vector<Value> load_image(Heap& heap, std::span<const char> image) {
  ImageHeader header;
  std::memcpy(&header, image.data(), sizeof header);
  const char* const blocks = image.data() + header.data_offset;
  char* const base = reinterpret_cast<char*>(header.base);
  char* const at_base = platform::reserve_at(base, header.block_bytes) ? base : nullptr;
  char* const spare = at_base == nullptr ? spare_memory().take(header.block_bytes) : nullptr;
  char* const memory = at_base != nullptr ? at_base
                       : spare != nullptr ? spare
                                          : platform::reserve_aligned(header.block_bytes, config::block_bytes);
  if (memory == nullptr) throw std::runtime_error("tessera: there is too little address space for the image (see ulimit -v)");
  heap.adopt_image(memory, header.block_bytes);
  std::vector<Value> roots(header.root_count);
  std::memcpy(static_cast<void*>(roots.data()), image.data() + sizeof header, header.root_count * sizeof(Value));
  const std::uint64_t difference = reinterpret_cast<std::uint64_t>(memory) - header.base;
  if (difference == 0) {
    copy(blocks, header.block_bytes, memory);
    return roots;
  }
  for (Value& v : roots) v = v.moved_by(difference);
  if (spare == nullptr) populate_blocks(blocks, header.raw_offset, memory);
  move_blocks(blocks, header.raw_offset, memory, difference);
  copy(blocks + header.raw_offset, header.block_bytes - header.raw_offset, memory + header.raw_offset);
  return roots;
}

}  // namespace tessera
