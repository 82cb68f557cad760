// Tokens: collects their characters, and interprets them as numbers, symbols or dots.
#include <algorithm>

#include "data/numbers/numbers.hpp"
#include "data/sequences/arrays.hpp"
#include "data/symbols/packages.hpp"
#include "text/reader_state.hpp"

namespace tessera::reading {

// --- collecting

namespace {

bool collect_escaped(ReaderInput& input) {
  input.token.any_escape = true;
  const std::int32_t c = input.next();
  if (c == input_failed) return false;
  if (c == end_of_input) return input.fail_incomplete("a token, after an escape character"), false;
  input.token.add(static_cast<char32_t>(c), true);
  return true;
}

bool collect_quoted(ReaderInput& input) {
  input.token.any_escape = true;
  for (;;) {
    const std::int32_t c = input.next();
    if (c == input_failed) return false;
    if (c == end_of_input) return input.fail_incomplete("a token between | and |"), false;
    const Syntax syntax = syntax_of(input.readtable, static_cast<char32_t>(c));
    if (syntax == Syntax::multiple_escape) return true;
    if (syntax != Syntax::single_escape) input.token.add(static_cast<char32_t>(c), true);
    else if (!collect_escaped(input)) return false;
  }
}

/// Collects `c`, or the characters that it escapes if it is an escape character.
bool collect_part(ReaderInput& input, char32_t c, Syntax syntax) {
  if (syntax == Syntax::single_escape) return collect_escaped(input);
  if (syntax == Syntax::multiple_escape) return collect_quoted(input);
  if (syntax == Syntax::invalid || (syntax == Syntax::non_terminating_macro && invalid_in_tokens(c)))
    return input.fail("the character ~:C is not allowed in a token", {Value::character(c)}), false;
  input.token.add(c, false);
  return true;
}

/// Collects the constituents that are in memory.
void collect_ready(ReaderInput& input) {
  Token& token = input.token;
  const std::size_t count = input.ready().visit([&](auto units) {
    constexpr std::size_t most = ReaderInput::characters_between_polls;
    std::size_t n = 0;
    while (n < std::min(units.size(), most) && units[n] < 128 && syntax_of(input.readtable, units[n]) == Syntax::constituent) ++n;
    token.text.append(units.begin(), units.begin() + static_cast<std::ptrdiff_t>(n));
    return n;
  });
  token.escaped.resize(token.text.size());
  input.pass(count);
}

}  // namespace

bool collect_rest(Reader& r) {
  for (;;) {
    collect_ready(r.input);
    const std::int32_t c = r.input.next();
    if (c == input_failed) return false;
    if (c == end_of_input) return true;
    const auto ch = static_cast<char32_t>(c);
    char32_t meant = ch;
    if (ch >= ReaderInput::first_full_width && !r.input.take_meaning(meant)) return false;
    const Syntax syntax = syntax_of(r.input.readtable, meant);
    if (syntax == Syntax::whitespace && !r.context->preserve_whitespace) return true;
    if (syntax == Syntax::whitespace || syntax == Syntax::terminating_macro) return r.input.unread(c), true;
    if (!collect_part(r.input, ch, syntax)) return false;
  }
}

// --- meaning

namespace {

bool is_number_start(char32_t c, int base) {
  if ((c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.') return true;
  if (base <= 10) return false;
  const char32_t u = upcase(c);
  return u >= 'A' && u < static_cast<char32_t>('A' + base - 10);
}

char default_format(Runtime& rt) {
  const Value v = rt.symbol_value_slot(Known::read_default_float_format);
  return v == rt.sym(Known::double_float) || v == rt.sym(Known::long_float) ? 'd' : 's';
}

/// Returns the value of *READ-BASE*; 0 if that is not a base, and the failure is pending.
int number_base(Runtime& rt) {
  const Value v = rt.symbol_value_slot(Known::read_base);
  if (v.is_fixnum() && v.as_fixnum() >= 2 && v.as_fixnum() <= 36) return static_cast<int>(v.as_fixnum());
  rt.fail_type(v, rt.list({rt.sym(Known::integer), Value::fixnum(2), Value::fixnum(36)}));
  return 0;
}

/// Returns the text of the token, or "" if it is not all ASCII.
std::string ascii_text(const Token& token) {
  std::string text;
  for (char32_t c : token.text) {
    if (c >= 128) return {};
    text.push_back(static_cast<char>(c));
  }
  return text;
}

/// Returns the symbol with this name in `package`. A new one is not interned if TESSERA:*READ-INTERNS* is NIL.
Value symbol_named(Runtime& rt, Value package, StringView name) {
  const Found found = find_symbol(rt, package, name);
  if (found.status != Status::none) return found.symbol;
  const bool interns = !is_nil(rt.symbol(rt.tessera("*READ-INTERNS*"))->value);
  return interns ? intern(rt, package, name) : make_symbol(rt, make_string(rt, name));
}

ReadStep external_symbol(Reader& r, Value package, StringView name, Value& value) {
  if (package == r.rt.packages.keyword) return value = symbol_named(r.rt, package, name), ReadStep::value;
  const Found found = find_symbol(r.rt, package, name);
  value = found.symbol;
  if (found.status == Status::external) return ReadStep::value;
  const Value text = make_string(r.rt, name);
  const Value owner = as<Package>(package)->name;
  if (found.status == Status::none) return r.input.fail_package(package, "there is no symbol named ~S in the package ~A", {text, owner});
  return r.input.fail_package(package, "the symbol ~S is not external in the package ~A", {text, owner});
}

/// Reads a token with `colons` colons from index `colon` on as a symbol.
ReadStep qualified_symbol(Reader& r, std::size_t colon, std::size_t colons, Value& value) {
  const StringView token(r.input.token.text);
  const StringView name = token.substr(colon + colons);
  if (colons > 2) return r.fail("too many colons in ~A", {make_string(r.rt, token)});
  if (name.empty() && !r.input.token.any_escape) return r.fail("nothing follows the colon in ~A", {make_string(r.rt, token)});
  if (colon == 0) return value = symbol_named(r.rt, r.rt.packages.keyword, name), ReadStep::value;
  const Value package = find_package_here(r.rt, token.substr(0, colon));
  if (is_nil(package)) {
    const Value text = make_string(r.rt, token.substr(0, colon));
    return r.input.fail_package(text, "there is no package named ~S", {text});
  }
  if (colons == 1) return external_symbol(r, package, name, value);
  value = symbol_named(r.rt, package, name);
  return ReadStep::value;
}

ReadStep token_symbol(Reader& r, Value& value) {
  convert_case(r.input);
  const Token& token = r.input.token;
  std::size_t colon = token.text.npos, colons = 0;
  for (std::size_t i = 0; i < token.text.size(); ++i) {
    if (token.text[i] != ':' || token.escaped[i]) continue;
    if (colon == token.text.npos) colon = i;
    else if (i != colon + colons) return r.fail("too many colons in ~A", {make_string(r.rt, token.text)});
    ++colons;
  }
  if (colons > 0) return qualified_symbol(r, colon, colons, value);
  const Value package = r.rt.symbol_value_slot(Known::package_variable);
  if (!has_type(package, Type::package)) return r.rt.fail_type(package, Known::package), ReadStep::failed;
  value = symbol_named(r.rt, package, token.text);
  return ReadStep::value;
}

/// Makes the object of the token: a dot, a number or a symbol.
ReadStep interpret_token(Reader& r, Value& value) {
  const Token& token = r.input.token;
  if (!token.any_escape && token.text.find_first_not_of(U'.') == token.text.npos) {
    if (token.text.size() == 1) return ReadStep::dot;
    if (!r.is_suppressed()) return r.fail("a token of dots only: ~A", {make_string(r.rt, token.text)});
  }
  if (r.is_suppressed()) return value = NIL, ReadStep::value;
  const int base = number_base(r.rt);
  if (base == 0) return ReadStep::failed;
  if (!token.any_escape && is_number_start(token.text[0], base)) {
    value = token_number(r, base);
    if (is_failed(value)) return r.fail("the number ~A cannot be represented", {make_string(r.rt, token.text)});
    if (value != UNBOUND) return ReadStep::value;
  }
  return token_symbol(r, value);
}

}  // namespace

Value token_number(Reader& r, int radix) {
  const std::string text = ascii_text(r.input.token);
  return text.empty() ? UNBOUND : parse_number(r.rt, text, radix, default_format(r.rt));
}

ReadStep read_token(Reader& r, char32_t first, Syntax syntax, Value& value) {
  r.input.token.clear();
  if (!collect_part(r.input, first, syntax) || !collect_rest(r)) return ReadStep::failed;
  return interpret_token(r, value);
}

void convert_case(ReaderInput& input) {
  const ReadCase mode = read_case(input.readtable);
  if (mode == ReadCase::preserve) return;
  Token& token = input.token;
  bool up = mode == ReadCase::upcase;
  if (mode == ReadCase::invert) {
    bool upper = false, lower = false;
    for (std::size_t i = 0; i < token.text.size(); ++i) {
      if (token.escaped[i]) continue;
      upper |= is_upper(token.text[i]);
      lower |= is_lower(token.text[i]);
    }
    if (upper == lower) return;
    up = lower;
  }
  for (std::size_t i = 0; i < token.text.size(); ++i)
    if (!token.escaped[i]) token.text[i] = up ? upcase(token.text[i]) : downcase(token.text[i]);
}

}  // namespace tessera::reading
