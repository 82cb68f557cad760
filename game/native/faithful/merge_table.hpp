// A table that merges equal positions. Layer: faithful.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "board/position.hpp"

namespace tessera::game::faithful {

/// What distinguishes trees with equal boards: the player to move, the dice taken, the beginning of the turn, and the
/// depth.
struct Turn {
  int mover;
  int spare_dice;
  bool first_move;
  int depth;

  std::uint64_t bits() const {
    return static_cast<std::uint64_t>(depth) << 32 | static_cast<std::uint64_t>(spare_dice & 0xFFFFFF) << 8 |
           static_cast<std::uint64_t>(mover) << 1 | static_cast<std::uint64_t>(first_move);
  }
};

/// A table from trees (board and turn) to `Result`. Keys are compared as a whole, never by hash alone. The table grows
/// to a limit; then a tree replaces a less deep one. `Result` has `bool replaces(const Result&)` for two results of one
/// tree.
template <class P, class Result> class MergeTable {
 public:
  explicit MergeTable(std::size_t max_bytes) : most_(std::bit_floor(std::max(max_bytes / sizeof(Entry), first_size))) {}

  /// Forgets everything in constant time.
  void clear() {
    if (++generation_ == 0) {
      std::fill(entries_.begin(), entries_.end(), Entry{});
      generation_ = 1;
    }
    stores_ = 0;
  }

  /// Calls `use(Result)` for each result of the tree until it returns true. Returns whether it did.
  template <class Use> bool find(const P& board, std::uint64_t turn, Use&& use) const {
    if (entries_.empty()) return false;
    const std::size_t place = place_of(board, turn);
    for (std::size_t way = 0; way < ways; ++way) {
      const Entry& e = entries_[place ^ way];
      if (holds(e, board, turn) && use(e.result)) return true;
    }
    return false;
  }

  void store(const P& board, std::uint64_t turn, const Result& result) {
    if (++stores_ * 2 > entries_.size() && entries_.size() < most_) grow();
    put({turn, board, generation_, result});
  }

 private:
  struct Entry {
    std::uint64_t turn;
    P board;
    std::uint32_t generation = 0;
    Result result;
  };
  static constexpr std::size_t first_size = 1 << 12, ways = 2;

  /// True if the entry belongs to the tree. Compares all planes without branches, since mostly all are equal or the
  /// turns differ.
  bool holds(const Entry& e, const P& board, std::uint64_t turn) const {
    if (e.turn != turn || e.generation != generation_) return false;
    typename P::Bits differing{};
    for (std::size_t i = 0; i < board.owner.size(); ++i) differing |= e.board.owner[i] ^ board.owner[i];
    for (std::size_t i = 0; i < board.dice.size(); ++i) differing |= e.board.dice[i] ^ board.dice[i];
    return !any(differing);
  }

  /// Returns the first slot of a tree. Folded 128-bit products mix well and fast.
  std::size_t place_of(const P& board, std::uint64_t turn) const {
    std::uint64_t h = turn * 0x9e3779b97f4a7c15ULL;
    const auto take = [&h](std::uint64_t word) {
      __extension__ using Wide = unsigned __int128;
      const Wide product = static_cast<Wide>(h ^ word) * 0xd6e8feb86659fd93ULL;
      h = static_cast<std::uint64_t>(product >> 64) ^ static_cast<std::uint64_t>(product);
    };
    const auto take_plane = [&take](const auto& plane) {
      if constexpr (sizeof(plane) <= 8) take(plane);
      else
        for (const std::uint64_t word : plane.words) take(word);
    };
    for (const auto& plane : board.owner) take_plane(plane);
    for (const auto& plane : board.dice) take_plane(plane);
    return h & (entries_.size() - 1);
  }

  void put(const Entry& entry) {
    const std::size_t place = place_of(entry.board, entry.turn);
    Entry* victim = &entries_[place];
    for (std::size_t way = 0; way < ways; ++way) {
      Entry& e = entries_[place ^ way];
      const bool same = holds(e, entry.board, entry.turn);
      if (e.generation != generation_ || (same && entry.result.replaces(e.result))) {
        victim = &e;
        break;
      }
      if (e.turn < victim->turn) victim = &e;  // the depth is in the upper half
    }
    *victim = entry;
  }

  void grow() {
    std::vector<Entry> old(std::max(first_size, entries_.size() * 4));
    old.swap(entries_);
    for (const Entry& e : old)
      if (e.generation == generation_) put(e);
  }

  std::size_t most_;
  std::vector<Entry> entries_;
  std::uint32_t generation_ = 1;
  std::size_t stores_ = 0;
};

}  // namespace tessera::game::faithful
