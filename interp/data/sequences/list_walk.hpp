// Lists that a user made, which may be improper or circular. Layer: data.
#pragma once

#include <algorithm>

#include "runtime/runtime.hpp"

namespace tessera {

inline bool is_list(Value v) { return v.is_cons() || is_nil(v); }

/// Tells, of every eighth place of a walk along a list, if the walk should end there: where it comes to a place again, as the list may
/// be circular; and now and then where an interrupt waits, if `heeded` is there to ask. By Brent's method: the places are compared with
/// an earlier one, which is chosen anew more and more seldom.
class ListWatch {
 public:
  explicit ListWatch(Runtime* heeded) : heeded_(heeded) {}
  bool should_end(Value place) { return place == mark_ || (--left_ == 0 && look(place)); }

 private:
  static constexpr std::size_t most_between_looks = std::size_t{1} << 15;
  [[gnu::noinline]] bool look(Value place) {
    if (until_mark_ == 0) {
      mark_ = place;
      until_mark_ = next_ *= 2;
    }
    left_ = std::min(until_mark_, most_between_looks);
    until_mark_ -= left_;
    return next_ >= most_between_looks && heeded_ != nullptr && heeded_->interrupt_waits();
  }

  Runtime* heeded_;
  std::size_t left_ = 1, until_mark_ = 0, next_ = 1;
  Value mark_ = UNBOUND;
};

/// Call `step(place)`, which moves `place` on and returns true, or says false at the end of the walk. False if the list that `place`
/// stands in is circular, or an interrupt waits: `fail_walk`. The steps are written out eight times, so that the watch costs less than
/// the jumps that are saved.
template <class Step> [[gnu::always_inline]] inline bool walk_list(Runtime* heeded, Value& place, Step step) {
  ListWatch watch(heeded);
  do {
#pragma GCC unroll 8
    for (int i = 0; i < 8; ++i)
      if (!step(place)) return true;
  } while (!watch.should_end(place));
  return false;
}

/// The failure of a walk that did not end, of which `datum` is a cons. The expected type is one that a circular list is not of.
Value fail_walk(Runtime& rt, Value datum);

/// The failure where a proper list, or a sequence (`expected` is LIST or SEQUENCE), was wanted in place of `v`. Of a dotted list its end
/// is at fault.
Value fail_proper(Runtime& rt, Value v, Known expected);

/// Go along the conses of `list`, while `go_on(cons)` is true, to where the walk ends. False as walk_list has it.
template <class GoOn> [[gnu::always_inline]] inline bool walk_conses(Runtime* heeded, Value& list, GoOn go_on) {
  Value place = list;  // which, unlike `list`, no one else may look at
  const bool ends = walk_list(heeded, place, [&go_on](Value& at) {
    if (!at.is_cons() || !go_on(at.as_cons())) return false;
    at = at.as_cons()->cdr;
    return true;
  });
  list = place;
  return ends;
}

/// True if `item` is an element of `list`, which may be circular, by EQ.
inline bool list_contains(Value list, Value item) {
  bool found = false;
  walk_conses(nullptr, list, [&](const Cons* c) { return !(found = c->car == item); });
  return found;
}

/// Count the conses of `list`, and leave in it what ends it. False as walk_list has it.
inline bool count_conses(Runtime* heeded, Value& list, std::size_t& count) {
  std::size_t n = 0;
  const bool ends = walk_conses(heeded, list, [&n](const Cons*) { return ++n, true; });
  count = n;
  return ends;
}

/// True if `list` ends; false as walk_list has it.
inline bool ends_somewhere(Runtime* heeded, Value list) {
  return walk_conses(heeded, list, [](const Cons*) { return true; });
}

}  // namespace tessera
