// Weak hash tables, as the collector sees them. Layer: data.
#pragma once

#include <vector>

#include "memory/heap.hpp"

namespace tessera {

/// The weak tables of one interpreter. A minor collection keeps all their entries. A major collection first hides the
/// entries, then marks each whose key (or value) it reaches otherwise, directly or through other marked entries. The
/// rest is removed, also for a walk along a table that is under way.
class WeakTables {
 public:
  void add(Value table) { tables_.push_back({table}); }

  void hide();
  void mark(WeakMarker& marker);
  void forget_dead(const Liveness& liveness);

 private:
  struct Entry {
    Value table;
    Value hidden = NIL;   ///< the vector of the table's entries while the table is hidden
    bool marked = false;  ///< true once the live entries are marked
  };

  std::vector<Entry> tables_;
  std::size_t old_tables_ = 0;  ///< the number of tables at the last collection
};

}  // namespace tessera
