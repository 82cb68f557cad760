// Comparing numbers: exactly, even floats with rationals; eql and hashes. Layer: data.
#include <algorithm>

#include "data/numbers/parts.hpp"

namespace tessera {

namespace {

Order order_of(int sign) { return sign < 0 ? Order::less : sign > 0 ? Order::greater : Order::equal; }

/// Compares two numbers of C++.
template <class N> Order compare(N x, N y) {
  return x < y ? Order::less : x > y ? Order::greater : x == y ? Order::equal : Order::unordered;
}

/// True for a fixnum that equals a double-float.
bool is_exact_double(Value v) {
  constexpr std::int64_t exact = std::int64_t{1} << 53;
  return v.is_fixnum() && v.as_fixnum() <= exact && v.as_fixnum() >= -exact;
}

/// Compares the rational `a` with the float `d`, exactly.
Order compare_rational_float(Value a, double d) {
  if (std::isnan(d)) return Order::unordered;
  if (std::isinf(d)) return d > 0 ? Order::less : Order::greater;
  if (is_exact_double(a)) return compare(static_cast<double>(a.as_fixnum()), d);
  if (is_integer(a)) return order_of(mpz_cmp_d(IntegerView(a), d));
  BigRational y;
  mpq_set_d(y, d);
  return order_of(mpq_cmp(RationalView(a), y));
}

Order reversed(Order order) { return order == Order::less ? Order::greater : order == Order::greater ? Order::less : order; }

/// Compares two reals.
Order compare_reals(Value a, Value b) {
  if (!is_float(a)) return is_float(b) ? compare_rational_float(a, to_double(b)) : order_of(rational_compare(a, b));
  if (!is_float(b)) return reversed(compare_rational_float(b, to_double(a)));
  return compare(to_double(a), to_double(b));
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
  if (!is_float(v) && compare_rational_float(v, d) != Order::equal) return number_hash(v);
  return hash_double(d == 0 ? 0.0 : d);
}

}  // namespace

Order number_compare(Runtime& rt, Value a, Value b) {
  if (TESSERA_LIKELY(Value::both_fixnums(a, b))) return compare(a.as_fixnum(), b.as_fixnum());
  if (TESSERA_LIKELY(is_real(a) && is_real(b))) return compare_reals(a, b);
  fail_operands(rt, a, b, is_real(a), Known::real);
  return Order::failed;
}

Order number_equal(Runtime& rt, Value a, Value b) {
  if (Value::both_fixnums(a, b)) return a == b ? Order::equal : Order::unordered;
  if (TESSERA_UNLIKELY(!is_number(a) || !is_number(b))) {
    fail_operands(rt, a, b, is_number(a), Known::number);
    return Order::failed;
  }
  const Order order = compare_reals(complex_part_real(a), complex_part_real(b));
  if (order != Order::equal || !(is_complex(a) || is_complex(b))) return order;
  return compare_reals(complex_part_imaginary(a), complex_part_imaginary(b));
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
