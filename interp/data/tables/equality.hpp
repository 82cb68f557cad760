// eql, equal, equalp and their hashes. None recurses in C++ without bound. Layer: data.
#pragma once

#include "data/numbers/numbers.hpp"

namespace tessera {

inline bool eql(Value a, Value b) {
  if (a == b) return true;
  if (!a.is_object() || !b.is_object()) return false;
  return is_number(a) && is_number(b) && number_eql(a, b);
}
bool equal(Value a, Value b);
bool equalp(Runtime& rt, Value a, Value b);
/// Returns the result of `equalp` as NIL or T; FAILED if an interrupt is pending.
Value equal_or_failed(Runtime& rt, Value a, Value b);
Value equalp_or_failed(Runtime& rt, Value a, Value b);
bool equal_pathnames(Value a, Value b);
/// Returns a hash that agrees with equal and that collections do not change (SXHASH).
std::uint64_t hash_equal(Runtime& rt, Value v);

}  // namespace tessera
