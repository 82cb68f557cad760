// Integer arithmetic: fixnums in machine words, the rest with GMP on the bignums' own limbs. Layer: data.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

#include "data/numbers/bignums.hpp"
#include "runtime/background.hpp"

namespace tessera {

namespace {

/// Limbs of a result from which on `has_room` is checked first.
constexpr mp_size_t careful_limbs = 4096;
constexpr std::uint16_t negative_subtype = 1;

/// Makes an integer of one limb that is not a fixnum.
Value new_word(Runtime& rt, mp_limb_t magnitude, bool negative) {
  return Value::object(rt.heap.allocate_word(Type::bignum, magnitude, negative ? negative_subtype : 0));
}

bool room_for_limbs(const Runtime& rt, mp_size_t limbs) {
  return limbs < careful_limbs || room_for_bits(rt, static_cast<std::uint64_t>(limbs) * 64);
}

Value add_magnitudes(Runtime& rt, const IntegerView& a, const IntegerView& b, bool negative) {
  const IntegerView& longer = a.size() >= b.size() ? a : b;
  const IntegerView& shorter = a.size() >= b.size() ? b : a;
  const mp_size_t n = longer.size();
  if (!room_for_limbs(rt, n + 1)) return rt.fail_heap();
  Object* o = new_bignum(rt, n + 1);
  auto* r = o->data<mp_limb_t>();
  r[n] = mpn_add(r, longer.limbs(), n, shorter.limbs(), shorter.size());
  return settled(o, n + 1, negative);
}

/// Computes |a| - |b|, negated if `negative`.
Value subtract_magnitudes(Runtime& rt, const IntegerView& a, const IntegerView& b, bool negative) {
  if (mpz_cmpabs(a, b) < 0) return subtract_magnitudes(rt, b, a, !negative);
  if (!room_for_limbs(rt, a.size())) return rt.fail_heap();
  Object* o = new_bignum(rt, a.size());
  mpn_sub(o->data<mp_limb_t>(), a.limbs(), a.size(), b.limbs(), b.size());
  return settled(o, a.size(), negative);
}

Value add_views(Runtime& rt, const IntegerView& a, const IntegerView& b, bool b_negative) {
  return a.negative() == b_negative ? add_magnitudes(rt, a, b, b_negative) : subtract_magnitudes(rt, a, b, a.negative());
}

// --- long computations: operands of at least this many limbs take some 5 ms, on a separate thread
constexpr mp_size_t long_product = 1 << 16, long_quotient = 1 << 14, long_gcd = 1 << 11, long_root = 1 << 15, long_digits = 1 << 13;

/// Integers outside the heap.
struct Operands {
  BigInteger a, b, result, second;
};

/// Calls `compute(result, second, a, b)` to set the integers `result`, and `second` unless it is null: for small
/// numbers directly, for numbers that are `long` on a thread of their own.
template <class Compute> Value computed(Runtime& rt, mpz_srcptr a, mpz_srcptr b, bool takes_long, Value* second, Compute compute) {
  const auto job = takes_long ? std::make_shared<Operands>() : nullptr;
  BigInteger quick[2];
  if (takes_long) {
    mpz_set(job->a, a);
    mpz_set(job->b, b);
    if (!run_in_background(
            rt, [job, compute] { compute(job->result, job->second, job->a, job->b); }, OnInterrupt::fail))
      return FAILED;
  } else {
    compute(quick[0], quick[1], a, b);
  }
  if (second != nullptr) {
    *second = integer_from(rt, takes_long ? job->second : quick[1]);
    TESSERA_TRY(*second);
  }
  return integer_from(rt, takes_long ? job->result : quick[0]);
}

Value multiply_views(Runtime& rt, const IntegerView& longer, const IntegerView& shorter) {
  const mp_size_t n = longer.size(), m = shorter.size();
  if (!room_for_limbs(rt, n + m)) return rt.fail_heap();
  if (m > 1 && n + m >= long_product)
    return computed(rt, longer, shorter, true, nullptr,
                    [](mpz_ptr product, mpz_ptr, mpz_srcptr a, mpz_srcptr b) { mpz_mul(product, a, b); });
  Object* o = new_bignum(rt, n + m);
  auto* r = o->data<mp_limb_t>();
  if (m == 1) r[n] = mpn_mul_1(r, longer.limbs(), n, shorter.limbs()[0]);
  else if (longer.limbs() == shorter.limbs()) mpn_sqr(r, longer.limbs(), n);
  else mpn_mul(r, longer.limbs(), n, shorter.limbs(), m);
  return settled(o, n + m, longer.negative() != shorter.negative());
}

/// Divides machine words; only -2^62 / -1 is not a fixnum.
Value divide_fixnums(Runtime& rt, std::int64_t a, std::int64_t b, Rounding rounding, Value* remainder) {
  std::int64_t q = a / b, r = a % b;
  const bool opposite = (r < 0) != (b < 0);
  bool away = false;
  switch (rounding) {
    case Rounding::floor: away = r != 0 && opposite; break;
    case Rounding::ceiling: away = r != 0 && !opposite; break;
    case Rounding::truncate: break;
    case Rounding::round: {
      const std::uint64_t twice = static_cast<std::uint64_t>(std::abs(r)) * 2, bound = static_cast<std::uint64_t>(std::abs(b));
      away = twice > bound || (twice == bound && (q & 1) != 0);
      break;
    }
  }
  if (away) {
    const std::int64_t step = rounding == Rounding::floor || (rounding == Rounding::round && opposite) ? -1 : 1;
    q += step;
    r -= step * b;
  }
  if (remainder != nullptr) *remainder = Value::fixnum(r);
  return make_integer(rt, q);
}

/// Rounds the truncated quotient `q` and remainder `r` of a division by `b` to nearest, ties to even.
void round_to_nearest(mpz_ptr q, mpz_ptr r, mpz_srcptr b) {
  BigInteger twice;
  mpz_mul_2exp(twice, r, 1);
  const int order = mpz_cmpabs(twice, b);
  if (order < 0 || (order == 0 && mpz_even_p(q))) return;
  if ((mpz_sgn(r) < 0) == (mpz_sgn(b) < 0)) {
    mpz_add_ui(q, q, 1);
    mpz_sub(r, r, b);
  } else {
    mpz_sub_ui(q, q, 1);
    mpz_add(r, r, b);
  }
}

}  // namespace

Object* new_bignum(Runtime& rt, mp_size_t limbs) { return rt.heap.allocate_raw(Type::bignum, static_cast<std::size_t>(limbs)); }

Value settled(Object* o, mp_size_t limbs, bool negative) {
  const mp_limb_t* p = o->data<mp_limb_t>();
  while (limbs > 0 && p[limbs - 1] == 0) --limbs;
  if (limbs == 0) return Value::fixnum(0);
  constexpr mp_limb_t bound = mp_limb_t{1} << 62;
  if (limbs == 1 && (p[0] < bound || (negative && p[0] == bound)))
    return Value::fixnum(negative ? -static_cast<std::int64_t>(p[0]) : static_cast<std::int64_t>(p[0]));
  if (static_cast<std::uint32_t>(limbs) != o->length()) o->set_length(static_cast<std::uint32_t>(limbs));
  o->set_subtype(negative ? negative_subtype : 0);
  return Value::object(o);
}

/// Does what mpz_roinit_n does, which is a call of another library.
IntegerView::IntegerView(Value v) {
  if (v.is_fixnum()) {
    const std::int64_t n = v.as_fixnum();
    small_ = static_cast<mp_limb_t>(n < 0 ? -n : n);
    const mpz_t view = MPZ_ROINIT_N(&small_, n < 0 ? -1 : n > 0);
    *z_ = *view;
  } else {
    Object* const o = v.as_object();
    const auto n = static_cast<int>(o->length());
    const mpz_t view = MPZ_ROINIT_N(o->data<mp_limb_t>(), o->subtype() == negative_subtype ? -n : n);
    *z_ = *view;
  }
}

bool room_for_bits(const Runtime& rt, std::uint64_t bits) { return bits <= config::max_integer_bits && rt.heap.has_room(bits / 8 * 3); }

Value integer_from(Runtime& rt, mpz_srcptr z) {
  const auto n = static_cast<mp_size_t>(mpz_size(z));
  if (n == 0) return Value::fixnum(0);
  if (mpz_fits_slong_p(z) != 0 && Value::fits_fixnum(mpz_get_si(z))) return Value::fixnum(mpz_get_si(z));
  if (!room_for_limbs(rt, n)) return rt.fail_heap();
  Object* o = new_bignum(rt, n);
  std::memcpy(o->data<mp_limb_t>(), mpz_limbs_read(z), static_cast<std::size_t>(n) * sizeof(mp_limb_t));
  return settled(o, n, mpz_sgn(z) < 0);
}

Value integer_from_double(Runtime& rt, double d) {
  if (std::fabs(d) < 0x1p62) return Value::fixnum(static_cast<std::int64_t>(d));
  BigInteger z;
  mpz_set_d(z, d);
  return integer_from(rt, z);
}

Value make_integer(Runtime& rt, std::int64_t n) {
  if (Value::fits_fixnum(n)) return Value::fixnum(n);
  return new_word(rt, n < 0 ? -static_cast<mp_limb_t>(n) : static_cast<mp_limb_t>(n), n < 0);
}

Value make_unsigned(Runtime& rt, std::uint64_t n) {
  if (n <= static_cast<std::uint64_t>(Value::most_positive_fixnum)) return Value::fixnum(static_cast<std::int64_t>(n));
  return new_word(rt, n, false);
}

Value integer_from_wide(Runtime& rt, WideInteger n) {
  if (n == static_cast<std::int64_t>(n)) return make_integer(rt, static_cast<std::int64_t>(n));
  const bool negative = n < 0;
  __extension__ using Magnitude = unsigned __int128;
  const Magnitude magnitude = negative ? -static_cast<Magnitude>(n) : static_cast<Magnitude>(n);
  const auto high = static_cast<mp_limb_t>(magnitude >> 64);
  if (high == 0) return new_word(rt, static_cast<mp_limb_t>(magnitude), negative);
  Object* o = new_bignum(rt, 2);
  o->data<mp_limb_t>()[0] = static_cast<mp_limb_t>(magnitude);
  o->data<mp_limb_t>()[1] = high;
  return settled(o, 2, negative);
}

std::optional<std::int64_t> to_int64(Value v) {
  if (v.is_fixnum()) return v.as_fixnum();
  if (!is_bignum(v)) return std::nullopt;
  WideInteger n;
  if (!is_narrow(v, n) || n != static_cast<std::int64_t>(n)) return std::nullopt;
  return static_cast<std::int64_t>(n);
}

std::optional<std::uint64_t> to_uint64(Value v) {
  if (v.is_fixnum()) return v.as_fixnum() < 0 ? std::nullopt : std::optional(static_cast<std::uint64_t>(v.as_fixnum()));
  if (!is_bignum(v)) return std::nullopt;
  WideInteger n;
  if (!is_narrow(v, n) || n < 0) return std::nullopt;
  return static_cast<std::uint64_t>(n);
}

Value integer_add(Runtime& rt, Value a, Value b) {
  if (Value::both_fixnums(a, b)) return make_integer(rt, a.as_fixnum() + b.as_fixnum());
  if (WideInteger m, n; is_narrow(a, m) && is_narrow(b, n)) return integer_from_wide(rt, m + n);
  IntegerView x(a), y(b);
  return add_views(rt, x, y, y.negative());
}

Value integer_subtract(Runtime& rt, Value a, Value b) {
  if (Value::both_fixnums(a, b)) return make_integer(rt, a.as_fixnum() - b.as_fixnum());
  if (WideInteger m, n; is_narrow(a, m) && is_narrow(b, n)) return integer_from_wide(rt, m - n);
  IntegerView x(a), y(b);
  if (y.size() == 0) return a;
  return add_views(rt, x, y, !y.negative());
}

Value integer_multiply(Runtime& rt, Value a, Value b) {
  std::int64_t product;
  if (Value::both_fixnums(a, b) && !__builtin_mul_overflow(a.as_fixnum(), b.as_fixnum(), &product)) return make_integer(rt, product);
  IntegerView x(a), y(b);
  if (x.size() == 0 || y.size() == 0) return Value::fixnum(0);
  return x.size() >= y.size() ? multiply_views(rt, x, y) : multiply_views(rt, y, x);
}

Value integer_negate(Runtime& rt, Value a) { return integer_subtract(rt, Value::fixnum(0), a); }

Value integer_abs(Runtime& rt, Value a) { return integer_sign(a) < 0 ? integer_negate(rt, a) : a; }

int integer_compare(Value a, Value b) {
  if (Value::both_fixnums(a, b)) return a.as_fixnum() < b.as_fixnum() ? -1 : a.as_fixnum() > b.as_fixnum();
  IntegerView x(a), y(b);
  const int order = mpz_cmp(x, y);
  return order < 0 ? -1 : order > 0;
}

bool integer_equal(Value a, Value b) {
  if (a.is_fixnum() || b.is_fixnum()) return a == b;
  return integer_compare(a, b) == 0;
}

int integer_sign(Value a) {
  if (a.is_fixnum()) return a.as_fixnum() < 0 ? -1 : a.as_fixnum() > 0;
  return a.as_object()->subtype() == negative_subtype ? -1 : 1;
}

bool integer_odd(Value a) {
  if (a.is_fixnum()) return (a.as_fixnum() & 1) != 0;
  return (a.as_object()->data<mp_limb_t>()[0] & 1) != 0;
}

std::uint64_t integer_bits(Value a) {
  if (a.is_fixnum()) {
    const std::int64_t n = a.as_fixnum();
    return static_cast<std::uint64_t>(std::bit_width(static_cast<std::uint64_t>(n < 0 ? ~n : n)));
  }
  IntegerView z(a);
  const auto lower = static_cast<std::size_t>(z.size() - 1);
  const std::uint64_t bits = lower * 64 + static_cast<std::uint64_t>(std::bit_width(z.limbs()[lower]));
  // -2^n needs one bit less than 2^n.
  return z.negative() && mpz_scan1(z, 0) == bits - 1 ? bits - 1 : bits;
}

Value integer_divide(Runtime& rt, Value dividend, Value divisor, Rounding rounding, Value* remainder) {
  if (Value::both_fixnums(dividend, divisor)) return divide_fixnums(rt, dividend.as_fixnum(), divisor.as_fixnum(), rounding, remainder);
  IntegerView x(dividend), y(divisor);
  const bool takes_long = y.size() > 1 && x.size() >= long_quotient;
  return computed(rt, x, y, takes_long, remainder, [rounding](mpz_ptr q, mpz_ptr r, mpz_srcptr a, mpz_srcptr b) {
    switch (rounding) {
      case Rounding::floor: mpz_fdiv_qr(q, r, a, b); break;
      case Rounding::ceiling: mpz_cdiv_qr(q, r, a, b); break;
      case Rounding::truncate: mpz_tdiv_qr(q, r, a, b); break;
      case Rounding::round:
        mpz_tdiv_qr(q, r, a, b);
        round_to_nearest(q, r, b);
        break;
    }
  });
}

Value integer_exact_quotient(Runtime& rt, Value dividend, Value divisor) {
  if (divisor == Value::fixnum(1)) return dividend;
  return integer_divide(rt, dividend, divisor, Rounding::truncate, nullptr);
}

Value integer_gcd(Runtime& rt, Value a, Value b) {
  IntegerView x(a), y(b);
  if (Value::both_fixnums(a, b) && a != Value::fixnum(0) && b != Value::fixnum(0))
    return make_unsigned(rt, mpn_gcd_1(x.limbs(), 1, y.limbs()[0]));
  const bool takes_long = std::min(x.size(), y.size()) >= long_gcd;
  return computed(rt, x, y, takes_long, nullptr, [](mpz_ptr r, mpz_ptr, mpz_srcptr a, mpz_srcptr b) { mpz_gcd(r, a, b); });
}

Value integer_reduce(Runtime& rt, Value a, Value b, Value* denominator) {
  IntegerView x(a), y(b);
  const bool takes_long = std::min(x.size(), y.size()) >= long_gcd;
  return computed(rt, x, y, takes_long, denominator, [](mpz_ptr n, mpz_ptr d, mpz_srcptr above, mpz_srcptr below) {
    BigInteger divisor;
    mpz_gcd(divisor, above, below);
    if (mpz_sgn(below) < 0) mpz_neg(divisor, divisor);
    mpz_divexact(n, above, divisor);
    mpz_divexact(d, below, divisor);
  });
}

Value integer_lcm(Runtime& rt, Value a, Value b) {
  if (a == Value::fixnum(0) || b == Value::fixnum(0)) return Value::fixnum(0);
  const Value divisor = integer_gcd(rt, a, b);
  TESSERA_TRY(divisor);
  const Value quotient = integer_exact_quotient(rt, a, divisor);
  TESSERA_TRY(quotient);
  const Value product = integer_multiply(rt, quotient, b);
  TESSERA_TRY(product);
  return integer_abs(rt, product);
}

Value integer_power(Runtime& rt, Value base, std::uint64_t exponent) {
  IntegerView b(base);
  if (exponent == 0) return Value::fixnum(1);
  if (mpz_cmpabs_ui(b, 1) <= 0) return b.negative() && exponent % 2 == 0 ? Value::fixnum(1) : base;
  std::uint64_t bits;
  if (__builtin_mul_overflow(integer_bits(base), exponent, &bits) || !room_for_bits(rt, bits)) return rt.fail_heap();
  const bool takes_long = bits / 64 >= static_cast<std::uint64_t>(long_product);
  return computed(rt, b, b, takes_long, nullptr, [exponent](mpz_ptr r, mpz_ptr, mpz_srcptr a, mpz_srcptr) { mpz_pow_ui(r, a, exponent); });
}

Value integer_root(Runtime& rt, Value a, bool* exact) {
  IntegerView z(a);
  Value rest = NIL;
  const Value root = computed(rt, z, z, z.size() >= long_root, &rest,
                              [](mpz_ptr r, mpz_ptr remainder, mpz_srcptr x, mpz_srcptr) { mpz_sqrtrem(r, remainder, x); });
  *exact = rest == Value::fixnum(0);
  return root;
}

namespace {

std::string digits_of(mpz_srcptr z, int radix) {
  std::string text(mpz_sizeinbase(z, radix) + 2, '\0');
  // A negative base makes GMP use capital letters.
  mpz_get_str(text.data(), -radix, z);
  text.resize(std::strlen(text.c_str()));
  return text;
}

}  // namespace

std::string integer_digits_at_once(Value a) { return digits_of(IntegerView(a), 10); }

Value integer_of_digits_at_once(Runtime& rt, const std::string& digits, bool negative) {
  BigInteger z;
  mpz_set_str(z, digits.c_str(), 10);
  if (negative) mpz_neg(z, z);
  return integer_from(rt, z);
}

std::optional<std::string> integer_digits(Runtime& rt, Value a, int radix) {
  if (a.is_fixnum() && radix == 10) return std::to_string(a.as_fixnum());
  IntegerView z(a);
  if (z.size() < long_digits) return digits_of(z, radix);
  struct Job {
    BigInteger z;
    std::string text;
  };
  const auto job = std::make_shared<Job>();
  mpz_set(job->z, z);
  if (!run_in_background(
          rt, [job, radix] { job->text = digits_of(job->z, radix); }, OnInterrupt::handle))
    return std::nullopt;
  return std::move(job->text);
}

Value integer_of_digits(Runtime& rt, std::string_view digits, int radix, bool negative) {
  constexpr std::size_t long_text = 100000;
  if (digits.size() > 1000000 && !room_for_bits(rt, digits.size() * 6)) return rt.fail_heap();
  struct Job {
    BigInteger z;
    std::string text;
  };
  const auto job = std::make_shared<Job>();
  job->text = digits;
  const auto convert = [job, radix] { mpz_set_str(job->z, job->text.c_str(), radix); };
  if (digits.size() < long_text) convert();
  else if (!run_in_background(rt, convert, OnInterrupt::handle)) return FAILED;
  if (negative) mpz_neg(job->z, job->z);
  return integer_from(rt, job->z);
}

}  // namespace tessera
