// Names of characters, as #\Name reads and prints them. Compiled for size.
#include <string>

#include "data/sequences/characters.hpp"
#include "text/reader.hpp"
#include "text/readtable.hpp"

namespace tessera {

namespace {

struct Named {
  const char* name;
  char32_t code;
};

// The first name of a code is the one that is printed.
constexpr Named names[] = {
    {"Nul", 0},
    {"Null", 0},
    {"Soh", 1},
    {"Stx", 2},
    {"Etx", 3},
    {"Eot", 4},
    {"Enq", 5},
    {"Ack", 6},
    {"Bel", 7},
    {"Bell", 7},
    {"Backspace", 8},
    {"Bs", 8},
    {"Tab", 9},
    {"Ht", 9},
    {"Newline", 10},
    {"Linefeed", 10},
    {"Lf", 10},
    {"Vt", 11},
    {"Page", 12},
    {"Ff", 12},
    {"Return", 13},
    {"Cr", 13},
    {"So", 14},
    {"Si", 15},
    {"Dle", 16},
    {"Dc1", 17},
    {"Dc2", 18},
    {"Dc3", 19},
    {"Dc4", 20},
    {"Nak", 21},
    {"Syn", 22},
    {"Etb", 23},
    {"Can", 24},
    {"Em", 25},
    {"Sub", 26},
    {"Esc", 27},
    {"Escape", 27},
    {"Altmode", 27},
    {"Fs", 28},
    {"Gs", 29},
    {"Rs", 30},
    {"Us", 31},
    {"Space", 32},
    {"Sp", 32},
    {"Rubout", 127},
    {"Delete", 127},
    {"Del", 127},
    {"Nel", 0x85},
    {"No-Break_Space", 0xA0},
    {"No_Break_Space", 0xA0},
    {"Zero_Width_No_Break_Space", 0xFEFF},
    {"Line_Separator", 0x2028},
    {"Paragraph_Separator", 0x2029},
    {"Replacement_Character", 0xFFFD},
};

bool same_name(StringView a, const char* b) {
  for (char32_t c : a) {
    if (*b == 0 || upcase(c) != upcase(static_cast<char32_t>(*b))) return false;
    ++b;
  }
  return *b == 0;
}

int hex_digit(char32_t c) {
  if (c >= '0' && c <= '9') return static_cast<int>(c - '0');
  const char32_t u = upcase(c);
  return u >= 'A' && u <= 'F' ? static_cast<int>(u - 'A') + 10 : -1;
}

/// Returns the character with a name such as U+1F3B2 or U1F3B2, or 0xFFFFFFFF.
char32_t code_point_name(StringView name) {
  if (name.size() < 3 || upcase(name[0]) != 'U') return 0xFFFFFFFF;
  StringView digits = name.substr(name[1] == '+' ? 2 : 1);
  if (digits.size() < 2 || digits.size() > 8) return 0xFFFFFFFF;
  std::uint64_t code = 0;
  for (char32_t c : digits) {
    if (hex_digit(c) < 0) return 0xFFFFFFFF;
    code = code * 16 + static_cast<std::uint64_t>(hex_digit(c));
  }
  return code <= 0x10FFFF ? static_cast<char32_t>(code) : 0xFFFFFFFF;
}

}  // namespace

char32_t character_of_name(StringView name) {
  for (const Named& n : names)
    if (same_name(name, n.name)) return n.code;
  return code_point_name(name);
}

std::string name_of_character(char32_t c) {
  for (const Named& n : names)
    if (n.code == c) return n.name;
  if (char_is_graphic(c)) return {};
  static constexpr char hex[] = "0123456789ABCDEF";
  std::string out;
  for (int shift = c > 0xFFFF ? 20 : 12; shift >= 0; shift -= 4) out.push_back(hex[(c >> shift) & 15]);
  return "U" + out;
}

}  // namespace tessera
