// The open-addressed index of a hash table: 32-bit cells that refer to entries by hash. Layer: data.
//
// An index of 2^k cells holds at most 2/3 * 2^k entries. A cell holds the number of an entry, plus one, in its low k
// bits and the top bits of the key's hash above them; 0 is empty. So a search looks at an entry only if these bits
// agree. Cells are never emptied: after removals the table eventually makes a new index.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "memory/heap.hpp"

namespace tessera {

/// The dependence of a hash on addresses: none; on settled objects; on an object that the collector will move.
enum class Addresses : std::uint32_t { none, settled, young };

/// The hash of a key for one kind of table.
struct Hash {
  std::uint32_t home = 0;  ///< the start of a search: neighbouring integers and addresses have neighbouring homes
  std::uint32_t bits = 0;  ///< well mixed, even if keys differ in few bits
  Addresses addresses = Addresses::none;
  bool is_addressed() const { return addresses != Addresses::none; }
  bool is_young() const { return addresses == Addresses::young; }
};

/// A view of an index, valid until the next collection.
class HashIndex {
 public:
  static constexpr std::size_t min_length = 8;

  explicit HashIndex(Value index) : HashIndex(index, index) {}
  /// Views `index`. `main` is the table's index, whose length determines how cells are divided; an index of young keys
  /// uses this division.
  HashIndex(Value index, Value main)
      : cells_(index.as_object()->data<std::uint32_t>()),
        mask_(index.as_object()->length() - 1),
        entry_mask_(main.as_object()->length() - 1) {}

  /// Returns a fresh, empty index.
  static Value make(Heap& heap, std::size_t length) {
    constexpr auto element = static_cast<std::uint16_t>(Element::u32);
    return Value::object(heap.allocate_raw(Type::specialized_vector, length, element));
  }
  /// Returns the number of cells for that number of entries.
  static std::size_t length_for(std::size_t capacity) {
    std::size_t n = min_length;
    while (n < capacity + capacity / 2) n *= 2;
    return n;
  }

  /// The number of cells that searches pass only if keys were chosen for that, or if many were removed.
  static constexpr std::uint32_t long_walk = 512;

  /// Returns the first entry with `hash` for which `same` holds; or -1, with `free` set to the place of its cell, and
  /// `is_long` if the search has passed too many cells.
  template <class Same> std::int64_t find(const Hash& hash, const Same& same, std::uint32_t*& free, bool& is_long) const {
    for (Walk walk(hash, mask_);; walk.step()) {
      const std::uint32_t cell = cells_[walk.place];
      if (cell == 0) {
        free = cells_ + walk.place;
        is_long = walk.passed() > long_walk;
        return -1;
      }
      if ((cell ^ hash.bits) <= entry_mask_ && same(entry_in(cell))) return entry_in(cell);
    }
  }
  /// Searches the first four cells, without calls. Returns the entry of the first cell with the hash's bits; or -1,
  /// with `free` as for `find`, or nullptr if these cells do not decide.
  std::int64_t find_near(const Hash& hash, std::uint32_t*& free) const {
    std::uint32_t place = hash.home & mask_;
    for (int n = 0; n < 4; ++n) {
      const std::uint32_t cell = cells_[place];
      if (cell == 0) {
        free = cells_ + place;
        return -1;
      }
      if ((cell ^ hash.bits) <= entry_mask_) return entry_in(cell);
      place = Walk::next_in_line(place);
    }
    free = nullptr;
    return -1;
  }
  void put(std::uint32_t* free, const Hash& hash, std::size_t entry) const {
    *free = (hash.bits & ~entry_mask_) | static_cast<std::uint32_t>(entry + 1);
  }
  /// Enters a key that is not there yet.
  void add(const Hash& hash, std::size_t entry) const {
    Walk walk(hash, mask_);
    while (cells_[walk.place] != 0) walk.step();
    put(cells_ + walk.place, hash, entry);
  }
  /// Returns how many cells a search passes before the entry's own cell.
  std::size_t distance(const Hash& hash, std::size_t entry) const {
    std::size_t passed = 0;
    for (Walk walk(hash, mask_); entry_in(cells_[walk.place]) != entry; walk.step()) ++passed;
    return passed;
  }
  template <class Function> void for_each_entry(const Function& function) const {
    for (std::uint32_t i = 0; i <= mask_; ++i)
      if (cells_[i] != 0) function(entry_in(cells_[i]));
  }
  void clear() const { std::fill_n(cells_, std::size_t{mask_} + 1, 0); }

 private:
  /// The probe sequence of a key: the line of cells around its home, beginning there; then other lines that its bits
  /// choose. Keys at regular distances find free cells in order, and if their homes are few, searches leave the crowded
  /// lines at once.
  struct Walk {
    static constexpr std::uint32_t line = 8;
    Walk(const Hash& hash, std::uint32_t mask) : place(hash.home & mask), mask_(mask), bits_(hash.bits) {}
    static std::uint32_t next_in_line(std::uint32_t place) { return (place & ~(line - 1)) | ((place + 1) & (line - 1)); }
    void step() {
      place = next_in_line(place);
      if (TESSERA_UNLIKELY(++seen_ % line == 0)) leave_line();
    }
    std::uint32_t passed() const { return seen_; }
    std::uint32_t place;

   private:
    /// Goes to the n-th line, (an + bn^2) after the first, with a odd and b even: every line comes once, and lines that
    /// are full at regular distances do not delay a search for long.
    void leave_line() {
      const std::uint32_t n = seen_ / line - 1;
      place = (place + ((std::rotl(bits_, 16) | 1) + 4 * n * (bits_ | 1)) * line) & mask_;
    }
    std::uint32_t mask_, bits_, seen_ = 0;
  };
  std::uint32_t entry_in(std::uint32_t cell) const { return (cell & entry_mask_) - 1; }

  std::uint32_t* cells_;
  std::uint32_t mask_, entry_mask_;
};

}  // namespace tessera
