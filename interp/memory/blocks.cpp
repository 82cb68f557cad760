// Old space: allocation into the holes of blocks, sweeping by mark bits.
#include "memory/blocks.hpp"

#include <sys/mman.h>

#include <bit>
#include <new>

namespace tessera {

namespace {

constexpr std::size_t small_limit = 512;   // classes in steps of 16 up to here, then geometric
constexpr std::size_t medium_sizes[] = {768, 1024, 1536, 2048, 3072, 4096, 6144, 8192};
constexpr std::size_t largest_cell = 8192;

}  // namespace

void* map_aligned(std::size_t bytes, std::uint64_t wanted) {
  if (wanted != 0) {
    void* p = mmap(reinterpret_cast<void*>(wanted), bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (p == reinterpret_cast<void*>(wanted)) return p;
    if (p != MAP_FAILED) munmap(p, bytes);
  }
  const std::size_t slack = config::block_bytes;
  void* raw = mmap(nullptr, bytes + slack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (raw == MAP_FAILED) return nullptr;
  const auto start = reinterpret_cast<std::uintptr_t>(raw);
  const auto aligned = (start + slack - 1) & ~(slack - 1);
  if (aligned != start) munmap(raw, aligned - start);
  const auto tail = start + bytes + slack - (aligned + bytes);
  if (tail != 0) munmap(reinterpret_cast<void*>(aligned + bytes), tail);
  return reinterpret_cast<void*>(aligned);
}

void unmap(void* p, std::size_t bytes) { munmap(p, bytes); }

OldSpace::~OldSpace() {
  for (Block* b : blocks_) unmap(b, b->total_bytes);
  for (Block* b : spare_) unmap(b, b->total_bytes);
  if (image_ != nullptr) unmap(image_, image_bytes_);
}

// Class index: 16-byte steps up to 512 share 8 coarser ones above; to keep few blocks open, steps grow to 32 after 128.
std::size_t OldSpace::class_of(std::size_t bytes) {
  if (bytes <= 128) return bytes / 16 - 1;                      // 0..7
  if (bytes <= small_limit) return 8 + (bytes - 129) / 32;      // 8..19
  std::size_t i = 20;
  for (std::size_t size : medium_sizes) {
    if (bytes <= size) return i;
    ++i;
  }
  return i;
}

std::size_t OldSpace::class_bytes(std::size_t index) {
  if (index < 8) return (index + 1) * 16;
  if (index < 20) return 160 + (index - 8) * 32;
  return medium_sizes[index - 20];
}

void* OldSpace::allocate_cons() { return allocate_in(conses_, sizeof(Cons), Block::Kind::conses); }

std::size_t OldSpace::cell_bytes_for(std::size_t bytes) {
  return bytes > largest_cell ? 0 : class_bytes(class_of(bytes));
}

void* OldSpace::allocate(std::size_t bytes) {
  if (bytes > largest_cell) return allocate_large(bytes);
  const std::size_t index = class_of(bytes);
  return allocate_in(classes_[index], static_cast<std::uint32_t>(class_bytes(index)), Block::Kind::objects);
}

void* OldSpace::allocate_in(SizeClass& c, std::uint32_t cell_bytes, Block::Kind kind) {
  if (c.bump == c.end && !next_hole(c)) {
    Block* block = fresh_block(kind, cell_bytes);
    c.blocks.push_back(block);
    c.next_block = c.blocks.size();
    c.current = block;
    c.cursor = Block::first_bit();
    next_hole(c);
  }
  char* cell = c.bump;
  c.bump += cell_bytes;
  Block* block = Block::of(cell);
  block->set_mark(block->bit_of(cell));
  used_ += cell_bytes;
  return cell;
}

// Find the next run of free cells and set bump and end to it.
bool OldSpace::next_hole(SizeClass& c) {
  for (;;) {
    if (c.current != nullptr) {
      Block* b = c.current;
      const std::size_t step = b->cell_bytes / Block::granule, end = b->end_bit();
      std::size_t bit = c.cursor;
      while (bit < end && b->marked(bit)) bit += step;
      if (bit < end) {
        std::size_t stop = bit;
        while (stop < end && !b->marked(stop)) stop += step;
        c.bump = b->address_of(bit);
        c.end = b->address_of(stop);
        c.cursor = stop;
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
  Block* b;
  if (!spare_.empty()) {
    b = spare_.back();
    spare_.pop_back();
  } else {
    b = static_cast<Block*>(map_aligned(config::block_bytes));
    if (b == nullptr) throw std::bad_alloc();
  }
  b->kind = kind;
  b->cell_bytes = cell_bytes;
  b->total_bytes = config::block_bytes;
  for (auto& word : b->marks) word = 0;
  blocks_.push_back(b);
  return b;
}

void* OldSpace::allocate_large(std::size_t bytes) {
  const std::size_t total = (Block::sizeof_head() + bytes + 4095) & ~std::size_t{4095};
  auto* b = static_cast<Block*>(map_aligned(total));
  if (b == nullptr) throw std::bad_alloc();
  b->kind = Block::Kind::large;
  b->cell_bytes = 0;
  b->total_bytes = total;
  b->set_mark(Block::first_bit());
  blocks_.push_back(b);
  used_ += total;
  return b->address_of(Block::first_bit());
}

void OldSpace::adopt_image(char* mapping, std::size_t bytes) {
  image_ = mapping;
  image_bytes_ = bytes;
  used_ += bytes;
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

void OldSpace::release(Block* b) {
  if (b->kind == Block::Kind::large || spare_.size() >= 64) {
    unmap(b, b->total_bytes);
  } else {
    spare_.push_back(b);
  }
}

void OldSpace::sweep() {
  conses_ = SizeClass{};
  for (auto& c : classes_) c = SizeClass{};
  used_ = image_bytes_;
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
    if (b->kind == Block::Kind::large) {
      used_ += b->total_bytes;
      continue;
    }
    used_ += live * b->cell_bytes;
    SizeClass& c = b->kind == Block::Kind::conses ? conses_ : classes_[class_of(b->cell_bytes)];
    c.blocks.push_back(b);
  }
  blocks_ = std::move(kept);
}

}  // namespace tessera
