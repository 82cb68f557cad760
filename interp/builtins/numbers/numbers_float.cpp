// Floats and their parts; conversions between floats and rationals. Layer: builtins.
#include "builtins/arguments.hpp"
#include "builtins/chapters.hpp"
#include "data/numbers/float_digits.hpp"
#include "data/numbers/irrational.hpp"
#include "data/numbers/parts.hpp"

namespace tessera {

namespace {

Value check_float(Runtime& rt, Value v) { return is_float(v) ? v : rt.fail_type(v, Known::float_); }

/// Takes a finite float: the infinities and NaN have no exact value.
Value check_finite(Runtime& rt, Value v, Known operation) {
  TESSERA_TRY(check_float(rt, v));
  if (!std::isfinite(to_double(v))) return fail_arithmetic(rt, Known::floating_point_invalid, operation, {v});
  return v;
}

/// Returns `d`, which fits the format of `like`, as a float of that format.
Value float_like(Runtime& rt, double d, Value like) {
  return is_double(like) ? rt.heap.make_double(d) : Value::single_float(static_cast<float>(d));
}

int digits_of(Value v) { return is_double(v) ? 53 : 24; }
/// Returns the exponent of the least subnormal number.
int min_exponent(Value v) { return is_double(v) ? -1074 : -149; }

Value float_(Runtime& rt, Args a) {
  if (!is_real(a[0])) return rt.fail_type(a[0], Known::real);
  if (a.size() == 1) return is_float(a[0]) ? a[0] : convert_to_float<float>(rt, a[0]);
  TESSERA_TRY(check_float(rt, a[1]));
  return is_double(a[1]) ? convert_to_float<double>(rt, a[0]) : convert_to_float<float>(rt, a[0]);
}

Value rational(Runtime& rt, Args a) {
  if (is_rational(a[0])) return a[0];
  if (!is_float(a[0])) return rt.fail_type(a[0], Known::real);
  TESSERA_TRY(check_finite(rt, a[0], Known::rational));
  return rational_from_double(rt, to_double(a[0]));
}

Value rationalize(Runtime& rt, Args a) {
  if (is_rational(a[0])) return a[0];
  if (!is_float(a[0])) return rt.fail_type(a[0], Known::real);
  TESSERA_TRY(check_finite(rt, a[0], Known::rational));
  return simplest_rational(rt, a[0]);
}

double sign_of(double d) { return std::signbit(d) ? -1.0 : 1.0; }

Value decode_float(Runtime& rt, Args a) {
  TESSERA_TRY(check_finite(rt, a[0], Known::float_));
  const double d = to_double(a[0]);
  int exponent = 0;
  const double fraction = std::frexp(std::fabs(d), &exponent);
  return rt.values({float_like(rt, fraction, a[0]), Value::fixnum(exponent), float_like(rt, sign_of(d), a[0])});
}

Value integer_decode_float(Runtime& rt, Args a) {
  TESSERA_TRY(check_finite(rt, a[0], Known::float_));
  const double d = to_double(a[0]);
  int exponent = 0;
  std::frexp(d, &exponent);
  exponent = d == 0 ? 0 : std::max(exponent - digits_of(a[0]), min_exponent(a[0]));
  const double significand = std::ldexp(std::fabs(d), -exponent);
  return rt.values({integer_from_double(rt, significand), Value::fixnum(exponent), Value::fixnum(sign_of(d) < 0 ? -1 : 1)});
}

Value scale_float(Runtime& rt, Args a) {
  TESSERA_TRY(check_float(rt, a[0]));
  if (!is_integer(a[1])) return rt.fail_type(a[1], Known::integer);
  constexpr std::int64_t bound = 5000;  // far beyond both formats
  const std::int64_t exponent = std::clamp(to_int64(a[1]).value_or(integer_sign(a[1]) * bound), -bound, bound);
  const double d = to_double(a[0]), scaled = std::ldexp(d, static_cast<int>(exponent));
  if (!std::isfinite(d)) return a[0];
  const Value operation = rt.cl("SCALE-FLOAT");
  if (is_double(a[0])) return checked_float(rt, scaled, operation, {a[0], a[1]});
  return checked_float(rt, std::ldexp(a[0].as_single_float(), static_cast<int>(exponent)), operation, {a[0], a[1]});
}

Value float_radix(Runtime& rt, Args a) {
  TESSERA_TRY(check_float(rt, a[0]));
  return Value::fixnum(2);
}

Value float_digits_(Runtime& rt, Args a) {
  TESSERA_TRY(check_float(rt, a[0]));
  return Value::fixnum(digits_of(a[0]));
}

Value float_precision(Runtime& rt, Args a) {
  TESSERA_TRY(check_finite(rt, a[0], Known::float_));
  int exponent = 0;
  const double d = to_double(a[0]);
  std::frexp(d, &exponent);
  return Value::fixnum(d == 0 ? 0 : std::min(digits_of(a[0]), exponent - min_exponent(a[0])));
}

Value float_sign(Runtime& rt, Args a) {
  TESSERA_TRY(check_float(rt, a[0]));
  const Value magnitude = a.get(1, float_like(rt, 1.0, a[0]));
  TESSERA_TRY(check_float(rt, magnitude));
  const Value like = is_double(a[0]) ? a[0] : magnitude;
  return float_like(rt, std::copysign(to_double(magnitude), to_double(a[0])), like);
}

/// Returns the fewest digits and the position of the point, for FORMAT.
Value digits_for_format(Runtime& rt, Args a) {
  TESSERA_TRY(check_finite(rt, a[0], Known::float_));
  const FloatDigits digits = float_digits(a[0]);
  return rt.values({rt.make_string(digits.digits), Value::fixnum(digits.exponent)});
}

constexpr std::int64_t max_fixed_digits = 1000;

Value fixed_digits_for_format(Runtime& rt, Args a) {
  TESSERA_TRY(check_finite(rt, a[0], Known::float_));
  if (!a[1].is_fixnum() || a[1].as_fixnum() < 0 || a[1].as_fixnum() > max_fixed_digits)
    return rt.fail_type(a[1], integer_type(rt, 0, max_fixed_digits));
  return rt.make_string(fixed_digits(a[0], static_cast<std::size_t>(a[1].as_fixnum())));
}

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::numbers_float>() {
  static const Builtin table[] = {
      {"FLOAT", "number &optional prototype", float_,
       "Returns the real NUMBER as a float in the format of PROTOTYPE; without one, a float as it is and a rational as a single-float."},
      {"RATIONAL", "number", rational, "Returns the rational with exactly the value of the real NUMBER."},
      {"RATIONALIZE", "number", rationalize,
       "Returns the simplest rational that the float NUMBER may stand for: it rounds to NUMBER again."},
      {"DECODE-FLOAT", "float", decode_float,
       "Returns three values: FLOAT's significand from 0.5 up to 1, its exponent, and 1 or -1 as a float for its sign."},
      {"INTEGER-DECODE-FLOAT", "float", integer_decode_float,
       "Returns three values: FLOAT's significand as an integer, its exponent, and 1 or -1 for its sign."},
      {"SCALE-FLOAT", "float integer", scale_float, "Returns FLOAT times 2 to the power INTEGER."},
      {"FLOAT-RADIX", "float", float_radix, "Returns the radix of FLOAT's format, which is 2."},
      {"FLOAT-DIGITS", "float", float_digits_, "Returns the number of binary digits in FLOAT's format."},
      {"FLOAT-PRECISION", "float", float_precision,
       "Returns the number of significant binary digits of FLOAT, fewer in a denormalized one, 0 in zero."},
      {"FLOAT-SIGN", "float-1 &optional float-2", float_sign,
       "Returns a float with the sign of FLOAT-1 and the magnitude of FLOAT-2, 1 by default."},
      {"tessera::%FLOAT-DIGITS", "float", digits_for_format,
       "Returns two values: the fewest digits that read back as FLOAT, a string, and the exponent: |FLOAT| = 0.DIGITS * 10^exponent."},
      {"tessera::%FIXED-DIGITS", "float count", fixed_digits_for_format,
       "Returns the digits of |FLOAT|, COUNT of them (1000 at most) after the point, as ~F writes them."},
  };
  return table;
}

}  // namespace tessera
