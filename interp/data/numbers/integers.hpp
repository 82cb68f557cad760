// Integers: fixnums and bignums over GMP, for the rest of the number tower. Layer: data.
#pragma once

#include <gmp.h>

#include "data/numbers/numbers.hpp"

namespace tessera {

/// A GMP number that frees itself.
class BigInteger {
 public:
  BigInteger() { mpz_init(z_); }
  ~BigInteger() { mpz_clear(z_); }
  BigInteger(const BigInteger&) = delete;
  BigInteger& operator=(const BigInteger&) = delete;
  operator mpz_ptr() { return z_; }           // converts like mpz_t
  operator mpz_srcptr() const { return z_; }  // NOLINT

 private:
  mpz_t z_;
};

/// Views an integer Value as a GMP number, without a copy. Valid until the next safepoint.
class IntegerView {
 public:
  explicit IntegerView(Value integer);
  IntegerView(const IntegerView&) = delete;
  IntegerView& operator=(const IntegerView&) = delete;
  operator mpz_srcptr() const { return z_; }  // NOLINT
  const mp_limb_t* limbs() const { return mpz_limbs_read(z_); }
  mp_size_t size() const { return static_cast<mp_size_t>(mpz_size(z_)); }
  bool negative() const { return mpz_sgn(z_) < 0; }

 private:
  mp_limb_t small_ = 0;
  mpz_t z_;
};

int integer_sign(Value a);  ///< takes an integer, as do all functions below

/// Intermediate type for integers of at most one limb.
__extension__ using WideInteger = __int128;
/// True if the integer `v` has at most one limb: sets `wide` to it.
inline bool is_narrow(Value v, WideInteger& wide) {
  if (v.is_fixnum()) {
    wide = v.as_fixnum();
    return true;
  }
  const Object* o = v.as_object();
  if (o->length() != 1) return false;
  wide = static_cast<WideInteger>(o->data<mp_limb_t>()[0]);
  if (integer_sign(v) < 0) wide = -wide;
  return true;
}
/// Sets `wide` and returns true if the integer has at most two limbs and 127 bits suffice.
inline bool is_wide(Value v, WideInteger& wide) {
  if (v.is_fixnum() || v.as_object()->length() == 1) return is_narrow(v, wide);
  const Object* o = v.as_object();
  if (o->length() != 2 || o->data<mp_limb_t>()[1] >> 63 != 0) return false;
  wide = static_cast<WideInteger>(o->data<mp_limb_t>()[1]) << 64 | static_cast<WideInteger>(o->data<mp_limb_t>()[0]);
  if (integer_sign(v) < 0) wide = -wide;
  return true;
}
Value integer_from_wide(Runtime& rt, WideInteger n);

/// False if an integer of `bits` bits, or its computation, would be too large: `return rt.fail_heap()`.
bool room_for_bits(const Runtime& rt, std::uint64_t bits);
Value integer_from(Runtime& rt, mpz_srcptr z);
/// Returns the integer of the integral double `d`.
Value integer_from_double(Runtime& rt, double d);

// --- arithmetic: all arguments are integers
Value integer_add(Runtime& rt, Value a, Value b);
Value integer_subtract(Runtime& rt, Value a, Value b);
Value integer_multiply(Runtime& rt, Value a, Value b);
Value integer_negate(Runtime& rt, Value a);
Value integer_abs(Runtime& rt, Value a);
int integer_compare(Value a, Value b);
bool integer_equal(Value a, Value b);
bool integer_odd(Value a);
std::uint64_t integer_bits(Value a);  ///< INTEGER-LENGTH
/// Returns the quotient, and the remainder in `remainder` unless that is null. `divisor` is not zero.
Value integer_divide(Runtime& rt, Value dividend, Value divisor, Rounding rounding, Value* remainder);
Value integer_exact_quotient(Runtime& rt, Value dividend, Value divisor);
Value integer_gcd(Runtime& rt, Value a, Value b);
/// Returns the numerator of a / b in lowest terms, and the denominator, which is positive, in `denominator`. `b` is not
/// zero.
Value integer_reduce(Runtime& rt, Value a, Value b, Value* denominator);
Value integer_lcm(Runtime& rt, Value a, Value b);
Value integer_power(Runtime& rt, Value base, std::uint64_t exponent);
/// Returns the greatest integer whose square is at most `a` >= 0. `exact` tells whether the square is `a`.
Value integer_root(Runtime& rt, Value a, bool* exact);
Value integer_shift(Runtime& rt, Value a, Value count);

/// Applies BOOLE's operation, given as a truth table: bit 2*x+y is the result for bits x, y.
Value integer_boole(Runtime& rt, unsigned table, Value a, Value b);
Value integer_and(Runtime& rt, Value a, Value b);
Value integer_or(Runtime& rt, Value a, Value b);
Value integer_xor(Runtime& rt, Value a, Value b);
Value integer_not(Runtime& rt, Value a);
std::uint64_t integer_count(Value a);  ///< LOGCOUNT
bool integer_bit(Value a, std::uint64_t index);

// --- conversions to and from decimal, without checks for interrupts: these do not collect
std::string integer_digits_at_once(Value a);
Value integer_of_digits_at_once(Runtime& rt, const std::string& digits, bool negative);

/// Returns the digits, or nothing if an exit is under way. This and the next function may take long, handle interrupts
/// meanwhile, and so may collect.
std::optional<std::string> integer_digits(Runtime& rt, Value a, int radix);
/// Returns the integer with these `digits`, which are valid in `radix` and have no sign.
Value integer_of_digits(Runtime& rt, std::string_view digits, int radix, bool negative);

}  // namespace tessera
