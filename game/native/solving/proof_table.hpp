// Proof numbers of positions in a fixed amount of memory. Layer: solving.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "search/bound.hpp"

namespace tessera::game::solving {

/// How much is left to prove and to refute a claim about a position. Both 0: nothing is known.
struct ProofNumbers {
  static constexpr std::uint32_t infinite = 1U << 28;

  std::uint32_t proof = 0, disproof = 0;

  static constexpr ProofNumbers proved() { return {0, infinite}; }
  static constexpr ProofNumbers refuted() { return {infinite, 0}; }
  constexpr bool known() const { return proof != 0 || disproof != 0; }
  constexpr bool is_proved() const { return proof == 0 && disproof != 0; }
  constexpr bool is_refuted() const { return disproof == 0 && proof != 0; }
  constexpr bool open() const { return proof != 0 && disproof != 0; }
  friend constexpr bool operator==(const ProofNumbers&, const ProofNumbers&) = default;
};

/// A hash table of fixed size. Of the four entries of a bucket the one that took the fewest nodes is replaced.
class ProofTable {
 public:
  /// Rounds `megabytes` down to a power of two. Throws std::bad_alloc. The system provides memory as it is touched.
  explicit ProofTable(std::size_t megabytes) : buckets_(slots_in(megabytes << 20, sizeof(Bucket))), mask_(buckets_ - 1) { clear(); }

  /// Forgets everything.
  void clear() {
    memory_.reset();
    memory_.reset(static_cast<std::byte*>(std::calloc(buckets_ + 1, sizeof(Bucket))));
    if (memory_ == nullptr) throw std::bad_alloc();
    void* begin = memory_.get();
    std::size_t room = (buckets_ + 1) * sizeof(Bucket);
    table_ = static_cast<Bucket*>(std::align(alignof(Bucket), buckets_ * sizeof(Bucket), begin, room));
  }
  void prefetch(std::uint64_t key) const { __builtin_prefetch(&table_[key & mask_]); }

  ProofNumbers find(std::uint64_t key) const {
    for (const Entry& e : table_[key & mask_].entries)
      if (e.key == key && (e.data & numbers_mask) != 0)
        return {static_cast<std::uint32_t>(e.data & number_mask), static_cast<std::uint32_t>(e.data >> number_bits & number_mask)};
    return {};
  }
  /// Returns the bit width of the number of nodes that the position with that key took; 0 if it is not there.
  int work(std::uint64_t key) const {
    for (const Entry& e : table_[key & mask_].entries)
      if (e.key == key) return static_cast<int>(e.data >> 2 * number_bits);
    return 0;
  }
  /// Stores the numbers of the position with that key, which took `nodes` to find.
  void store(std::uint64_t key, const ProofNumbers& n, std::uint64_t nodes) {
    Entry* place = nullptr;
    for (Entry& e : table_[key & mask_].entries) {
      if (e.key == key) {
        place = &e;
        break;
      }
      if (place == nullptr || e.data >> 2 * number_bits < place->data >> 2 * number_bits) place = &e;
    }
    const std::uint64_t old = place->key == key ? place->data >> 2 * number_bits : 0;
    const std::uint64_t work = std::max<std::uint64_t>(old, static_cast<std::uint64_t>(std::bit_width(nodes)));
    *place = {key, n.proof | std::uint64_t{n.disproof} << number_bits | work << 2 * number_bits};
  }

 private:
  static constexpr int number_bits = 29;
  static constexpr std::uint64_t number_mask = (std::uint64_t{1} << number_bits) - 1;
  static constexpr std::uint64_t numbers_mask = (std::uint64_t{1} << 2 * number_bits) - 1;

  struct Entry {
    std::uint64_t key;
    std::uint64_t data;  ///< from the lowest bit: proof, disproof, the bit width of the nodes
  };
  struct alignas(64) Bucket {
    Entry entries[4];
  };

  struct Release {
    void operator()(std::byte* memory) const { std::free(memory); }
  };

  std::size_t buckets_;
  std::uint64_t mask_;
  std::unique_ptr<std::byte, Release> memory_;
  Bucket* table_ = nullptr;
};

}  // namespace tessera::game::solving
