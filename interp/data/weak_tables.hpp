// Hash tables that hold their entries weakly, as collections see them. Layer: data.
#pragma once

#include <vector>

#include "memory/heap.hpp"

namespace tessera {

/// The weak tables of one interpreter. A minor collection keeps all that is in them. From a major one their entries are hidden; those are
/// marked then whose keys (or values) it has found for another reason, or finds as others of them lead there. A walk along a table has
/// its entries, and so keeps them.
class WeakTables {
 public:
  void add(Value table) { tables_.push_back({table}); }

  void hide();
  void mark(WeakMarker& marker);
  void forget_dead(const Liveness& liveness);

 private:
  struct Entry {
    Value table;
    Value hidden = NIL;  ///< the vector of its entries, until the table is found alive
  };

  std::vector<Entry> tables_;
  std::size_t old_tables_ = 0;  ///< as many of them were there at the last collection
};

}  // namespace tessera
