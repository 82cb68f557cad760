// Parses tokens as numbers, by the standard's syntax. Layer: data.
#include <charconv>

#include "data/numbers/float_decimal.hpp"
#include "runtime/interrupts.hpp"

namespace tessera {

namespace {

bool is_decimal(char c) { return c >= '0' && c <= '9'; }

/// Returns the value of `c` as a digit, or 99.
int digit_weight(char c) {
  if (is_decimal(c)) return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  return c >= 'A' && c <= 'Z' ? c - 'A' + 10 : 99;
}

bool all_digits(std::string_view s, int radix) {
  for (char c : s)
    if (digit_weight(c) >= radix) return false;
  return !s.empty();
}

bool is_sign(char c) { return c == '+' || c == '-'; }

/// Parses digits without sign, which are known to be valid.
Value parse_digits(Runtime& rt, std::string_view digits, int radix, bool negative) {
  std::uint64_t small = 0;
  if (digits.size() <= 11 && std::from_chars(digits.data(), digits.data() + digits.size(), small, radix).ec == std::errc())
    return Value::fixnum(negative ? -static_cast<std::int64_t>(small) : static_cast<std::int64_t>(small));
  return integer_of_digits(rt, digits, radix, negative);
}

Value parse_ratio(Runtime& rt, std::string_view numerator, std::string_view denominator, int radix, bool negative) {
  if (!all_digits(numerator, radix) || !all_digits(denominator, radix)) return UNBOUND;
  const Value above = parse_digits(rt, numerator, radix, negative);
  TESSERA_TRY(above);
  const Handle n(rt.heap, above);
  const Value below = parse_digits(rt, denominator, radix, false);
  TESSERA_TRY(below);
  const Handle d(rt.heap, below);
  return with_interrupts_handled(rt, [&] { return number_divide(rt, n, d); });  // the reader would take an interrupt's failure for an error
}

/// The parts of a float's token; only the exponent has a sign.
struct FloatToken {
  std::string_view integer, fraction, exponent;
  char marker = 'e';
};

/// Takes the digits at the front of `s`.
std::string_view take_digits(std::string_view& s) {
  std::size_t n = 0;
  while (n < s.size() && is_decimal(s[n])) ++n;
  const std::string_view digits = s.substr(0, n);
  s.remove_prefix(n);
  return digits;
}

/// Takes `e+10` or the like, which must be the rest of the token.
bool take_exponent(std::string_view s, FloatToken& token) {
  constexpr std::string_view markers = "esfdlESFDL";
  if (markers.find(s[0]) == std::string_view::npos) return false;
  token.marker = static_cast<char>(s[0] | 0x20);
  token.exponent = s.substr(1);
  std::string_view digits = token.exponent;
  if (!digits.empty() && is_sign(digits[0])) digits.remove_prefix(1);
  return all_digits(digits, 10);
}

/// Splits [digits] . digits [exponent] or digits [. [digits]] exponent.
bool split_float(std::string_view s, FloatToken& token) {
  token.integer = take_digits(s);
  if (!s.empty() && s[0] == '.') {
    s.remove_prefix(1);
    token.fraction = take_digits(s);
  }
  if (s.empty()) return !token.fraction.empty();
  return !(token.integer.empty() && token.fraction.empty()) && take_exponent(s, token);
}

/// The greatest exponent to parse; larger ones are equally out of range of all floats.
constexpr std::int64_t exponent_limit = std::int64_t{1} << 50;

std::int64_t exponent_of(const FloatToken& token) {
  std::string_view digits = token.exponent;
  const bool negative = !digits.empty() && digits[0] == '-';
  if (!digits.empty() && is_sign(digits[0])) digits.remove_prefix(1);
  std::int64_t exponent = 0;
  for (char c : digits) exponent = std::min(exponent * 10 + (c - '0'), exponent_limit);
  return negative ? -exponent : exponent;
}

template <class F> Value float_of(Runtime& rt, const FloatToken& token, bool negative) {
  std::string digits(token.integer);
  digits.append(token.fraction).erase(0, digits.find_first_not_of('0'));
  const std::int64_t exponent = exponent_of(token) - static_cast<std::int64_t>(token.fraction.size());
  constexpr FloatFormat format = std::is_same_v<F, float> ? single_format : double_format;
  const auto value = static_cast<F>(digits.empty() ? 0.0 : nearest_float(digits, exponent, format));
  if (std::isfinite(value)) return make_float(rt, negative ? -value : value);
  std::string text(token.integer.empty() ? "0" : token.integer);
  text.append(".").append(token.fraction.empty() ? "0" : token.fraction);
  if (!token.exponent.empty()) text.append("e").append(token.exponent.substr(token.exponent[0] == '+' ? 1 : 0));
  return fail_arithmetic(rt, Known::floating_point_overflow, Known::float_, {rt.make_string(text)});
}

Value parse_float(Runtime& rt, std::string_view s, bool negative, char default_format) {
  FloatToken token;
  if (!split_float(s, token)) return UNBOUND;
  const char format = token.marker == 'e' ? default_format : token.marker;
  return format == 'd' || format == 'l' ? float_of<double>(rt, token, negative) : float_of<float>(rt, token, negative);
}

}  // namespace

Value parse_number(Runtime& rt, std::string_view token, int radix, char default_format) {
  if (token.empty()) return UNBOUND;
  const bool negative = token[0] == '-';
  if (is_sign(token[0])) token.remove_prefix(1);
  if (all_digits(token, radix)) return parse_digits(rt, token, radix, negative);
  const std::size_t slash = token.find('/');
  if (slash != std::string_view::npos) return parse_ratio(rt, token.substr(0, slash), token.substr(slash + 1), radix, negative);
  if (!token.empty() && token.back() == '.' && all_digits(token.substr(0, token.size() - 1), 10))
    return parse_digits(rt, token.substr(0, token.size() - 1), 10, negative);
  return parse_float(rt, token, negative, default_format);
}

}  // namespace tessera
