// Characters: chapter 13. Layer: builtins.
#include "data/sequences/characters.hpp"
#include "base/utf8.hpp"
#include "builtins/arguments.hpp"
#include "builtins/chapters.hpp"
#include "data/symbols/packages.hpp"
#include "text/reader.hpp"

namespace tessera {

namespace {

bool take_character(Runtime& rt, Value v, char32_t& c) {
  if (!v.is_character()) {
    rt.fail_type(v, Known::character);
    return false;
  }
  c = v.as_character();
  return true;
}

Value character_value(char32_t c) { return Value::character(static_cast<std::uint32_t>(c)); }

// --- comparisons

char32_t itself(char32_t c) { return c; }

/// True if `related` holds between neighbours, of the arguments after `fold`.
template <char32_t (*fold)(char32_t), class Related> Value compare_neighbours(Runtime& rt, Args a, Related related) {
  bool holds = true;
  char32_t previous = 0, c;
  for (std::uint32_t i = 0; i < a.size(); ++i) {
    if (!take_character(rt, a[i], c)) return FAILED;
    c = fold(c);
    if (i > 0 && !related(previous, c)) holds = false;
    previous = c;
  }
  return boolean(holds);
}

template <char32_t (*fold)(char32_t)> Value all_different(Runtime& rt, Args a) {
  char32_t c;
  for (std::uint32_t i = 0; i < a.size(); ++i)
    if (!take_character(rt, a[i], c)) return FAILED;
  for (std::uint32_t i = 0; i < a.size(); ++i)
    for (std::uint32_t j = i + 1; j < a.size(); ++j)
      if (fold(a[i].as_character()) == fold(a[j].as_character())) return NIL;
  return T;
}

#define COMPARISON(name, fold, op)                                                         \
  Value name(Runtime& rt, Args a) {                                                        \
    return compare_neighbours<fold>(rt, a, [](char32_t x, char32_t y) { return x op y; }); \
  }
COMPARISON(char_eq, itself, ==)
COMPARISON(char_lt, itself, <)
COMPARISON(char_gt, itself, >)
COMPARISON(char_le, itself, <=)
COMPARISON(char_ge, itself, >=)
COMPARISON(char_equal, char_upcase, ==)
COMPARISON(char_lessp, char_upcase, <)
COMPARISON(char_greaterp, char_upcase, >)
COMPARISON(char_not_greaterp, char_upcase, <=)
COMPARISON(char_not_lessp, char_upcase, >=)
#undef COMPARISON

// --- classes

Value characterp(Runtime&, Args a) { return boolean(a[0].is_character()); }

template <bool (*test)(char32_t)> Value char_predicate(Runtime& rt, Args a) {
  char32_t c;
  return take_character(rt, a[0], c) ? boolean(test(c)) : FAILED;
}

bool has_both_cases(char32_t c) { return char_is_upper(c) || char_is_lower(c); }
bool is_standard(char32_t c) { return c == '\n' || (c >= 0x20 && c < 0x7F); }

template <char32_t (*convert)(char32_t)> Value convert_char(Runtime& rt, Args a) {
  char32_t c;
  return take_character(rt, a[0], c) ? character_value(convert(c)) : FAILED;
}

// --- digits

bool take_radix(Runtime& rt, Value v, int& radix) {
  if (!v.is_fixnum() || v.as_fixnum() < 2 || v.as_fixnum() > 36) {
    rt.fail_type(v, integer_type(rt, 2, 36));
    return false;
  }
  radix = static_cast<int>(v.as_fixnum());
  return true;
}

Value digit_char_p(Runtime& rt, Args a) {
  char32_t c;
  int radix;
  if (!take_character(rt, a[0], c) || !take_radix(rt, a.get(1, Value::fixnum(10)), radix)) return FAILED;
  const int weight = digit_weight(c, radix);
  return weight < 0 ? NIL : Value::fixnum(weight);
}

Value digit_char(Runtime& rt, Args a) {
  std::size_t weight;
  int radix;
  if (!take_count(rt, a[0], weight) || !take_radix(rt, a.get(1, Value::fixnum(10)), radix)) return FAILED;
  if (weight >= static_cast<std::size_t>(radix)) return NIL;
  return character_value(U"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[weight]);
}

// --- codes and names

Value char_code(Runtime& rt, Args a) {
  char32_t c;
  return take_character(rt, a[0], c) ? Value::fixnum(static_cast<std::int64_t>(c)) : FAILED;
}

Value code_char(Runtime& rt, Args a) {
  if (!is_code_point(a[0])) return fail_code_point(rt, a[0]);
  return character_value(static_cast<char32_t>(a[0].as_fixnum()));
}

Value character(Runtime& rt, Args a) {
  char32_t buffer;
  StringView s;
  if (designated_string(rt, a[0], buffer, s) && s.size() == 1) return character_value(s[0]);
  return rt.fail_type(a[0], Known::character);
}

Value char_name(Runtime& rt, Args a) {
  char32_t c;
  if (!take_character(rt, a[0], c)) return FAILED;
  const std::string name = name_of_character(c);
  const bool is_code = name.size() > 4 && name[0] == 'U';
  if (!name.empty() && !is_code) return rt.make_string(name);
  return rt.tail_call(global_function(rt, rt.tessera("%NAME-BY-UNICODE")), {a[0]});
}

Value name_char(Runtime& rt, Args a) {
  char32_t buffer;
  StringView name;
  if (!take_string(rt, a[0], buffer, name)) return FAILED;
  const char32_t c = character_of_name(name);
  if (c <= 0x10FFFF) return character_value(c);
  return rt.tail_call(global_function(rt, rt.tessera("%CHARACTER-BY-UNICODE")), {make_string(rt, name)});
}

Value char_width(Runtime& rt, Args a) {
  char32_t c;
  return take_character(rt, a[0], c) ? Value::fixnum(char_columns(c)) : FAILED;
}

constexpr Builtin characters_table[] = {
    {"CHARACTERP", "object", characterp, "Returns true if OBJECT is a character."},
    {"CHAR=", "character &rest characters", char_eq, "Returns true if all arguments are the same character."},
    {"CHAR/=", "character &rest characters", all_different<itself>, "Returns true if no two arguments are the same character."},
    {"CHAR<", "character &rest characters", char_lt, "Returns true if the codes of the arguments increase."},
    {"CHAR>", "character &rest characters", char_gt, "Returns true if the codes of the arguments decrease."},
    {"CHAR<=", "character &rest characters", char_le, "Returns true if the codes of the arguments never decrease."},
    {"CHAR>=", "character &rest characters", char_ge, "Returns true if the codes of the arguments never increase."},
    {"CHAR-EQUAL", "character &rest characters", char_equal, "Like CHAR=, without regard to case."},
    {"CHAR-NOT-EQUAL", "character &rest characters", all_different<char_upcase>, "Like CHAR/=, without regard to case."},
    {"CHAR-LESSP", "character &rest characters", char_lessp, "Like CHAR<, without regard to case."},
    {"CHAR-GREATERP", "character &rest characters", char_greaterp, "Like CHAR>, without regard to case."},
    {"CHAR-NOT-GREATERP", "character &rest characters", char_not_greaterp, "Like CHAR<=, without regard to case."},
    {"CHAR-NOT-LESSP", "character &rest characters", char_not_lessp, "Like CHAR>=, without regard to case."},
    {"ALPHA-CHAR-P", "character", char_predicate<char_is_alphabetic>, "Returns true if CHARACTER is a letter."},
    {"ALPHANUMERICP", "character", char_predicate<char_is_alphanumeric>, "Returns true if CHARACTER is a letter or digit."},
    {"GRAPHIC-CHAR-P", "character", char_predicate<char_is_graphic>, "Returns true if CHARACTER can be seen, or is the space."},
    {"STANDARD-CHAR-P", "character", char_predicate<is_standard>, "Returns true if CHARACTER is one of the 96 standard ones."},
    {"UPPER-CASE-P", "character", char_predicate<char_is_upper>, "Returns true if CHARACTER is upper case and has a lower case."},
    {"LOWER-CASE-P", "character", char_predicate<char_is_lower>, "Returns true if CHARACTER is lower case and has an upper case."},
    {"BOTH-CASE-P", "character", char_predicate<has_both_cases>, "Returns true if CHARACTER has another case."},
    {"CHAR-UPCASE", "character", convert_char<char_upcase>, "Returns CHARACTER in upper case."},
    {"CHAR-DOWNCASE", "character", convert_char<char_downcase>, "Returns CHARACTER in lower case."},
    {"DIGIT-CHAR-P", "character &optional (radix 10)", digit_char_p, "Returns the weight of CHARACTER as a digit in RADIX, or NIL."},
    {"DIGIT-CHAR", "weight &optional (radix 10)", digit_char,
     "Returns the character that is the digit of WEIGHT in RADIX, or NIL if there is none."},
    {"CHAR-CODE", "character", char_code, "Returns the Unicode code point of CHARACTER."},
    {"CHAR-INT", "character", char_code, "Returns the Unicode code point of CHARACTER."},
    {"CODE-CHAR", "code", code_char, "Returns the character of that Unicode code point; a TYPE-ERROR from CHAR-CODE-LIMIT on."},
    {"CHARACTER", "designator", character, "Returns DESIGNATOR, a character, or the only character of its string or name."},
    {"CHAR-NAME", "character", char_name, "Returns the name of CHARACTER, or NIL if it has none."},
    {"NAME-CHAR", "name", name_char, "Returns the character called NAME, or NIL."},
    {"%CHAR-WIDTH", "character", char_width,
     "Returns how many columns CHARACTER takes on a terminal: 0, 1 or 2; -1 for a control character."},
};

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::characters>() { return characters_table; }

}  // namespace tessera
