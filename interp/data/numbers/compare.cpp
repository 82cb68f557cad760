// Comparing numbers: exactly, even floats with rationals; eql and hashes. Layer: data.
#include <algorithm>

#include "data/numbers/parts.hpp"

namespace tessera {

namespace {

constexpr int unordered = 2, failed = 3;

int sign_of(int n) { return n < 0 ? -1 : n > 0; }

template <class F> int compare_floats(F x, F y) { return x < y ? -1 : x > y ? 1 : x == y ? 0 : unordered; }

/// True for a fixnum that equals a double-float.
bool is_exact_double(Value v) {
  constexpr std::int64_t exact = std::int64_t{1} << 53;
  return v.is_fixnum() && v.as_fixnum() <= exact && v.as_fixnum() >= -exact;
}

/// Compares the rational `a` with the float `d`, exactly.
int compare_rational_float(Value a, double d) {
  if (std::isnan(d)) return unordered;
  if (std::isinf(d)) return d > 0 ? -1 : 1;
  if (is_exact_double(a)) return compare_floats(static_cast<double>(a.as_fixnum()), d);
  if (is_integer(a)) return sign_of(mpz_cmp_d(IntegerView(a), d));
  BigRational y;
  mpq_set_d(y, d);
  return sign_of(mpq_cmp(RationalView(a), y));
}

int reversed(int order) { return order == unordered ? order : -order; }

/// Compares two reals.
int compare_reals(Value a, Value b) {
  if (!is_float(a)) return is_float(b) ? compare_rational_float(a, to_double(b)) : rational_compare(a, b);
  if (!is_float(b)) return reversed(compare_rational_float(b, to_double(a)));
  return compare_floats(to_double(a), to_double(b));
}

std::uint64_t mix(std::uint64_t h) {
  h ^= h >> 32;
  h *= 0xD6E8FEB86659FD93u;
  h ^= h >> 32;
  h *= 0xD6E8FEB86659FD93u;
  return h ^ (h >> 32);
}

std::uint64_t combine(std::uint64_t a, std::uint64_t b) { return mix(a * 31 + b); }

std::uint64_t hash_bignum(const Object* o) {
  std::uint64_t h = o->subtype();
  const auto* limbs = o->data<std::uint64_t>();
  for (std::uint32_t i = 0; i < o->length(); ++i) h = combine(h, limbs[i]);
  return h;
}

std::uint64_t hash_double(double d) { return mix(std::bit_cast<std::uint64_t>(d)); }

/// Hashes a real number for EQUALP. A rational that does not equal a float is hashed by itself: rationals that round to
/// one float must not collide.
std::uint64_t hash_real_equalp(Value v) {
  const double d = to_double(v);
  if (!is_float(v) && compare_rational_float(v, d) != 0) return number_hash(v);
  return hash_double(d == 0 ? 0.0 : d);
}

}  // namespace

int number_compare(Runtime& rt, Value a, Value b) {
  if (TESSERA_LIKELY(Value::both_fixnums(a, b))) return a.as_fixnum() < b.as_fixnum() ? -1 : a.as_fixnum() > b.as_fixnum();
  if (TESSERA_LIKELY(is_real(a) && is_real(b))) return compare_reals(a, b);
  fail_operands(rt, a, b, is_real(a), Known::real);
  return failed;
}

int number_equal(Runtime& rt, Value a, Value b) {
  if (Value::both_fixnums(a, b)) return a == b;
  if (TESSERA_UNLIKELY(!is_number(a) || !is_number(b))) {
    fail_operands(rt, a, b, is_number(a), Known::number);
    return failed;
  }
  if (!is_complex(a) && !is_complex(b)) return compare_reals(a, b) == 0;
  return compare_reals(complex_part_real(a), complex_part_real(b)) == 0 &&
         compare_reals(complex_part_imaginary(a), complex_part_imaginary(b)) == 0;
}

bool number_is_zero(Value v) {
  switch (kind_of(v)) {
    case NumberKind::integer: return v == Value::fixnum(0);
    case NumberKind::single_float: return v.as_single_float() == 0;
    case NumberKind::double_float: return double_of(v) == 0;
    case NumberKind::complex: return number_is_zero(as<Complex>(v)->real) && number_is_zero(as<Complex>(v)->imaginary);
    default: return false;
  }
}

int real_sign(Value v) {
  if (is_float(v)) return to_double(v) < 0 ? -1 : to_double(v) > 0;
  return integer_sign(numerator_of(v));
}

bool number_eql(Value a, Value b) {
  if (a == b) return true;
  const NumberKind kind = kind_of(a);
  if (kind != kind_of(b)) return false;
  switch (kind) {
    case NumberKind::integer: return integer_equal(a, b);
    case NumberKind::ratio: return rational_compare(a, b) == 0;
    case NumberKind::double_float: return std::bit_cast<std::uint64_t>(double_of(a)) == std::bit_cast<std::uint64_t>(double_of(b));
    case NumberKind::complex:
      return number_eql(as<Complex>(a)->real, as<Complex>(b)->real) && number_eql(as<Complex>(a)->imaginary, as<Complex>(b)->imaginary);
    default: return false;
  }
}

std::uint64_t number_hash(Value v) {
  switch (kind_of(v)) {
    case NumberKind::integer: return v.is_fixnum() ? mix(v.bits()) : hash_bignum(v.as_object());
    case NumberKind::ratio: return combine(number_hash(numerator_of(v)), number_hash(denominator_of(v)));
    case NumberKind::double_float: return hash_double(double_of(v));
    case NumberKind::complex: return combine(number_hash(as<Complex>(v)->real), number_hash(as<Complex>(v)->imaginary));
    default: return mix(v.bits());
  }
}

std::uint64_t number_hash_equalp(Value v) {
  if (TESSERA_LIKELY(is_exact_double(v))) return hash_double(static_cast<double>(v.as_fixnum()));
  const Value imaginary = complex_part_imaginary(v);
  const std::uint64_t h = hash_real_equalp(complex_part_real(v));
  return number_is_zero(imaginary) ? h : combine(h, hash_real_equalp(imaginary));
}

}  // namespace tessera
