// Shared by the parts of the number tower: kinds, conversions, arithmetic failures. Layer: data.
#pragma once

#include <cmath>
#include <type_traits>

#include "data/numbers/integers.hpp"

namespace tessera {

/// The kinds of numbers in the order of contagion: a sum has the greater kind of its two operands.
enum class NumberKind : std::uint8_t { integer, ratio, single_float, double_float, complex, other };

inline NumberKind kind_of(Value v) {
  if (v.is_fixnum()) return NumberKind::integer;
  if (v.is_immediate_double()) return NumberKind::double_float;
  if (v.is_single_float()) return NumberKind::single_float;
  if (!v.is_object()) return NumberKind::other;
  switch (v.as_object()->type()) {
    case Type::bignum: return NumberKind::integer;
    case Type::ratio: return NumberKind::ratio;
    case Type::double_float: return NumberKind::double_float;
    case Type::complex: return NumberKind::complex;
    default: return NumberKind::other;
  }
}

/// Views a rational Value as a GMP number, without a copy. Valid until the next safepoint.
class RationalView {
 public:
  explicit RationalView(Value rational);
  operator mpq_srcptr() const { return q_; }  // converts like mpq_t

 private:
  IntegerView numerator_, denominator_;
  mpq_t q_;
};

/// A GMP rational that frees itself.
class BigRational {
 public:
  BigRational() { mpq_init(q_); }
  ~BigRational() { mpq_clear(q_); }
  BigRational(const BigRational&) = delete;
  BigRational& operator=(const BigRational&) = delete;
  operator mpq_ptr() { return q_; }           // NOLINT
  operator mpq_srcptr() const { return q_; }  // NOLINT

 private:
  mpq_t q_;
};

inline Value numerator_of(Value v) { return is_ratio(v) ? as<Ratio>(v)->numerator : v; }
inline Value denominator_of(Value v) { return is_ratio(v) ? as<Ratio>(v)->denominator : Value::fixnum(1); }
Value rational_from(Runtime& rt, mpq_srcptr q);
/// Returns the quotient of integers without a common divisor; the denominator is not 0.
Value make_reduced_ratio(Runtime& rt, Value numerator, Value denominator);
/// Returns the rational with exactly the value of the finite float `d`.
Value rational_from_double(Runtime& rt, double d);
int rational_compare(Value a, Value b);

struct FloatFormat {
  int precision;         ///< bits of the significand
  int minimum_exponent;  ///< the exponent of the top bit of the least normal number
};
inline constexpr FloatFormat single_format{24, -126}, double_format{53, -1022};
/// Returns `bits` * 2^exponent, rounded to nearest even. The top bit of `bits` is set, its lowest is sticky.
double round_bits(std::uint64_t bits, std::int64_t exponent, FloatFormat format);
/// Returns the fraction, which need not be reduced, correctly rounded; +-infinity if too large.
double round_ratio(mpq_srcptr q, FloatFormat format);

float to_single(Value real);  ///< correctly rounded; +-infinity where too large
template <class F> F to_float(Value real) {
  if constexpr (std::is_same_v<F, float>) return to_single(real);
  else return to_double(real);
}
inline Value make_float(Runtime&, float f) { return Value::single_float(f); }
inline Value make_float(Runtime& rt, double d) { return rt.heap.make_double(d); }

/// Fails with a type-error of one of two operands: of `b` if `first_fits`. The condition knows both, and `operation`,
/// NIL where that is the function in whose name the instruction fails.
Value fail_operands(Runtime& rt, Value a, Value b, bool first_fits, Known expected_type, Value operation = NIL);
/// Fails with an arithmetic error with its operation and operands.
Value fail_arithmetic(Runtime& rt, Known condition, Value operation, std::initializer_list<Value> operands);
inline Value fail_arithmetic(Runtime& rt, Known condition, Known operation, std::initializer_list<Value> operands) {
  return fail_arithmetic(rt, condition, rt.sym(operation), operands);
}
/// True if operations on floats may return infinities and NaNs: TESSERA:*FLOAT-TRAPS* is NIL.
inline bool float_traps_masked(Runtime& rt) { return is_nil(rt.symbol_value_slot(Known::float_traps)); }
/// Returns the float `result` of an operation on the finite `operands`, or fails as its infinity or NaN requires.
template <class F> Value checked_float(Runtime& rt, F result, Value operation, std::initializer_list<Value> operands) {
  if (TESSERA_LIKELY(std::isfinite(result)) || float_traps_masked(rt)) return make_float(rt, result);
  return fail_arithmetic(rt, std::isnan(result) ? Known::floating_point_invalid : Known::floating_point_overflow, operation, operands);
}

/// Returns `real` as a float of the format of `F`; overflow fails.
template <class F> Value convert_to_float(Runtime& rt, Value real) {
  const F f = to_float<F>(real);
  if (TESSERA_UNLIKELY(std::isinf(f)) && !(is_float(real) && std::isinf(to_double(real))))
    return fail_arithmetic(rt, Known::floating_point_overflow, Known::float_, {real});
  return make_float(rt, f);
}

/// Returns the operation that failures of FLOOR and similar functions report.
Known rounding_name(Rounding rounding);
/// Returns quotient (integral) and remainder of floats; `y` is not zero.
template <class F> struct FloatQuotient { F quotient, remainder; };
template <class F> FloatQuotient<F> divide_floats(F x, F y, Rounding rounding);
/// Fails for the operation `name` if `x` and `y`, the floats that `a` and `b` became or stand for, cannot be divided
/// with rounding; else returns UNBOUND.
Value fail_division(Runtime& rt, Known name, Value a, Value b, double x, double y);
template <class F> Value check_division(Runtime& rt, Known name, Value a, Value b, F x, F y) {
  if (TESSERA_LIKELY(std::isfinite(x) && std::isfinite(y) && y != 0)) return UNBOUND;
  return fail_division(rt, name, a, b, static_cast<double>(x), static_cast<double>(y));
}
/// True if the rational `v` became the infinite float `f`.
inline bool overflowed(Value v, double f) { return !is_float(v) && std::isinf(f); }

bool number_is_zero(Value v);
int real_sign(Value real);  ///< returns 0 for NaN
Value complex_part_real(Value number);
Value complex_part_imaginary(Value number);  ///< 0 for a real

}  // namespace tessera
