// Packing and loading images.
#include "memory/image.hpp"

#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <unordered_map>

namespace tessera {

namespace {

constexpr std::uint64_t preferred_base = std::uint64_t{0x20} << 40;
constexpr char magic[] = "TESSERA1";

/// Lays out copies of objects in blocks of their own, one open block for each cell size.
class Packer {
 public:
  Value copy(Value v) {
    if (!v.is_pointer()) return v;
    const auto [found, fresh] = moved_.try_emplace(v.bits());
    if (!fresh) return found->second;
    const Value to = v.is_cons() ? place(v, sizeof(Cons), 1) : place(v, object_bytes(v.as_object()), 3);
    moved_[v.bits()] = to;
    pending_.push_back(v);
    return to;
  }

  void drain() {
    while (!pending_.empty()) {
      const Value from = pending_.back();
      pending_.pop_back();
      Value* words = at(moved_[from.bits()].address());
      if (from.is_cons()) {  // copying may move bytes_: the address is taken anew
        const Value car = copy(from.as_cons()->car), cdr = copy(from.as_cons()->cdr);
        words = at(moved_[from.bits()].address());
        words[0] = car;
        words[1] = cdr;
        continue;
      }
      const Object* o = from.as_object();
      std::memcpy(static_cast<void*>(words), o, object_bytes(o));
      if (o->is_raw()) continue;
      for (std::uint32_t i = 0; i < o->length(); ++i) {
        const Value slot = copy(o->slots[i]);
        at(moved_[from.bits()].address())[1 + i] = slot;
      }
    }
  }

  const std::vector<char>& bytes() const { return bytes_; }

 private:
  struct Open {
    std::uint64_t next = 0, end = 0;  ///< addresses
  };

  Value* at(std::uint64_t address) { return reinterpret_cast<Value*>(bytes_.data() + (address - preferred_base)); }

  Value place(Value v, std::size_t size, std::uint64_t tag) {
    const bool is_cons = v.is_cons();
    const std::size_t cell = is_cons ? sizeof(Cons) : OldSpace::cell_bytes_for(size);
    if (cell == 0) return Value::from_bits(large(size) | tag);
    Open& open = is_cons ? conses_ : open_[cell];
    if (open.next + cell > open.end) open_block(open, cell, is_cons ? Block::Kind::conses : Block::Kind::objects);
    const std::uint64_t address = open.next;
    open.next += cell;
    mark(address);
    return Value::from_bits(address | tag);
  }

  void mark(std::uint64_t address) {
    const std::uint64_t block = address & ~(config::block_bytes - 1);
    reinterpret_cast<Block*>(at(block))->set_mark((address - block) / Block::granule);
  }

  std::uint64_t add_block(std::size_t total, std::size_t cell, Block::Kind kind) {
    const std::uint64_t address = preferred_base + bytes_.size();
    bytes_.resize(bytes_.size() + ((total + config::block_bytes - 1) & ~(config::block_bytes - 1)));
    auto* b = reinterpret_cast<Block*>(at(address));
    b->kind = kind;
    b->cell_bytes = static_cast<std::uint32_t>(cell);
    b->total_bytes = total;
    b->in_image = 1;
    return address;
  }

  void open_block(Open& open, std::size_t cell, Block::Kind kind) {
    const std::uint64_t block = add_block(config::block_bytes, cell, kind);
    open.next = block + Block::sizeof_head();
    open.end = open.next + (config::block_bytes - Block::sizeof_head()) / cell * cell;
  }

  std::uint64_t large(std::size_t size) {
    const std::uint64_t address = add_block(Block::sizeof_head() + size, 0, Block::Kind::large) + Block::sizeof_head();
    mark(address);
    return address;
  }

