// Memory for machine code.
#include "jit/assembler/code_memory.hpp"

#include <cstring>

#include "platform/code.hpp"
#include "platform/memory.hpp"

namespace tessera {

CodeMemory::CodeMemory(std::size_t bytes) {
  const platform::Reserve reserve = platform::reserve(bytes, bytes);
  begin_ = reserve.begin;
  bytes_ = begin_ == nullptr ? 0 : reserve.bytes;
}

CodeMemory::~CodeMemory() {
  if (begin_ != nullptr) platform::release(begin_, bytes_);
}

/// Takes the smallest free block that is large enough.
char* CodeMemory::allocate(std::size_t bytes) {
  const std::size_t wanted = rounded(bytes);
  if (const auto piece = free_.lower_bound(wanted); piece != free_.end()) {
    const auto [size, found] = *piece;
    free_.erase(piece);
    if (size > wanted) free_.emplace(size - wanted, found + wanted);
    return found;
  }
  if (bytes_ - bump_ < wanted) return nullptr;
  bump_ += wanted;
  return begin_ + bump_ - wanted;
}

bool CodeMemory::write(char* to, const char* code, std::size_t bytes) {
  if (!platform::make_writable(to, bytes)) return false;
  std::memcpy(to, code, bytes);
  return platform::make_executable(to, bytes);
}

char* CodeMemory::keep(const char* code, std::size_t bytes) {
  char* const place = allocate(bytes);
  if (place == nullptr || write(place, code, bytes)) return place;
  release(place, bytes);
  return nullptr;
}

void CodeMemory::release(char* p, std::size_t bytes) { free_.emplace(rounded(bytes), p); }

}  // namespace tessera
