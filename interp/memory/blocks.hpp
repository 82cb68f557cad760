// Old space: aligned blocks of equal cells with bitmaps; objects larger than a cell have blocks of their own. Layer:
// memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <set>
#include <vector>

#include "base/config.hpp"
#include "memory/layout.hpp"

namespace tessera {

/// The head of a block; cells follow. Each bitmap has a bit for every 16 bytes, of which a cell uses the first.
struct Block {
  /// `single`: one object, larger than a cell; `packed`: objects of any size side by side, in images only.
  enum class Kind : std::uint32_t { conses, objects, single, packed };
  static constexpr std::size_t granule = 16;
  static constexpr std::size_t bitmap_words = config::block_bytes / granule / 64;

  Kind kind;
  std::uint32_t cell_bytes;   ///< the size of a cell; 0 in single and packed blocks
  std::uint64_t total_bytes;  ///< the size of the mapping, head included
  std::uint64_t used_bytes;   ///< the end of the last cell, from the beginning of an image's block
  std::uint64_t reserved;
  std::uint64_t bitmaps[2][bitmap_words];  ///< the allocated and the marked cells; OldSpace knows which is which

  static Block* of(const void* p) { return reinterpret_cast<Block*>(reinterpret_cast<std::uintptr_t>(p) & ~(config::block_bytes - 1)); }
  std::size_t bit_of(const void* p) const { return (reinterpret_cast<std::uintptr_t>(p) & (config::block_bytes - 1)) / granule; }
  bool has(unsigned map, std::size_t bit) const { return (bitmaps[map][bit / 64] >> (bit % 64)) & 1; }
  void set(unsigned map, std::size_t bit) { bitmaps[map][bit / 64] |= std::uint64_t{1} << (bit % 64); }
  void unset(unsigned map, std::size_t bit) { bitmaps[map][bit / 64] &= ~(std::uint64_t{1} << (bit % 64)); }
  void clear(unsigned map) {
    for (auto& word : bitmaps[map]) word = 0;
  }
  std::size_t count(unsigned map) const;
  char* address_of(std::size_t bit) { return reinterpret_cast<char*>(this) + bit * granule; }
  static constexpr std::size_t first_bit() { return sizeof_head() / granule; }
  static constexpr std::size_t sizeof_head() { return 32 + 2 * bitmap_words * 8; }
  /// Returns the bytes of address space that a block of `total` bytes takes.
  static constexpr std::size_t spanned(std::size_t total) { return (total + config::block_bytes - 1) & ~(config::block_bytes - 1); }
  std::size_t end_bit() const {  ///< one past the last cell's first granule
    const std::size_t cell = cell_bytes / granule;
    return first_bit() + (config::block_bytes / granule - first_bit()) / cell * cell;
  }
};
static_assert(sizeof(Block) == Block::sizeof_head() && sizeof(Block) % 16 == 0);

/// Memory for objects that never move.
class OldSpace {
 public:
  OldSpace() = default;
  ~OldSpace();
  OldSpace(const OldSpace&) = delete;
  OldSpace& operator=(const OldSpace&) = delete;

  void* allocate_cons() {
    if (TESSERA_UNLIKELY(conses_.bump == conses_.end)) open_hole(conses_, sizeof(Cons), Block::Kind::conses);
    char* cell = conses_.bump;
    conses_.bump += sizeof(Cons);
    return cell;
  }
  /// True if an object of that size has a block of its own, which the system has zeroed.
  static constexpr bool needs_own_block(std::size_t bytes) { return bytes > largest_cell; }
  /// Allocates an object of `bytes`, a multiple of 16, header included.
  void* allocate(std::size_t bytes) {
    if (TESSERA_UNLIKELY(needs_own_block(bytes))) return allocate_single(bytes);
    const std::size_t index = class_of(bytes);
    SizeClass& c = classes_[index];
    const auto cell_bytes = static_cast<std::uint32_t>(class_bytes(index));
    if (TESSERA_UNLIKELY(c.bump == c.end)) open_hole(c, cell_bytes, Block::Kind::objects);
    char* cell = c.bump;
    c.bump += cell_bytes;
    return cell;
  }

  /// Takes over the blocks of an image, and their mapping. Nothing is allocated in them, and nothing in them is read
  /// before the first marking, so that a start touches few pages.
  void adopt_image(char* mapping, std::size_t bytes);
  bool is_of_image(std::uint64_t address) const { return address - reinterpret_cast<std::uint64_t>(image_) < image_bytes_; }

