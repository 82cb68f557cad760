// Checks of arguments that many natives share. Each returns false after the failure is pending. Layer: builtins.
#pragma once

#include "data/numbers/numbers.hpp"
#include "data/sequences/arrays.hpp"
#include "data/sequences/list_walk.hpp"
#include "runtime/runtime.hpp"

namespace tessera {

/// A non-negative integer; those beyond a fixnum give a number beyond any length.
bool take_count(Runtime& rt, Value v, std::size_t& count);

/// Bounding indices of a sequence of `length`: `start` may be UNSUPPLIED, `end` too, or NIL.
struct Bounds {
  std::size_t start = 0, end = 0;
  std::size_t size() const { return end - start; }
};
bool take_any_bounds(Runtime& rt, Value start, Value end, std::size_t length, Bounds& bounds);
inline bool take_bounds(Runtime& rt, Value start, Value end, std::size_t length, Bounds& bounds) {
  if (Value::both_fixnums(start, end)) {
    const auto first = static_cast<std::uint64_t>(start.as_fixnum()), last = static_cast<std::uint64_t>(end.as_fixnum());
    if (last <= length && first <= last) return bounds = {first, last}, true;
  }
  return take_any_bounds(rt, start, end, length, bounds);
}

/// A string designator's characters; `buffer` holds a character's.
bool take_string(Runtime& rt, Value v, char32_t& buffer, StringView& out);

/// What is COMMON-LISP's, TESSERA's or KEYWORD's own may be changed as far as the host lets scripts do so: the definition of a symbol (or
/// of SETF of one), and the package itself. False: it may not.
bool may_redefine(Runtime& rt, Value symbol);
/// False if it may, and nothing fails.
bool is_own(Runtime& rt, Value symbol);
/// The same, and whether `symbol`, or what it is SETF of, is in a package that users locked. KIND says as what it is to be defined by the
/// native with the arguments `a`, DEFINED if it is that already. False: the library signals what is to be said, and may call again.
bool may_define(Runtime& rt, const Args& a, Value symbol, Known kind, bool defined);
bool may_change_package(Runtime& rt, const Args& a, Value package);
/// True if `symbol`, or what it is SETF of, names a function, macro or special operator.
bool names_operator(Runtime& rt, Value symbol);

/// The failure that `v` is no `type` (a string, a vector) with a fill pointer.
Value fail_without_fill_pointer(Runtime& rt, Value v, Known type);

/// The standard's type specifier (INTEGER low high).
Value integer_type(Runtime& rt, std::int64_t low, std::int64_t high);

/// The failure of a walk along `plist` that came to the cons `last`, which has no value behind its indicator.
Value fail_plist(Runtime& rt, Value plist, Value last);

/// Go along `plist` while `go_on(indicator)` is true: the cons of the indicator for which it is not, NIL if there is none, FAILED if
/// `plist` is no property list.
template <class GoOn> Value walk_properties(Runtime& rt, Value plist, GoOn go_on) {
  Value l = plist;
  const bool ends = walk_list(&rt, l, [&go_on](Value& place) {
    if (!place.is_cons() || !place.as_cons()->cdr.is_cons() || !go_on(place.as_cons()->car)) return false;
    place = place.as_cons()->cdr.as_cons()->cdr;
    return true;
  });
  if (!ends) return fail_walk(rt, l);
  if (!l.is_cons()) return is_nil(l) ? NIL : rt.fail_type(l, Known::list);
  return l.as_cons()->cdr.is_cons() ? l : fail_plist(rt, plist, l);
}

/// The cons of `plist` whose car is `indicator`, NIL if there is none, FAILED if `plist` is no property list.
Value find_property(Runtime& rt, Value plist, Value indicator);

/// The conses of `list`, turned round, in front of `tail`. Interrupts are handled on the way, where what is done and what is not are two
/// lists.
Value reverse_conses(Runtime& rt, Value list, Value tail);

/// A package designator's package, which must exist.
bool take_package(Runtime& rt, Value v, Value& package);
/// A package-error about `package`. Always false.
bool fail_package(Runtime& rt, Value package, std::string_view control, std::initializer_list<Value> arguments);
/// The value of *PACKAGE*.
Value current_package(Runtime& rt);
/// The symbol whose function cell belongs to a function name: a symbol or (SETF symbol). FAILED for anything else.
Value function_symbol(Runtime& rt, Value name);

/// Builds a list from the front; nothing may be collected meanwhile, as in any native.
class ListBuilder {
 public:
  explicit ListBuilder(Runtime& rt) : rt_(rt) {}
  void add(Value v) {
    const Value c = rt_.heap.cons(v, NIL);
    append(c);
    last_ = c;
  }
  /// Finish with `tail`.
  Value finish(Value tail = NIL) {
    append(tail);
    return first_;
  }

 private:
  void append(Value v) {
    if (is_nil(last_)) first_ = v;
    else last_.as_cons()->cdr = v;
  }
  Runtime& rt_;
  Value first_ = NIL, last_ = NIL;
};

}  // namespace tessera
