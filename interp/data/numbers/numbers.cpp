// The four operations over the whole number tower, by the kinds of their arguments. Layer: data.
#include <algorithm>

#include "data/numbers/irrational_parts.hpp"

namespace tessera {

namespace {

using GmpRational = void (*)(mpq_ptr, mpq_srcptr, mpq_srcptr);

Value rational_operation(Runtime& rt, GmpRational f, Value a, Value b) {
  const auto bits = [](Value v) { return integer_bits(numerator_of(v)) + integer_bits(denominator_of(v)); };
  const std::uint64_t size = bits(a) + bits(b);
  if (size > 100000 && !room_for_bits(rt, size * 2)) return rt.fail_heap();
  RationalView x(a), y(b);
  BigRational r;
  f(r, x, y);
  return rational_from(rt, r);
}

struct Add {
  static constexpr Known name = Known::plus;
  static Value integers(Runtime& rt, Value a, Value b) { return integer_add(rt, a, b); }
  static Value ratios(Runtime& rt, Value a, Value b) { return rational_operation(rt, mpq_add, a, b); }
  template <class F> static F floats(F x, F y) { return x + y; }
  static Value complexes(Runtime& rt, Value a, Value b);
};

struct Subtract {
  static constexpr Known name = Known::minus;
  static Value integers(Runtime& rt, Value a, Value b) { return integer_subtract(rt, a, b); }
  static Value ratios(Runtime& rt, Value a, Value b) { return rational_operation(rt, mpq_sub, a, b); }
  template <class F> static F floats(F x, F y) { return x - y; }
  static Value complexes(Runtime& rt, Value a, Value b);
};

struct Multiply {
  static constexpr Known name = Known::star;
  static Value integers(Runtime& rt, Value a, Value b) { return integer_multiply(rt, a, b); }
  static Value ratios(Runtime& rt, Value a, Value b) { return rational_operation(rt, mpq_mul, a, b); }
  template <class F> static F floats(F x, F y) { return x * y; }
  static Value complexes(Runtime& rt, Value a, Value b);
};

struct Divide {
  static constexpr Known name = Known::slash;
  static Value integers(Runtime& rt, Value a, Value b) { return make_ratio(rt, a, b); }
  static Value ratios(Runtime& rt, Value a, Value b) { return rational_operation(rt, mpq_div, a, b); }
  template <class F> static F floats(F x, F y) { return x / y; }
  static Value complexes(Runtime& rt, Value a, Value b);
};

/// Handles an infinite or NaN result `r`, or an operand that became one as a float.
template <class Op, class F> Value odd_result(Runtime& rt, F r, Value a, Value b) {
  const auto overflows = [](Value v) { return overflowed(v, static_cast<double>(to_float<F>(v))); };
  const auto odd = [](Value v) { return is_float(v) && !std::isfinite(to_double(v)); };
  if (overflows(a) || overflows(b)) return fail_arithmetic(rt, Known::floating_point_overflow, Op::name, {a, b});
  if (odd(a) || odd(b) || float_traps_masked(rt)) return make_float(rt, r);
  if (Op::name == Known::slash && to_float<F>(b) == 0) return fail_arithmetic(rt, Known::division_by_zero, Op::name, {a, b});
  return checked_float(rt, r, rt.sym(Op::name), {a, b});
}

template <class Op, class F> Value float_operation(Runtime& rt, Value a, Value b) {
  const F x = to_float<F>(a), y = to_float<F>(b);
  const F r = Op::template floats<F>(x, y);
  if (TESSERA_LIKELY(std::isfinite(r) && std::isfinite(x) && std::isfinite(y))) return make_float(rt, r);
  return odd_result<Op>(rt, r, a, b);
}

Value fail_number(Runtime& rt, Value a, Value b, Known operation) {
  return fail_operands(rt, a, b, is_number(a), Known::number, rt.sym(operation));
}

template <class Op> Value operate(Runtime& rt, Value a, Value b) {
  if (a.is_immediate_double() && b.is_immediate_double()) {
    const double r = Op::template floats<double>(a.as_immediate_double(), b.as_immediate_double());
    if (TESSERA_LIKELY(std::isfinite(r))) return rt.heap.make_double(r);
  }
  if (a.is_single_float() && b.is_single_float()) {
    const float r = Op::template floats<float>(a.as_single_float(), b.as_single_float());
    if (TESSERA_LIKELY(std::isfinite(r))) return Value::single_float(r);
  }
  switch (std::max(kind_of(a), kind_of(b))) {
    case NumberKind::integer: return Op::integers(rt, a, b);
    case NumberKind::ratio: return Op::ratios(rt, a, b);
    case NumberKind::single_float: return float_operation<Op, float>(rt, a, b);
    case NumberKind::double_float: return float_operation<Op, double>(rt, a, b);
    case NumberKind::complex: return Op::complexes(rt, a, b);
    default: return fail_number(rt, a, b, Op::name);
  }
}

/// Makes a complex number of two parts, either of which may be FAILED.
Value complex_of(Runtime& rt, Value real, Value imaginary) {
  TESSERA_TRY(real);
  TESSERA_TRY(imaginary);
  return make_complex(rt, real, imaginary);
}

struct Parts {
  Value re, im;
  explicit Parts(Value v) : re(complex_part_real(v)), im(complex_part_imaginary(v)) {}
};

/// Returns a * b + c * d, or a * b - c * d.
Value two_products(Runtime& rt, Value a, Value b, Value c, Value d, bool minus) {
  const Value x = number_multiply(rt, a, b);
  TESSERA_TRY(x);
  const Value y = number_multiply(rt, c, d);
  TESSERA_TRY(y);
  return minus ? number_subtract(rt, x, y) : number_add(rt, x, y);
}

/// The parts of a complex number that are both immediate double-floats.
struct DoubleParts {
  double re = 0, im = 0;
  bool found = false;
  explicit DoubleParts(Value v) {
    if (!is_complex(v)) return;
    const Value real = as<Complex>(v)->real, imaginary = as<Complex>(v)->imaginary;
    if (!real.is_immediate_double() || !imaginary.is_immediate_double()) return;
    re = real.as_immediate_double();
    im = imaginary.as_immediate_double();
    found = true;
  }
};

/// Returns the complex number of two doubles; UNBOUND if one of them is an overflow or NaN, which the caller handles
/// part by part.
Value finite_complex(Runtime& rt, double re, double im) {
  if (TESSERA_UNLIKELY(!std::isfinite(re) || !std::isfinite(im))) return UNBOUND;
  return make_complex(rt, rt.heap.make_double(re), rt.heap.make_double(im));
}

Value Add::complexes(Runtime& rt, Value a, Value b) {
  if (const DoubleParts p(a), q(b); p.found && q.found)
    if (const Value sum = finite_complex(rt, p.re + q.re, p.im + q.im); sum != UNBOUND) return sum;
  const Parts x(a), y(b);
  const Value re = number_add(rt, x.re, y.re);
  TESSERA_TRY(re);
  return complex_of(rt, re, number_add(rt, x.im, y.im));
}

Value Subtract::complexes(Runtime& rt, Value a, Value b) {
  if (const DoubleParts p(a), q(b); p.found && q.found)
    if (const Value difference = finite_complex(rt, p.re - q.re, p.im - q.im); difference != UNBOUND) return difference;
  const Parts x(a), y(b);
  const Value re = number_subtract(rt, x.re, y.re);
  TESSERA_TRY(re);
  return complex_of(rt, re, number_subtract(rt, x.im, y.im));
}

Value Multiply::complexes(Runtime& rt, Value a, Value b) {
  if (const DoubleParts p(a), q(b); p.found && q.found)
    if (const Value product = finite_complex(rt, p.re * q.re - p.im * q.im, p.re * q.im + p.im * q.re); product != UNBOUND) return product;
  const Parts x(a), y(b);
  const Value re = two_products(rt, x.re, y.re, x.im, y.im, true);
  TESSERA_TRY(re);
  return complex_of(rt, re, two_products(rt, x.re, y.im, x.im, y.re, false));
}

/// Returns (x + y*i) / divisor for a real divisor.
Value divide_parts(Runtime& rt, Value x, Value y, Value divisor) {
  TESSERA_TRY(x);
  TESSERA_TRY(y);
  TESSERA_TRY(divisor);
  const Value re = number_divide(rt, x, divisor);
  TESSERA_TRY(re);
  return complex_of(rt, re, number_divide(rt, y, divisor));
}

Value divide_exactly(Runtime& rt, const Parts& x, const Parts& y) {
  const Value re = two_products(rt, x.re, y.re, x.im, y.im, false);
  TESSERA_TRY(re);
  const Value im = two_products(rt, x.im, y.re, x.re, y.im, true);
  TESSERA_TRY(im);
  return divide_parts(rt, re, im, two_products(rt, y.re, y.re, y.im, y.im, false));
}

/// Divides in double precision, whatever the parts, which also keeps the squares of single-floats from overflowing.
Value divide_float_complexes(Runtime& rt, Value a, Value b) {
  if (number_is_zero(b)) return fail_arithmetic(rt, Known::division_by_zero, Known::slash, {a, b});
  return complex_result(rt, to_complex(a) / to_complex(b), has_double(a) || has_double(b), "/", {a, b});
}

Value Divide::complexes(Runtime& rt, Value a, Value b) {
  const Parts x(a), y(b);
  if (!is_complex(b)) return divide_parts(rt, x.re, x.im, b);
  return is_float(x.re) || is_float(y.re) ? divide_float_complexes(rt, a, b) : divide_exactly(rt, x, y);
}

/// Returns quotient and remainder of floats of one format.
template <class F> Value divide_float(Runtime& rt, Value a, Value b, Rounding rounding, Value* remainder) {
  const F x = to_float<F>(a), y = to_float<F>(b);
  const Known name = rounding_name(rounding);
  TESSERA_TRY(check_division(rt, name, a, b, x, y));
  const FloatQuotient<F> q = divide_floats(x, y, rounding);
  if (!std::isfinite(q.quotient)) return fail_arithmetic(rt, Known::floating_point_overflow, name, {a, b});
  if (remainder != nullptr) *remainder = make_float(rt, q.remainder);
  return integer_from_double(rt, q.quotient);
}

Value divide_ratio(Runtime& rt, Value a, Value b, Rounding rounding, Value* remainder) {
  const Value x = integer_multiply(rt, numerator_of(a), denominator_of(b));
  TESSERA_TRY(x);
  const Value y = integer_multiply(rt, numerator_of(b), denominator_of(a));
  TESSERA_TRY(y);
  const Value q = integer_divide(rt, x, y, rounding, nullptr);
  if (is_failed(q) || remainder == nullptr) return q;
  const Value product = number_multiply(rt, q, b);
  TESSERA_TRY(product);
  *remainder = number_subtract(rt, a, product);
  TESSERA_TRY(*remainder);
  return q;
}

}  // namespace

Value fail_operands(Runtime& rt, Value a, Value b, bool first_fits, Known expected_type, Value operation) {
  return rt.fail(Known::type_error, {rt.sym(Known::datum), first_fits ? b : a, rt.sym(Known::expected_type), rt.sym(expected_type),
                                     rt.sym(Known::format_arguments), rt.list({operation, a, b})});
}

Value number_add(Runtime& rt, Value a, Value b) {
  if (TESSERA_LIKELY(Value::both_fixnums(a, b))) return make_integer(rt, a.as_fixnum() + b.as_fixnum());
  return operate<Add>(rt, a, b);
}

Value number_subtract(Runtime& rt, Value a, Value b) {
  if (TESSERA_LIKELY(Value::both_fixnums(a, b))) return make_integer(rt, a.as_fixnum() - b.as_fixnum());
  return operate<Subtract>(rt, a, b);
}

Value number_multiply(Runtime& rt, Value a, Value b) {
  if (Value::both_fixnums(a, b)) return integer_multiply(rt, a, b);
  return operate<Multiply>(rt, a, b);
}

Value number_divide(Runtime& rt, Value a, Value b) {
  if (TESSERA_UNLIKELY(!is_number(a) || !is_number(b))) return fail_number(rt, a, b, Known::slash);
  if (TESSERA_UNLIKELY(!is_complex(b) && number_is_zero(b)) && !(is_float(b) && float_traps_masked(rt)))
    return fail_arithmetic(rt, Known::division_by_zero, Known::slash, {a, b});
  if (is_integer(a) && b == Value::fixnum(1)) return a;
  return operate<Divide>(rt, a, b);
}

Value number_negate(Runtime& rt, Value a) {
  switch (kind_of(a)) {
    case NumberKind::single_float: return Value::single_float(-a.as_single_float());
    case NumberKind::double_float: return rt.heap.make_double(-double_of(a));
    case NumberKind::complex: {
      const Value re = number_negate(rt, complex_part_real(a));
      TESSERA_TRY(re);
      return complex_of(rt, re, number_negate(rt, complex_part_imaginary(a)));
    }
    default: return number_subtract(rt, Value::fixnum(0), a);
  }
}

Value number_divide_integer(Runtime& rt, Value a, Value b, Rounding rounding, Value* remainder) {
  const NumberKind kind = std::max(kind_of(a), kind_of(b));
  if (kind > NumberKind::double_float) return fail_operands(rt, a, b, is_real(a), Known::real);
  if (kind <= NumberKind::ratio && b == Value::fixnum(0)) return fail_division(rt, rounding_name(rounding), a, b, 0, 0);
  switch (kind) {
    case NumberKind::integer: return integer_divide(rt, a, b, rounding, remainder);
    case NumberKind::ratio: return divide_ratio(rt, a, b, rounding, remainder);
    case NumberKind::single_float: return divide_float<float>(rt, a, b, rounding, remainder);
    default: return divide_float<double>(rt, a, b, rounding, remainder);
  }
}

namespace {

Known remainder_name(Rounding rounding) { return rounding == Rounding::floor ? Known::mod : Known::rem; }

template <class F> Value float_remainder(Runtime& rt, Value x, Value y, Rounding rounding) {
  const F dividend = to_float<F>(x), divisor = to_float<F>(y);
  TESSERA_TRY(check_division(rt, remainder_name(rounding), x, y, dividend, divisor));
  return make_float(rt, divide_floats(dividend, divisor, rounding).remainder);
}

}  // namespace

Value number_remainder(Runtime& rt, Value x, Value y, Rounding rounding) {
  const NumberKind kind = std::max(kind_of(x), kind_of(y));
  if (kind > NumberKind::double_float) return fail_operands(rt, x, y, is_real(x), Known::real);
  if (kind == NumberKind::single_float) return float_remainder<float>(rt, x, y, rounding);
  if (kind == NumberKind::double_float) return float_remainder<double>(rt, x, y, rounding);
  if (y == Value::fixnum(0)) return fail_division(rt, remainder_name(rounding), x, y, 0, 0);
  Value remainder = NIL;
  const Value quotient = number_divide_integer(rt, x, y, rounding, &remainder);
  TESSERA_TRY(quotient);
  return remainder;
}

Value number_extreme(Runtime& rt, Value a, Value b, Order wanted) {
  const Order order = number_compare(rt, b, a);
  if (order == Order::failed) return FAILED;
  return order == wanted ? b : a;
}

}  // namespace tessera
