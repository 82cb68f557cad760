// The transposition table: what a search found out about positions, whatever way led to them. Layer: multi.
#pragma once

#include <cstdint>
#include <vector>

#include "board/moves.hpp"

namespace tessera::game::multi {

/// How far a search looks: to the end of so many turns, with at most so many attacks in the current one.
struct Depth {
  std::uint8_t turns : 3 = 0;
  std::uint8_t attacks : 5 = 0;
  /// True if what was found at this depth serves where `wanted` is asked for.
  bool serves(Depth wanted) const { return turns == wanted.turns && attacks >= wanted.attacks; }
  bool deeper(Depth other) const { return turns > other.turns || (turns == other.turns && attacks > other.attacks); }
};
inline constexpr int most_turns = 7, most_attacks = 31;

/// What a value in the table says of the position's.
enum class Bound : std::uint8_t { none, exact, lower, upper };

struct Entry {
  std::uint64_t key = 0;
  float value = 0;
  Move best = Move::pass();
  Depth depth;
  Bound bound : 2 = Bound::none;
  bool cut : 1 = false;  ///< some line was cut off by the limit on attacks
};
static_assert(sizeof(Entry) == 16);

/// Positions with their values, in pairs: one slot keeps what took the deeper search, the other what came last.
class Table {
 public:
  /// As many entries as fit `bytes`, a power of two, at least two.
  explicit Table(std::size_t bytes) { resize(bytes); }
  void resize(std::size_t bytes) {
    std::size_t pairs = 1;
    while (pairs * 4 * sizeof(Entry) <= bytes) pairs *= 2;
    if (entries_.size() == pairs * 2) return;
    entries_.assign(pairs * 2, Entry{});
    mask_ = pairs - 1;
  }
  std::size_t bytes() const { return entries_.size() * sizeof(Entry); }

  /// The entry of `key`, or null.
  const Entry* find(std::uint64_t key) const {
    const Entry* pair = &entries_[(key & mask_) * 2];
    for (int i = 0; i < 2; ++i)
      if (pair[i].key == key && pair[i].bound != Bound::none) return &pair[i];
    return nullptr;
  }
  void store(const Entry& entry) {
    Entry* pair = &entries_[(entry.key & mask_) * 2];
    if (pair[0].key == entry.key || !pair[0].depth.deeper(entry.depth)) {
      if (pair[0].key != entry.key) pair[1] = pair[0];
      pair[0] = entry;
    } else {
      pair[1] = entry;
    }
  }

  /// Forget everything.
  void clear() { entries_.assign(entries_.size(), Entry{}); }

 private:
  std::vector<Entry> entries_;
  std::size_t mask_ = 0;
};

}  // namespace tessera::game::multi
