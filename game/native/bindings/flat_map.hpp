// A compact hash map from numbers to small values in one block of memory, for millions of tree nodes. Layer: bindings.
#pragma once

#include <cstdint>
#include <vector>

#include "board/hash.hpp"

namespace tessera::game::bindings {

/// A key of 128 bits.
struct Key128 {
  std::uint64_t low = 0, high = 0;
  friend constexpr bool operator==(const Key128&, const Key128&) = default;
  constexpr std::uint64_t hash() const { return hash_with(hash_with(0, low), high); }
};

/// The address of an object, as a key.
struct AddressKey {
  std::uint64_t address = 0;
  friend constexpr bool operator==(const AddressKey&, const AddressKey&) = default;
  constexpr std::uint64_t hash() const { return hash_with(0, address); }
};

/// Entries are added and found, never changed or removed. The zero key cannot be used.
template <class Key, class T> class FlatMap {
 public:
  /// Returns the value of `key`, or null. Valid until the next `add`.
  const T* find(const Key& key) const {
    const Entry& e = entries_[place_of(key)];
    return e.key == key ? &e.value : nullptr;
  }
  /// Prefetches the entry for a `find(key)` soon.
  void prefetch(const Key& key) const { __builtin_prefetch(&entries_[key.hash() & (entries_.size() - 1)]); }
  /// Adds an entry for `key`, which has none.
  void add(const Key& key, const T& value) {
    if ((++size_) * 2 > entries_.size()) grow();
    entries_[place_of(key)] = {key, value};
  }
  std::size_t size() const { return size_; }

 private:
  struct Entry {
    Key key{};
    T value{};
  };

  /// Returns the index of the entry of `key`, or of the free one for it.
  std::size_t place_of(const Key& key) const {
    const std::size_t mask = entries_.size() - 1;
    std::size_t i = key.hash() & mask;
    while (!(entries_[i].key == key) && !(entries_[i].key == Key{})) i = (i + 1) & mask;
    return i;
  }
  void grow() {
    std::vector<Entry> old(entries_.size() * 4);
    old.swap(entries_);
    for (const Entry& e : old)
      if (!(e.key == Key{})) entries_[place_of(e.key)] = e;
  }

  std::vector<Entry> entries_ = std::vector<Entry>(256);
  std::size_t size_ = 0;
};

}  // namespace tessera::game::bindings
