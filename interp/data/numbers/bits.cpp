// Integers as bits in two's complement: shifts, logical operations, counts. Layer: data.
#include <algorithm>
#include <bit>
#include <functional>

#include "data/numbers/bignums.hpp"

namespace tessera {

namespace {

Value shift_left(Runtime& rt, Value a, std::uint64_t count) {
  if (a == Value::fixnum(0)) return a;
  const std::uint64_t bits = integer_bits(a) + count;
  if (bits < 62) return Value::fixnum(a.as_fixnum() * (std::int64_t{1} << count));
  if (WideInteger n; bits < 127 && is_wide(a, n)) return integer_from_wide(rt, n * (static_cast<WideInteger>(1) << count));
  if (bits < count || !room_for_bits(rt, bits)) return rt.fail_heap();
  const IntegerView z(a);
  const auto whole = static_cast<mp_size_t>(count / 64);
  const auto rest = static_cast<unsigned>(count % 64);
  const mp_size_t n = z.size();
  Object* o = new_bignum(rt, n + whole + 1);
  mp_limb_t* const to = o->data<mp_limb_t>() + whole;
  if (rest == 0) std::copy_n(z.limbs(), n, to);
  else to[n] = mpn_lshift(to, z.limbs(), n, rest);
  return settled(o, n + whole + 1, z.negative());
}

Value shift_right(Runtime& rt, Value a, std::uint64_t count) {
  if (a.is_fixnum()) return Value::fixnum(a.as_fixnum() >> (count > 63 ? 63 : count));
  if (WideInteger n; is_wide(a, n)) return integer_from_wide(rt, n >> (count > 127 ? 127 : count));
  IntegerView z(a);
  const std::uint64_t whole = count / 64;
  if (z.negative()) {
    BigInteger r;
    mpz_fdiv_q_2exp(r, z, count);
    return integer_from(rt, r);
  }
  if (whole >= static_cast<std::uint64_t>(z.size())) return Value::fixnum(0);
  const mp_size_t n = z.size() - static_cast<mp_size_t>(whole);
  if (!room_for_bits(rt, static_cast<std::uint64_t>(n) * 64)) return rt.fail_heap();
  const mp_limb_t* const from = z.limbs() + whole;
  Object* o = new_bignum(rt, n);
  if (count % 64 == 0) std::copy_n(from, n, o->data<mp_limb_t>());
  else mpn_rshift(o->data<mp_limb_t>(), from, n, static_cast<unsigned>(count % 64));
  return settled(o, n, false);
}

/// Computes a logical operation of two non-negative integers.
template <class Operation> Value logical_of_naturals(Runtime& rt, Operation of_limbs, const IntegerView& x, const IntegerView& y) {
  const IntegerView& longer = x.size() >= y.size() ? x : y;
  const IntegerView& shorter = x.size() >= y.size() ? y : x;
  const bool keeps_rest = of_limbs(mp_limb_t{1}, mp_limb_t{0}) != 0;
  const mp_size_t n = shorter.size(), all = keeps_rest ? longer.size() : n;
  Object* o = new_bignum(rt, std::max<mp_size_t>(all, 1));
  auto* const to = o->data<mp_limb_t>();
  for (mp_size_t i = 0; i < n; ++i) to[i] = of_limbs(longer.limbs()[i], shorter.limbs()[i]);
  std::copy(longer.limbs() + n, longer.limbs() + all, to + n);
  return settled(o, all, false);
}

using GmpLogical = void (*)(mpz_ptr, mpz_srcptr, mpz_srcptr);

template <class Operation> Value logical(Runtime& rt, Operation narrow, GmpLogical f, Value a, Value b) {
  if (WideInteger m, n; is_wide(a, m) && is_wide(b, n)) return integer_from_wide(rt, narrow(m, n));
  const IntegerView x(a), y(b);
  if (!x.negative() && !y.negative() && room_for_bits(rt, static_cast<std::uint64_t>(std::max(x.size(), y.size())) * 64))
    return logical_of_naturals(rt, narrow, x, y);
  BigInteger r;
  f(r, x, y);
  return integer_from(rt, r);
}

}  // namespace

Value integer_shift(Runtime& rt, Value a, Value count) {
  const auto n = to_int64(count);
  if (n && *n >= 0) return shift_left(rt, a, static_cast<std::uint64_t>(*n));
  if (n) return shift_right(rt, a, -static_cast<std::uint64_t>(*n));
  if (integer_sign(count) < 0) return Value::fixnum(integer_sign(a) < 0 ? -1 : 0);
  return a == Value::fixnum(0) ? a : rt.fail_heap();
}

Value integer_and(Runtime& rt, Value a, Value b) {
  if (Value::both_fixnums(a, b)) return Value::from_bits(a.bits() & b.bits());
  return logical(rt, std::bit_and<>(), mpz_and, a, b);
}

Value integer_or(Runtime& rt, Value a, Value b) {
  if (Value::both_fixnums(a, b)) return Value::from_bits(a.bits() | b.bits());
  return logical(rt, std::bit_or<>(), mpz_ior, a, b);
}

Value integer_xor(Runtime& rt, Value a, Value b) {
  if (Value::both_fixnums(a, b)) return Value::from_bits(a.bits() ^ b.bits());
  return logical(rt, std::bit_xor<>(), mpz_xor, a, b);
}

Value integer_not(Runtime& rt, Value a) {
  return a.is_fixnum() ? Value::fixnum(~a.as_fixnum()) : integer_subtract(rt, Value::fixnum(-1), a);
}

Value integer_boole(Runtime& rt, unsigned table, Value a, Value b) {
  // An inverted table is computed as the inverted result of the table whose entry for 0, 0 is 0.
  if ((table & 1) != 0) {
    const Value inverse = integer_boole(rt, ~table & 15, a, b);
    TESSERA_TRY(inverse);
    return integer_not(rt, inverse);
  }
  switch (table) {
    case 0b0000: return Value::fixnum(0);
    case 0b1000: return integer_and(rt, a, b);
    case 0b1110: return integer_or(rt, a, b);
    case 0b0110: return integer_xor(rt, a, b);
    case 0b1100: return a;
    case 0b1010: return b;
    default: break;
  }
  const bool only_a = table == 0b0100;
  const Value inverse = integer_not(rt, only_a ? b : a);
  TESSERA_TRY(inverse);
  return integer_and(rt, only_a ? a : b, inverse);
}

std::uint64_t integer_count(Value a) {
  if (a.is_fixnum()) {
    const std::int64_t n = a.as_fixnum();
    return static_cast<std::uint64_t>(std::popcount(static_cast<std::uint64_t>(n < 0 ? ~n : n)));
  }
  IntegerView z(a);
  if (!z.negative()) return mpz_popcount(z);
  BigInteger r;
  mpz_com(r, z);
  return mpz_popcount(r);
}

bool integer_bit(Value a, std::uint64_t index) {
  if (a.is_fixnum()) return ((a.as_fixnum() >> (index > 62 ? 62 : index)) & 1) != 0;
  IntegerView z(a);
  return mpz_tstbit(z, index) != 0;
}

}  // namespace tessera
