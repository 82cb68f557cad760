// Arithmetic, comparisons and predicates on numbers. Layer: builtins.
#include <algorithm>

#include "builtins/chapters.hpp"
#include "builtins/predicates.hpp"
#include "data/numbers/irrational.hpp"
#include "data/numbers/parts.hpp"
#include "data/symbols/packages.hpp"

namespace tessera {

namespace {

using Binary = Value (*)(Runtime&, Value, Value);

/// True if Lisp computes operations whose operands are not all numbers.
bool has_extensions(Runtime& rt) { return rt.symbol(rt.tessera("*NUMBER-EXTENSIONS*"))->value.is_cons(); }

/// Returns ((a op b) op c) ..., where op is the function `name`; `start` without arguments. Where that fails, Lisp may
/// compute it pair by pair.
Value fold(Runtime& rt, Args a, Value start, Binary f, const char* name) {
  if (a.size() == 0) return start;
  if (a.size() == 2) return f(rt, a[0], a[1]);
  Value result = is_number(a[0]) ? a[0] : rt.fail_type(a[0], Known::number);
  for (std::uint32_t i = 1; i < a.size() && !is_failed(result); ++i) result = f(rt, result, a[i]);
  if (TESSERA_LIKELY(!is_failed(result) || a.size() < 2 || !has_extensions(rt))) return result;
  if (std::all_of(a.values, a.values + a.size(), is_number)) return FAILED;
  rt.failure.type = NIL;
  return rt.tail_call(global_function(rt, rt.cl("REDUCE")), {rt.symbol(rt.cl(name))->function, rt.list(std::span(a.values, a.count))});
}

Value add(Runtime& rt, Args a) { return fold(rt, a, Value::fixnum(0), number_add, "+"); }
Value multiply(Runtime& rt, Args a) { return fold(rt, a, Value::fixnum(1), number_multiply, "*"); }
Value subtract(Runtime& rt, Args a) {
  if (a.size() != 1) return fold(rt, a, NIL, number_subtract, "-");
  return is_number(a[0]) ? number_negate(rt, a[0]) : rt.fail_type(a[0], Known::number);
}
Value divide(Runtime& rt, Args a) {
  return a.size() == 1 ? number_divide(rt, Value::fixnum(1), a[0]) : fold(rt, a, NIL, number_divide, "/");
}
Value one_plus(Runtime& rt, Args a) { return number_add(rt, a[0], Value::fixnum(1)); }
Value one_minus(Runtime& rt, Args a) { return number_subtract(rt, a[0], Value::fixnum(1)); }

/// Returns UNBOUND, or FAILED if an argument is not a real (number). A failure with two operands has both.
Value check_reals(Runtime& rt, Args a) {
  if (a.size() == 2 && !(is_real(a[0]) && is_real(a[1]))) return fail_operands(rt, a[0], a[1], is_real(a[0]), Known::real);
  for (std::uint32_t i = 0; i < a.size(); ++i)
    if (!is_real(a[i])) return rt.fail_type(a[i], Known::real);
  return UNBOUND;
}
Value check_numbers(Runtime& rt, Args a) {
  if (a.size() == 2 && !(is_number(a[0]) && is_number(a[1]))) return fail_operands(rt, a[0], a[1], is_number(a[0]), Known::number);
  for (std::uint32_t i = 0; i < a.size(); ++i)
    if (!is_number(a[i])) return rt.fail_type(a[i], Known::number);
  return UNBOUND;
}

/// True if `accept` accepts the order of each pair of neighbours.
template <class Accept> Value ordered(Runtime& rt, Args a, Accept accept) {
  TESSERA_TRY(check_reals(rt, a));
  for (std::uint32_t i = 1; i < a.size(); ++i)
    if (!accept(number_compare(rt, a[i - 1], a[i]))) return NIL;
  return T;
}

Value less(Runtime& rt, Args a) {
  return ordered(rt, a, [](Order order) { return order == Order::less; });
}
Value greater(Runtime& rt, Args a) {
  return ordered(rt, a, [](Order order) { return order == Order::greater; });
}
Value at_most(Runtime& rt, Args a) {
  return ordered(rt, a, [](Order order) { return order == Order::less || order == Order::equal; });
}
Value at_least(Runtime& rt, Args a) {
  return ordered(rt, a, [](Order order) { return order == Order::greater || order == Order::equal; });
}

Value equal_numbers(Runtime& rt, Args a) {
  TESSERA_TRY(check_numbers(rt, a));
  for (std::uint32_t i = 1; i < a.size(); ++i)
    if (number_equal(rt, a[0], a[i]) != Order::equal) return NIL;
  return T;
}

Value all_different(Runtime& rt, Args a) {
  TESSERA_TRY(check_numbers(rt, a));
  for (std::uint32_t i = 1; i < a.size(); ++i)
    for (std::uint32_t j = 0; j < i; ++j)
      if (number_equal(rt, a[i], a[j]) == Order::equal) return NIL;
  return T;
}

Value extreme(Runtime& rt, Args a, Order wanted) {
  TESSERA_TRY(check_reals(rt, a));
  Value best = a[0];
  for (std::uint32_t i = 1; i < a.size(); ++i) best = number_extreme(rt, best, a[i], wanted);
  return best;
}

Value max(Runtime& rt, Args a) { return extreme(rt, a, Order::greater); }
Value min(Runtime& rt, Args a) { return extreme(rt, a, Order::less); }

/// Folds over integers only.
Value fold_integers(Runtime& rt, Args a, Binary f) {
  Value result = Value::fixnum(f == integer_lcm ? 1 : 0);
  for (std::uint32_t i = 0; i < a.size(); ++i) {
    if (!is_integer(a[i])) return rt.fail_type(a[i], Known::integer);
    result = f(rt, result, a[i]);
    TESSERA_TRY(result);
  }
  return result;
}

Value gcd(Runtime& rt, Args a) { return fold_integers(rt, a, integer_gcd); }
Value lcm(Runtime& rt, Args a) { return fold_integers(rt, a, integer_lcm); }

Value zerop(Runtime& rt, Args a) { return is_number(a[0]) ? boolean(number_is_zero(a[0])) : rt.fail_type(a[0], Known::number); }
Value plusp(Runtime& rt, Args a) { return is_real(a[0]) ? boolean(real_sign(a[0]) > 0) : rt.fail_type(a[0], Known::real); }
Value minusp(Runtime& rt, Args a) { return is_real(a[0]) ? boolean(real_sign(a[0]) < 0) : rt.fail_type(a[0], Known::real); }
Value evenp(Runtime& rt, Args a) { return is_integer(a[0]) ? boolean(!integer_odd(a[0])) : rt.fail_type(a[0], Known::integer); }
Value oddp(Runtime& rt, Args a) { return is_integer(a[0]) ? boolean(integer_odd(a[0])) : rt.fail_type(a[0], Known::integer); }

Value complex(Runtime& rt, Args a) {
  TESSERA_TRY(check_reals(rt, a));
  return make_complex(rt, a[0], a.get(1, Value::fixnum(0)));
}

Value realpart(Runtime& rt, Args a) { return is_number(a[0]) ? complex_part_real(a[0]) : rt.fail_type(a[0], Known::number); }

Value imagpart(Runtime& rt, Args a) {
  if (!is_number(a[0])) return rt.fail_type(a[0], Known::number);
  return is_float(a[0]) ? number_multiply(rt, Value::fixnum(0), a[0]) : complex_part_imaginary(a[0]);
}

Value conjugate(Runtime& rt, Args a) {
  if (!is_number(a[0])) return rt.fail_type(a[0], Known::number);
  if (!is_complex(a[0])) return a[0];
  const Value imaginary = number_negate(rt, complex_part_imaginary(a[0]));
  TESSERA_TRY(imaginary);
  return make_complex(rt, complex_part_real(a[0]), imaginary);
}

Value numerator(Runtime& rt, Args a) { return is_rational(a[0]) ? numerator_of(a[0]) : rt.fail_type(a[0], Known::rational); }
Value denominator(Runtime& rt, Args a) { return is_rational(a[0]) ? denominator_of(a[0]) : rt.fail_type(a[0], Known::rational); }
Value abs(Runtime& rt, Args a) { return number_abs(rt, a[0]); }
Value signum(Runtime& rt, Args a) { return number_signum(rt, a[0]); }

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::numbers>() {
  static const Builtin table[] = {
      {"+", "&rest numbers", add,
       "Returns the sum of NUMBERS, 0 for none. Signals a TYPE-ERROR for another object, and FLOATING-POINT-OVERFLOW if a float is too large."},
      {"*", "&rest numbers", multiply, "Returns the product of NUMBERS, 1 for none."},
      {"-", "number &rest more-numbers", subtract, "Returns NUMBER minus all MORE-NUMBERS; with one argument its negation."},
      {"/", "number &rest more-numbers", divide,
       "Returns NUMBER divided by all MORE-NUMBERS, exactly for rationals; with one argument its reciprocal. Signals DIVISION-BY-ZERO for a zero divisor."},
      {"1+", "number", one_plus, "Returns NUMBER plus 1."},
      {"1-", "number", one_minus, "Returns NUMBER minus 1."},
      {"<", "real &rest more-reals", less, "Returns true if the arguments strictly increase. Floats and rationals are compared exactly."},
      {">", "real &rest more-reals", greater, "Returns true if the arguments strictly decrease."},
      {"<=", "real &rest more-reals", at_most, "Returns true if the arguments never decrease."},
      {">=", "real &rest more-reals", at_least, "Returns true if the arguments never increase."},
      {"=", "number &rest more-numbers", equal_numbers, "Returns true if all arguments have the same value, whatever their types."},
      {"/=", "number &rest more-numbers", all_different, "Returns true if no two arguments have the same value."},
      {"MAX", "real &rest more-reals", max, "Returns the greatest argument; a TYPE-ERROR if one is not real."},
      {"MIN", "real &rest more-reals", min, "Returns the least argument; a TYPE-ERROR if one is not real."},
      {"GCD", "&rest integers", gcd, "Returns the greatest common divisor of INTEGERS, 0 for none."},
      {"LCM", "&rest integers", lcm, "Returns the least common multiple of INTEGERS, 1 for none, 0 if one is 0."},
      {"ZEROP", "number", zerop, "Returns true if NUMBER is zero of any type."},
      {"PLUSP", "real", plusp, "Returns true if REAL is greater than zero."},
      {"MINUSP", "real", minusp, "Returns true if REAL is less than zero. -0.0 is not."},
      {"EVENP", "integer", evenp, "Returns true if INTEGER is divisible by two; a TYPE-ERROR if it is not an integer."},
      {"ODDP", "integer", oddp, "Returns true if INTEGER is not divisible by two; a TYPE-ERROR if it is not an integer."},
      {"NUMBERP", "object", predicate<is_number>, "Returns true if OBJECT is a number."},
      {"REALP", "object", predicate<is_real>, "Returns true if OBJECT is a rational or a float."},
      {"RATIONALP", "object", predicate<is_rational>, "Returns true if OBJECT is an integer or a ratio."},
      {"INTEGERP", "object", predicate<is_integer>, "Returns true if OBJECT is an integer."},
      {"FLOATP", "object", predicate<is_float>, "Returns true if OBJECT is a float."},
      {"COMPLEXP", "object", predicate<is_complex>, "Returns true if OBJECT is a complex number."},
      {"COMPLEX", "realpart &optional (imagpart 0)", complex,
       "Returns the number REALPART + IMAGPART*i. It is real if IMAGPART is 0 and both are rational."},
      {"REALPART", "number", realpart, "Returns the real part of NUMBER."},
      {"IMAGPART", "number", imagpart, "Returns the imaginary part of NUMBER; of a real, zero of its format."},
      {"CONJUGATE", "number", conjugate, "Returns NUMBER with its imaginary part negated."},
      {"NUMERATOR", "rational", numerator, "Returns the numerator of RATIONAL in lowest terms."},
      {"DENOMINATOR", "rational", denominator, "Returns the denominator of RATIONAL in lowest terms, 1 for an integer."},
      {"ABS", "number", abs, "Returns the absolute value of NUMBER; of a complex number its magnitude, a float."},
      {"SIGNUM", "number", signum, "Returns -1, 0 or 1 in the format of NUMBER; of a complex number, NUMBER scaled to magnitude 1."},
  };
  return table;
}

}  // namespace tessera
