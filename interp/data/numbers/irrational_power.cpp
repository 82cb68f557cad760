// Square roots and powers: exact where the result is rational. Layer: data.
#include "data/numbers/irrational_parts.hpp"

namespace tessera {

namespace {

/// Returns the exact square root of the rational `x` >= 0, or UNBOUND if it is irrational.
Value exact_sqrt(Runtime& rt, Value x) {
  bool exact = false;
  const Value n = integer_root(rt, numerator_of(x), &exact);
  if (!exact || is_failed(n)) return is_failed(n) ? n : UNBOUND;
  const Value d = integer_root(rt, denominator_of(x), &exact);
  if (!exact || is_failed(d)) return is_failed(d) ? d : UNBOUND;
  return make_ratio(rt, n, d);
}

/// Returns the square root of |x| as a float: integers beyond the doubles go through their integral root.
Value float_sqrt(Runtime& rt, Value x) {
  const double d = to_double(x);
  if (std::isfinite(d) || is_float(x)) return real_result(rt, std::sqrt(d), is_double(x), "SQRT", {x});
  bool exact;
  const Value root = integer_root(rt, number_divide_integer(rt, x, Value::fixnum(1), Rounding::floor, nullptr), &exact);
  TESSERA_TRY(root);
  return real_result(rt, to_double(root), false, "SQRT", {x});
}

Value sqrt_not_negative(Runtime& rt, Value x) {
  if (is_float(x)) return float_sqrt(rt, x);
  const Value root = exact_sqrt(rt, x);
  return root == UNBOUND ? float_sqrt(rt, x) : root;
}

/// Returns the exact principal root of a complex rational, or UNBOUND: by the half-sums of its magnitude and real part.
Value exact_complex_sqrt(Runtime& rt, Value x) {
  const Value re = complex_part_real(x), im = complex_part_imaginary(x);
  const Value square = number_add(rt, number_multiply(rt, re, re), number_multiply(rt, im, im));
  const Value magnitude = exact_sqrt(rt, square);
  if (magnitude == UNBOUND || is_failed(magnitude)) return magnitude;
  const Value two = Value::fixnum(2);
  const Value a = exact_sqrt(rt, number_divide(rt, number_add(rt, magnitude, re), two));
  const Value b = exact_sqrt(rt, number_divide(rt, number_subtract(rt, magnitude, re), two));
  if (a == UNBOUND || b == UNBOUND) return UNBOUND;
  return make_complex(rt, a, real_sign(im) < 0 ? number_negate(rt, b) : b);
}

/// True if the number is so short that no operation on it can run out of memory.
bool is_short_rational(Value v) {
  return is_rational(v) && integer_bits(numerator_of(v)) < 10000 && integer_bits(denominator_of(v)) < 10000;
}

Value sqrt_complex(Runtime& rt, Value x) {
  if (is_short_rational(complex_part_real(x)) && is_short_rational(complex_part_imaginary(x))) {
    const Value root = exact_complex_sqrt(rt, x);
    if (root != UNBOUND) return root;
  }
  return complex_result(rt, std::sqrt(to_complex(x)), has_double(x), "SQRT", {x});
}

}  // namespace

Value number_sqrt(Runtime& rt, Value x) {
  if (is_complex(x)) return sqrt_complex(rt, x);
  if (!is_real(x)) return rt.fail_type(x, Known::number);
  if (real_sign(x) >= 0) return sqrt_not_negative(rt, x);
  const Value magnitude = number_negate(rt, x);
  TESSERA_TRY(magnitude);
  const Value root = sqrt_not_negative(rt, magnitude);
  TESSERA_TRY(root);
  return make_complex(rt, Value::fixnum(0), root);
}

namespace {

/// Returns 1 in the format of `base` raised to `power`.
Value one_like(Runtime& rt, Value base, Value power) {
  const Value part = complex_part_real(base), other = complex_part_real(power);
  Value one = Value::fixnum(1);
  if (is_double(part) || is_double(other)) one = rt.heap.make_double(1);
  else if (is_float(part) || is_float(other)) one = Value::single_float(1);
  return is_complex(base) || is_complex(power) ? make_complex(rt, one, Value::fixnum(0)) : one;
}

/// Returns base^n by repeated squaring, n > 0.
Value power_by_squaring(Runtime& rt, Value base, std::uint64_t n) {
  Value result = Value::fixnum(1);
  for (; n != 0; n >>= 1) {
    if ((n & 1) != 0) result = number_multiply(rt, result, base);
    TESSERA_TRY(result);
    if (n > 1) base = number_multiply(rt, base, base);
    TESSERA_TRY(base);
  }
  return result;
}

Value rational_power(Runtime& rt, Value base, std::uint64_t n, bool negative) {
  const Value numerator = integer_power(rt, numerator_of(base), n);
  TESSERA_TRY(numerator);
  const Value denominator = integer_power(rt, denominator_of(base), n);
  TESSERA_TRY(denominator);
  // Powers of coprime integers are coprime: this saves a gcd that would cost more than the powers.
  return negative ? make_reduced_ratio(rt, denominator, numerator) : make_reduced_ratio(rt, numerator, denominator);
}

/// Returns base^power for integers `power` beyond 64 bits: only 0, 1 and -1 have such powers.
Value huge_power(Runtime& rt, Value base, Value power) {
  if (base == Value::fixnum(0) || base == Value::fixnum(1)) return base;
  if (base == Value::fixnum(-1)) return Value::fixnum(integer_odd(power) ? -1 : 1);
  return rt.fail_heap();
}

Value divide_one_by(Runtime& rt, Value x) {
  TESSERA_TRY(x);
  return number_divide(rt, Value::fixnum(1), x);
}

/// Returns a real power of a real, if the result is real.
Value float_power(Runtime& rt, Value base, Value power) {
  const bool as_double = is_double(base) || is_double(power);
  return real_result(rt, std::pow(to_double(base), to_double(power)), as_double, "EXPT", {base, power});
}

/// Returns the power through the logarithm, for complex cases.
Value complex_power(Runtime& rt, Value base, Value power) {
  const bool as_double = has_double(base) || has_double(power);
  return complex_result(rt, std::exp(to_complex(power) * log_in_double(base)), as_double, "EXPT", {base, power});
}

Value fail_zero_power(Runtime& rt, Value base, Value power) {
  return fail_arithmetic(rt, Known::division_by_zero, rt.cl("EXPT"), {base, power});
}

Value integer_exponent(Runtime& rt, Value base, Value power) {
  if (power == Value::fixnum(0)) return one_like(rt, base, power);
  const bool negative = integer_sign(power) < 0;
  if (negative && number_is_zero(base)) return fail_zero_power(rt, base, power);
  if (is_float(base)) return float_power(rt, base, power);
  const Value magnitude = integer_abs(rt, power);
  const auto n = to_uint64(magnitude);
  if (!n) return is_complex(base) ? complex_power(rt, base, power) : huge_power(rt, base, power);
  if (is_rational(base)) return rational_power(rt, base, *n, negative);
  if (is_float(complex_part_real(base)) && *n > 1024) return complex_power(rt, base, power);
  const Value result = power_by_squaring(rt, base, *n);
  return negative ? divide_one_by(rt, result) : result;
}

/// Returns the exact root of the integer `a` >= 0 of degree `n`, or UNBOUND.
Value exact_integer_root(Runtime& rt, Value a, std::uint64_t n) {
  IntegerView z(a);
  BigInteger root;
  if (mpz_root(root, z, n) == 0) return UNBOUND;
  return integer_from(rt, root);
}

/// Returns base^power for a ratio `power`, if base's root is rational; else UNBOUND.
Value exact_ratio_power(Runtime& rt, Value base, Value power) {
  const Value degree = denominator_of(power);
  if (degree == Value::fixnum(2)) {
    const Value root = number_sqrt(rt, base);
    if (is_failed(root)) return root;
    return is_float(complex_part_real(root)) ? UNBOUND : integer_exponent(rt, root, numerator_of(power));
  }
  if (!is_rational(base) || real_sign(base) < 0 || !degree.is_fixnum()) return UNBOUND;
  const auto n = static_cast<std::uint64_t>(degree.as_fixnum());
  const Value numerator = exact_integer_root(rt, numerator_of(base), n), denominator = exact_integer_root(rt, denominator_of(base), n);
  if (numerator == UNBOUND || denominator == UNBOUND) return UNBOUND;
  return integer_exponent(rt, make_ratio(rt, numerator, denominator), numerator_of(power));
}

/// Returns 0 raised to a power that is not an integer.
Value zero_power(Runtime& rt, Value base, Value power) {
  if (number_is_zero(power)) return one_like(rt, base, power);
  if (real_sign(complex_part_real(power)) <= 0) return fail_zero_power(rt, base, power);
  if (is_real(power) && is_real(base) && (is_float(base) || is_float(power))) return float_power(rt, base, power);
  return number_multiply(rt, base, one_like(rt, base, power));
}

bool is_integral_float(Value v) { return is_float(v) && to_double(v) == std::trunc(to_double(v)); }

}  // namespace

Value number_expt(Runtime& rt, Value base, Value power) {
  for (Value v : {base, power})
    if (!is_number(v)) return rt.fail_type(v, Known::number);
  if (is_integer(power)) return integer_exponent(rt, base, power);
  if (number_is_zero(base)) return zero_power(rt, base, power);
  if (is_ratio(power) && !is_float(complex_part_real(base))) {
    const Value exact = exact_ratio_power(rt, base, power);
    if (exact != UNBOUND) return exact;
  }
  if (is_real(base) && is_real(power) && (real_sign(base) > 0 || is_integral_float(power))) return float_power(rt, base, power);
  return complex_power(rt, base, power);
}

}  // namespace tessera
