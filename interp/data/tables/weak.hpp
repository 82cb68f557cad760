// Weak pointers and finalizers. Layer: data.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "data/tables/weak_tables.hpp"

namespace tessera {

class Runtime;

/// The weak pointers, weak tables and finalizers of one interpreter. A weak pointer is an instance of a class of
/// stdlib/ that holds a number, under which the object is registered here.
class WeakObjects final : public RootSource {
 public:
  explicit WeakObjects(Heap& heap);
  ~WeakObjects();
  WeakObjects(const WeakObjects&) = delete;
  WeakObjects& operator=(const WeakObjects&) = delete;

  /// Returns a number for `object`, valid as long as `pointer` lives.
  std::int64_t add_pointer(Value pointer, Value object);
  /// Returns the object, or UNBOUND if it is gone.
  Value find(std::int64_t number) const;

  /// Makes `function` be called once `object` is gone. The finalizers of objects that die together are called in the
  /// order of these calls. One that was added by an evaluation with limits is called only by such evaluations.
  void add_finalizer(Value object, Value function, bool limited);
  void cancel_finalizers(Value object);
  /// Requests that pending finalizers be called at the next safepoint, if there are any for an evaluation with limits
  /// or without. A collection that finds more of them requests that itself.
  void ask(bool limited);
  /// Returns the next function to call in such an evaluation, or NIL.
  Value next_to_call(bool limited);

  WeakTables tables;

  void trace_roots(Tracer& tracer) override;
  void mark_weak(WeakMarker& marker) override { tables.mark(marker); }
  void forget_dead(const Liveness& liveness) override;

 private:
  // Entries are charged to the heap: `charge` is as large as an entry, and so is the cons that holds a finalizer's
  // function.
  struct Pointer {
    Value pointer, object, charge;
  };
  struct Finalizer {
    Value object, function;
    std::int64_t number;
    bool limited;
  };
  struct PendingCall {
    Value function;
    bool limited;
  };
  std::map<std::int64_t, PendingCall>::iterator find_to_call(bool limited);
  void forget_pointer(const Liveness& liveness, std::int64_t number);

  Heap& heap_;
  std::unordered_map<std::int64_t, Pointer> pointers_;
  std::vector<std::int64_t> young_;              ///< pointers that refer to the nursery
  std::int64_t last_number_ = 0;                 ///< the number of the latest pointer or finalizer
  std::vector<Finalizer> finalizers_;            ///< the finalizers in the order in which they were added
  std::size_t old_finalizers_ = 0;               ///< the number of finalizers, from the first, that refer to old space only
  std::map<std::int64_t, PendingCall> to_call_;  ///< by the finalizers' numbers
};

/// Returns the weak objects of `rt`, made at the first use.
WeakObjects& weak_objects(Runtime& rt);

}  // namespace tessera
