// A walk along a list that a user made, which may be circular. Layer: data.
#pragma once

#include "data/runtime.hpp"

namespace tessera {

/// Tells, of every eighth place of a walk along a list, if the walk comes to a place again: natives go along lists without a look at
/// interrupts, so one along a circular list would hang. By Brent's method: the places are compared with an earlier one, which is
/// chosen anew more and more seldom.
class CircleWatch {
 public:
  bool met_again(Value place) {
    if (place == mark_) return true;
    if (--left_ == 0) {
      mark_ = place;
      left_ = next_ *= 2;
    }
    return false;
  }

 private:
  std::size_t left_ = 1, next_ = 1;
  Value mark_ = UNBOUND;
};

/// Call `step(place)`, which moves `place` on and returns true, or says false at the end of the walk. False if the list that `place`
/// stands in is circular. The steps are written out eight times, so that the watch costs less than the jumps that are saved.
template <class Step> [[gnu::always_inline]] inline bool walk_list(Value& place, Step step) {
  CircleWatch watch;
  do {
#pragma GCC unroll 8
    for (int i = 0; i < 8; ++i)
      if (!step(place)) return true;
  } while (!watch.met_again(place));
  return false;
}

/// Go along the conses of `list`, while `go_on(cons)` is true, to where the walk ends. False if the list is circular.
template <class GoOn> [[gnu::always_inline]] inline bool walk_conses(Value& list, GoOn go_on) {
  Value place = list;  // which, unlike `list`, no one else may look at
  const bool ends = walk_list(place, [&go_on](Value& at) {
    if (!at.is_cons() || !go_on(at.as_cons())) return false;
    at = at.as_cons()->cdr;
    return true;
  });
  list = place;
  return ends;
}

/// Count the conses of `list`, and leave in it what ends it. False if the list is circular.
inline bool count_conses(Value& list, std::size_t& count) {
  std::size_t n = 0;
  const bool ends = walk_conses(list, [&n](const Cons*) { return ++n, true; });
  count = n;
  return ends;
}

inline bool is_circular_list(Value list) {
  return !walk_conses(list, [](const Cons*) { return true; });
}

/// The failure for a circular list, of which `datum` is a cons.
inline Value fail_circular(Runtime& rt, Value datum) { return rt.fail_type(datum, Known::list, "the list is circular"); }

}  // namespace tessera
