// Packing and searching the table of source positions.
#include "compiler/positions.hpp"

namespace tessera {

namespace {

void put(std::vector<unsigned char>& out, std::uint32_t n) {
  for (; n >= 0x80; n >>= 7) out.push_back(static_cast<unsigned char>(n | 0x80));
  out.push_back(static_cast<unsigned char>(n));
}

void put_difference(std::vector<unsigned char>& out, std::uint32_t from, std::uint32_t to) {
  const auto d = static_cast<std::int32_t>(to - from);
  put(out, (static_cast<std::uint32_t>(d) << 1) ^ static_cast<std::uint32_t>(d >> 31));
}

/// Reads what `put` wrote.
class Unpacker {
 public:
  explicit Unpacker(std::span<const unsigned char> bytes) : bytes_(bytes) {}

  bool at_end() const { return next_ >= bytes_.size(); }
  /// True if a number of at most 32 bits follows.
  bool is_number() const {
    std::size_t length = 0;
    while (next_ + length < bytes_.size() && bytes_[next_ + length] >= 0x80) ++length;
    return next_ + length < bytes_.size() && (length < 4 || (length == 4 && bytes_[next_ + length] < 0x10));
  }

  std::uint32_t take() {
    std::uint32_t n = 0;
    for (int shift = 0; !at_end(); shift += 7) {
      const unsigned char byte = bytes_[next_++];
      n |= static_cast<std::uint32_t>(byte & 0x7F) << shift;
      if (byte < 0x80) break;
    }
    return n;
  }
  std::uint32_t take_difference() {
    const std::uint32_t n = take();
    return (n >> 1) ^ (0 - (n & 1));
  }

 private:
  std::span<const unsigned char> bytes_;
  std::size_t next_ = 0;
};

}  // namespace

std::vector<unsigned char> pack_positions(std::span<const PositionEntry> entries) {
  std::vector<unsigned char> out;
  PositionEntry last;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const PositionEntry& e = entries[i];
    if (i + 1 < entries.size() && entries[i + 1].pc == e.pc) continue;  // the last one is valid
    put(out, e.pc - last.pc);
    put_difference(out, last.position.line, e.position.line);
    put_difference(out, last.position.column, e.position.column);
    last = e;
  }
  return out;
}

bool are_positions(std::span<const unsigned char> packed, std::size_t count) {
  Unpacker in(packed);
  std::uint64_t pc = 0;
  while (!in.at_end())
    for (int part = 0; part < 3; ++part) {
      if (!in.is_number()) return false;
      const std::uint32_t n = in.take();
      if (part == 0) pc += n;
      if (pc > count) return false;
    }
  return true;
}

SourcePosition find_position(std::span<const unsigned char> packed, std::uint32_t pc) {
  Unpacker in(packed);
  PositionEntry e;
  SourcePosition found;
  while (!in.at_end()) {
    e.pc += in.take();
    if (e.pc > pc) break;
    e.position.line += in.take_difference();
    e.position.column += in.take_difference();
    found = e.position;
  }
  return found;
}

SourcePosition first_position(std::span<const unsigned char> packed) {
  SourcePosition first, at;
  for (Unpacker in(packed); !in.at_end();) {
    in.take();
    at.line += in.take_difference();
    at.column += in.take_difference();
    if (at.line != 0 && (first.line == 0 || at.line < first.line)) first = at;
  }
  return first;
}

}  // namespace tessera
