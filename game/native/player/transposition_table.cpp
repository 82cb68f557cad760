// The transposition table. Layer: player.
#include "player/transposition_table.hpp"

#include <algorithm>
#include <new>

#include "platform/memory.hpp"

namespace tessera::game {

namespace {

constexpr std::size_t large_page_bytes = 2 << 20;

//   bits of the data word: 0-15 value, 16-23 depth, 24-25 bound, 26 has_best, 32-39 from, 40-47 to, 48-55 age,
//   56-63 work

std::uint64_t packed(const Known& k, std::uint8_t age) {
  return static_cast<std::uint16_t>(k.value) | std::uint64_t{k.depth} << 16 | static_cast<std::uint64_t>(k.bound) << 24 |
         std::uint64_t{k.has_best} << 26 | std::uint64_t{k.best.from} << 32 | std::uint64_t{k.best.to} << 40 | std::uint64_t{age} << 48 |
         std::uint64_t{k.work} << 56;
}

Known unpacked(std::uint64_t data) {
  Known k;
  k.value = static_cast<std::int16_t>(data & 0xffff);
  k.depth = data >> 16 & 0xff;
  k.bound = static_cast<Bound>(data >> 24 & 3);
  k.has_best = data >> 26 & 1;
  k.best = {static_cast<std::uint8_t>(data >> 32), static_cast<std::uint8_t>(data >> 40)};
  k.work = static_cast<std::uint8_t>(data >> 56);
  return k;
}

/// Returns how valuable an entry is to keep.
int worth(std::uint64_t data, std::uint8_t age) {
  const int work = static_cast<int>(data >> 56);
  const bool old = static_cast<std::uint8_t>(data >> 48) != age;
  return data == 0 ? -1 : old ? work / 4 : work + 1;
}

}  // namespace

void TranspositionTable::Release::operator()(Bucket* buckets) const { platform::release(buckets, bytes); }

TranspositionTable::TranspositionTable(std::size_t megabytes) {
  const std::size_t bytes = slots_in(megabytes, 1) << 20;
  char* const memory = platform::reserve_aligned(bytes, large_page_bytes);
  if (memory == nullptr) throw std::bad_alloc();
  platform::prefer_large_pages(memory, bytes);
  mask_ = bytes / sizeof(Bucket) - 1;
  buckets_ = {reinterpret_cast<Bucket*>(memory), Release{bytes}};
}

void TranspositionTable::clear(std::size_t megabytes) {
  platform::discard(buckets_.get(), bytes());
  mask_ = std::min(bytes(), megabytes << 20) / sizeof(Bucket) - 1;
  age_ = 0;
}

Known TranspositionTable::find(std::uint64_t key) const {
  for (const Entry& e : buckets_[key & mask_].entries) {
    const std::uint64_t data = e.data.load(std::memory_order_relaxed);
    if (data != 0 && (e.check.load(std::memory_order_relaxed) ^ data) == key) return unpacked(data);
  }
  return {};
}

void TranspositionTable::store(std::uint64_t key, const Known& known) {
  Entry* place = nullptr;
  int least = 0;
  for (Entry& e : buckets_[key & mask_].entries) {
    const std::uint64_t data = e.data.load(std::memory_order_relaxed);
    if (data != 0 && (e.check.load(std::memory_order_relaxed) ^ data) == key) {
      place = &e;
      break;
    }
    const int w = worth(data, age_);
    if (place == nullptr || w < least) {
      place = &e;
      least = w;
    }
  }
  const std::uint64_t data = packed(known, age_);
  place->data.store(data, std::memory_order_relaxed);
  place->check.store(key ^ data, std::memory_order_relaxed);
}

}  // namespace tessera::game
