// Hash tables that hold their entries weakly, as collections see them. Layer: data.
#pragma once

#include <vector>

#include "memory/heap.hpp"

namespace tessera {

/// The weak tables of one interpreter. A minor collection keeps all that is in them. From a major one their entries are hidden; those are
/// marked then whose keys (or values) it has found for another reason, or finds as others of them lead there. The rest is gone then, also for
/// who is on a walk along a table: to him it was removed.
class WeakTables {
 public:
  void add(Value table) { tables_.push_back({table}); }

  void hide();
  void mark(WeakMarker& marker);
  void forget_dead(const Liveness& liveness);

 private:
  struct Entry {
    Value table;
    Value hidden = NIL;   ///< while it is: the vector of its entries
    bool marked = false;  ///< what is to live of them
  };

  std::vector<Entry> tables_;
  std::size_t old_tables_ = 0;  ///< as many of them were there at the last collection
};

}  // namespace tessera
