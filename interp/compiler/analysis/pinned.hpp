// Values that C++ variables hold while a form is analysed. Layer: compiler.
#pragma once

#include <vector>

#include "runtime/runtime.hpp"

namespace tessera {

/// Keeps values alive at a fixed address: objects in old space do not move, and this is a root source for them.
///
/// The analysis runs macro expanders, which may collect. So whatever Lisp returns to it is promoted at once, and the
/// conses that it makes itself are allocated in old space.
class PinnedValues final : public RootSource {
 public:
  explicit PinnedValues(Heap& heap) : heap_(heap) { heap_.add_root_source(this); }
  ~PinnedValues() { heap_.remove_root_source(this); }
  PinnedValues(const PinnedValues&) = delete;
  PinnedValues& operator=(const PinnedValues&) = delete;

  /// Keeps `v`, which is in old space, alive.
  Value keep(Value v) {
    values_.push_back(v);
    return v;
  }
  /// Moves all live objects to old space, unless the conses and leaves of `v` are there already, and returns `v` at its
  /// final address.
  Value promote(Value v);

  void trace_roots(Tracer& tracer) override;

 private:
  Heap& heap_;
  std::vector<Value> values_;
  std::size_t promoted_ = 0;  ///< number of values, from the first, that are known to be in old space
};

}  // namespace tessera
