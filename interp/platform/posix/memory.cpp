// Address space by mmap. Layer: platform.
#include "platform/memory.hpp"

#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <string>

namespace tessera::platform {

namespace {

char* map(std::size_t bytes, char* at = nullptr) {
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (at != nullptr ? MAP_FIXED_NOREPLACE : 0);
  void* const p = mmap(at, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
  return p == MAP_FAILED ? nullptr : static_cast<char*>(p);
}

bool is_limited(int resource) {
  rlimit limit{};
  return getrlimit(static_cast<decltype(RLIMIT_AS)>(resource), &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

std::size_t whole_pages(std::size_t bytes) { return (bytes + page_bytes - 1) & ~(page_bytes - 1); }

/// The position in a file of the bytes at `address`, which were loaded with the program.
struct FilePosition {
  std::uint64_t address;
  std::string file;
  std::uint64_t offset = 0;
};

int find_position(dl_phdr_info* info, std::size_t, void* data) {
  auto* position = static_cast<FilePosition*>(data);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& segment = info->dlpi_phdr[i];
    const std::uint64_t begin = info->dlpi_addr + segment.p_vaddr;
    if (segment.p_type != PT_LOAD || position->address < begin || position->address >= begin + segment.p_filesz) continue;
    position->file = *info->dlpi_name == '\0' ? "/proc/self/exe" : info->dlpi_name;
    position->offset = segment.p_offset + (position->address - begin);
    return 1;
  }
  return 0;
}

}  // namespace

bool address_space_is_limited() { return is_limited(RLIMIT_AS) || is_limited(RLIMIT_DATA); }

std::size_t largest_reserve(std::size_t most) {
  std::size_t fits = 0, fails = whole_pages(most) + page_bytes;
  for (std::size_t size = fails - page_bytes; fails - fits > std::max(page_bytes, fits / 16); size = (fits + fails) / 2) {
    char* const p = map(size);
    if (p != nullptr) release(p, size);
    (p != nullptr ? fits : fails) = size;
  }
  return std::min(fits, most);
}

Reserve reserve(std::size_t wanted, std::size_t least) {
  if (!address_space_is_limited())
    if (char* const p = map(wanted); p != nullptr) return {p, wanted};
  const std::size_t share = largest_reserve(4 * wanted) / 4;
  const std::size_t bytes = whole_pages(std::min(wanted, std::max(share, least)));
  char* const p = map(bytes);
  return {p, p != nullptr ? bytes : 0};
}

bool reserve_at(char* wanted, std::size_t bytes) {
  char* const p = map(bytes, wanted);
  if (p != nullptr && p != wanted) release(p, bytes);
  return p == wanted;
}

char* reserve_aligned(std::size_t bytes, std::size_t alignment) {
  char* const raw = map(bytes + alignment);
  if (raw == nullptr) return nullptr;
  const auto start = reinterpret_cast<std::uintptr_t>(raw);
  const std::size_t before = ((start + alignment - 1) & ~(alignment - 1)) - start;
  if (before != 0) release(raw, before);
  release(raw + before + bytes, alignment - before);
  return raw + before;
}

void release(void* p, std::size_t bytes) { munmap(p, bytes); }

void discard(void* p, std::size_t bytes) { madvise(p, bytes, MADV_DONTNEED); }

/// Provides the pages at once. On systems that cannot do this (Linux before 5.14), pages come when they are first
/// written.
void populate([[maybe_unused]] void* p, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_POPULATE_WRITE
  madvise(p, whole_pages(bytes), MADV_POPULATE_WRITE);
#endif
}

/// Asks the system for large pages, if it supports that.
void prefer_large_pages([[maybe_unused]] void* p, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  madvise(p, whole_pages(bytes), MADV_HUGEPAGE);
#endif
}

bool map_from_program(const char* bytes, std::size_t count, char* to) {
  FilePosition position{reinterpret_cast<std::uint64_t>(bytes), "", 0};
  if (dl_iterate_phdr(find_position, &position) == 0 || position.offset % page_bytes != 0) return false;
  const int file = open(position.file.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  void* const p = mmap(to, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, file, static_cast<off_t>(position.offset));
  close(file);
  return p == to;
}

}  // namespace tessera::platform
