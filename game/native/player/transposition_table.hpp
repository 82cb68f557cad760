// The transposition table: what is known of positions that were searched, in a fixed amount of memory. Layer: player.
//
// Several threads use it at once without locks: an entry's two words are stored apart, the first combined with the second, so that
// a torn entry is not taken for one of the position sought.
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
  std::uint8_t depth = 0;  ///< how far it was searched; `depth_solved` if to the end of the game
  Bound bound = Bound::none;
  Move best = Move::pass();  ///< the best move known, if `has_best`
  bool has_best = false;
  std::uint8_t work = 0;  ///< how many nodes it took to find that: their number's bits
};

inline constexpr int depth_solved = 255;

/// A hash table of fixed size. Of four places for a position the one is given up that is soonest found again: that took the least
/// work, or is of an earlier search.
class TranspositionTable {
 public:
  /// `megabytes` is rounded down to a power of two, 1 at least. Throws std::bad_alloc. Memory is taken as it is used.
  explicit TranspositionTable(std::size_t megabytes);

  /// The size of the memory.
  std::size_t bytes() const { return buckets_.get_deleter().bytes; }
  /// Say that another search begins: entries of earlier ones are given up sooner.
  void new_search() { ++age_; }
  /// Forget everything, and use at most `megabytes` of the memory from now on.
  void clear(std::size_t megabytes = SIZE_MAX >> 20);

  void prefetch(std::uint64_t key) const { __builtin_prefetch(&buckets_[key & mask_]); }
  /// What is known of the position with that key; bound `none` if nothing is.
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
