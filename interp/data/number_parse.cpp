// Tokens to numbers, by the standard's syntax. Layer: data.
#include <charconv>

#include "data/number_parts.hpp"

namespace tessera {

namespace {

bool is_decimal(char c) { return c >= '0' && c <= '9'; }

/// What `c` is worth as a digit, or 99.
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

/// Digits without sign; nothing is wrong with them any more.
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
  const Value d = parse_digits(rt, denominator, radix, false);
  TESSERA_TRY(d);
  return number_divide(rt, n, d);
}

/// The parts of a float's token, none with its sign but the exponent.
struct FloatToken {
  std::string_view integer, fraction, exponent;
  char marker = 'e';
};

/// Take the digits at the front of `s`.
std::string_view take_digits(std::string_view& s) {
  std::size_t n = 0;
  while (n < s.size() && is_decimal(s[n])) ++n;
  const std::string_view digits = s.substr(0, n);
  s.remove_prefix(n);
  return digits;
}

/// Take `e+10` or the like, which must be all that is left.
bool take_exponent(std::string_view s, FloatToken& token) {
  constexpr std::string_view markers = "esfdlESFDL";
  if (markers.find(s[0]) == std::string_view::npos) return false;
  token.marker = static_cast<char>(s[0] | 0x20);
  token.exponent = s.substr(1);
  std::string_view digits = token.exponent;
  if (!digits.empty() && is_sign(digits[0])) digits.remove_prefix(1);
  return all_digits(digits, 10);
}

/// [digits] . digits [exponent] or digits [. [digits]] exponent
bool split_float(std::string_view s, FloatToken& token) {
  token.integer = take_digits(s);
  if (!s.empty() && s[0] == '.') {
    s.remove_prefix(1);
    token.fraction = take_digits(s);
  }
  if (s.empty()) return !token.fraction.empty();
  return !(token.integer.empty() && token.fraction.empty()) && take_exponent(s, token);
}

/// True if the number is large, given that it is too large or too small for its format.
bool exceeds(const FloatToken& token) {
  const bool negative_exponent = !token.exponent.empty() && token.exponent[0] == '-';
  std::string_view digits = token.exponent;
  if (!digits.empty() && is_sign(digits[0])) digits.remove_prefix(1);
  std::int64_t exponent = 0;
  for (char c : digits) exponent = std::min<std::int64_t>(exponent * 10 + (c - '0'), std::int64_t{1} << 50);
  const std::size_t leading = token.integer.find_first_not_of('0');
  const auto integral = leading == std::string_view::npos
                            ? -static_cast<std::int64_t>(std::min(token.fraction.find_first_not_of('0'), token.fraction.size()))
                            : static_cast<std::int64_t>(token.integer.size() - leading);
  return (negative_exponent ? -exponent : exponent) + integral > 0;
}

bool only_zeros(std::string_view s) { return s.find_first_not_of('0') == std::string_view::npos; }

/// `text` is the number as std::from_chars reads it.
template <class F> Value float_of(Runtime& rt, const FloatToken& token, const std::string& text, bool negative) {
  F value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool zero = only_zeros(token.integer) && only_zeros(token.fraction);
  if (result.ec != std::errc() || std::isinf(value)) {
    if (!zero && exceeds(token)) return fail_arithmetic(rt, Known::floating_point_overflow, Known::float_, {rt.make_string(text)});
    value = 0;
  }
  return make_float(rt, negative ? -value : value);
}

Value parse_float(Runtime& rt, std::string_view s, bool negative, char default_format) {
  FloatToken token;
  if (!split_float(s, token)) return UNBOUND;
  std::string text;
  text.append(token.integer.empty() ? "0" : token.integer).append(".").append(token.fraction.empty() ? "0" : token.fraction);
  if (!token.exponent.empty()) text.append("e").append(token.exponent[0] == '+' ? token.exponent.substr(1) : token.exponent);
  const char format = token.marker == 'e' ? default_format : token.marker;
  return format == 'd' || format == 'l' ? float_of<double>(rt, token, text, negative) : float_of<float>(rt, token, text, negative);
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
