// The size and the memory of the nursery.
#include "memory/nursery.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "platform/memory.hpp"

namespace tessera {

namespace {

/// The smallest nursery of a program that builds a structure: most of it survives, so that its size only determines how
/// long each pause is.
constexpr std::size_t least_bytes = std::size_t{1} << 19;

/// The percentage of the nursery that survives above which it halves.
constexpr std::size_t futile_percent = 50;

/// Bytes beyond the size whose memory is kept.
constexpr std::size_t kept_bytes = std::size_t{32} << 20;

}  // namespace

Nursery::Nursery(std::size_t wanted_reserve) {
  const platform::Reserve space = platform::reserve(wanted_reserve, config::min_nursery_reserve_bytes);
  if (space.begin == nullptr) refuse();
  begin = reinterpret_cast<std::uint64_t>(space.begin);
  reserve = space.bytes;
  fresh = bump = space.begin + 2 * config::survivor_bytes;
  soft_end = full_end();
}

void Nursery::refuse() { throw std::runtime_error("tessera: there is too little address space for the heap (see ulimit -v)"); }

Nursery::~Nursery() { platform::release(reinterpret_cast<void*>(begin), reserve); }

void Nursery::reset(std::size_t survived) {
  const std::size_t used = fresh_bytes();
  if (used > bytes + kept_bytes) platform::discard(full_end(), used - bytes);
  if (config::gc_stress || config::gc_verify) {
    std::memset(fresh, config::poison_byte, std::min(used, bytes));
    std::memset(reinterpret_cast<char*>(survivors_begin()), config::poison_byte, survivor_bytes);
  }
  survivor_space = 1 - survivor_space;
  survivor_bytes = survived;
  bump = fresh;
  soft_end = full_end();
}

/// A pause takes as long as moving what survives. Where most does, a larger nursery would not avoid moving it.
void Nursery::resize(std::size_t used, std::size_t moved) {
  if (used < bytes / 2) return;  // requested early: tells little
  const bool is_futile = moved * 100 / used > futile_percent;
  bytes = is_futile ? std::max(bytes / 2, least_bytes) : std::min(bytes * 2, config::nursery_bytes);
}

void Nursery::shrink_reserve(std::size_t to) {
  platform::release(reinterpret_cast<char*>(begin) + to, reserve - to);
  reserve = to;
}

}  // namespace tessera
