// Memory for machine code.
#include "jit/assembler/code_memory.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>

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
  if (const auto smallest = free_by_size_.lower_bound({wanted, nullptr}); smallest != free_by_size_.end()) {
    const auto [size, found] = *smallest;
    take_free(free_.find(found));
    if (size > wanted) add_free(found + wanted, size - wanted);
    return found;
  }
  if (bytes_ - bump_ < wanted) return nullptr;
  bump_ += wanted;
  return begin_ + bump_ - wanted;
}

/// Writes code. If the system then refuses to make it executable, twice, the process can go on only if the pages have
/// no other code.
bool CodeMemory::write(char* to, const char* code, std::size_t bytes) {
  if (!platform::make_writable(to, bytes)) return false;
  std::memcpy(to, code, bytes);
  if (platform::make_executable(to, bytes) || platform::make_executable(to, bytes)) return is_used_ = true;
  if (!is_used_) return false;
  std::fputs("tessera: the system refuses to make the memory of machine code executable again\n", stderr);
  std::abort();
}

char* CodeMemory::keep(const char* code, std::size_t bytes) {
  char* const begin = allocate(bytes);
  if (begin == nullptr || write(begin, code, bytes)) return begin;
  release(begin, bytes);
  return nullptr;
}

void CodeMemory::add_free(char* p, std::size_t bytes) {
  free_.emplace(p, bytes);
  free_by_size_.emplace(bytes, p);
}

void CodeMemory::take_free(std::map<char*, std::size_t>::iterator block) {
  free_by_size_.erase({block->second, block->first});
  free_.erase(block);
}

void CodeMemory::release(char* p, std::size_t bytes) {
  bytes = rounded(bytes);
  const auto next = free_.lower_bound(p);
  if (next != free_.end() && p + bytes == next->first) {
    bytes += next->second;
    take_free(next);
  }
  if (const auto after = free_.lower_bound(p); after != free_.begin()) {
    const auto before = std::prev(after);
    if (before->first + before->second == p) {
      p = before->first;
      bytes += before->second;
      take_free(before);
    }
  }
  if (p + bytes == begin_ + bump_) bump_ -= bytes;
  else add_free(p, bytes);
}

}  // namespace tessera
