// The compact form of images. Layer: memory.
#include "memory/compact_image.hpp"

#include <cstring>
#include <unordered_map>
#include <unordered_set>

namespace tessera {

namespace {

constexpr char compact_magic[] = "TESSERAC";
constexpr std::size_t own_columns = 8;                                            // of a type's slots; the last one is of all further slots
constexpr std::size_t type_count = static_cast<std::size_t>(Type::raw_data) + 1;  // conses have the number after it

// The streams. `columns` has one for each type and slot; `planes` one for the bytes at each place of instructions.
enum CompactStream : std::size_t { roots, heads, types, subtypes, lengths };
constexpr std::size_t contents = lengths + type_count, planes = contents + type_count, columns = planes + sizeof(std::uint64_t),
                      stream_count = columns + (type_count + 1) * own_columns;

struct CompactHeader {
  char magic[8];
  std::uint64_t block_bytes, root_count;
  std::uint32_t stream_bytes[stream_count];  ///< the streams follow in this order
};

/// Appends to streams: bytes, and numbers in seven bits a byte.
class CompactWriter {
 public:
  static constexpr bool writes = true;

  template <class T> void number(std::size_t stream, const T& number) {
    auto n = static_cast<std::uint64_t>(number);
    for (; n >= 0x80; n >>= 7) byte(stream, static_cast<char>(n | 0x80));
    byte(stream, static_cast<char>(n));
  }
  void bytes(std::size_t stream, const char* from, std::size_t count) {
    streams_[stream].insert(streams_[stream].end(), from, from + count);
  }
  void byte(std::size_t stream, char b) { streams_[stream].push_back(b); }

  std::vector<char> finish(CompactHeader header) const {
    for (std::size_t i = 0; i < stream_count; ++i) header.stream_bytes[i] = static_cast<std::uint32_t>(streams_[i].size());
    std::vector<char> all(sizeof header);
    std::memcpy(all.data(), &header, sizeof header);
    for (const auto& stream : streams_) all.insert(all.end(), stream.begin(), stream.end());
    return all;
  }

 private:
  std::vector<char> streams_[stream_count];
};

/// Reads what a CompactWriter wrote, by the same calls.
class CompactReader {
 public:
  static constexpr bool writes = false;

  CompactReader(const CompactHeader& header, const char* data) {
    for (std::size_t i = 0; i < stream_count; ++i) {
      next_[i] = data;
      data += header.stream_bytes[i];
    }
  }
  template <class T> void number(std::size_t stream, T& n) {
    std::uint64_t read = 0;
    for (unsigned shift = 0;; shift += 7) {
      const auto b = static_cast<unsigned char>(*next_[stream]++);
      read |= std::uint64_t{b & 0x7Fu} << shift;
      if (b < 0x80) break;
    }
    n = static_cast<T>(read);
  }
  void bytes(std::size_t stream, char* to, std::size_t count) {
    std::memcpy(to, next_[stream], count);
    next_[stream] += count;
  }
  void byte(std::size_t stream, char& b) { b = *next_[stream]++; }

