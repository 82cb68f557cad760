// C++ data attached to Lisp objects for the objects' lifetime. Layer: api.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "memory/heap.hpp"

namespace tessera::detail {

/// C++ values that belong to Lisp objects: each is destroyed when the collector finds no reference to its object. Calls
/// `thing->survived(liveness)` or `thing->died()` during each collection that may change its object, if T has these.
template <class T> class WeakTable final : public RootSource {
 public:
  explicit WeakTable(Heap& heap) : heap_(heap) { heap.add_root_source(this); }
  ~WeakTable() { heap_.remove_root_source(this); }
  WeakTable(const WeakTable&) = delete;
  WeakTable& operator=(const WeakTable&) = delete;

  void add(Value object, std::unique_ptr<T> thing) { young_.push_back({object, std::move(thing)}); }
  std::size_t size() const { return young_.size() + old_.size(); }
  /// Calls `visit` with each value.
  template <class F> void for_each(F visit) const {
    for (const auto* entries : {&young_, &old_})
      for (const Entry& entry : *entries) visit(*entry.thing);
  }

  void trace_roots(Tracer&) override {}

  void forget_dead(const Liveness& liveness) override {
    if (!liveness.young_only()) sort_out(liveness, std::exchange(old_, {}));
    sort_out(liveness, std::exchange(young_, {}));
  }

  /// Destroys dead objects now, as addresses are final and destructors may release Lisp objects.
  void after_collection() override { std::exchange(dead_, {}).clear(); }

 private:
  struct Entry {
    Value object;
    std::unique_ptr<T> thing;
  };

  void sort_out(const Liveness& liveness, std::vector<Entry> entries) {
    for (Entry& entry : entries) {
      const bool alive = liveness.alive(entry.object);
      if constexpr (requires { entry.thing->died(); }) {
        if (alive) entry.thing->survived(liveness);
        else entry.thing->died();
      }
      (!alive ? dead_ : heap_.is_settled(entry.object) ? old_ : young_).push_back(std::move(entry));
    }
  }

  Heap& heap_;
  std::vector<Entry> young_, old_, dead_;
};

}  // namespace tessera::detail
