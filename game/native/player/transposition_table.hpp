// The transposition table: results of searched positions in a fixed amount of memory. Layer: player.
//
// Several threads use it without locks: the two words of an entry are stored separately, the first xored with the
// second, so that a torn entry does not match a key.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "board/moves.hpp"
#include "search/bound.hpp"

namespace tessera::game {

/// What is known of a position.
struct Known {
  std::int16_t value = 0;
  std::uint8_t depth = 0;  ///< the depth of the search; `depth_solved` if exact
  Bound bound = Bound::none;
  Move best = Move::pass();  ///< the best move known, if `has_best`
  bool has_best = false;
  std::uint8_t work = 0;  ///< the bit width of the number of nodes searched
};

inline constexpr int depth_solved = 255;

/// A hash table of fixed size. Of the four entries of a bucket, the one replaced is the one that is found again
/// soonest: it took the least work or is from an earlier search.
class TranspositionTable {
 public:
  /// Rounds `megabytes` down to a power of two, at least 1. Throws std::bad_alloc. The system provides memory as it is
  /// touched.
  explicit TranspositionTable(std::size_t megabytes);

  /// The size of the memory.
  std::size_t bytes() const { return buckets_.get_deleter().bytes; }
  /// Begins another search: entries of earlier ones are replaced sooner.
  void new_search() { ++age_; }
  /// Forgets everything and uses at most `megabytes` of the memory from now on.
  void clear(std::size_t megabytes = SIZE_MAX >> 20);

  void prefetch(std::uint64_t key) const { __builtin_prefetch(&buckets_[key & mask_]); }
  /// Returns what is known of the position with that key; bound `none` if nothing.
  Known find(std::uint64_t key) const;
  void store(std::uint64_t key, const Known& known);

 private:
  struct Entry {
    std::atomic<std::uint64_t> check;  ///< key ^ data
    std::atomic<std::uint64_t> data;
  };
  struct alignas(64) Bucket {
    Entry entries[4];
  };
  struct Release {
    void operator()(Bucket* buckets) const;
    std::size_t bytes;
  };

  std::uint64_t mask_;
  std::uint8_t age_ = 0;
  std::unique_ptr<Bucket[], Release> buckets_;
};

}  // namespace tessera::game
