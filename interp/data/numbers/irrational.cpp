// Elementary functions, logarithms, magnitudes and phases. Layer: data.
#include "data/numbers/irrational_parts.hpp"

namespace tessera {

namespace {

constexpr double pi = 3.14159265358979323846;

/// Makes a real outside the function's domain complex, on the side that its branch cut belongs to.
Complexd beside_cut(const Elementary& f, double x) { return {x, f.below_cut && x > f.high ? -0.0 : 0.0}; }

/// Returns the natural logarithm of the integer `a` > 0, however large.
double log_integer(Value a) {
  IntegerView z(a);
  long exponent = 0;
  const double fraction = mpz_get_d_2exp(&exponent, z);
  return std::log(fraction) + static_cast<double>(exponent) * std::log(2.0);
}

/// Returns the natural logarithm of |x|; x is real and not zero.
double log_magnitude(Value x) {
  const double d = std::fabs(to_double(x));
  if (is_float(x) || (std::isfinite(d) && d >= 1e-300)) return std::log(d);
  const double denominator = is_ratio(x) ? log_integer(denominator_of(x)) : 0.0;
  return log_integer(numerator_of(x)) - denominator;
}

Value log_real(Runtime& rt, Value x) {
  const bool as_double = is_double(x);
  if (number_is_zero(x)) return fail_arithmetic(rt, Known::division_by_zero, rt.cl("LOG"), {x});
  const double magnitude = log_magnitude(x);
  if (real_sign(x) < 0) return complex_result(rt, {magnitude, pi}, as_double, "LOG", {x});
  return real_result(rt, magnitude, as_double, "LOG", {x});
}

}  // namespace

Value apply_elementary(Runtime& rt, const Elementary& f, Value x) {
  if (is_complex(x)) return complex_result(rt, f.of_complex(to_complex(x)), has_double(x), f.name, {x});
  if (!is_real(x)) return rt.fail_type(x, Known::number);
  const double d = to_double(x);
  if (d < f.low || d > f.high) return complex_result(rt, f.of_complex(beside_cut(f, d)), is_double(x), f.name, {x});
  return real_result(rt, f.of_real(d), is_double(x), f.name, {x});
}

Value number_log(Runtime& rt, Value x) {
  if (is_real(x)) return log_real(rt, x);
  if (!is_complex(x)) return rt.fail_type(x, Known::number);
  if (number_is_zero(x)) return fail_arithmetic(rt, Known::division_by_zero, rt.cl("LOG"), {x});
  return complex_result(rt, std::log(to_complex(x)), has_double(x), "LOG", {x});
}

namespace {

/// Returns the logarithm to base 2 or 10 of a positive real within the range of doubles, by log2 or log10; NaN
/// otherwise.
double common_log(Value x, Value base) {
  if (!is_real(x) || !is_real(base) || real_sign(x) <= 0) return NAN;
  const double d = to_double(x), b = to_double(base);
  if (!std::isnormal(d) || (b != 2 && b != 10)) return NAN;
  return b == 2 ? std::log2(d) : std::log10(d);
}

}  // namespace

Complexd log_in_double(Value x) {
  if (!is_real(x)) return std::log(to_complex(x));
  return {log_magnitude(x), real_sign(x) < 0 ? pi : 0.0};
}

Value fail_irrational(Runtime& rt, double r, const char* operation, std::initializer_list<Value> arguments) {
  const auto too_large = [](Value part) { return overflowed(part, to_double(part)); };
  bool overflow = !std::isnan(r);
  for (Value v : arguments) overflow = overflow || too_large(complex_part_real(v)) || too_large(complex_part_imaginary(v));
  return fail_arithmetic(rt, overflow ? Known::floating_point_overflow : Known::floating_point_invalid, rt.cl(operation), arguments);
}

/// Computes log x / log base in double precision, whatever the format of the result: this avoids results such as (log 8
/// 2) = 2.9999998.
Value number_log_base(Runtime& rt, Value x, Value base) {
  for (Value v : {x, base})
    if (!is_number(v)) return rt.fail_type(v, Known::number);
  const bool as_double = has_double(x) || has_double(base);
  if (number_is_zero(x)) return fail_arithmetic(rt, Known::division_by_zero, rt.cl("LOG"), {x, base});
  if (number_is_zero(base)) return real_result(rt, 0.0, as_double, "LOG", {x, base});
  const double common = common_log(x, base);
  if (!std::isnan(common)) return real_result(rt, common, as_double, "LOG", {x, base});
  const Complexd divisor = log_in_double(base);
  if (divisor == 0.0) return fail_arithmetic(rt, Known::division_by_zero, rt.cl("LOG"), {x, base});
  const Complexd quotient = log_in_double(x) / divisor;
  const bool real = is_real(x) && is_real(base) && real_sign(x) > 0 && real_sign(base) > 0;
  if (real) return real_result(rt, quotient.real(), as_double, "LOG", {x, base});
  return complex_result(rt, quotient, as_double, "LOG", {x, base});
}

Value number_atan2(Runtime& rt, Value y, Value x) {
  for (Value v : {y, x})
    if (!is_real(v)) return rt.fail_type(v, Known::real);
  return real_result(rt, std::atan2(to_double(y), to_double(x)), is_double(y) || is_double(x), "ATAN", {y, x});
}

Value number_abs(Runtime& rt, Value x) {
  switch (kind_of(x)) {
    case NumberKind::integer: return integer_abs(rt, x);
    case NumberKind::ratio: return real_sign(x) < 0 ? number_negate(rt, x) : x;
    case NumberKind::single_float: return Value::single_float(std::fabs(x.as_single_float()));
    case NumberKind::double_float: return rt.heap.make_double(std::fabs(double_of(x)));
    case NumberKind::complex: return real_result(rt, std::abs(to_complex(x)), has_double(x), "ABS", {x});
    default: return rt.fail_type(x, Known::number);
  }
}

Value number_phase(Runtime& rt, Value x) {
  if (!is_number(x)) return rt.fail_type(x, Known::number);
  if (is_complex(x)) return real_result(rt, std::arg(to_complex(x)), has_double(x), "PHASE", {x});
  const double angle = is_float(x) ? std::atan2(0.0, to_double(x)) : real_sign(x) < 0 ? pi : 0.0;
  return real_result(rt, angle, is_double(x), "PHASE", {x});
}

Value number_signum(Runtime& rt, Value x) {
  switch (kind_of(x)) {
    case NumberKind::integer:
    case NumberKind::ratio: return Value::fixnum(real_sign(x));
    case NumberKind::single_float: return real_sign(x) == 0 ? x : Value::single_float(static_cast<float>(real_sign(x)));
    case NumberKind::double_float: return real_sign(x) == 0 ? x : rt.heap.make_double(real_sign(x));
    case NumberKind::complex: {
      if (number_is_zero(x)) return x;
      const Complexd z = to_complex(x);
      return complex_result(rt, z / std::abs(z), has_double(x), "SIGNUM", {x});
    }
    default: return rt.fail_type(x, Known::number);
  }
}

Value number_cis(Runtime& rt, Value radians) {
  if (!is_real(radians)) return rt.fail_type(radians, Known::real);
  const double angle = to_double(radians);
  return complex_result(rt, {std::cos(angle), std::sin(angle)}, is_double(radians), "CIS", {radians});
}

namespace {

/// Stores in `result` the rational with the least denominator between `low` and `high`, both positive: by their
/// continued fractions, as far as they agree.
void simplest_between(mpq_ptr result, mpq_srcptr low, mpq_srcptr high) {
  // Convergents p/q of the common terms; the last term is the least integer not below the lower bound.
  BigInteger p0, q0, p1, q1, term, next;
  BigRational lo, hi, swap;
  mpq_set(lo, low);
  mpq_set(hi, high);
  mpz_set_ui(p1, 1);
  mpz_set_ui(q0, 1);
  for (bool last = false; !last;) {
    mpz_cdiv_q(term, mpq_numref(static_cast<mpq_ptr>(lo)), mpq_denref(static_cast<mpq_ptr>(lo)));
    mpq_set_z(swap, term);
    last = mpq_cmp(swap, hi) <= 0;
    if (!last) mpz_sub_ui(term, term, 1);
    mpz_mul(next, term, p1);
    mpz_add(next, next, p0);
    mpz_swap(p0, p1);
    mpz_swap(p1, next);
    mpz_mul(next, term, q1);
    mpz_add(next, next, q0);
    mpz_swap(q0, q1);
    mpz_swap(q1, next);
    if (last) break;
    mpq_set_z(swap, term);
    mpq_sub(lo, lo, swap);
    mpq_sub(hi, hi, swap);
    mpq_inv(lo, lo);
    mpq_inv(hi, hi);
    mpq_swap(lo, hi);
  }
  mpz_set(mpq_numref(result), p1);
  mpz_set(mpq_denref(result), q1);
}

/// Sets the bounds of the reals that round to m * 2^exponent, m being an integer and exponent < 0.
void rounding_bounds(mpq_ptr low, mpq_ptr high, double m, int exponent) {
  for (mpq_ptr bound : {low, high}) {
    mpz_set_d(mpq_numref(bound), m);
    mpz_mul_2exp(mpq_numref(bound), mpq_numref(bound), 1);
  }
  mpz_sub_ui(mpq_numref(low), mpq_numref(low), 1);
  mpz_add_ui(mpq_numref(high), mpq_numref(high), 1);
  mpq_div_2exp(low, low, static_cast<mp_bitcnt_t>(1 - exponent));
  mpq_div_2exp(high, high, static_cast<mp_bitcnt_t>(1 - exponent));
}

}  // namespace

Value simplest_rational(Runtime& rt, Value x) {
  const double d = to_double(x);
  if (d == std::trunc(d)) return integer_from_double(rt, d);
  const int precision = is_double(x) ? 53 : 24, least = is_double(x) ? -1074 : -149;
  int exponent;
  std::frexp(d, &exponent);
  exponent = std::max(exponent - precision, least);
  BigRational low, high, result;
  rounding_bounds(low, high, std::ldexp(std::fabs(d), -exponent), exponent);
  simplest_between(result, low, high);
  if (d < 0) mpq_neg(result, result);
  return rational_from(rt, result);
}

}  // namespace tessera
