// Conversion between floats and decimal digits, with a table of the powers of ten, each to 128 bits; cases that these
// cannot decide go to GMP.
//
// The fewest digits: R. Giulietti's algorithm (The Schubfach way to render doubles). Of all numbers that read back as x
// at most two have a digit less than the spacing of floats requires; otherwise there are two with just as many digits.
// Products of 64 and 128 bits, with a sticky last bit, decide which of these candidates read back as x.
#include "data/numbers/float_decimal.hpp"

#include <array>
#include <bit>
#include <string>

namespace tessera {

namespace {

__extension__ using Wide = unsigned __int128;

/// The top 128 bits of a power of ten, plus one in the last place: above the true value by at most one.
struct Power {
  std::uint64_t high, low;
};

constexpr int min_power = -292, greatest_power = 324;
using Powers = std::array<Power, greatest_power - min_power + 1>;
using Limbs = std::array<std::uint64_t, 14>;  ///< least significant first

constexpr Power rounded_up(const Limbs& words) {
  std::size_t top = words.size() - 1;
  while (words[top] == 0) --top;
  const auto word = [&](std::size_t back) { return top >= back ? words[top - back] : 0; };
  const int shift = std::countl_zero(words[top]);
  const auto shifted = [&](std::size_t back) { return shift == 0 ? word(back) : word(back) << shift | word(back + 1) >> (64 - shift); };
  const std::uint64_t low = shifted(1) + 1;
  return {shifted(0) + (low == 0 ? 1 : 0), low};
}

/// Computes the powers of ten from powers of five, which have the same significant bits. Negative powers are quotients
/// of a power of two.
constexpr Powers make_powers() {
  Powers powers{};
  Limbs words{1};
  for (int e = 0; e <= greatest_power; ++e) {
    powers[static_cast<std::size_t>(e - min_power)] = rounded_up(words);
    Wide carry = 0;
    for (auto& w : words) {
      carry += Wide{w} * 5;
      w = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
  }
  words = {};
  words.back() = std::uint64_t{1} << 63;
  for (int e = -1; e >= min_power; --e) {
    Wide rest = 0;
    for (std::size_t i = words.size(); i-- > 0;) {
      rest = rest << 64 | words[i];
      words[i] = static_cast<std::uint64_t>(rest / 5);
      rest %= 5;
    }
    powers[static_cast<std::size_t>(e - min_power)] = rounded_up(words);
  }
  return powers;
}

constexpr Powers powers = make_powers();

Power power_of_ten(int e) { return powers[static_cast<std::size_t>(e - min_power)]; }

int floor_log2_of_power(int e) { return (e * 1741647) >> 19; }

/// Returns c * power / 2^128; the last bit is sticky.
std::uint64_t scaled(Power power, std::uint64_t c) {
  const Wide product = Wide{power.high} * c + static_cast<std::uint64_t>(Wide{power.low} * c >> 64);
  return static_cast<std::uint64_t>(product >> 64) | (static_cast<std::uint64_t>(product) > 1 ? 1 : 0);
}

Decimal without_zeros(std::uint64_t digits, int exponent) {
  for (; digits % 10 == 0; ++exponent) digits /= 10;
  return {digits, exponent};
}

/// Returns the shortest decimal for c * 2^q; the next smaller float is only half as far away as the next greater one if
/// `close_below`.
Decimal shortest(std::uint64_t c, int q, bool close_below) {
  const int k = (q * 1262611 - (close_below ? 524031 : 0)) >> 22;  // 10^k is at most the distance of floats here
  const int shift = q + floor_log2_of_power(-k) + 1;
  const Power power = power_of_ten(-k);
  const std::uint64_t odd = c & 1;  // a bound belongs to the even float
  const std::uint64_t least = scaled(power, (4 * c - (close_below ? 1 : 2)) << shift) + odd;
  const std::uint64_t middle = scaled(power, 4 * c << shift);
  const std::uint64_t most = scaled(power, (4 * c + 2) << shift) - odd;
  const std::uint64_t whole = middle / 4;
  if (whole >= 10) {
    const std::uint64_t tens = whole / 10;
    const bool below = least <= 40 * tens, above = 40 * tens + 40 <= most;
    if (below != above) return without_zeros(tens + (above ? 1 : 0), k + 1);
  }
  const bool below = least <= 4 * whole, above = 4 * whole + 4 <= most;
  if (below != above) return without_zeros(whole + (above ? 1 : 0), k);
  const std::uint64_t half = 4 * whole + 2;
  const bool up = middle > half || (middle == half && (whole & 1) != 0);
  return without_zeros(whole + (up ? 1 : 0), k);
}

/// Returns the shortest decimal for the float with these stored bits.
Decimal shortest(std::uint64_t bits, int fraction_bits, int bias) {
  const std::uint64_t hidden = std::uint64_t{1} << fraction_bits, fraction = bits & (hidden - 1);
  const auto exponent = static_cast<int>(bits >> fraction_bits);
  if (exponent == 0) return shortest(fraction, 1 - bias - fraction_bits, false);
  return shortest(hidden | fraction, exponent - bias - fraction_bits, fraction == 0 && exponent > 1);
}

/// Returns w * power * 2^exponent, rounded; `power` need not be normalized.
double round_product(std::uint64_t w, Power power, int exponent, FloatFormat format) {
  const Wide low = Wide{power.low} * w, high = Wide{power.high} * w + static_cast<std::uint64_t>(low >> 64);
  const int shift = std::countl_zero(static_cast<std::uint64_t>(high >> 64));
  const Wide top = high << shift;
  const bool lost = static_cast<std::uint64_t>(top) != 0 || static_cast<std::uint64_t>(low) != 0;
  return round_bits(static_cast<std::uint64_t>(top >> 64) | (lost ? 1 : 0), exponent + 128 - shift, format);
}

double nearest_exactly(std::string_view digits, std::int64_t exponent, FloatFormat format) {
  BigRational q;
  mpz_ptr above = mpq_numref(static_cast<mpq_ptr>(q));
  mpz_set_str(above, std::string(digits).c_str(), 10);
  BigInteger power;
  mpz_ui_pow_ui(power, 10, static_cast<unsigned long>(exponent < 0 ? -exponent : exponent));
  if (exponent < 0) mpz_set(mpq_denref(static_cast<mpq_ptr>(q)), power);
  else mpz_mul(above, above, power);
  return round_ratio(q, format);
}

/// The greatest decimal exponent of a number that may be a float: above it numbers are too large, below its negative
/// they are closer to zero than to any float.
constexpr std::int64_t greatest_point = 400;
/// The most digits of numbers exactly between two floats.
constexpr std::size_t max_digits = 800;
/// The digits that fit into a word, plus one.
constexpr std::size_t word_digits = 18;

}  // namespace

Decimal shortest_decimal(double x) { return shortest(std::bit_cast<std::uint64_t>(x), 52, 1023); }
Decimal shortest_decimal(float x) { return shortest(std::bit_cast<std::uint32_t>(x), 23, 127); }

double nearest_float(std::string_view digits, std::int64_t exponent, FloatFormat format) {
  const std::int64_t point = exponent + static_cast<std::int64_t>(digits.size());
  if (point > greatest_point) return HUGE_VAL;
  if (point < -greatest_point) return 0.0;
  if (digits.size() > max_digits) {  // a 1 after these represents all further digits
    const bool more = digits.find_first_not_of('0', max_digits) != std::string_view::npos;
    const std::string kept = std::string(digits.substr(0, max_digits)) + (more ? '1' : '0');
    return nearest_exactly(kept, point - static_cast<std::int64_t>(kept.size()), format);
  }
  const std::string_view taken = digits.substr(0, word_digits);
  std::uint64_t w = 0;
  for (char c : taken) w = w * 10 + static_cast<std::uint64_t>(c - '0');
  const auto e = static_cast<int>(point - static_cast<std::int64_t>(taken.size()));
  if (e < min_power || e > greatest_power) return nearest_exactly(digits, exponent, format);
  const Power upper = power_of_ten(e);
  const Power lower = {upper.high - (upper.low == 0 ? 1 : 0), upper.low - 1};
  const int scale = floor_log2_of_power(e) - 127;
  const double least = round_product(w, lower, scale, format);
  const double most = round_product(w + (digits.size() > taken.size() ? 1 : 0), upper, scale, format);
  return least == most ? least : nearest_exactly(digits, exponent, format);
}

}  // namespace tessera