  // --- marking: what is allocated from `begin_marking` on is marked
  bool is_swept() const { return unswept_.empty(); }
  /// Begins with no cell marked, except those of the open holes. All must be swept.
  void begin_marking();
  /// Drops all marks.
  void abandon_marking();
  /// Makes the marked cells the allocated ones. The others can be allocated once their blocks are swept.
  void end_marking();
  /// Returns the bitmap that `begin_marking` cleared, for the marker.
  unsigned marked_map() const { return 1 - allocated_; }
  bool is_marked(const void* p) const {
    const Block* const block = Block::of(p);
    return block->has(marked_map(), block->bit_of(p));
  }
  /// True if `slot` is in a marked object, or in one of the image, whose memory is never used for others.
  bool is_in_marked_object(const void* slot) const;
  /// Calls `visit` with each marked object.
  template <class F> void for_each_marked(const F& visit) const;
  /// Sweeps one block: releases it if it is empty, else makes its holes allocatable. Some must be unswept.
  void sweep_block();

  std::size_t unswept_bytes() const { return unswept_.size() * config::block_bytes; }
  std::size_t used_bytes() const;
  /// Returns the bytes in use and in the open holes, in constant time.
  std::size_t taken_bytes() const { return taken_bytes_; }
  /// True if an object of this space starts at `p`, or did before it died.
  bool is_allocated(const void* p) const;

 private:
  struct SizeClass {
    std::vector<Block*> blocks;
    std::size_t next_block = 0;  ///< the block in which the search for holes continues
    Block* current = nullptr;
    std::size_t cursor = 0;  ///< bit in `current` from which to look for holes
    char* bump = nullptr;    ///< the next cell of the open hole
    char* end = nullptr;
  };
  // Classes of cells: steps of 16 bytes up to 128, of 32 up to 512, then coarser.
  static constexpr std::size_t fine_classes = 8, small_classes = 20;
  static constexpr std::size_t medium_sizes[] = {768, 1024, 1536, 2048, 3072, 4096, 6144, 8192};
  static constexpr std::size_t largest_cell = 8192;
  static constexpr std::size_t class_count = small_classes + std::size(medium_sizes);

  static std::size_t class_of(std::size_t bytes) {
    if (bytes <= 128) return bytes / 16 - 1;
    if (bytes <= 512) return fine_classes + (bytes - 129) / 32;
    std::size_t i = 0;
    while (medium_sizes[i] < bytes) ++i;
    return small_classes + i;
  }
  static std::size_t class_bytes(std::size_t index) {
    if (index < fine_classes) return (index + 1) * 16;
    if (index < small_classes) return 160 + (index - fine_classes) * 32;
    return medium_sizes[index - small_classes];
  }
  /// Sets bump and end to the next run of free cells, and their bits as if all were in use already.
  void open_hole(SizeClass& c, std::uint32_t cell_bytes, Block::Kind kind);
  bool next_hole(SizeClass& c);
  std::size_t fill_hole(Block* b, std::size_t bit);
  Block* fresh_block(Block::Kind kind, std::uint32_t cell_bytes);
  void* allocate_single(std::size_t bytes);
  void release(Block* block);
  bool is_in_hole(const void* p) const;
  template <class F> void for_each_image_block(const F& visit) const;
  template <class F> void for_each_free_cell_of_holes(const F& visit);

  SizeClass conses_;
  SizeClass classes_[class_count];
  std::vector<Block*> blocks_;
  std::vector<Block*> unswept_;   ///< the other blocks in use
  std::vector<Block*> empty_;     ///< blocks that nothing uses
  std::vector<Block*> unmapped_;  ///< address space of empty blocks whose memory was returned
  std::vector<char*> chunks_;     ///< mappings that hold `chunk_blocks` blocks each
  std::set<Block*> spanning_;     ///< single objects that begin in one block of address space and end in another
  std::size_t taken_bytes_ = 0;
  char* image_ = nullptr;
  std::size_t image_bytes_ = 0;
  unsigned allocated_ = 0;  ///< the bitmap of allocated cells
  bool is_marking_ = false;
};

template <class F> void OldSpace::for_each_image_block(const F& visit) const {
  for (std::size_t offset = 0; offset < image_bytes_;) {
    auto* const b = reinterpret_cast<Block*>(image_ + offset);
    visit(b);
    offset += Block::spanned(b->total_bytes);
  }
}

template <class F> void OldSpace::for_each_marked(const F& visit) const {
  const auto visit_block = [&](Block* b) {
    for (std::size_t bit = Block::first_bit(); bit < Block::bitmap_words * 64; ++bit) {
      if (!b->has(marked_map(), bit) || is_in_hole(b->address_of(bit))) continue;
      char* const p = b->address_of(bit);
      visit(b->kind == Block::Kind::conses ? Value::cons(reinterpret_cast<Cons*>(p)) : Value::object(reinterpret_cast<Object*>(p)));
    }
  };
  for_each_image_block(visit_block);
  for (Block* b : blocks_) visit_block(b);
}

}  // namespace tessera
