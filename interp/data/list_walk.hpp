// A walk along a list that a user made, which may be circular. Layer: data.
#pragma once

#include "data/runtime.hpp"

namespace tessera {

/// Counts the conses along a list, and tells if it comes to one again: natives are not interrupted, so a walk along a circular
/// list would hang. By Brent's method, on every 64th cons, as most lists are shorter: it is compared with one before it, which is
/// chosen anew more and more seldom.
class ListWalk {
 public:
  /// Count `cons`. True if the list is circular.
  bool endless(Value cons) {
    if (++steps_ % stride != 0) return false;
    if (cons == mark_) return true;
    if (steps_ >= next_mark_) {
      mark_ = cons;
      next_mark_ *= 2;
    }
    return false;
  }

  std::size_t steps() const { return steps_; }

  static bool is_circular(Value list) {
    ListWalk walk;
    for (; list.is_cons(); list = list.as_cons()->cdr)
      if (walk.endless(list)) return true;
    return false;
  }

  /// The failure for a circular list, of which `datum` is a cons.
  static Value fail(Runtime& rt, Value datum) { return rt.fail_type(datum, Known::list, "the list is circular"); }

 private:
  static constexpr std::size_t stride = 64;

  std::size_t steps_ = 0, next_mark_ = stride;
  Value mark_ = NIL;
};

}  // namespace tessera
