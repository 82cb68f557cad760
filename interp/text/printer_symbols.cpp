// Symbols: package prefixes, vertical bars around names that the reader would misread, letter case.
#include <algorithm>

#include "data/symbols/packages.hpp"
#include "text/printer_state.hpp"

namespace tessera {

void SymbolPrinter::print(Value v) {
  const StringView name = string_view_of(out_.rt.symbol(v)->name);
  if (!out_.settings.escape) return print_cased(name);
  print_package_prefix(v, name);
  print_name(name);
}

void SymbolPrinter::print_package_prefix(Value v, StringView name) {
  const Value home = out_.rt.symbol(v)->package;
  if (home == out_.rt.packages.keyword) return out_.put(U':');
  const Value current = out_.rt.symbol_value_slot(Known::package_variable);
  if (is_nil(home)) {
    if (out_.settings.gensym) out_.put(std::string_view("#:"));
    return;
  }
  if (current == home) return;
  if (has_type(current, Type::package)) {
    const Found found = find_symbol(out_.rt, current, name);
    if (found.status != Status::none && found.symbol == v) return;
  }
  const Value package_name = as<Package>(home)->name;
  if (has_type(package_name, Type::string)) print_name(string_view_of(package_name));
  out_.put(std::string_view(find_symbol(out_.rt, home, name).status == Status::external ? ":" : "::"));
}

void SymbolPrinter::print_name(StringView name) {
  if (!needs_bars(name)) return print_cased(name);
  out_.put(U'|');
  for (char32_t c : name) {
    if (c == '|' || c == '\\') out_.put(U'\\');
    out_.put(c);
  }
  out_.put(U'|');
}

// --- bars

namespace {

bool changes_case(ReadCase mode, char32_t c) {
  return (mode == ReadCase::upcase && is_lower(c)) || (mode == ReadCase::downcase && is_upper(c));
}

bool is_digit(char32_t c, int base) {
  if (c >= '0' && c <= '9') return static_cast<int>(c - '0') < base;
  const char32_t u = upcase(c);
  return u >= 'A' && u <= 'Z' && static_cast<int>(u - 'A') + 10 < base;
}

/// True if a reader with this readtable would read other characters, or several objects.
bool changed_by(Value readtable, StringView name) {
  const ReadCase mode = read_case(readtable);
  return std::any_of(name.begin(), name.end(),
                     [&](char32_t c) { return syntax_of(readtable, c) != Syntax::constituent || c == ':' || changes_case(mode, c); });
}

bool is_letter(char32_t c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
bool is_sign(char32_t c) { return c == '+' || c == '-'; }

}  // namespace

bool SymbolPrinter::needs_bars(StringView name) const {
  if (std::all_of(name.begin(), name.end(), [](char32_t c) { return c == '.'; })) return true;  // empty, or dots only
  if (changed_by(out_.readtable, name) || is_potential_number(name)) return true;
  return out_.settings.readably && changed_by(out_.rt.symbol_value_slot(Known::standard_readtable), name);
}

bool SymbolPrinter::is_potential_number(StringView name) const {
  const int base = name.find(U'.') == name.npos ? out_.settings.base : std::min(out_.settings.base, 10);  // 2.3.1.1
  const auto digit = [base](char32_t c) { return is_digit(c, base); };
  const char32_t first = name.front();
  if (!digit(first) && !is_sign(first) && first != '.' && first != '^' && first != '_') return false;
  if (is_sign(name.back())) return false;
  bool any_digit = false;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char32_t c = name[i];
    if (digit(c) || (c >= '0' && c <= '9')) {
      any_digit = true;
    } else if (is_letter(c)) {
      const auto letter = [&](std::size_t at) { return at < name.size() && is_letter(name[at]) && !digit(name[at]); };
      if (letter(i - 1) || letter(i + 1)) return false;
    } else if (!is_sign(c) && c != '/' && c != '.' && c != '^' && c != '_') {
      return false;
    }
  }
  return any_digit;
}

// --- case

namespace {

bool is_alphanumeric(char32_t c) { return (c >= '0' && c <= '9') || is_upper(c) || is_lower(c); }

/// Returns -1 if all letters with case are lower case, 1 if all are upper case, 0 if they are mixed or there are none.
int uniform_case(StringView name) {
  bool upper = false, lower = false;
  for (char32_t c : name) {
    upper |= is_upper(c);
    lower |= is_lower(c);
  }
  return upper == lower ? 0 : upper ? 1 : -1;
}

}  // namespace

void SymbolPrinter::print_cased(StringView name) {
  const ReadCase mode = read_case(out_.readtable);
  if (mode == ReadCase::preserve) return out_.put(name);
  if (mode == ReadCase::invert) {
    const int uniform = uniform_case(name);
    for (char32_t c : name) out_.put(uniform == 0 ? c : uniform > 0 ? downcase(c) : upcase(c));
    return;
  }
  const bool down = out_.settings.print_case == out_.rt.sym(Known::key_downcase);
  const bool capitalize = out_.settings.print_case == out_.rt.sym(Known::key_capitalize);
  if (mode == ReadCase::upcase && !down && !capitalize) return out_.put(name);
  bool in_word = false;
  for (char32_t c : name) {
    const bool folded = mode == ReadCase::upcase ? is_upper(c) : is_lower(c);
    const bool lower = down || (capitalize && in_word);
    out_.put(!folded ? c : lower ? downcase(c) : upcase(c));
    in_word = is_alphanumeric(c);
  }
}

}  // namespace tessera
