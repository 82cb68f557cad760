// Floats: correctly rounded conversions from rationals, integral quotients, failures. Layer: data.
#include <cstring>

#include "data/numbers/parts.hpp"

namespace tessera {

double round_bits(std::uint64_t bits, std::int64_t exponent, FloatFormat format) {
  if (exponent > 4096) return HUGE_VAL;
  if (exponent < -4096) return 0.0;
  const std::int64_t subnormal = format.minimum_exponent - (exponent + 63);
  const std::int64_t drop = 64 - format.precision + (subnormal > 0 ? subnormal : 0);
  if (drop > 64) return 0.0;
  const std::uint64_t kept = drop == 64 ? 0 : bits >> drop;
  const std::uint64_t rest = drop == 64 ? bits : bits & ((std::uint64_t{1} << drop) - 1);
  const std::uint64_t half = std::uint64_t{1} << (drop - 1);
  const bool up = rest > half || (rest == half && (kept & 1) != 0);
  return std::ldexp(static_cast<double>(kept + (up ? 1 : 0)), static_cast<int>(exponent + drop));
}

namespace {

/// Rounds |z| * 2^exponent, plus something below its last bit if `sticky`.
double round_magnitude(mpz_srcptr z, bool sticky, std::int64_t exponent, FloatFormat format) {
  const auto bits = static_cast<std::int64_t>(mpz_sizeinbase(z, 2));
  BigInteger top;
  if (bits <= 64) {
    mpz_mul_2exp(top, z, static_cast<mp_bitcnt_t>(64 - bits));
  } else {
    mpz_tdiv_q_2exp(top, z, static_cast<mp_bitcnt_t>(bits - 64));
    sticky = sticky || static_cast<std::int64_t>(mpz_scan1(z, 0)) < bits - 64;
  }
  return round_bits(mpz_getlimbn(top, 0) | (sticky ? 1 : 0), exponent + bits - 64, format);
}

double round_integer(mpz_srcptr z, FloatFormat format) {
  const double magnitude = round_magnitude(z, false, 0, format);
  return mpz_sgn(z) < 0 ? -magnitude : magnitude;
}

}  // namespace

double round_ratio(mpq_srcptr q, FloatFormat format) {
  mpz_srcptr n = mpq_numref(q), d = mpq_denref(q);
  const auto shift = 66 - static_cast<std::int64_t>(mpz_sizeinbase(n, 2)) + static_cast<std::int64_t>(mpz_sizeinbase(d, 2));
  BigInteger scaled, quotient, rest;
  if (shift >= 0) {
    mpz_mul_2exp(scaled, n, static_cast<mp_bitcnt_t>(shift));
    mpz_tdiv_qr(quotient, rest, scaled, d);
  } else {
    mpz_mul_2exp(scaled, d, static_cast<mp_bitcnt_t>(-shift));
    mpz_tdiv_qr(quotient, rest, n, scaled);
  }
  const bool sticky = mpz_sgn(static_cast<mpz_srcptr>(rest)) != 0;
  const double magnitude = round_magnitude(quotient, sticky, -shift, format);
  return mpz_sgn(n) < 0 ? -magnitude : magnitude;
}

namespace {

double round_rational(Value v, FloatFormat format) {
  if (is_bignum(v)) return round_integer(IntegerView(v), format);
  return round_ratio(RationalView(v), format);
}

}  // namespace

double double_of(Value v) {
  if (v.is_immediate_double()) return v.as_immediate_double();
  double d;
  std::memcpy(&d, v.as_object()->data<char>(), sizeof d);
  return d;
}

double to_double(Value v) {
  if (v.is_fixnum()) return static_cast<double>(v.as_fixnum());
  if (v.is_single_float()) return v.as_single_float();
  return is_double(v) ? double_of(v) : round_rational(v, double_format);
}

float to_single(Value v) {
  if (v.is_single_float()) return v.as_single_float();
  if (v.is_fixnum()) return static_cast<float>(v.as_fixnum());
  return static_cast<float>(is_double(v) ? double_of(v) : round_rational(v, single_format));
}

Value fail_arithmetic(Runtime& rt, Known condition, Value operation, std::initializer_list<Value> operands) {
  return rt.fail(condition, {rt.sym(Known::operation), operation, rt.sym(Known::operands), rt.list(operands)});
}

Known rounding_name(Rounding rounding) {
  switch (rounding) {
    case Rounding::floor: return Known::floor;
    case Rounding::ceiling: return Known::ceiling;
    case Rounding::truncate: return Known::truncate;
    default: return Known::round;
  }
}

Value fail_division(Runtime& rt, Known name, Value a, Value b, double x, double y) {
  if (!number_is_zero(b) && (overflowed(a, x) || overflowed(b, y)))
    return fail_arithmetic(rt, Known::floating_point_overflow, name, {a, b});
  if (y == 0) return fail_arithmetic(rt, Known::division_by_zero, name, {a, b});
  return std::isinf(y) && std::isfinite(x) ? UNBOUND : fail_arithmetic(rt, Known::floating_point_invalid, name, {a, b});
}

namespace {

/// True if the truncated quotient must move one step away from zero.
template <class F> bool rounds_away(const FloatQuotient<F>& t, F y, Rounding rounding) {
  const bool opposite = std::signbit(t.remainder) != std::signbit(y);
  switch (rounding) {
    case Rounding::floor: return t.remainder != 0 && opposite;
    case Rounding::ceiling: return t.remainder != 0 && !opposite;
    case Rounding::truncate: return false;
    default: {
      const F rest = std::fabs(t.remainder), other = std::fabs(y) - rest;  // half of the smallest float is not a float
      return rest > other || (rest == other && std::fmod(t.quotient, F{2}) != 0);
    }
  }
}

/// Truncates a quotient. If the rounded quotient exceeds the true one, the remainder has the wrong sign, and the
/// quotient is corrected.
template <class F> FloatQuotient<F> truncate_floats(F x, F y) {
  if (y == 1) return {std::trunc(x), x - std::trunc(x)};
  const F q = std::trunc(x / y), r = x - q * y;
  if (!std::isfinite(q) || std::fabs(r) >= std::fabs(y)) return {std::trunc((x - std::fmod(x, y)) / y), std::fmod(x, y)};
  if (r == 0 || std::signbit(r) == std::signbit(x)) return {q, r};
  return {q - std::copysign(F{1}, q), r + std::copysign(y, x)};
}

}  // namespace

template <class F> FloatQuotient<F> divide_floats(F x, F y, Rounding rounding) {
  FloatQuotient<F> t = truncate_floats(x, y);
  if (!rounds_away(t, y, rounding)) return t;
  const bool down = std::signbit(x) != std::signbit(y);
  return down ? FloatQuotient<F>{t.quotient - 1, t.remainder + y} : FloatQuotient<F>{t.quotient + 1, t.remainder - y};
}

template FloatQuotient<float> divide_floats(float, float, Rounding);
template FloatQuotient<double> divide_floats(double, double, Rounding);

}  // namespace tessera
