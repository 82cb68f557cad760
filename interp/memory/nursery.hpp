// The nursery: fresh objects, allocated by moving a pointer, and those that have survived one collection. Layer:
// memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/config.hpp"

namespace tessera {

/// Address space that begins with two spaces for survivors, of which one is empty between collections. Fresh objects
/// follow. Machine code accesses the first fields by their offsets (jit/assembler/field_offsets.cpp).
///
///     begin | survivors | survivors | fresh -> bump     soft_end |      reserve ...     begin + reserve |
struct Nursery {
  /// Throws std::runtime_error if there is too little address space.
  explicit Nursery(std::size_t wanted_reserve);
  ~Nursery();
  Nursery(const Nursery&) = delete;
  Nursery& operator=(const Nursery&) = delete;
  /// Throws that error.
  [[noreturn]] static void refuse();

  bool has(std::uint64_t address) const { return address - begin < reserve; }
  bool is_fresh(std::uint64_t address) const { return address >= reinterpret_cast<std::uint64_t>(fresh); }
  /// False for an address in the nursery that no object can have since the last collection.
  bool is_in_use(std::uint64_t address) const {
    return is_fresh(address) ? address < reinterpret_cast<std::uint64_t>(bump) : address - survivors_begin() < survivor_bytes;
  }
  bool is_empty() const { return bump == fresh && survivor_bytes == 0; }
  std::size_t fresh_bytes() const { return static_cast<std::size_t>(bump - fresh); }
  std::size_t used_bytes() const { return fresh_bytes() + survivor_bytes; }
  char* full_end() const { return fresh + bytes; }
  char* end() const { return reinterpret_cast<char*>(begin + reserve); }

  std::uint64_t survivors_begin() const { return begin + survivor_space * config::survivor_bytes; }
  /// Returns the empty one of the spaces for survivors.
  char* other_space() const { return reinterpret_cast<char*>(begin + (1 - survivor_space) * config::survivor_bytes); }

  /// Forgets the objects after a collection that left `survived` bytes of survivors in the empty space for them.
  void reset(std::size_t survived);
  /// Sets the size after a collection that found `used` bytes of fresh objects, and moved so many.
  void resize(std::size_t used, std::size_t moved);
  /// Releases the end of the address space.
  void shrink_reserve(std::size_t to);

  char* bump = nullptr;
  char* soft_end = nullptr;  ///< the address from which allocation takes the slow path
  std::uint64_t begin = 0;
  std::size_t reserve = 0;  ///< bytes of address space
  char* fresh = nullptr;    ///< the first fresh object
  std::size_t bytes = config::nursery_bytes;
  std::size_t survivor_bytes = 0;    ///< in use
  std::uint64_t survivor_space = 0;  ///< the number of the space in use
};

}  // namespace tessera
