// Ratios, and complex numbers as objects. Layer: data.
#include <numeric>

#include "data/numbers/parts.hpp"

namespace tessera {

RationalView::RationalView(Value v) : numerator_(numerator_of(v)), denominator_(denominator_of(v)) {
  *mpq_numref(q_) = *static_cast<mpz_srcptr>(numerator_);
  *mpq_denref(q_) = *static_cast<mpz_srcptr>(denominator_);
}

namespace {

Value new_ratio(Runtime& rt, Value numerator, Value denominator) {
  TESSERA_TRY(numerator);
  TESSERA_TRY(denominator);
  if (denominator == Value::fixnum(1)) return numerator;
  auto* r = reinterpret_cast<Ratio*>(rt.heap.allocate(Type::ratio, 2));
  r->numerator = numerator;
  r->denominator = denominator;
  return to_value(r);
}

Value ratio_of_fixnums(Runtime& rt, std::int64_t n, std::int64_t d) {
  const std::int64_t divisor = d < 0 ? -std::gcd(n, d) : std::gcd(n, d);
  return new_ratio(rt, make_integer(rt, n / divisor), make_integer(rt, d / divisor));
}

Value new_complex(Runtime& rt, Value real, Value imaginary) {
  TESSERA_TRY(real);
  TESSERA_TRY(imaginary);
  auto* c = reinterpret_cast<Complex*>(rt.heap.allocate(Type::complex, 2));
  c->real = real;
  c->imaginary = imaginary;
  return to_value(c);
}

}  // namespace

Value rational_from(Runtime& rt, mpq_srcptr q) {
  const Value numerator = integer_from(rt, mpq_numref(q));
  TESSERA_TRY(numerator);
  return new_ratio(rt, numerator, integer_from(rt, mpq_denref(q)));
}

Value make_reduced_ratio(Runtime& rt, Value numerator, Value denominator) {
  if (integer_sign(denominator) > 0) return new_ratio(rt, numerator, denominator);
  return new_ratio(rt, integer_negate(rt, numerator), integer_negate(rt, denominator));
}

Value rational_from_double(Runtime& rt, double d) {
  if (d == std::trunc(d)) return integer_from_double(rt, d);
  BigRational q;
  mpq_set_d(q, d);
  return rational_from(rt, q);
}

Value make_ratio(Runtime& rt, Value numerator, Value denominator) {
  if (Value::both_fixnums(numerator, denominator)) return ratio_of_fixnums(rt, numerator.as_fixnum(), denominator.as_fixnum());
  Value below = NIL;
  const Value above = integer_reduce(rt, numerator, denominator, &below);
  TESSERA_TRY(above);
  return new_ratio(rt, above, below);
}

int rational_compare(Value a, Value b) {
  if (is_integer(a) && is_integer(b)) return integer_compare(a, b);
  RationalView x(a), y(b);
  const int order = mpq_cmp(x, y);
  return order < 0 ? -1 : order > 0;
}

Value make_complex(Runtime& rt, Value real, Value imaginary) {
  const NumberKind kind = std::max(kind_of(real), kind_of(imaginary));
  if (kind == NumberKind::double_float) return new_complex(rt, convert_to_float<double>(rt, real), convert_to_float<double>(rt, imaginary));
  if (kind == NumberKind::single_float) return new_complex(rt, convert_to_float<float>(rt, real), convert_to_float<float>(rt, imaginary));
  return imaginary == Value::fixnum(0) ? real : new_complex(rt, real, imaginary);
}

Value complex_part_real(Value v) { return is_complex(v) ? as<Complex>(v)->real : v; }
Value complex_part_imaginary(Value v) { return is_complex(v) ? as<Complex>(v)->imaginary : Value::fixnum(0); }

}  // namespace tessera
