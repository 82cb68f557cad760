// Packing of images, and checks of images that the user names. Layer: memory. Compiled for size.
#include "memory/image.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <unordered_map>
#include <unordered_set>

#include "platform/memory.hpp"

namespace tessera {

namespace {

using platform::page_bytes;
constexpr char magic[] = "TESSERA2";  // the digit: the format's
constexpr std::size_t magic_name_bytes = 7;

/// Lays out copies of objects side by side, in blocks. A start is to touch few pages, so objects that are used together
/// stand together: first the objects that a start touches, then the others. In both parts native functions and symbols
/// come first, then objects that code uses when it runs, then objects that are only looked up ("cold": documentation,
/// positions, ...). Objects without pointers are last, in blocks of their own, which are not written to if the image is
/// at another address. In the other blocks every word that looks like a pointer is one.
class Packer {
 public:
  explicit Packer(const ImageOrder& order) : apart_(order.apart) {
    for (Value v : order.first) first_.insert(v.bits());
  }

  /// Returns the image's blocks, with all that `roots` lead to.
  std::vector<char> pack(std::span<const Value> roots) {
    for (Value v : roots) reach(v, false);
    drain();
    for (std::size_t i = 0; i < cold_values_.size(); ++i) {  // the list grows meanwhile
      reach(cold_values_[i], true);
      drain();
    }
    place_all(false, true);
    place_all(false, false);
    open_ = open_conses_ = Open();
    raw_offset_ = bytes_.size();
    place_all(true, true);
    place_all(true, false);
    for (const auto& location : locations_) fill(location.original);
    bytes_.resize(whole_pages(end_ - image_base));
    return std::move(bytes_);
  }

  /// Returns the positions of all objects, after `pack`.
  std::vector<PackedImage::Location> locations() { return std::move(locations_); }

  /// Returns the offset in the blocks from which objects have no pointers, after `pack`.
  std::uint64_t raw_offset() const { return raw_offset_; }

  Value moved(Value v) const { return v.is_pointer() ? moved_.at(v.bits()) : v; }

 private:
  enum Section { conses, cold_conses, natives, symbols, objects, cold_objects, section_count };
  /// A block that is being filled: addresses.
  struct Open {
    std::uint64_t next = 0, end = 0;
  };

  // --- finding objects

  void reach(Value v, bool cold) {
    if (!v.is_pointer() || !moved_.try_emplace(v.bits()).second) return;
    sections_[section_of(v, cold)].push_back(v);
    pending_.push_back({v, cold});
  }

  void drain() {
    while (!pending_.empty()) {
      const auto [v, cold] = pending_.back();
      pending_.pop_back();
      if (v.is_cons()) {
        reach(v.as_cons()->cdr, cold);
        reach(v.as_cons()->car, cold);
      } else if (!v.as_object()->is_raw()) {
        reach_slots(v.as_object(), cold);
      }
    }
  }

  void reach_slots(const Object* o, bool cold) {
    for (std::uint32_t i = 0; i < o->length(); ++i) {
      if (is_cold_slot(o, i)) cold_values_.push_back(o->slots[i]);
      else reach(o->slots[i], cold);
    }
  }

  static Section section_of(Value v, bool cold) {
    if (v.is_cons()) return cold ? cold_conses : conses;
    if (has_type(v, Type::native)) return natives;
    if (has_type(v, Type::symbol)) return symbols;
    return cold ? cold_objects : objects;
  }

  static bool is_cold_slot(const Object* o, std::uint32_t i) {
    const Value* const slot = &o->slots[i];
    if (o->type() != Type::code) return false;
    const auto* code = reinterpret_cast<const Code*>(o);
    for (const Value* cold : {&code->name, &code->lambda_list, &code->positions, &code->origin})
      if (slot == cold) return true;
    return false;
  }

  // --- placing them

  bool is_first(Value v) const { return first_.count(v.bits()) != 0; }

  void place_all(bool raw, bool first) {
    for (const auto& section : sections_)
      for (Value v : section)
        if (is_first(v) == first && refers(v) != raw) place(v, first && apart_);
  }

  static bool refers(Value v) {
    if (v.is_cons()) return v.as_cons()->car.is_pointer() || v.as_cons()->cdr.is_pointer();
    const Object* o = v.as_object();
    for (std::uint32_t i = 0; !o->is_raw() && i < o->length(); ++i)
      if (o->slots[i].is_pointer()) return true;
    return false;
  }

  static std::uint64_t whole_pages(std::uint64_t bytes) { return (bytes + page_bytes - 1) & ~(std::uint64_t{page_bytes} - 1); }

  void place(Value v, bool apart) {
    const std::size_t size = v.is_cons() ? sizeof(Cons) : object_bytes(v.as_object());
    Open& open = v.is_cons() ? open_conses_ : open_;
    const std::uint64_t address = take(open, size, v.is_cons() ? Block::Kind::conses : Block::Kind::packed);
    if (apart) open.next = std::min(whole_pages(open.next), open.end);
    end_ = std::max(end_, address + size);
    locations_.push_back({address - image_base, size, v});
    const std::uint64_t block = address & ~(std::uint64_t{config::block_bytes} - 1);
    auto* const b = reinterpret_cast<Block*>(at(block));
    b->set(0, (address - block) / Block::granule);
    b->used_bytes = address + size - block;
    moved_[v.bits()] = Value::from_bits(v.bits() - v.address() + address);
  }

  std::uint64_t take(Open& open, std::size_t size, Block::Kind kind) {
    if (Block::sizeof_head() + size > config::block_bytes)
      return add_block(Block::sizeof_head() + size, Block::Kind::single) + Block::sizeof_head();
    if (open.next + size > open.end) {
      const std::uint64_t block = add_block(config::block_bytes, kind);
      open = {block + Block::sizeof_head(), block + config::block_bytes};
    }
    open.next += size;
    return open.next - size;
  }

