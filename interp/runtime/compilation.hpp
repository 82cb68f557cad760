// Records of the reader about forms and of the compiler about macro functions, for the compiler. Layer: runtime.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/position.hpp"
#include "memory/tracing.hpp"

namespace tessera {

struct Scope;

/// Source positions of conses, by address. A table with open addressing, since it is filled and cleared for each form.
class PositionTable {
 public:
  bool empty() const { return count_ == 0; }
  bool contains(std::uint64_t address) const { return find(address) != nullptr; }
  /// Returns the position, until the table changes; nullptr if it is unknown.
  const SourcePosition* find(std::uint64_t address) const {
    if (count_ == 0) return nullptr;
    const Entry& e = entries_[place_of(address)];
    return e.address == address ? &e.position : nullptr;
  }
  void set(std::uint64_t address, SourcePosition position) {
    if (2 * count_ >= entries_.size()) grow();
    Entry& e = entries_[place_of(address)];
    if (e.address == 0) ++count_;
    e = {address, position};
  }
  /// Forgets conses that are dead: other conses may be made at their addresses.
  void forget_dead(const Liveness& liveness) {
    if (count_ == 0 || liveness.young_only()) return;
    std::vector<Entry> old(entries_.size());
    old.swap(entries_);
    count_ = 0;
    for (const Entry& e : old) {
      Value cons = Value::cons(reinterpret_cast<const Cons*>(e.address));
      if (e.address != 0 && liveness.alive(cons)) set(e.address, e.position);
    }
  }
  /// Forgets all, in time proportional to what was known.
  void clear() {
    if (count_ == 0) return;
    count_ = 0;
    if (entries_.size() > most_kept) std::vector<Entry>().swap(entries_);
    else std::fill(entries_.begin(), entries_.end(), Entry());
  }

 private:
  struct Entry {
    std::uint64_t address = 0;
    SourcePosition position;
  };
  static constexpr std::size_t least = 16, most_kept = 256;

  /// Returns the place of the address, or the free one where it belongs.
  std::size_t place_of(std::uint64_t address) const {
    constexpr std::uint64_t golden = 0x9E3779B97F4A7C15u;
    const std::size_t mask = entries_.size() - 1;
    std::size_t i = static_cast<std::size_t>((address * golden) >> (64 - std::countr_zero(entries_.size())));
    while (entries_[i].address != 0 && entries_[i].address != address) i = (i + 1) & mask;
    return i;
  }
  void grow() {
    std::vector<Entry> old(std::max(least, 2 * entries_.size()));
    old.swap(entries_);
    for (const Entry& e : old)
      if (e.address != 0) entries_[place_of(e.address)] = e;
  }

  std::vector<Entry> entries_;  ///< a power of two, at most half of them in use
  std::size_t count_ = 0;
};

struct Compilation {
  /// The source position of each cons of the toplevel form that is being read and compiled. The conses are in old
  /// space: their addresses are stable keys as long as they live.
  PositionTable positions;
  /// Lexical environments that running macro functions may look at, by serial number.
  std::unordered_map<std::int64_t, const Scope*> environments;
  std::int64_t environment_serial = 0;
};

}  // namespace tessera
