// Address space in WebAssembly's linear memory, which grows and never shrinks. Layer: platform.
#include "platform/memory.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace tessera::platform {

namespace {

std::size_t whole_pages(std::size_t bytes) { return (bytes + page_bytes - 1) & ~(page_bytes - 1); }

/// Reserves that were taken from the end of the memory; the rest is from malloc.
struct Taken {
  char* begin;
  std::size_t bytes;
  bool is_free;
};

/// Returns the list of such reserves, which are of the whole process and last as long as it.
std::vector<Taken>& taken() {
  static std::vector<Taken> list;
  return list;
}

}  // namespace

bool address_space_is_limited() { return false; }

std::size_t largest_reserve(std::size_t most) { return most; }

/// Takes pages from the end of the memory: the host provides them, as zeros, when they are first written. malloc would
/// not tell whether they were written before.
Reserve reserve(std::size_t wanted, std::size_t) {
  const std::size_t bytes = whole_pages(wanted);
  for (Taken& t : taken()) {
    if (!t.is_free || t.bytes != bytes) continue;
    t.is_free = false;
    std::memset(t.begin, 0, bytes);
    return {t.begin, bytes};
  }
  void* const p = sbrk(static_cast<std::intptr_t>(bytes + page_bytes));
  if (p == reinterpret_cast<void*>(-1)) return {};
  char* const begin = reinterpret_cast<char*>(whole_pages(reinterpret_cast<std::uintptr_t>(p)));
  taken().push_back({begin, bytes, false});
  return {begin, bytes};
}

bool reserve_at(char*, std::size_t) { return false; }

char* reserve_aligned(std::size_t bytes, std::size_t alignment) {
  void* p = nullptr;
  if (posix_memalign(&p, alignment, whole_pages(bytes)) != 0) return nullptr;
  std::memset(p, 0, whole_pages(bytes));
  return static_cast<char*>(p);
}

/// Keeps a reserve for the next one of that size. A part of a reserve stays with it.
void release(void* p, std::size_t bytes) {
  for (Taken& t : taken()) {
    if (p < t.begin || p >= t.begin + t.bytes) continue;
    if (p == t.begin) t.is_free = true;
    return discard(p, bytes);
  }
  std::free(p);
}

void discard(void* p, std::size_t bytes) { std::memset(p, 0, bytes); }

void populate(void*, std::size_t) {}
void prefer_large_pages(void*, std::size_t) {}
bool map_from_program(const char*, std::size_t, char*) { return false; }

}  // namespace tessera::platform
