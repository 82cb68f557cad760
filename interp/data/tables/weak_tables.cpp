// Removes entries of weak tables after collections. Compiled for size.
#include "data/tables/weak_tables.hpp"

#include <unordered_map>

namespace tessera {

namespace {

/// Values that live if their keys do. Each object that is marked is looked up once, so that a chain of entries, each
/// with the next one's key as its value, takes linear time.
class Waiting {
 public:
  explicit Waiting(WeakMarker& marker) : marker_(marker) {}

  void mark_with(Value key, Value value) {
    if (marker_.alive(value)) return;
    if (marker_.alive(key)) marker_.mark(value);
    else waiting_.emplace(key.bits(), value);
  }

  void mark_entries(Weakness weakness, const Object* entries) {
    const Value* entry = entries->slots;
    for (std::uint32_t e = 0; e < entries->length(); e += 2, entry += 2) {
      if (entry[0] == DELETED) continue;
      if (weakness == Weakness::key || weakness == Weakness::key_or_value) mark_with(entry[0], entry[1]);
      if (weakness == Weakness::value || weakness == Weakness::key_or_value) mark_with(entry[1], entry[0]);
    }
  }

  void drain() {
    for (Value v = marker_.next(); v != UNBOUND; v = marker_.next()) {
      const auto [first, last] = waiting_.equal_range(v.bits());
      for (auto it = first; it != last; ++it) marker_.mark(it->second);
      waiting_.erase(first, last);
    }
  }

 private:
  WeakMarker& marker_;
  std::unordered_multimap<std::uint64_t, Value> waiting_;
};

/// Removes the entries with a dead key or value. `t`: their table, or nullptr.
void forget_entries(HashTable* t, Object* entries, const Liveness& liveness) {
  Value* entry = entries->slots;
  for (std::uint32_t e = 0; e < entries->length(); e += 2, entry += 2) {
    if (entry[0] == DELETED || (liveness.alive(entry[0]) && liveness.alive(entry[1]))) continue;
    if (t != nullptr && t->entries.as_object() == entries) {
      remove_entry(t, entry);
    } else {
      entry[0] = DELETED;
      entry[1] = NIL;
    }
  }
}

}  // namespace

void WeakTables::add(Value table) {
  const auto* const t = as<HashTable>(table);
  t->entries.as_object()->set_weak(true);
  tables_.push_back({table, t->entries, t->weakness()});
}

void WeakTables::mark(WeakMarker& marker) {
  for (Entry& e : tables_) e.marked = false;
  Waiting waiting(marker);
  for (bool more = true; more;) {
    more = false;
    for (Entry& e : tables_) {
      if (e.marked || !marker.alive(e.entries)) continue;
      waiting.mark_entries(e.weakness, e.entries.as_object());
      e.marked = more = true;
    }
    waiting.drain();
  }
}

/// Removes dead entries. A minor collection keeps those of tables that are old.
void WeakTables::forget_dead(const Liveness& liveness) {
  std::size_t kept = liveness.young_only() ? old_tables_ : 0;
  for (std::size_t i = kept; i < tables_.size(); ++i) {
    Entry e = tables_[i];
    if (!liveness.alive(e.entries)) continue;
    if (!liveness.alive(e.table)) e.table = NIL;
    if (!liveness.young_only()) forget_entries(is_nil(e.table) ? nullptr : as<HashTable>(e.table), e.entries.as_object(), liveness);
    tables_[kept++] = e;
  }
  tables_.resize(kept);
  old_tables_ = std::min(old_tables_, kept);
  while (old_tables_ < kept && heap_.is_settled(tables_[old_tables_].table) && heap_.is_settled(tables_[old_tables_].entries))
    ++old_tables_;
}

}  // namespace tessera
