// Argument checks that many natives share. Each returns false with a failure pending. Layer: builtins.
#pragma once

#include "data/numbers/numbers.hpp"
#include "data/sequences/arrays.hpp"
#include "data/sequences/list_walk.hpp"
#include "runtime/runtime.hpp"

namespace tessera {

/// Takes a non-negative integer; one that is not a fixnum becomes a number beyond any length.
bool take_count(Runtime& rt, Value v, std::size_t& count);

/// Bounding indices of a sequence of `length`: `start` may be UNSUPPLIED, `end` also NIL.
struct Bounds {
  std::size_t start = 0, end = 0;
  std::size_t size() const { return end - start; }
};
bool take_any_bounds(Runtime& rt, Value start, Value end, std::size_t length, Bounds& bounds);
inline bool take_bounds(Runtime& rt, Value start, Value end, std::size_t length, Bounds& bounds) {
  if (Value::both_fixnums(start, end)) {
    const auto first = static_cast<std::uint64_t>(start.as_fixnum()), last = static_cast<std::uint64_t>(end.as_fixnum());
    if (last <= length && first <= last) return bounds = {static_cast<std::size_t>(first), static_cast<std::size_t>(last)}, true;
  }
  return take_any_bounds(rt, start, end, length, bounds);
}

/// Takes a string designator's characters; `buffer` holds a character's.
bool take_string(Runtime& rt, Value v, char32_t& buffer, StringView& out);

/// A part of the storage of a vector of octets. Valid until the next collection.
struct Octets {
  unsigned char* data = nullptr;
  std::size_t size = 0;
};
/// Takes the part between `start` and `end` of a vector of octets.
bool take_octets(Runtime& rt, Value vector, Value start, Value end, Octets& octets);

/// Checks whether the definition of a symbol (or of SETF of one) may change: the host may forbid that for symbols of
/// COMMON-LISP, TESSERA and KEYWORD.
bool may_redefine(Runtime& rt, Value symbol);
/// True if the definition of the symbol may not change. Never fails.
bool is_own(Runtime& rt, Value symbol);
/// Checks as `may_redefine`, and that users have not locked the package of `symbol`, or of the symbol that it is SETF
/// of. `kind` is the kind of definition that the native with the arguments `a` is about to make, `defined` true if it
/// exists already. False: the library signals the error, and may repeat the call.
bool may_define(Runtime& rt, const Args& a, Value symbol, Known kind, bool defined);
bool may_change_package(Runtime& rt, const Args& a, Value package);
/// True if `symbol`, or the symbol that it is SETF of, names a function, macro or special operator.
bool names_operator(Runtime& rt, Value symbol);

/// Fails since `v` is not a `type` (a string, a vector) with a fill pointer.
Value fail_without_fill_pointer(Runtime& rt, Value v, Known type);

/// Returns the type specifier (INTEGER low high).
Value integer_type(Runtime& rt, std::int64_t low, std::int64_t high);

/// Fails since the cons `last` of `plist` has no value after its indicator.
Value fail_plist(Runtime& rt, Value plist, Value last);

/// Walks along `plist` while `go_on(indicator)` is true. Returns the cons of the indicator for which it is false, NIL
/// if there is none, FAILED if `plist` is not a property list.
template <class GoOn> Value walk_properties(Runtime& rt, Value plist, GoOn go_on) {
  Value l = plist;
  const bool ends = walk_list(&rt, l, [&go_on](Value& at) {
    if (!at.is_cons() || !at.as_cons()->cdr.is_cons() || !go_on(at.as_cons()->car)) return false;
    at = at.as_cons()->cdr.as_cons()->cdr;
    return true;
  });
  if (!ends) return fail_walk(rt, l);
  if (!l.is_cons()) return is_nil(l) ? NIL : rt.fail_type(l, Known::list);
  return l.as_cons()->cdr.is_cons() ? l : fail_plist(rt, plist, l);
}

/// Returns the cons of `plist` whose car is `indicator`, NIL if there is none, FAILED if `plist` is not a property
/// list.
Value find_property(Runtime& rt, Value plist, Value indicator);

/// Reverses the conses of `list` in place, in front of `tail`. Handles interrupts meanwhile, when the done and the
/// remaining part are two lists.
Value reverse_conses(Runtime& rt, Value list, Value tail);

/// Returns `string`, the name of a symbol or package, as scripts may have it: a copy of one of the library's, unless
/// they may redefine what the library defines.
Value name_for_scripts(Runtime& rt, Value string);

/// Takes a package designator's package, which must exist.
bool take_package(Runtime& rt, Value v, Value& package);
/// Fails with a package-error about `package`. Returns false.
bool fail_package(Runtime& rt, Value package, std::string_view control, std::initializer_list<Value> arguments);
/// Returns the value of *PACKAGE*.
Value current_package(Runtime& rt);
/// Returns the symbol whose function cell belongs to a function name, a symbol or (SETF symbol). FAILED for anything
/// else.
Value function_symbol(Runtime& rt, Value name);

/// Builds a list from the front. Nothing may be collected meanwhile, as in any native.
class ListBuilder {
 public:
  explicit ListBuilder(Runtime& rt) : rt_(rt) {}
  void add(Value v) {
    const Value c = rt_.heap.cons(v, NIL);
    append(c);
    last_ = c;
  }
  /// Finishes the list with `tail`.
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
