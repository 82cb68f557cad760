// What the collector asks of the holders of Values outside the heap: visiting them, and forgetting dead objects. Layer:
// memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "memory/value.hpp"

namespace tessera {

/// Visits every Value that a root source holds, and may change it to the object's new address.
class Tracer {
 public:
  virtual void visit(Value& v) = 0;
  /// True if only pointers into the nursery matter: roots that hold none may be skipped.
  virtual bool young_only() const { return false; }
  /// The number of the incremental marking that visits; 0: another visitor. It comes several times. Of a Lisp stack it
  /// needs the words that have changed since, at most `stack_part` at once; `note_rest` says that there are more.
  virtual std::uint64_t marking() const { return 0; }
  virtual void note_rest() {}
  static constexpr std::ptrdiff_t stack_part = 1 << 17;
  virtual void visit_range(Value* first, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) visit(first[i]);
  }

 protected:
  ~Tracer() = default;
};

/// Tells which objects survive a collection, for holders of weak references.
class Liveness {
 public:
  /// False: the object is dead. True: `v` is changed to its new address.
  virtual bool alive(Value& v) const = 0;
  /// True if only pointers into the nursery can be dead, or change.
  virtual bool young_only() const = 0;

 protected:
  ~Liveness() = default;
};

/// The marker of a major collection as RootSources see it at its end, after all strongly reachable objects are marked.
class WeakMarker : public Liveness {
 public:
  virtual void mark(Value v) = 0;
  /// Marks the objects to which the next marked object refers; returns that object. UNBOUND: there are no more.
  virtual Value next() = 0;

 protected:
  ~WeakMarker() = default;
};

/// A holder of Values outside the heap.
class RootSource {
 public:
  virtual void trace_roots(Tracer& tracer) = 0;
  /// Marks what weak objects (Object::is_weak) refer to if its condition holds, and what that leads to, until `next`
  /// returns UNBOUND. Called after all other marking.
  virtual void mark_weak(WeakMarker&) {}
  /// Forgets dead objects. Called when all live objects are known, before the others are freed; twice if a major
  /// collection ends after a minor one.
  virtual void forget_dead(const Liveness&) {}
  /// Runs after each collection, when every address is final.
  virtual void after_collection() {}

 protected:
  ~RootSource() = default;
};

}  // namespace tessera
