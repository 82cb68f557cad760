// Lists from users, which may be improper or circular. Layer: data.
#pragma once

#include <algorithm>
#include <cstddef>

#include "runtime/runtime.hpp"

namespace tessera {

inline bool is_list(Value v) { return v.is_cons() || is_nil(v); }

/// Decides, at every eighth step of a walk along a list, whether the walk should end there: because the list is
/// circular, or an interrupt is pending, which is checked at long intervals if `interruptible_by` is set. Brent's
/// method: cells are compared with an earlier cell, which is replaced at growing intervals.
class ListWatch {
 public:
  explicit ListWatch(Runtime* interruptible_by) : interruptible_by_(interruptible_by) {}
  bool should_end(Value at) { return at == mark_ || (--left_ == 0 && check(at)); }

 private:
  static constexpr std::size_t max_between_checks = std::size_t{1} << 15;
  [[gnu::noinline]] bool check(Value at) {
    if (until_mark_ == 0) {
      mark_ = at;
      until_mark_ = next_ *= 2;
    }
    left_ = std::min(until_mark_, max_between_checks);
    until_mark_ -= left_;
    return next_ >= max_between_checks && interruptible_by_ != nullptr && interruptible_by_->interrupt_waits();
  }

  Runtime* interruptible_by_;
  std::size_t left_ = 1, until_mark_ = 0, next_ = 1;
  Value mark_ = UNBOUND;
};

/// Calls `step(at)`, which advances `at` and returns true, or returns false at the end of the walk. False if the
/// list is circular, or an interrupt is pending: call `fail_walk`. Eight steps are unrolled, so that the checks cost
/// less than the saved jumps.
template <class Step> [[gnu::always_inline]] inline bool walk_list(Runtime* interruptible_by, Value& at, Step step) {
  ListWatch watch(interruptible_by);
  do {
#pragma GCC unroll 8
    for (int i = 0; i < 8; ++i)
      if (!step(at)) return true;
  } while (!watch.should_end(at));
  return false;
}

/// Fails after a walk that did not end; `datum` is one of its conses. The expected type is one that excludes circular
/// lists.
Value fail_walk(Runtime& rt, Value datum);

/// Fails since a proper list, or a sequence (`expected` is LIST or SEQUENCE), was expected instead of `v`. For a dotted
/// list the datum is its end.
Value fail_proper(Runtime& rt, Value v, Known expected);

/// Walks along the conses of `list` while `condition(cons)` is true, and sets `list` to where the walk ends. False as
/// for walk_list.
template <class While> [[gnu::always_inline]] inline bool walk_conses(Runtime* interruptible_by, Value& list, While condition) {
  Value cell = list;  // a local copy, which can stay in a register
  const bool ends = walk_list(interruptible_by, cell, [&condition](Value& at) {
    if (!at.is_cons() || !condition(at.as_cons())) return false;
    at = at.as_cons()->cdr;
    return true;
  });
  list = cell;
  return ends;
}

/// The elements of any list: `for (const Value v : elements_of(list))`. Ends at the end of a dotted list, too, and some
/// rounds after a circular one has begun again.
class ListElements {
 public:
  explicit ListElements(Value list) : list_(list) {}
  class Iterator {
   public:
    explicit Iterator(Value cell) : cell_(cell), watch_(nullptr) {}
    Value operator*() const { return cell_.as_cons()->car; }
    Iterator& operator++() {
      cell_ = cell_.as_cons()->cdr;
      if (TESSERA_UNLIKELY(watch_.should_end(cell_))) cell_ = NIL;
      return *this;
    }
    bool operator!=(std::nullptr_t) const { return cell_.is_cons(); }

   private:
    Value cell_;
    ListWatch watch_;
  };
  Iterator begin() const { return Iterator(list_); }
  std::nullptr_t end() const { return nullptr; }

 private:
  Value list_;
};
inline ListElements elements_of(Value list) { return ListElements(list); }

/// Returns the value of `key` in a property list, which may be anything; NIL if there is none.
inline Value property_of(Value list, Value key) {
  bool is_key = false, found = false;
  for (const Value v : elements_of(list)) {
    if (found) return v;
    is_key = !is_key;
    found = is_key && v == key;
  }
  return NIL;
}

/// True if `item` is an element of `list`, which may be circular, by EQ.
inline bool list_contains(Value list, Value item) {
  bool found = false;
  walk_conses(nullptr, list, [&](const Cons* c) { return !(found = c->car == item); });
  return found;
}

/// Counts the conses of `list`, and sets `list` to its end. False as for walk_list.
inline bool count_conses(Runtime* interruptible_by, Value& list, std::size_t& count) {
  std::size_t n = 0;
  const bool ends = walk_conses(interruptible_by, list, [&n](const Cons*) { return ++n, true; });
  count = n;
  return ends;
}

/// True if `list` ends; false as for walk_list.
inline bool ends_somewhere(Runtime* interruptible_by, Value list) {
  return walk_conses(interruptible_by, list, [](const Cons*) { return true; });
}

}  // namespace tessera
