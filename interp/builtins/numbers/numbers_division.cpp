// Rounding division: floor, ceiling, truncate, round, their float versions, mod and rem; isqrt. Layer: builtins.
#include "builtins/chapters.hpp"
#include "data/numbers/parts.hpp"

namespace tessera {

namespace {

/// Returns the divisor: the second argument, 1 if there is none.
Value divisor_of(Args a) { return a.get(1, Value::fixnum(1)); }

Value divide_rounded(Runtime& rt, Args a, Rounding rounding) {
  Value remainder = NIL;
  const Value quotient = number_divide_integer(rt, a[0], divisor_of(a), rounding, &remainder);
  TESSERA_TRY(quotient);
  return rt.two_values(quotient, remainder);
}

Value floor(Runtime& rt, Args a) { return divide_rounded(rt, a, Rounding::floor); }
Value ceiling(Runtime& rt, Args a) { return divide_rounded(rt, a, Rounding::ceiling); }
Value truncate(Runtime& rt, Args a) { return divide_rounded(rt, a, Rounding::truncate); }
Value round(Runtime& rt, Args a) { return divide_rounded(rt, a, Rounding::round); }

template <class F> Value float_quotient(Runtime& rt, Value x, Value y, Rounding rounding) {
  const F dividend = to_float<F>(x), divisor = to_float<F>(y);
  TESSERA_TRY(check_division(rt, rounding_name(rounding), x, y, dividend, divisor));
  const FloatQuotient<F> q = divide_floats(dividend, divisor, rounding);
  // A quotient that rounds to zero keeps the sign of the true one.
  const bool negative = std::signbit(dividend) != std::signbit(divisor);
  const F signed_quotient = q.quotient == 0 && negative ? -F{0} : q.quotient;
  const Value quotient = checked_float(rt, signed_quotient, rt.sym(rounding_name(rounding)), {x, y});
  TESSERA_TRY(quotient);
  return rt.values({quotient, make_float(rt, q.remainder)});
}

/// Returns the quotient as a float; for rationals a single-float.
Value divide_to_float(Runtime& rt, Args a, Rounding rounding) {
  const Value x = a[0], y = divisor_of(a);
  const NumberKind kind = std::max(kind_of(x), kind_of(y));
  if (kind > NumberKind::double_float) return rt.fail_type(is_real(x) ? y : x, Known::real);
  if (kind == NumberKind::single_float) return float_quotient<float>(rt, x, y, rounding);
  if (kind == NumberKind::double_float) return float_quotient<double>(rt, x, y, rounding);
  Value remainder = NIL;
  const Value quotient = number_divide_integer(rt, x, y, rounding, &remainder);
  TESSERA_TRY(quotient);
  const Value rounded = convert_to_float<float>(rt, quotient);
  TESSERA_TRY(rounded);
  return rt.values({rounded, remainder});
}

Value ffloor(Runtime& rt, Args a) { return divide_to_float(rt, a, Rounding::floor); }
Value fceiling(Runtime& rt, Args a) { return divide_to_float(rt, a, Rounding::ceiling); }
Value ftruncate(Runtime& rt, Args a) { return divide_to_float(rt, a, Rounding::truncate); }
Value fround(Runtime& rt, Args a) { return divide_to_float(rt, a, Rounding::round); }

Value mod(Runtime& rt, Args a) { return number_remainder(rt, a[0], a[1], Rounding::floor); }
Value rem(Runtime& rt, Args a) { return number_remainder(rt, a[0], a[1], Rounding::truncate); }

Value isqrt(Runtime& rt, Args a) {
  if (!is_integer(a[0]) || integer_sign(a[0]) < 0) return rt.fail_type(a[0], Known::unsigned_byte);
  bool exact;
  return integer_root(rt, a[0], &exact);
}

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::numbers_division>() {
  static const Builtin table[] = {
      {"FLOOR", "number &optional (divisor 1)", floor,
       "Divides NUMBER by DIVISOR and rounds the quotient down. Returns two values: the integer quotient and the remainder. Signals DIVISION-BY-ZERO for a zero divisor."},
      {"CEILING", "number &optional (divisor 1)", ceiling, "Like FLOOR, but rounds the quotient up."},
      {"TRUNCATE", "number &optional (divisor 1)", truncate, "Like FLOOR, but rounds the quotient toward zero."},
      {"ROUND", "number &optional (divisor 1)", round,
       "Like FLOOR, but rounds the quotient to the nearest integer, or to the even one of two that are equally near."},
      {"FFLOOR", "number &optional (divisor 1)", ffloor, "Like FLOOR, with the quotient as a float."},
      {"FCEILING", "number &optional (divisor 1)", fceiling, "Like CEILING, with the quotient as a float."},
      {"FTRUNCATE", "number &optional (divisor 1)", ftruncate, "Like TRUNCATE, with the quotient as a float."},
      {"FROUND", "number &optional (divisor 1)", fround, "Like ROUND, with the quotient as a float."},
      {"MOD", "number divisor", mod,
       "Returns the remainder of FLOOR, which has the sign of DIVISOR. Signals DIVISION-BY-ZERO if DIVISOR is 0."},
      {"REM", "number divisor", rem,
       "Returns the remainder of TRUNCATE, which has the sign of NUMBER. Signals DIVISION-BY-ZERO if DIVISOR is 0."},
      {"ISQRT", "natural", isqrt, "Returns the greatest integer whose square is not above NATURAL."},
  };
  return table;
}

}  // namespace tessera
