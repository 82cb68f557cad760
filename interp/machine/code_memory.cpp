// Memory for machine code.
#include "machine/code_memory.hpp"

#include <algorithm>

#include "platform/memory.hpp"

namespace tessera {

namespace {

constexpr std::size_t step_bytes = std::size_t{64} << 10;

}  // namespace

CodeMemory::CodeMemory(std::size_t bytes) {
  const platform::Reserve reserve = platform::reserve(bytes, bytes);
  begin_ = reserve.begin;
  bytes_ = begin_ == nullptr ? 0 : reserve.bytes;
}

CodeMemory::~CodeMemory() {
  if (begin_ != nullptr) platform::release(begin_, bytes_);
}

// Of the smallest free piece that is large enough; else what was not used yet, which is made executable in large steps.
char* CodeMemory::allocate(std::size_t bytes) {
  const std::size_t wanted = rounded(bytes);
  if (const auto piece = free_.lower_bound(wanted); piece != free_.end()) {
    const auto [size, found] = *piece;
    free_.erase(piece);
    if (size > wanted) free_.emplace(size - wanted, found + wanted);
    return found;
  }
  if (bytes_ - bump_ < wanted) return nullptr;
  if (bump_ + wanted > executable_) {
    const std::size_t more = std::min((wanted + step_bytes - 1) & ~(step_bytes - 1), bytes_ - executable_);
    if (!platform::make_executable(begin_ + executable_, more)) return nullptr;
    executable_ += more;
  }
  bump_ += wanted;
  return begin_ + bump_ - wanted;
}

bool CodeMemory::write(char* to, const char* code, std::size_t bytes) { return writer_.write(to, code, bytes); }

void CodeMemory::release(char* p, std::size_t bytes) { free_.emplace(rounded(bytes), p); }

}  // namespace tessera
