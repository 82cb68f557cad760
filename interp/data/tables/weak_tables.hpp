// Weak hash tables, as the collector sees them. Layer: data.
#pragma once

#include <vector>

#include "data/tables/hash_tables.hpp"

namespace tessera {

/// The weak tables of one interpreter. A minor collection keeps all their entries. A major collection first marks all
/// else. Then it marks each entry whose key (or value) it reaches otherwise, directly or through other marked entries.
/// The rest is removed, also for a walk along a table that is under way, which may hold the vector of a dead table, or
/// one that its table has replaced.
class WeakTables {
 public:
  explicit WeakTables(Heap& heap) : heap_(heap) {}

  /// Makes the present vector of the table's entries weak. Must be called for each vector that a weak table gets.
  void add(Value table);

  void mark(WeakMarker& marker);
  void forget_dead(const Liveness& liveness);

 private:
  struct Entry {
    Value table;  ///< NIL once it is dead
    Value entries;
    Weakness weakness;
    bool marked = false;  ///< true once the live entries are marked
  };

  Heap& heap_;
  std::vector<Entry> tables_;
  std::size_t old_tables_ = 0;  ///< the number of tables, from the first, that are in old space
};

}  // namespace tessera
