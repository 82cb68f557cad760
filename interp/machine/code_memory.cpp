// Memory for machine code.
#include "machine/code_memory.hpp"

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

// The smallest free piece that is large enough, whole where little would be left of it.
char* CodeMemory::allocate(std::size_t bytes) {
  const std::size_t wanted = rounded(bytes);
  char* found = nullptr;
  if (const auto piece = free_.lower_bound(wanted); piece != free_.end()) {
    found = piece->second;
    const std::size_t rest = piece->first - wanted;
    free_.erase(piece);
    if (rest > 0) free_.emplace(rest, found + wanted);
  } else {
    if (bytes_ - bump_ < wanted) return nullptr;
    found = begin_ + bump_;
    bump_ += wanted;
  }
  used_ += wanted;
  return found;
}

bool CodeMemory::write(char* to, const char* code, std::size_t bytes) {
  if (!platform::make_writable(to, bytes)) return false;
  std::memcpy(to, code, bytes);
  return platform::make_executable(to, bytes);
}

void CodeMemory::release(char* p, std::size_t bytes) {
  used_ -= rounded(bytes);
  free_.emplace(rounded(bytes), p);
}

}  // namespace tessera
