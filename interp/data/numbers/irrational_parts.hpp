// Shared by the files on irrational functions: results in the format that the arguments require. Layer: data.
#pragma once

#include <algorithm>
#include <complex>

#include "data/numbers/irrational.hpp"
#include "data/numbers/parts.hpp"

namespace tessera {

using Complexd = std::complex<double>;

inline bool has_double(Value v) { return is_double(complex_part_real(v)); }

inline Complexd to_complex(Value v) { return {to_double(complex_part_real(v)), to_double(complex_part_imaginary(v))}; }

/// Returns the logarithm of a nonzero number in double precision, also for rationals beyond the range of doubles.
Complexd log_in_double(Value x);

/// Fails as the infinite or undefined `r` requires.
Value fail_irrational(Runtime& rt, double r, const char* operation, std::initializer_list<Value> arguments);

/// Returns `r`, computed from the `arguments` in double precision, rounded to the format of the result.
inline Value real_result(Runtime& rt, double r, bool as_double, const char* operation, std::initializer_list<Value> arguments) {
  if (as_double ? std::isfinite(r) : std::isfinite(static_cast<float>(r)))
    return as_double ? rt.heap.make_double(r) : Value::single_float(static_cast<float>(r));
  if (float_traps_masked(rt)) return as_double ? rt.heap.make_double(r) : Value::single_float(static_cast<float>(r));
  return fail_irrational(rt, r, operation, arguments);
}

inline Value complex_result(Runtime& rt, Complexd z, bool as_double, const char* operation, std::initializer_list<Value> arguments) {
  const Value re = real_result(rt, z.real(), as_double, operation, arguments);
  TESSERA_TRY(re);
  const Value im = real_result(rt, z.imag(), as_double, operation, arguments);
  TESSERA_TRY(im);
  return make_complex(rt, re, im);
}

}  // namespace tessera
