// References that keep nothing alive, and what is to be done once an object is gone. Layer: data.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "data/tables/weak_tables.hpp"

namespace tessera {

class Runtime;

/// The weak pointers, weak tables and finalizers of one interpreter. A weak pointer is an instance of a class of stdlib/, which holds the number under
/// which its object is known here.
class WeakObjects final : public RootSource {
 public:
  explicit WeakObjects(Heap& heap);
  ~WeakObjects();
  WeakObjects(const WeakObjects&) = delete;
  WeakObjects& operator=(const WeakObjects&) = delete;

  /// A number for `object`, as long as `pointer` lives.
  std::int64_t add_pointer(Value pointer, Value object);
  /// UNBOUND if the object is gone.
  Value find(std::int64_t number) const;

  /// Have `function` called once `object` is gone. Those of objects that are found gone together are called in the order of these calls.
  void add_finalizer(Value object, Value function);
  void cancel_finalizers(Value object);
  /// Have those that are to be called, if there are any, called at the next safepoint. A collection that finds more of them asks by itself.
  void ask();
  /// The next function that is to be called; NIL if there is none.
  Value next_to_call();

  WeakTables tables;

  void trace_roots(Tracer& tracer) override;
  void hide_weak() override { tables.hide(); }
  void mark_weak(WeakMarker& marker) override { tables.mark(marker); }
  void forget_dead(const Liveness& liveness) override;

 private:
  // Entries count as objects of the heap do: `charge` is as large as one here, and so is the cons that holds a finalizer's function.
  struct Pointer {
    Value pointer, object, charge;
  };
  struct Finalizer {
    Value object, function;
    std::int64_t number;
  };
  void forget_pointer(const Liveness& liveness, std::int64_t number);

  Heap& heap_;
  std::unordered_map<std::int64_t, Pointer> pointers_;
  std::vector<std::int64_t> young_;        ///< of pointers made since the last collection
  std::int64_t last_number_ = 0;           ///< of a pointer or a finalizer
  std::vector<Finalizer> finalizers_;      ///< in the order of their making
  std::size_t old_finalizers_ = 0;         ///< as many of them were there at the last collection
  std::map<std::int64_t, Value> to_call_;  ///< by their numbers
};

/// Those of `rt`, made at the first use.
WeakObjects& weak_objects(Runtime& rt);

}  // namespace tessera
