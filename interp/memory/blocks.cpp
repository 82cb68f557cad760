// Old space: allocation into the holes of blocks, sweeping by mark bits.
#include "memory/blocks.hpp"

#include <algorithm>
#include <bit>
#include <new>

#include "memory/image.hpp"
#include "platform/memory.hpp"

namespace tessera {

namespace {

constexpr std::size_t chunk_blocks = 16;

/// From this many blocks in use, a new block is likely to be filled, and all its pages are mapped at once.
constexpr std::size_t min_blocks_to_populate = 64;

/// Returns the number of empty blocks that keep their memory when `live` are in use: allocation needs them again before
/// the next major collection.
constexpr std::size_t spare_kept(std::size_t live) { return 512 + live / 2; }

char* map_blocks(std::size_t bytes) {
  char* const p = platform::reserve_aligned(bytes, config::block_bytes);
  if (p == nullptr) throw std::bad_alloc();
  return p;
}

}  // namespace

OldSpace::~OldSpace() {
  for (Block* b : blocks_)
    if (b->kind == Block::Kind::single) platform::release(b, b->total_bytes);
  for (char* chunk : chunks_) platform::release(chunk, chunk_blocks * config::block_bytes);
  if (image_ != nullptr) release_image(image_, image_bytes_);
}

void OldSpace::open_hole(SizeClass& c, std::uint32_t cell_bytes, Block::Kind kind) {
  if (next_hole(c)) return;
  Block* block = fresh_block(kind, cell_bytes);
  c.blocks.push_back(block);
  c.next_block = c.blocks.size();
  c.current = block;
  c.cursor = Block::first_bit();
  next_hole(c);
}

std::size_t OldSpace::used_bytes() const {
  std::size_t open = static_cast<std::size_t>(conses_.end - conses_.bump);
  for (const SizeClass& c : classes_) open += static_cast<std::size_t>(c.end - c.bump);
  return taken_bytes_ - open;
}

bool OldSpace::is_allocated(const void* p) const {
  const auto in_hole = [p](const SizeClass& c) { return p >= c.bump && p < c.end; };
  const Block* block = Block::of(p);
  return block->marked(block->bit_of(p)) && !in_hole(conses_) && std::none_of(std::begin(classes_), std::end(classes_), in_hole);
}

bool OldSpace::next_hole(SizeClass& c) {
  for (;;) {
    if (c.current != nullptr) {
      Block* b = c.current;
      const std::size_t step = b->cell_bytes / Block::granule, end = b->end_bit();
      std::size_t bit = c.cursor;
      while (bit < end && b->marked(bit)) bit += step;
      if (bit < end) {
        std::size_t stop = bit;
        for (; stop < end && !b->marked(stop); stop += step) b->set_mark(stop);
        c.bump = b->address_of(bit);
        c.end = b->address_of(stop);
        c.cursor = stop;
        taken_bytes_ += static_cast<std::size_t>(c.end - c.bump);
        return true;
      }
    }
    if (c.next_block >= c.blocks.size()) {
      c.current = nullptr;
      return false;
    }
    c.current = c.blocks[c.next_block++];
    c.cursor = Block::first_bit();
  }
}

Block* OldSpace::fresh_block(Block::Kind kind, std::uint32_t cell_bytes) {
  if (empty_.empty() && unmapped_.empty()) {
    char* const chunk = map_blocks(chunk_blocks * config::block_bytes);
    chunks_.push_back(chunk);
    for (std::size_t i = chunk_blocks; i-- > 0;) unmapped_.push_back(reinterpret_cast<Block*>(chunk + i * config::block_bytes));
  }
  auto& source = empty_.empty() ? unmapped_ : empty_;
  Block* b = source.back();
  source.pop_back();
  if (&source == &unmapped_ && blocks_.size() >= min_blocks_to_populate) platform::populate(b, config::block_bytes);
  b->kind = kind;
  b->cell_bytes = cell_bytes;
  b->total_bytes = config::block_bytes;
  for (auto& word : b->marks) word = 0;
  blocks_.push_back(b);
  return b;
}

void* OldSpace::allocate_single(std::size_t bytes) {
  const std::size_t total = (Block::sizeof_head() + bytes + platform::page_bytes - 1) & ~(platform::page_bytes - 1);
  auto* b = reinterpret_cast<Block*>(map_blocks(total));
  if (total >= config::huge_page_bytes) platform::prefer_large_pages(b, total);
  b->kind = Block::Kind::single;
  b->cell_bytes = 0;
  b->total_bytes = total;
  b->set_mark(Block::first_bit());
  blocks_.push_back(b);
  taken_bytes_ += total;
  return b->address_of(Block::first_bit());
}

void OldSpace::adopt_image(char* mapping, std::size_t bytes) {
  image_ = mapping;
  image_bytes_ = bytes;
  taken_bytes_ += bytes;
}

void OldSpace::clear_marks() {
  for (std::size_t offset = 0; offset < image_bytes_;) {
    auto* b = reinterpret_cast<Block*>(image_ + offset);
    for (auto& word : b->marks) word = 0;
    offset += Block::spanned(b->total_bytes);
  }
  for (Block* b : blocks_)
    for (auto& word : b->marks) word = 0;
}

/// Frees an empty block. A block of a chunk keeps its address; beyond some spare blocks, its memory is returned to the
/// system.
void OldSpace::release(Block* b) {
  if (b->kind == Block::Kind::single) return platform::release(b, b->total_bytes);
  if (empty_.size() < spare_kept(blocks_.size())) return empty_.push_back(b);
  platform::discard(b, config::block_bytes);
  unmapped_.push_back(b);
}

void OldSpace::sweep() {
  conses_ = SizeClass{};
  for (auto& c : classes_) c = SizeClass{};
  taken_bytes_ = image_bytes_;
  std::vector<Block*> kept;
  kept.reserve(blocks_.size());
  for (Block* b : blocks_) {
    std::size_t live = 0;
    for (auto word : b->marks) live += static_cast<std::size_t>(std::popcount(word));
    if (live == 0) {
      release(b);
      continue;
    }
    kept.push_back(b);
    if (b->kind == Block::Kind::single) {
      taken_bytes_ += b->total_bytes;
      continue;
    }
    taken_bytes_ += live * b->cell_bytes;
    SizeClass& c = b->kind == Block::Kind::conses ? conses_ : classes_[class_of(b->cell_bytes)];
    c.blocks.push_back(b);
  }
  blocks_ = std::move(kept);
}

}  // namespace tessera
