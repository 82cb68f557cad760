// Characters: case, classes, digits, by Unicode's tables. Layer: data.
#include "data/sequences/characters.hpp"

#include <utf8proc.h>

namespace tessera {

namespace {

// Unicode maps the sharp s to no single other character; only utf8proc gives it an upper case.
constexpr char32_t sharp_s = 0xDF;

char32_t to_upper(char32_t c) { return c == sharp_s ? c : static_cast<char32_t>(utf8proc_toupper(static_cast<utf8proc_int32_t>(c))); }
char32_t to_lower(char32_t c) { return static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(c))); }
utf8proc_category_t category(char32_t c) { return utf8proc_category(static_cast<utf8proc_int32_t>(c)); }

bool is_ascii_letter(char32_t c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }

}  // namespace

char32_t char_upcase_beyond_ascii(char32_t c) {
  const char32_t u = to_upper(c);
  return to_lower(u) == c ? u : c;
}

char32_t char_downcase_beyond_ascii(char32_t c) {
  const char32_t l = to_lower(c);
  return to_upper(l) == c ? l : c;
}

bool char_is_alphabetic(char32_t c) {
  if (c < 0x80) return is_ascii_letter(c);
  const auto k = category(c);
  if (k >= UTF8PROC_CATEGORY_LU && k <= UTF8PROC_CATEGORY_LO) return true;
  // Roman numerals and circled letters: characters with case are alphabetic.
  return (k == UTF8PROC_CATEGORY_NL || k == UTF8PROC_CATEGORY_SO) &&
         (char_upcase_beyond_ascii(c) != c || char_downcase_beyond_ascii(c) != c);
}

bool char_is_alphanumeric(char32_t c) {
  if (c < 0x80) return is_ascii_letter(c) || (c >= '0' && c <= '9');
  return char_is_alphabetic(c) || category(c) == UTF8PROC_CATEGORY_ND;
}

bool char_is_graphic(char32_t c) {
  if (c < 0x80) return c >= 0x20 && c < 0x7F;
  const auto k = category(c);
  return k >= UTF8PROC_CATEGORY_LU && k <= UTF8PROC_CATEGORY_ZS;
}

int char_columns(char32_t c) {
  if (c < 0x80) return c >= 0x20 && c < 0x7F ? 1 : -1;
  if (c < 0xA0) return -1;
  return utf8proc_charwidth(static_cast<utf8proc_int32_t>(c));
}

int digit_weight(char32_t c, int radix) {
  int weight = 99;
  if (c >= '0' && c <= '9') weight = static_cast<int>(c - '0');
  if (c < 0x80 && is_ascii_letter(c)) weight = static_cast<int>((c | 0x20) - 'a') + 10;
  return weight < radix ? weight : -1;
}

}  // namespace tessera
