// Parses and prints integers. Layer: builtins.
#include "builtins/arguments.hpp"
#include "builtins/chapters.hpp"
#include "data/numbers/numbers.hpp"
#include "data/sequences/arrays.hpp"
#include "runtime/interrupts.hpp"

namespace tessera {

namespace {

bool is_white(char32_t c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

bool is_digit(char32_t c, int radix) {
  if (c >= '0' && c <= '9') return static_cast<int>(c - '0') < radix;
  const char32_t lower = c | 0x20;
  return c < 128 && lower >= 'a' && lower <= 'z' && static_cast<int>(lower - 'a') + 10 < radix;
}

/// The front of a text: the token of an integer, its end, and the end of the white space after it.
struct Scan {
  std::string token;  ///< empty if there is no integer
  std::size_t end, rest;
};

Scan scan_integer(StringView s, std::size_t i, int radix, InterruptWatch& watch) {
  while (i < s.size() && is_white(s[i]) && watch.passed()) ++i;
  Scan scan;
  const bool sign = i < s.size() && (s[i] == '+' || s[i] == '-');
  if (sign) scan.token.push_back(static_cast<char>(s[i++]));
  const std::size_t digits = i;
  while (i < s.size() && is_digit(s[i], radix) && watch.passed()) scan.token.push_back(static_cast<char>(s[i++]));
  if (i == digits) scan.token.clear();
  scan.end = i;
  while (i < s.size() && is_white(s[i]) && watch.passed()) ++i;
  scan.rest = i;
  return scan;
}

enum { k_start, k_end, k_radix, k_junk_allowed };
constexpr std::string_view keys[] = {"START", "END", "RADIX", "JUNK-ALLOWED"};

struct IntegerSyntax {
  Bounds bounds;
  int radix = 10;
  bool junk_allowed = false;
};

Value read_options(Runtime& rt, Args rest, std::size_t length, IntegerSyntax& options) {
  Value given[4];
  if (!parse_keys(rt, rest, keys, given)) return FAILED;
  if (!take_bounds(rt, given[k_start], given[k_end], length, options.bounds)) return FAILED;
  options.junk_allowed = given[k_junk_allowed] != UNSUPPLIED && !is_nil(given[k_junk_allowed]);
  if (given[k_radix] == UNSUPPLIED) return T;
  const Value radix = given[k_radix];
  if (!radix.is_fixnum() || radix.as_fixnum() < 2 || radix.as_fixnum() > 36)
    return rt.fail_type(radix, rt.list({rt.sym(Known::integer), Value::fixnum(2), Value::fixnum(36)}));
  options.radix = static_cast<int>(radix.as_fixnum());
  return T;
}

Value parse_integer(Runtime& rt, Args a) {
  StringView text;
  if (!string_view_of_any(a[0], text)) return rt.fail_type(a[0], Known::string);
  IntegerSyntax options;
  TESSERA_TRY(read_options(rt, a.from(1), text.size(), options));
  InterruptWatch watch(rt);
  const Scan scan = scan_integer(text.substr(0, options.bounds.end), options.bounds.start, options.radix, watch);
  if (watch.failed()) return FAILED;
  const bool whole = !scan.token.empty() && scan.rest == options.bounds.end;
  if (!whole && !options.junk_allowed)
    return rt.fail_simple(Known::simple_parse_error, "~S is not an integer in radix ~A", {a[0], Value::fixnum(options.radix)});
  const Value number = scan.token.empty() ? NIL : parse_number(rt, scan.token, options.radix, 's');
  TESSERA_TRY(number);
  return rt.values({number, Value::fixnum(static_cast<std::int64_t>(options.junk_allowed ? scan.end : scan.rest))});
}

Value digits_in_base(Runtime& rt, Args a) {
  if (!is_integer(a[0])) return rt.fail_type(a[0], Known::integer);
  if (!a[1].is_fixnum() || a[1].as_fixnum() < 2 || a[1].as_fixnum() > 36) return rt.fail_type(a[1], integer_type(rt, 2, 36));
  const auto text = print_number(rt, a[0], static_cast<int>(a[1].as_fixnum()), 's');
  return text ? rt.make_string(*text) : FAILED;
}

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::numbers_parse>() {
  static const Builtin table[] = {
      {"PARSE-INTEGER", "string &key start end radix junk-allowed", parse_integer,
       "Reads an integer from STRING between START and END in RADIX, 10 by default, and skips white space around it. Returns two values: the integer, and the index where reading stopped. If there is something else, signals a PARSE-ERROR, or returns NIL or the integer before it if JUNK-ALLOWED is true."},
      {"tessera::%DIGITS-IN-BASE", "integer base", digits_in_base, "Returns what stands for INTEGER in BASE, as a string."},
  };
  return table;
}

}  // namespace tessera
