// Prints numbers, floats with the fewest digits that read back. Layer: data.
#include "data/numbers/float_decimal.hpp"
#include "data/numbers/float_digits.hpp"

namespace tessera {

namespace {

template <class F> FloatDigits shortest(F magnitude) {
  const Decimal d = shortest_decimal(magnitude);
  std::string digits = std::to_string(d.digits);
  const int exponent = d.exponent + static_cast<int>(digits.size());
  return {std::move(digits), exponent};
}

/// Returns 123.45 from digits and the position of the point.
std::string fixed_notation(const std::string& digits, int point) {
  const int n = static_cast<int>(digits.size());
  if (point <= 0) return "0." + std::string(static_cast<std::size_t>(-point), '0') + digits;
  if (point >= n) return digits + std::string(static_cast<std::size_t>(point - n), '0') + ".0";
  return digits.substr(0, static_cast<std::size_t>(point)) + "." + digits.substr(static_cast<std::size_t>(point));
}

std::string scientific_notation(const FloatDigits& d, char marker) {
  const std::string fraction = d.digits.size() > 1 ? d.digits.substr(1) : "0";
  return d.digits.substr(0, 1) + "." + fraction + marker + std::to_string(d.exponent - 1);
}

/// Returns the exponent marker that a float needs to read back in its own format; 0 if none.
char format_marker(Value v, char default_format) {
  if (is_double(v)) return default_format == 'd' ? '\0' : 'd';
  return default_format == 's' ? '\0' : 'f';
}

std::string unreadable_float(Value v) {
  const double d = to_double(v);
  const char* format = is_double(v) ? "DOUBLE" : "SINGLE";
  const char* what = std::isnan(d) ? "NAN" : d > 0 ? "POSITIVE-INFINITY" : "NEGATIVE-INFINITY";
  return std::string("#<") + format + "-FLOAT-" + what + ">";
}

std::string print_float(Value v, char default_format) {
  const double d = to_double(v);
  if (!std::isfinite(d)) return unreadable_float(v);
  const char marker = format_marker(v, default_format);
  const std::string sign = std::signbit(d) ? "-" : "", suffix = marker != 0 ? std::string(1, marker) + "0" : "";
  if (d == 0) return sign + "0.0" + suffix;
  const FloatDigits digits = float_digits(v);
  if (digits.exponent > -3 && digits.exponent <= 7) return sign + fixed_notation(digits.digits, digits.exponent) + suffix;
  return sign + scientific_notation(digits, marker != 0 ? marker : 'e');
}

}  // namespace

FloatDigits float_digits(Value v) {
  if (to_double(v) == 0) return {"0", 0};
  if (v.is_single_float()) return shortest(std::fabs(v.as_single_float()));
  return shortest(std::fabs(double_of(v)));
}

namespace {

/// Returns the nonnegative `d` * 10^count, rounded to an integer, half up.
std::string rounded_digits(double d, std::size_t count) {
  BigRational q, power;
  mpq_set_d(q, d);
  mpz_ui_pow_ui(mpq_numref(static_cast<mpq_ptr>(power)), 10, count);
  mpq_mul(q, q, power);
  BigInteger doubled, divisor;
  mpz_mul_2exp(doubled, mpq_numref(static_cast<mpq_ptr>(q)), 1);
  mpz_add(doubled, doubled, mpq_denref(static_cast<mpq_ptr>(q)));
  mpz_mul_2exp(divisor, mpq_denref(static_cast<mpq_ptr>(q)), 1);
  mpz_fdiv_q(doubled, doubled, divisor);
  std::string text(mpz_sizeinbase(doubled, 10) + 2, '\0');
  mpz_get_str(text.data(), 10, doubled);
  text.resize(text.find('\0'));
  return text == "0" ? std::string() : text;
}

}  // namespace

std::string fixed_digits(Value x, std::size_t count) {
  const double d = std::fabs(to_double(x));
  if (d == 0) return std::string(count, '0');
  const FloatDigits shortest = float_digits(x);
  const auto digits = static_cast<std::ptrdiff_t>(shortest.digits.size());
  const std::ptrdiff_t behind = digits - shortest.exponent;
  if (behind > static_cast<std::ptrdiff_t>(count)) {
    const std::string text = rounded_digits(d, count);
    return text.size() < count ? std::string(count - text.size(), '0') + text : text;
  }
  const std::string before(static_cast<std::size_t>(std::max(0, -shortest.exponent)), '0');
  return before + shortest.digits + std::string(count - static_cast<std::size_t>(std::max<std::ptrdiff_t>(behind, 0)), '0') +
         std::string(static_cast<std::size_t>(std::max<std::ptrdiff_t>(-behind, 0)), '0');
}

namespace {

std::optional<std::string> print_real(Runtime& rt, Value real, int radix, char default_format) {
  if (is_float(real)) return print_float(real, default_format);
  if (!is_ratio(real)) return integer_digits(rt, real, radix);
  const Handle ratio(rt.heap, real);
  const auto above = integer_digits(rt, numerator_of(ratio), radix);
  if (!above) return above;
  const auto below = integer_digits(rt, denominator_of(ratio), radix);
  return below ? *above + "/" + *below : below;
}

}  // namespace

std::optional<std::string> print_number(Runtime& rt, Value number, int radix, char default_format) {
  if (!is_complex(number)) return print_real(rt, number, radix, default_format);
  const Handle complex(rt.heap, number);
  const auto real = print_real(rt, complex_part_real(complex), radix, default_format);
  if (!real) return real;
  const auto imaginary = print_real(rt, complex_part_imaginary(complex), radix, default_format);
  return imaginary ? "#C(" + *real + " " + *imaginary + ")" : imaginary;
}

}  // namespace tessera
