// Tokens: collecting their characters, and what they mean: numbers, symbols, dots.
#include <algorithm>

#include "data/numbers/numbers.hpp"
#include "data/sequences/arrays.hpp"
#include "data/symbols/packages.hpp"
#include "text/reader_state.hpp"

namespace tessera {

// --- collecting

Reader::Step Reader::read_token(char32_t first, Syntax syntax, Value& value) {
  if (!collect_token(first, syntax)) return Step::failed;
  return interpret_token(value);
}

bool Reader::collect_token(char32_t first, Syntax syntax) {
  token_.clear();
  escaped_.clear();
  any_escape_ = false;
  return collect_part(first, syntax) && collect_rest();
}

/// What begins with `c`: an escape, or just that character.
bool Reader::collect_part(char32_t c, Syntax syntax) {
  switch (syntax) {
    case Syntax::single_escape: return collect_escaped();
    case Syntax::multiple_escape: return collect_quoted();
    case Syntax::non_terminating_macro:
      if (!invalid_in_tokens(c)) break;
      [[fallthrough]];
    case Syntax::invalid: return fail("the character ~S may not stand in a token", {Value::character(c)}), false;
    default: break;
  }
  token_.push_back(c);
  escaped_.push_back(false);
  return true;
}

// Most of what is read stands ready in a string, and to read its characters one by one costs most of the time.
StringView Reader::ready() const {
  if (!is_stream(stream_) || stream_of(stream_)->kind() != StreamKind::string_input || !stream_of(stream_)->has(stream_open)) return {};
  const Stream* const s = stream_of(stream_);
  const StringView text = string_view_of(s->buffer);
  const auto start = static_cast<std::size_t>(s->position.as_fixnum());
  const std::size_t limit = std::min(static_cast<std::size_t>(s->limit.as_fixnum()), text.size());
  return start < limit ? text.substr(start, limit - start) : StringView();
}

void Reader::pass(std::size_t count) {
  if (count == 0) return;
  Stream* const s = stream_of(stream_);
  const std::int64_t column = s->column.as_fixnum() + static_cast<std::int64_t>(count);
  s->position = Value::fixnum(s->position.as_fixnum() + static_cast<std::int64_t>(count));
  s->column = Value::fixnum(column);
  s->last_column = Value::fixnum(column - 1);
}

/// Take the constituents that stand ready.
void Reader::collect_ready() {
  const std::size_t count = ready().visit([this](auto units) {
    std::size_t n = 0;
    while (n < units.size() && units[n] < 128 && syntax_of(readtable_, units[n]) == Syntax::constituent) ++n;
    token_.append(units.begin(), units.begin() + static_cast<std::ptrdiff_t>(n));
    return n;
  });
  escaped_.resize(token_.size());
  pass(count);
}

bool Reader::collect_rest() {
  for (;;) {
    collect_ready();
    const std::int32_t c = next();
    if (c == input_failed) return false;
    if (c == end_of_input) return true;
    const auto ch = static_cast<char32_t>(c);
    const Syntax syntax = syntax_of(readtable_, ch);
    if (syntax == Syntax::whitespace && !context_->preserve_whitespace) return true;
    if (syntax == Syntax::whitespace || syntax == Syntax::terminating_macro) return unread(c), true;
    if (!collect_part(ch, syntax)) return false;
  }
}

bool Reader::collect_escaped() {
  any_escape_ = true;
  const std::int32_t c = next();
  if (c == input_failed) return false;
  if (c == end_of_input) return fail_incomplete("a token, after an escape character"), false;
  token_.push_back(static_cast<char32_t>(c));
  escaped_.push_back(true);
  return true;
}

bool Reader::collect_quoted() {
  any_escape_ = true;
  for (;;) {
    const std::int32_t c = next();
    if (c == input_failed) return false;
    if (c == end_of_input) return fail_incomplete("a token between | and |"), false;
    const Syntax syntax = syntax_of(readtable_, static_cast<char32_t>(c));
    if (syntax == Syntax::multiple_escape) return true;
    if (syntax == Syntax::single_escape) {
      if (!collect_escaped()) return false;
      continue;
    }
    token_.push_back(static_cast<char32_t>(c));
    escaped_.push_back(true);
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

}  // namespace

int Reader::number_base() const {
  const Value v = rt_.symbol(rt_.sym(Known::read_base))->value;
  if (v.is_fixnum() && v.as_fixnum() >= 2 && v.as_fixnum() <= 36) return static_cast<int>(v.as_fixnum());
  rt_.fail_type(v, rt_.list({rt_.sym(Known::integer), Value::fixnum(2), Value::fixnum(36)}));
  return 0;
}

/// The token, or "" if it is not all ASCII.
std::string Reader::ascii_token() const {
  std::string text;
  for (char32_t c : token_) {
    if (c >= 128) return {};
    text.push_back(static_cast<char>(c));
  }
  return text;
}

Value Reader::token_number(int radix) {
  const std::string text = ascii_token();
  return text.empty() ? UNBOUND : parse_number(rt_, text, radix, default_format(rt_));
}

Reader::Step Reader::interpret_token(Value& value) {
  if (!any_escape_ && token_.find_first_not_of(U'.') == token_.npos) {
    if (token_.size() == 1) return Step::dot;
    if (!suppressed()) return fail("a token of dots only: ~A", {make_string(rt_, token_)});
  }
  if (suppressed()) return value = NIL, Step::value;
  const int base = number_base();
  if (base == 0) return Step::failed;
  if (!any_escape_ && is_number_start(token_[0], base)) {
    value = token_number(base);
    if (is_failed(value)) return fail("the number ~A cannot be represented", {make_string(rt_, token_)});
    if (value != UNBOUND) return Step::value;
  }
  return token_symbol(value);
}

void Reader::convert_case() {
  const ReadCase mode = read_case(readtable_);
  if (mode == ReadCase::preserve) return;
  bool up = mode == ReadCase::upcase;
  if (mode == ReadCase::invert) {
    bool upper = false, lower = false;
    for (std::size_t i = 0; i < token_.size(); ++i) {
      if (escaped_[i]) continue;
      upper |= is_upper(token_[i]);
      lower |= is_lower(token_[i]);
    }
    if (upper == lower) return;
    up = lower;
  }
  for (std::size_t i = 0; i < token_.size(); ++i)
    if (!escaped_[i]) token_[i] = up ? upcase(token_[i]) : downcase(token_[i]);
}

namespace {

/// The symbol of that name in `package`; a new one stays out of it if TESSERA:*READ-INTERNS* is NIL.
Value symbol_named(Runtime& rt, Value package, StringView name) {
  const Found found = find_symbol(rt, package, name);
  if (found.status != Status::none) return found.symbol;
  const bool interns = !is_nil(rt.symbol(rt.tessera("*READ-INTERNS*"))->value);
  return interns ? intern(rt, package, name) : make_symbol(rt, make_string(rt, name));
}

}  // namespace

Reader::Step Reader::token_symbol(Value& value) {
  convert_case();
  std::size_t colon = token_.npos, colons = 0;
  for (std::size_t i = 0; i < token_.size(); ++i) {
    if (token_[i] != ':' || escaped_[i]) continue;
    if (colon == token_.npos) colon = i;
    else if (i != colon + colons) return fail("too many colons in ~A", {make_string(rt_, token_)});
    ++colons;
  }
  if (colons > 0) return qualified_symbol(colon, colons, value);
  const Value package = rt_.symbol_value_slot(Known::package_variable);
  if (!has_type(package, Type::package)) return rt_.fail_type(package, Known::package), Step::failed;
  value = symbol_named(rt_, package, token_);
  return Step::value;
}

Reader::Step Reader::qualified_symbol(std::size_t colon, std::size_t colons, Value& value) {
  const StringView token(token_);
  const StringView name = token.substr(colon + colons);
  if (colons > 2) return fail("too many colons in ~A", {make_string(rt_, token)});
  if (name.empty() && !any_escape_) return fail("nothing stands after the colon in ~A", {make_string(rt_, token)});
  if (colon == 0) return value = symbol_named(rt_, rt_.keyword_package, name), Step::value;
  const Value package = find_package_here(rt_, token.substr(0, colon));
  if (is_nil(package)) {
    const Value text = make_string(rt_, token.substr(0, colon));
    return fail_package(text, "there is no package named ~S", {text});
  }
  if (colons == 1) return find_external(package, name, value);
  value = symbol_named(rt_, package, name);
  return Step::value;
}

Reader::Step Reader::find_external(Value package, StringView name, Value& value) {
  if (package == rt_.keyword_package) return value = symbol_named(rt_, package, name), Step::value;
  const Found found = find_symbol(rt_, package, name);
  value = found.symbol;
  if (found.status == Status::external) return Step::value;
  const Value text = make_string(rt_, name);
  const Value owner = as<Package>(package)->name;
  if (found.status == Status::none) return fail_package(package, "there is no symbol named ~S in the package ~A", {text, owner});
  return fail_package(package, "the symbol ~S is not external in the package ~A", {text, owner});
}

}  // namespace tessera
