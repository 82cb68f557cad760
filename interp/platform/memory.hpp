// Address space: reserving, aligning, giving back, and mapping parts of the program's own file. Layer: platform.
#pragma once

#include <cstddef>

namespace tessera::platform {

/// What memory is mapped and given back in.
inline constexpr std::size_t page_bytes = 4096;

/// Address space that takes memory only where it is written; zeros until then.
struct Reserve {
  char* begin = nullptr;
  std::size_t bytes = 0;
};

/// So much address space as `wanted`; where the process may not have that, a quarter of what it may, so that others find some as well,
/// but at least `least`. With a null `begin` if even that cannot be had.
Reserve reserve(std::size_t wanted, std::size_t least);

/// Address space aligned to `alignment`, a power of two, at `wanted` if that is free; nullptr if there is none.
char* reserve_aligned(std::size_t bytes, std::size_t alignment, char* wanted = nullptr);

/// Give address space back, the whole or a part in whole pages.
void release(void* p, std::size_t bytes);

/// Give the memory of whole pages back, but not their address space: they hold zeros again.
void discard(void* p, std::size_t bytes);

/// Have the system provide whole pages, all those with the `bytes` from `p` on, to be written: quicker than one by one when they are.
void populate(void* p, std::size_t bytes);

/// Have the system provide memory in large pages where it can: for what is going to be written as a whole.
void prefer_large_pages(void* p, std::size_t bytes);

/// True if the process was given a limit of address space (`ulimit -v`, `ulimit -d`).
bool address_space_is_limited();

/// The largest piece of address space that could be had now, `most` at the most.
std::size_t largest_reserve(std::size_t most);

/// A private copy, made page by page when it is written, of bytes that are part of the program's file, in place of what was reserved at
/// `to`. False, and nothing has changed, where that cannot be had.
bool map_from_program(const char* bytes, std::size_t count, char* to);

}  // namespace tessera::platform