  std::uint64_t add_block(std::size_t total, Block::Kind kind) {
    const std::uint64_t address = image_base + bytes_.size();
    bytes_.resize(bytes_.size() + Block::spanned(total));
    auto* b = reinterpret_cast<Block*>(at(address));
    b->kind = kind;
    b->cell_bytes = kind == Block::Kind::conses ? sizeof(Cons) : 0;
    b->total_bytes = total;
    return address;
  }

  void fill(Value v) {
    Value* to = at(moved(v).address());
    if (v.is_cons()) {
      to[0] = moved(v.as_cons()->car);
      to[1] = moved(v.as_cons()->cdr);
      return;
    }
    const Object* o = v.as_object();
    std::memcpy(static_cast<void*>(to), o, sizeof o->header + payload_bytes(o->type(), o->subtype(), o->length()));
    reinterpret_cast<Object*>(to)->set_weak(false);  // weak objects are not known to the heap that loads them
    for (std::uint32_t i = 0; !o->is_raw() && i < o->length(); ++i) to[1 + i] = moved(o->slots[i]);
  }

  Value* at(std::uint64_t address) { return reinterpret_cast<Value*>(bytes_.data() + (address - image_base)); }

  std::vector<char> bytes_;
  std::unordered_set<std::uint64_t> first_;
  bool apart_;
  std::vector<PackedImage::Location> locations_;
  Open open_, open_conses_;
  std::uint64_t end_ = image_base;  ///< the end of the last object
  std::uint64_t raw_offset_ = 0;
  std::vector<Value> sections_[section_count];
  std::unordered_map<std::uint64_t, Value> moved_;
  struct Pending {
    Value value;
    bool cold;
  };
  std::vector<Pending> pending_;
  std::vector<Value> cold_values_;  ///< the objects that cold slots refer to
};

/// Returns the checksum of the bytes. Each step is invertible, given the word, so a file with one changed word always
/// has another sum.
std::uint64_t checksum(const char* bytes, std::size_t count) {
  std::uint64_t sum = count;
  for (std::size_t i = 0; i < count; i += sizeof sum) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes + i, std::min(sizeof word, count - i));
    sum = std::rotl((sum ^ word) * 0x9E3779B97F4A7C15u, 29);
  }
  return sum;
}

/// Returns the checksum of all of a file after its checksum.
std::uint64_t checksum_of(std::span<const char> image) {
  constexpr std::size_t begin = offsetof(ImageHeader, file_bytes);
  return checksum(image.data() + begin, image.size() - begin);
}

void set_build(char (&build)[sizeof ImageHeader::build]) { std::strncpy(build, image_build, sizeof build - 1); }

/// Returns the printable form of a text from a file, which may contain any bytes.
std::string printable(const char* text, std::size_t most) {
  std::string shown(text, strnlen(text, most));
  for (char& c : shown)
    if (c < ' ' || c > '~') c = '?';
  return shown;
}

}  // namespace

std::string image_header_complaint(std::span<const char> bytes) {
  if (bytes.empty()) return "it is empty";
  if (std::memcmp(bytes.data(), magic, std::min(bytes.size(), magic_name_bytes)) != 0) return "it is not an image of Tessera";
  ImageHeader header{}, own{};
  if (bytes.size() < sizeof header) return "it ends early, after " + std::to_string(bytes.size()) + " bytes";
  std::memcpy(&header, bytes.data(), sizeof header);
  if (std::memcmp(header.magic, magic, sizeof header.magic) != 0) return "it is an image of another format";
  set_build(own.build);
  if (std::memcmp(header.build, own.build, sizeof own.build) != 0)
    return "it was made by the build " + printable(header.build, sizeof header.build) + ", and this is " + own.build;
  return "";
}

std::string image_complaint(std::span<const char> file) {
  if (std::string complaint = image_header_complaint(file); !complaint.empty()) return complaint;
  ImageHeader header;
  std::memcpy(&header, file.data(), sizeof header);
  if (file.size() < header.file_bytes)
    return "it ends early: it has " + std::to_string(file.size()) + " of " + std::to_string(header.file_bytes) + " bytes";
  if (file.size() > header.file_bytes) return "it continues after its end, byte " + std::to_string(header.file_bytes);
  if (checksum_of(file) != header.checksum) return "it is damaged: its checksum is wrong";
  return "";
}

PackedImage make_image(std::span<const Value> roots, const ImageOrder& order) {
  Packer packer(order);
  const std::vector<char> blocks = packer.pack(roots);
  std::vector<Value> moved;
  for (Value v : roots) moved.push_back(packer.moved(v));
  ImageHeader header{};
  std::memcpy(header.magic, magic, sizeof header.magic);
  set_build(header.build);
  header.base = image_base;
  header.block_bytes = blocks.size();
  header.root_count = moved.size();
  header.raw_offset = packer.raw_offset();
  header.data_offset = (sizeof header + moved.size() * sizeof(Value) + page_bytes - 1) & ~(page_bytes - 1);
  header.file_bytes = header.data_offset + blocks.size();
  std::vector<char> image(header.data_offset);
  std::memcpy(image.data(), &header, sizeof header);
  std::memcpy(image.data() + sizeof header, moved.data(), moved.size() * sizeof(Value));
  image.insert(image.end(), blocks.begin(), blocks.end());
  header.checksum = checksum_of(image);
  std::memcpy(image.data() + offsetof(ImageHeader, checksum), &header.checksum, sizeof header.checksum);
  return {std::move(image), packer.locations()};
}

}  // namespace tessera