 private:
  const char* next_[stream_count];
};

/// Walks over an image's blocks at `memory`, which assume that they are at `base`, and writes or reads all of them.
template <class Coder> class ImageWalk {
 public:
  ImageWalk(Coder& coder, char* memory, std::uint64_t base) : coder_(coder), memory_(memory), base_(base) {}

  /// Must come first.
  void all_blocks(std::size_t bytes) {
    for (std::size_t offset = 0; offset < bytes;) offset += block(offset);
  }

  void references(std::span<Value> image_roots) {
    for (Value& v : image_roots) value(roots, v);
    for (const Start& start : starts_) {
      if (start.is_cons) {
        for (std::size_t i = 0; i < 2; ++i) value(column(type_count, i), at<Value>(start.offset)[i]);
        continue;
      }
      auto* const o = at<Object>(start.offset);
      if (o->is_raw()) continue;
      for (std::size_t i = 0; i < o->length(); ++i) value(column(static_cast<std::size_t>(o->type()), i), o->slots[i]);
      if (o->type() == Type::code) instructions_.insert(reinterpret_cast<Code*>(o)->instructions.address() - base_);
    }
  }

  /// Must come after `references`, which finds the instructions.
  void raw_contents() {
    for (const Start& start : starts_) {
      auto* const o = at<Object>(start.offset);
      if (start.is_cons || !o->is_raw()) continue;
      const std::size_t bytes = payload_bytes(o->type(), o->subtype(), o->length());
      auto* const data = reinterpret_cast<char*>(o->slots);
      if (instructions_.count(start.offset) == 0) coder_.bytes(contents + static_cast<std::size_t>(o->type()), data, bytes);
      else
        for (std::size_t i = 0; i < bytes; ++i) coder_.byte(planes + i % sizeof(std::uint64_t), data[i]);
    }
  }

  /// Changes symbols between the forms with and without the bits of their names.
  void toggle_name_bits(NameBits bits_of) {
    for (const Start& start : starts_) {
      auto* const s = at<Symbol>(start.offset);
      if (start.is_cons || at<Object>(start.offset)->type() != Type::symbol) continue;
      s->info = Value::from_bits(s->info.bits() ^ bits_of(at<Object>(s->name.address() - base_)));
    }
  }

 private:
  struct Start {
    std::uint64_t offset;
    bool is_cons;
  };

  template <class T> T* at(std::uint64_t offset) { return reinterpret_cast<T*>(memory_ + offset); }

  static std::size_t column(std::size_t type, std::size_t slot) {
    return columns + type * own_columns + (slot < own_columns ? slot : own_columns - 1);
  }

  /// Returns the bytes that the block at `offset` spans.
  std::size_t block(std::size_t offset) {
    auto* const b = at<Block>(offset);
    if (!Coder::writes) std::memset(static_cast<void*>(b), 0, Block::sizeof_head());
    coder_.number(heads, b->kind);
    coder_.number(heads, b->used_bytes);
    const bool is_conses = b->kind == Block::Kind::conses;
    for (std::size_t i = Block::sizeof_head(); i < b->used_bytes;) {
      if (Coder::writes) numbers_[offset + i] = starts_.size();
      b->set(0, i / Block::granule);
      starts_.push_back({offset + i, is_conses});
      i += is_conses ? sizeof(Cons) : header(at<Object>(offset + i));
    }
    b->cell_bytes = is_conses ? sizeof(Cons) : 0;
    b->total_bytes = b->kind == Block::Kind::single ? b->used_bytes : config::block_bytes;
    return Block::spanned(b->total_bytes);
  }

  /// Returns the bytes of the object.
  std::size_t header(Object* o) {
    auto type = static_cast<std::uint64_t>(o->type()) << 1 | (o->is_raw() ? 1 : 0);
    std::uint64_t subtype = o->subtype(), length = o->length();
    coder_.number(types, type);
    coder_.number(subtypes, subtype);
    coder_.number(lengths + (type >> 1), length);
    const bool is_raw = (type & 1) != 0;
    constexpr std::uint64_t raw_flag = 8;
    if (!Coder::writes)
      o->header =
          (Object::make_header(static_cast<Type>(type >> 1), static_cast<std::uint16_t>(subtype), static_cast<std::uint32_t>(length)) &
           ~raw_flag) |
          (is_raw ? raw_flag : 0);
    return object_bytes(o);
  }

  /// A reference is the difference of its object's number to the last one's in the column with the same tag.
  void value(std::size_t stream, Value& v) {
    constexpr unsigned tag_bits = 3, tags = 1 << tag_bits;
    std::uint64_t n = v.bits();
    if constexpr (Coder::writes) {
      if (v.is_pointer()) {
        std::uint64_t& last = last_[stream][n % tags];
        const std::uint64_t number = numbers_.at(v.address() - base_), difference = number - last;
        last = number;
        n = (difference << 1 ^ (0 - (difference >> 63))) << tag_bits | n % tags;
      }
      coder_.number(stream, n);
    } else {
      coder_.number(stream, n);
      if (Value::from_bits(n).is_pointer()) {
        std::uint64_t& last = last_[stream][n % tags];
        const std::uint64_t zigzag = n >> tag_bits;
        last += zigzag >> 1 ^ (0 - (zigzag & 1));
        n = (base_ + starts_[last].offset) | n % tags;
      }
      v = Value::from_bits(n);
    }
  }

  Coder& coder_;
  char* memory_;
  std::uint64_t base_;
  std::vector<Start> starts_;                                 ///< of all objects, in the order of their numbers
  std::unordered_map<std::uint64_t, std::uint64_t> numbers_;  ///< of objects by their offsets, for writing
  std::unordered_set<std::uint64_t> instructions_;
  std::uint64_t last_[stream_count][8] = {};
};

}  // namespace

bool is_compact_image(std::span<const char> image) { return std::memcmp(image.data(), compact_magic, sizeof CompactHeader::magic) == 0; }

std::vector<char> make_compact(std::span<const char> image, NameBits bits_of) {
  ImageHeader header;
  std::memcpy(&header, image.data(), sizeof header);
  std::vector<Value> image_roots(header.root_count);
  std::memcpy(static_cast<void*>(image_roots.data()), image.data() + sizeof header, header.root_count * sizeof(Value));
  std::vector<char> blocks(image.begin() + static_cast<std::ptrdiff_t>(header.data_offset), image.end());
  CompactWriter writer;
  ImageWalk walk(writer, blocks.data(), header.base);
  walk.all_blocks(blocks.size());
  walk.toggle_name_bits(bits_of);
  walk.references(image_roots);
  walk.raw_contents();
  CompactHeader compact{};
  std::memcpy(compact.magic, compact_magic, sizeof compact.magic);
  compact.block_bytes = header.block_bytes;
  compact.root_count = header.root_count;
  return writer.finish(compact);
}

std::vector<Value> load_compact_image(Heap& heap, std::span<const char> compact, NameBits bits_of) {
  CompactHeader header;
  std::memcpy(&header, compact.data(), sizeof header);
  char* const memory = reserve_image(header.block_bytes);
  heap.adopt_image(memory, header.block_bytes);
  std::vector<Value> image_roots(header.root_count);
  CompactReader reader(header, compact.data() + sizeof header);
  ImageWalk walk(reader, memory, reinterpret_cast<std::uint64_t>(memory));
  walk.all_blocks(header.block_bytes);
  walk.references(image_roots);
  walk.raw_contents();
  walk.toggle_name_bits(bits_of);
  return image_roots;
}

}  // namespace tessera
