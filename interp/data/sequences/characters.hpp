// Characters: case, classes, digits, by Unicode's tables. Layer: data.
#pragma once

#include <cstdint>

namespace tessera {

/// Returns the other case if the two are each other's only partner, as both-case-p demands; else the character itself.
char32_t char_upcase_beyond_ascii(char32_t c);
char32_t char_downcase_beyond_ascii(char32_t c);
inline char32_t char_upcase(char32_t c) { return c >= 0x80 ? char_upcase_beyond_ascii(c) : c >= 'a' && c <= 'z' ? c - 0x20 : c; }
inline char32_t char_downcase(char32_t c) { return c >= 0x80 ? char_downcase_beyond_ascii(c) : c >= 'A' && c <= 'Z' ? c + 0x20 : c; }
inline bool char_is_upper(char32_t c) { return char_downcase(c) != c; }
inline bool char_is_lower(char32_t c) { return char_upcase(c) != c; }
bool char_is_alphabetic(char32_t c);
bool char_is_alphanumeric(char32_t c);
bool char_is_graphic(char32_t c);
/// Returns the columns of a character on a terminal: 0 for combining characters, 2 for wide ones, -1 for controls.
int char_columns(char32_t c);
/// Returns the weight of a digit in `radix`, or -1.
int digit_weight(char32_t c, int radix);

}  // namespace tessera
