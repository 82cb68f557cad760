// The transposition table of expectiminimax. Layer: multi.
#pragma once

#include <cstdint>
#include <vector>

#include "board/moves.hpp"
#include "search/bound.hpp"

namespace tessera::game::multi {

/// How far a search looks: to the end of `turns` turns, with at most `attacks` attacks in the current one and `each` in
/// the others.
struct Depth {
  std::uint8_t turns = 0;    ///< at most max_turns
  std::uint8_t attacks = 0;  ///< at most max_attacks, as the next
  std::uint8_t each = 0;

  /// True if a result of this depth can be used where `wanted` is required.
  constexpr bool serves(Depth wanted) const {
    return turns == wanted.turns && attacks >= wanted.attacks && (turns <= 1 || each >= wanted.each);
  }
  constexpr bool deeper(Depth other) const {
    return turns != other.turns ? turns > other.turns : each != other.each ? each > other.each : attacks > other.attacks;
  }
  constexpr Depth after_attack() const { return {turns, static_cast<std::uint8_t>(attacks - 1), each}; }
  constexpr Depth after_turn() const { return {static_cast<std::uint8_t>(turns - 1), each, each}; }
};
inline constexpr int max_turns = 7, max_attacks = 31;

struct ChanceEntry {
  std::uint64_t key = 0;
  float value = 0;
  Move best = Move::pass();
  std::uint16_t turns : 3 = 0, attacks : 5 = 0, each : 5 = 0;
  Bound bound : 2 = Bound::none;
  std::uint16_t cut : 1 = 0;  ///< the limit on attacks has cut a line

  ChanceEntry() = default;
  ChanceEntry(std::uint64_t key, float value, Move best, Depth depth, Bound bound, bool cut)
      : key(key), value(value), best(best), turns(depth.turns), attacks(depth.attacks), each(depth.each), bound(bound), cut(cut) {}
  Depth depth() const { return {static_cast<std::uint8_t>(turns), static_cast<std::uint8_t>(attacks), static_cast<std::uint8_t>(each)}; }
};
static_assert(sizeof(ChanceEntry) == 16);

/// Positions with their values in pairs of slots: one keeps the deeper search, the other the latest.
class ChanceTable {
 public:
  /// Makes a table with as many entries as fit into `bytes`, a power of two, at least two.
  explicit ChanceTable(std::size_t bytes) { resize(bytes); }
  void resize(std::size_t bytes) {
    const std::size_t pairs = slots_in(bytes, 2 * sizeof(ChanceEntry));
    if (entries_.size() == pairs * 2) return;
    entries_.assign(pairs * 2, ChanceEntry{});
    mask_ = pairs - 1;
  }
  std::size_t bytes() const { return entries_.size() * sizeof(ChanceEntry); }

  /// Returns the entry of `key`, or null.
  const ChanceEntry* find(std::uint64_t key) const {
    const ChanceEntry* pair = &entries_[(key & mask_) * 2];
    for (int i = 0; i < 2; ++i)
      if (pair[i].key == key && pair[i].bound != Bound::none) return &pair[i];
    return nullptr;
  }
  void store(const ChanceEntry& entry) {
    ChanceEntry* pair = &entries_[(entry.key & mask_) * 2];
    if (pair[0].key == entry.key || !pair[0].depth().deeper(entry.depth())) {
      if (pair[0].key != entry.key) pair[1] = pair[0];
      pair[0] = entry;
    } else {
      pair[1] = entry;
    }
  }

  /// Forgets everything.
  void clear() { entries_.assign(entries_.size(), ChanceEntry{}); }

 private:
  std::vector<ChanceEntry> entries_;
  std::size_t mask_ = 0;
};

}  // namespace tessera::game::multi
