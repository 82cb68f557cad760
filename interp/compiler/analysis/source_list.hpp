// Walks along lists that come from source, for the whole compiler. Layer: compiler.
//
// A script may hand the compiler any list: a circular one, a dotted one, or one that a macro changes while the compiler
// walks it. A walk ends in each case, and tells which it was:
//
//     SourceList bindings(operand(form, 0));
//     while (bindings.next()) bind(bindings.item());
//     if (!bindings.is_proper()) return a.improper(form, bindings, "bindings");
#pragma once

#include <optional>

#include "data/sequences/list_walk.hpp"

namespace tessera {

class SourceList {
 public:
  explicit SourceList(Value list) : whole_(list), rest_(list), watch_(nullptr) {}

  /// Moves to the next cons. False at the end, which is the first cons that was met before if the list is circular.
  bool next() {
    if (!rest_.is_cons() || watch_.should_end(rest_)) return false;
    cell_ = rest_;
    rest_ = rest_.as_cons()->cdr;
    return true;
  }

  Value whole() const { return whole_; }
  Value cell() const { return cell_; }  ///< the cons that `next` moved to
  Value item() const { return cell_.as_cons()->car; }
  Value rest() const { return rest_; }  ///< the rest of the list after the item

  // Valid once `next` has returned false:
  bool is_proper() const { return is_nil(rest_); }
  bool is_circular() const { return rest_.is_cons(); }

 private:
  Value whole_, rest_, cell_ = NIL;
  ListWatch watch_;
};

/// Returns the number of elements of `list`, or nothing if it is not a proper list.
inline std::optional<std::size_t> proper_length(Value list) {
  std::size_t count;
  if (!count_conses(nullptr, list, count) || !is_nil(list)) return {};
  return count;
}

inline Value car_or_nil(Value v) { return v.is_cons() ? v.as_cons()->car : NIL; }
inline Value cdr_or_nil(Value v) { return v.is_cons() ? v.as_cons()->cdr : NIL; }

/// Returns operand `i` of a form, or NIL if it has fewer.
inline Value operand(Value form, int i) {
  Value rest = cdr_or_nil(form);
  while (i-- > 0) rest = cdr_or_nil(rest);
  return car_or_nil(rest);
}

/// Returns the operands of a form from number `i` on.
inline Value operands_from(Value form, int i) {
  Value rest = cdr_or_nil(form);
  while (i-- > 0) rest = cdr_or_nil(rest);
  return rest;
}

}  // namespace tessera
