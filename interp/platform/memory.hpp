// Address space: reserving, aligning, releasing, and mapping parts of the program's own file. Layer: platform.
#pragma once

#include <cstddef>

namespace tessera::platform {

/// The unit in which memory is mapped and released.
inline constexpr std::size_t page_bytes = 4096;

/// Address space whose pages take memory when they are first written; zeros until then.
struct Reserve {
  char* begin = nullptr;
  std::size_t bytes = 0;
};

/// Reserves `wanted` bytes; if the process may not have that many, a quarter of its limit, so that other code finds
/// some as well, but at least `least`. `begin` is null if even that fails.
Reserve reserve(std::size_t wanted, std::size_t least);

/// Reserves address space aligned to `alignment`, a power of two; nullptr if there is none.
char* reserve_aligned(std::size_t bytes, std::size_t alignment);

/// Reserves the address space at `wanted`. Returns false if it is in use.
bool reserve_at(char* wanted, std::size_t bytes);

/// Releases address space, the whole or some whole pages.
void release(void* p, std::size_t bytes);

/// Releases the memory of whole pages, but not their address space: they hold zeros again.
void discard(void* p, std::size_t bytes);

/// Makes the system provide all pages that contain the `bytes` from `p` on: faster than one by one at the first writes.
void populate(void* p, std::size_t bytes);

/// Makes the system use huge pages where it can: for memory that will be written as a whole.
void prefer_large_pages(void* p, std::size_t bytes);

/// True if the address space of the process is limited (`ulimit -v`, `ulimit -d`).
bool address_space_is_limited();

/// Returns the largest size of address space that can be reserved now, at most `most`.
std::size_t largest_reserve(std::size_t most);

/// Maps bytes of the program's file, privately (copied page by page when written), over the reservation at `to`. False,
/// with nothing changed, if that fails.
bool map_from_program(const char* bytes, std::size_t count, char* to);

}  // namespace tessera::platform
