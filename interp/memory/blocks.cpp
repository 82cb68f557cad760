// Old space: allocation into the holes of blocks, sweeping by bitmaps.
#include "memory/blocks.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
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

/// The most blocks that are swept in search of one hole, and for a single object: at least, and for each block that it
/// spans, so that large objects are freed as fast as others are made.
constexpr std::size_t swept_per_hole = 16, swept_per_single = 64, swept_per_spanned = 8;

char* map_blocks(std::size_t bytes) {
  char* const p = platform::reserve_aligned(bytes, config::block_bytes);
  if (p == nullptr) throw std::bad_alloc();
  return p;
}

}  // namespace

std::size_t Block::count(unsigned map) const {
  std::size_t n = 0;
  for (auto word : bitmaps[map]) n += static_cast<std::size_t>(std::popcount(word));
  return n;
}

OldSpace::~OldSpace() {
  for (const auto* list : {&blocks_, &unswept_})
    for (Block* b : *list)
      if (b->kind == Block::Kind::single) platform::release(b, b->total_bytes);
  for (char* chunk : chunks_) platform::release(chunk, chunk_blocks * config::block_bytes);
  if (image_ != nullptr) release_image(image_, image_bytes_);
}

void OldSpace::open_hole(SizeClass& c, std::uint32_t cell_bytes, Block::Kind kind) {
  if (next_hole(c)) return;
  for (std::size_t n = 0; n < swept_per_hole && !is_swept(); ++n) {
    sweep_block();
    if (next_hole(c)) return;
  }
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

bool OldSpace::is_in_hole(const void* p) const {
  const auto in_hole = [p](const SizeClass& c) { return p >= c.bump && p < c.end; };
  return in_hole(conses_) || std::any_of(std::begin(classes_), std::end(classes_), in_hole);
}

bool OldSpace::is_allocated(const void* p) const {
  const Block* block = Block::of(p);
  return block->has(allocated_, block->bit_of(p)) && !is_in_hole(p);
}

/// Sets the bits of the free cells from `bit` on, word by word. Returns the bit at which they end.
std::size_t OldSpace::fill_hole(Block* b, std::size_t bit) {
  const std::size_t step = b->cell_bytes / Block::granule, end = b->end_bit();
  for (;;) {
    const std::size_t word = bit / 64, word_end = std::min(end, (word + 1) * 64);
    const std::uint64_t taken = b->bitmaps[allocated_][word];
    std::uint64_t cells = 0;
    for (; bit < word_end && ((taken >> (bit % 64)) & 1) == 0; bit += step) cells |= std::uint64_t{1} << (bit % 64);
    b->bitmaps[allocated_][word] |= cells;
    if (is_marking_) b->bitmaps[marked_map()][word] |= cells;
    if (bit < word_end || bit >= end) return bit;
  }
}

bool OldSpace::next_hole(SizeClass& c) {
  for (;;) {
    if (c.current != nullptr) {
      Block* b = c.current;
      const std::size_t step = b->cell_bytes / Block::granule, end = b->end_bit();
      std::size_t bit = c.cursor;
      while (bit < end && b->has(allocated_, bit)) bit += step;
      if (bit < end) {
        const std::size_t stop = fill_hole(b, bit);
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
  for (unsigned map : {0U, 1U}) b->clear(map);
  blocks_.push_back(b);
  return b;
}

void* OldSpace::allocate_single(std::size_t bytes) {
  const std::size_t due = swept_per_single + swept_per_spanned * (bytes / config::block_bytes);
  for (std::size_t n = 0; n < due && !is_swept(); ++n) sweep_block();
  const std::size_t total = (Block::sizeof_head() + bytes + platform::page_bytes - 1) & ~(platform::page_bytes - 1);
  auto* b = reinterpret_cast<Block*>(map_blocks(total));
  if (total >= config::huge_page_bytes) platform::prefer_large_pages(b, total);
  b->kind = Block::Kind::single;
  b->cell_bytes = 0;
  b->total_bytes = total;
  b->set(allocated_, Block::first_bit());
  if (is_marking_) b->set(marked_map(), Block::first_bit());
  blocks_.push_back(b);
  if (total > config::block_bytes) spanning_.insert(b);
  taken_bytes_ += total;
  return b->address_of(Block::first_bit());
}

bool OldSpace::is_in_marked_object(const void* slot) const {
  if (is_of_image(reinterpret_cast<std::uint64_t>(slot))) return true;
  const auto after = spanning_.upper_bound(const_cast<Block*>(static_cast<const Block*>(slot)));
  if (after != spanning_.begin()) {
    Block* const b = *std::prev(after);
    if (static_cast<const char*>(slot) < reinterpret_cast<char*>(b) + b->total_bytes) return b->has(marked_map(), Block::first_bit());
  }
  const Block* const b = Block::of(slot);
  if (b->kind == Block::Kind::single) return b->has(marked_map(), Block::first_bit());
  const std::size_t cell = b->cell_bytes / Block::granule;
  return b->has(marked_map(), b->bit_of(slot) - (b->bit_of(slot) - Block::first_bit()) % cell);
}

void OldSpace::adopt_image(char* mapping, std::size_t bytes) {
  image_ = mapping;
  image_bytes_ = bytes;
  taken_bytes_ += bytes;
}

/// Calls `visit` with the block and the bit of each cell that can be allocated without looking for a hole.
template <class F> void OldSpace::for_each_free_cell_of_holes(const F& visit) {
  const auto visit_hole = [&](const SizeClass& c) {
    if (c.bump == c.end) return;
    Block* const b = Block::of(c.bump);
    for (char* cell = c.bump; cell < c.end; cell += b->cell_bytes) visit(b, b->bit_of(cell));
  };
  visit_hole(conses_);
  for (const SizeClass& c : classes_) visit_hole(c);
}

void OldSpace::begin_marking() {
  TESSERA_ASSERT(is_swept() && !is_marking_);
  is_marking_ = true;
  for_each_free_cell_of_holes([this](Block* b, std::size_t bit) { b->set(marked_map(), bit); });
}

void OldSpace::abandon_marking() {
  is_marking_ = false;
  for_each_image_block([this](Block* b) { b->clear(marked_map()); });
  for (Block* b : blocks_) b->clear(marked_map());
}

void OldSpace::end_marking() {
  TESSERA_ASSERT(is_swept() && is_marking_);
  is_marking_ = false;
  for_each_free_cell_of_holes([this](Block* b, std::size_t bit) { b->unset(marked_map(), bit); });
  conses_ = SizeClass{};
  for (auto& c : classes_) c = SizeClass{};
  allocated_ = marked_map();
  for_each_image_block([this](Block* b) { b->clear(marked_map()); });
  unswept_.swap(blocks_);
}

/// Frees an empty block. A block of a chunk keeps its address; beyond some spare blocks, its memory is returned to the
/// system.
void OldSpace::release(Block* b) {
  if (b->kind == Block::Kind::single) {
    spanning_.erase(b);
    return platform::release(b, b->total_bytes);
  }
  if (empty_.size() < spare_kept(blocks_.size() + unswept_.size())) return empty_.push_back(b);
  platform::discard(b, config::block_bytes);
  unmapped_.push_back(b);
}

void OldSpace::sweep_block() {
  Block* const b = unswept_.back();
  unswept_.pop_back();
  const std::size_t live = b->count(allocated_);
  if (b->kind == Block::Kind::single) {
    b->clear(marked_map());
    if (live != 0) return blocks_.push_back(b);
    taken_bytes_ -= b->total_bytes;
    return release(b);
  }
  taken_bytes_ -= (b->count(marked_map()) - live) * b->cell_bytes;
  if (config::gc_stress || config::gc_verify)
    for (std::size_t bit = Block::first_bit(); bit < b->end_bit(); bit += b->cell_bytes / Block::granule)
      if (b->has(marked_map(), bit) && !b->has(allocated_, bit)) std::memset(b->address_of(bit), config::poison_byte, b->cell_bytes);
  b->clear(marked_map());
  if (live == 0) return release(b);
  blocks_.push_back(b);
  if (live * b->cell_bytes / Block::granule == b->end_bit() - Block::first_bit()) return;  // it has no holes
  SizeClass& c = b->kind == Block::Kind::conses ? conses_ : classes_[class_of(b->cell_bytes)];
  c.blocks.push_back(b);
}

}  // namespace tessera