  std::vector<char> bytes_;
  Open conses_;
  std::unordered_map<std::size_t, Open> open_;
  std::unordered_map<std::uint64_t, Value> moved_;
  std::vector<Value> pending_;
};

/// Where in which file the bytes at `address`, loaded with the program, stand.
struct FilePlace {
  std::uint64_t address;
  std::string file;
  std::uint64_t offset = 0;
};

int find_place(dl_phdr_info* info, std::size_t, void* data) {
  auto* place = static_cast<FilePlace*>(data);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& segment = info->dlpi_phdr[i];
    const std::uint64_t begin = info->dlpi_addr + segment.p_vaddr;
    if (segment.p_type != PT_LOAD || place->address < begin || place->address >= begin + segment.p_filesz) continue;
    place->file = *info->dlpi_name == '\0' ? "/proc/self/exe" : info->dlpi_name;
    place->offset = segment.p_offset + (place->address - begin);
    return 1;
  }
  return 0;
}

/// The blocks of an image that is part of the program, mapped from its file at the address they assume: pages that are
/// never written are never copied. nullptr where that cannot be had.
char* map_from_program(const char* blocks, std::size_t bytes, std::uint64_t base) {
  FilePlace place{reinterpret_cast<std::uint64_t>(blocks), "", 0};
  if (dl_iterate_phdr(find_place, &place) == 0 || place.offset % 4096 != 0) return nullptr;
  const int file = open(place.file.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return nullptr;
  void* const wanted = reinterpret_cast<void*>(base);
  void* p = mmap(wanted, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED_NOREPLACE, file, static_cast<off_t>(place.offset));
  close(file);
  if (p == wanted) return static_cast<char*>(p);
  if (p != MAP_FAILED) munmap(p, bytes);
  return nullptr;
}

/// A copy of the blocks, at the address they assume if that is free.
char* copy_blocks(const char* blocks, std::size_t bytes, std::uint64_t base) {
  auto* mapping = static_cast<char*>(map_aligned(bytes, base));
  if (mapping == nullptr) throw std::bad_alloc();
  std::memcpy(mapping, blocks, bytes);
  return mapping;
}

void relocate(Value& v, std::uint64_t difference) {
  if (v.is_pointer()) v = Value::from_bits(v.bits() + difference);
}

void relocate_cells(Block* block, std::uint64_t difference) {
  const bool is_large = block->kind == Block::Kind::large;
  const std::size_t step = is_large ? 1 : block->cell_bytes / Block::granule;
  const std::size_t end = is_large ? Block::first_bit() + 1 : block->end_bit();
  for (std::size_t bit = Block::first_bit(); bit < end; bit += step) {
    if (!block->marked(bit)) continue;
    if (block->kind == Block::Kind::conses) {
      auto* c = reinterpret_cast<Cons*>(block->address_of(bit));
      relocate(c->car, difference);
      relocate(c->cdr, difference);
      continue;
    }
    auto* o = reinterpret_cast<Object*>(block->address_of(bit));
    if (o->is_raw()) continue;
    for (std::uint32_t i = 0; i < o->length(); ++i) relocate(o->slots[i], difference);
  }
}

}  // namespace

std::vector<char> make_image(std::span<const Value> roots) {
  Packer packer;
  std::vector<Value> moved;
  for (Value v : roots) moved.push_back(packer.copy(v));
  packer.drain();
  ImageHeader header{};
  std::memcpy(header.magic, magic, sizeof header.magic);
  header.base = preferred_base;
  header.block_bytes = packer.bytes().size();
  header.root_count = moved.size();
  header.data_offset = (sizeof header + moved.size() * sizeof(Value) + 4095) & ~std::uint64_t{4095};
  std::vector<char> image(header.data_offset);
  std::memcpy(image.data(), &header, sizeof header);
  std::memcpy(image.data() + sizeof header, moved.data(), moved.size() * sizeof(Value));
  image.insert(image.end(), packer.bytes().begin(), packer.bytes().end());
  return image;
}

std::vector<Value> load_image(Heap& heap, std::span<const char> image) {
  ImageHeader header;
  if (image.size() < sizeof header) return {};
  std::memcpy(&header, image.data(), sizeof header);
  if (std::memcmp(header.magic, magic, sizeof header.magic) != 0) return {};
  const char* const blocks = image.data() + header.data_offset;
  char* mapping = map_from_program(blocks, header.block_bytes, header.base);
  if (mapping == nullptr) mapping = copy_blocks(blocks, header.block_bytes, header.base);
  std::vector<Value> roots(header.root_count);
  std::memcpy(static_cast<void*>(roots.data()), image.data() + sizeof header, header.root_count * sizeof(Value));
  const std::uint64_t difference = reinterpret_cast<std::uint64_t>(mapping) - header.base;
  if (difference != 0) {
    for (Value& v : roots) relocate(v, difference);
    for (std::size_t offset = 0; offset < header.block_bytes;) {
      auto* block = reinterpret_cast<Block*>(mapping + offset);
      relocate_cells(block, difference);
      offset += (block->total_bytes + config::block_bytes - 1) & ~(config::block_bytes - 1);
    }
  }
  heap.adopt_image(mapping, header.block_bytes);
  return roots;
}

}  // namespace tessera
