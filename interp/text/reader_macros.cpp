// Reader macros: strings, comments, quotes, and what # dispatches to.
#include <algorithm>

#include "base/text_buffer.hpp"
#include "data/numbers/numbers.hpp"
#include "data/sequences/arrays.hpp"
#include "data/symbols/packages.hpp"
#include "text/reader_state.hpp"

namespace tessera {

Reader::Step Reader::macro(Value entry, char32_t c, Value& value) {
  if (entry.is_fixnum()) return native_macro(static_cast<Macro>(entry.as_fixnum()), c, -1, value);
  if (has_type(entry, Type::simple_vector)) return dispatch(entry, c, value);
  return call_macro(entry, {as_seen(stream_), Value::character(c)}, value);
}

/// Call a user's function: it reads one object or none.
Reader::Step Reader::call_macro(Value function, std::initializer_list<Value> arguments, Value& value) {
  value = rt_.call_lisp(function, arguments);
  if (is_failed(value)) return Step::failed;
  return rt_.given_count == 0 ? Step::nothing : Step::value;
}

Reader::Step Reader::native_macro(Macro m, char32_t c, std::int64_t n, Value& value) {
  switch (m) {
    case Macro::string: return read_string(c, value);
    case Macro::quote: return open_wrap(Known::quote, 0);
    case Macro::open: return push(Kind::list), Step::pushed;
    case Macro::close: return Step::closed;
    case Macro::comma: return read_comma();
    case Macro::comment: return skip_line();
    case Macro::backquote: return open_wrap(Known::quasiquote, 1);
    case Macro::dispatch: {
      Value table = macro_of(readtable_, c);
      if (!has_type(table, Type::simple_vector)) table = macro_of(readtable_, '#');
      return has_type(table, Type::simple_vector) ? dispatch(table, c, value) : illegal(c);
    }
    case Macro::sharp_quote: return open_wrap(Known::function, 0);
    case Macro::sharp_open: return push(Kind::vector, n), Step::pushed;
    case Macro::sharp_backslash: return read_character(value);
    case Macro::sharp_colon: return read_uninterned(value);
    case Macro::sharp_dot: return open_eval();
    case Macro::sharp_plus: return open_feature(true);
    case Macro::sharp_minus: return open_feature(false);
    case Macro::sharp_bar: return skip_block();
    case Macro::sharp_b: return read_radix(2, value);
    case Macro::sharp_o: return read_radix(8, value);
    case Macro::sharp_x: return read_radix(16, value);
    case Macro::sharp_r: return read_radix(n, value);
    case Macro::sharp_c: return push(Kind::complex), Step::pushed;
    case Macro::sharp_a: return push(Kind::array, n), Step::pushed;
    case Macro::sharp_s: return push(Kind::structure), Step::pushed;
    case Macro::sharp_p: return push(Kind::path), Step::pushed;
    case Macro::sharp_star: return read_bits(n, value);
    case Macro::sharp_equal: return open_label(n);
    case Macro::sharp_sharp: return read_reference(n, value);
    default: return illegal(c);
  }
}

// --- dispatching

bool Reader::read_dispatch_argument(std::int64_t& argument, char32_t& sub) {
  argument = -1;
  for (;;) {
    const std::int32_t c = next();
    if (c == input_failed) return false;
    if (c == end_of_input) return fail_incomplete("what a dispatching macro character began"), false;
    if (c < '0' || c > '9') return sub = static_cast<char32_t>(c), true;
    argument = (argument < 0 ? 0 : argument) * 10 + (c - '0');
    constexpr std::int64_t limit = std::int64_t{1} << 59;
    if (argument > limit && !suppressed()) return fail("the number after # is too large"), false;
    argument = std::min(argument, limit);
  }
}

Reader::Step Reader::dispatch(Value table, char32_t c, Value& value) {
  std::int64_t argument = -1;
  char32_t sub = 0;
  if (!read_dispatch_argument(argument, sub)) return Step::failed;
  const Value entry = dispatch_of(table, upcase(sub));
  if (entry.is_fixnum()) return native_macro(static_cast<Macro>(entry.as_fixnum()), sub, argument, value);
  if (is_nil(entry)) { return fail("no macro is defined for ~S after ~S", {Value::character(sub), Value::character(c)}); }
  const Value number = argument < 0 ? NIL : Value::fixnum(argument);
  return call_macro(entry, {as_seen(stream_), Value::character(sub), number}, value);
}

Reader::Step Reader::illegal(char32_t sub) {
  if (sub == '<') return fail("#< begins an object that cannot be read back");
  return fail("~S may not follow #", {Value::character(sub)});
}

// --- strings and comments

Reader::Step Reader::read_string(char32_t close, Value& value) {
  const SourcePosition start = start_;
  TextBuffer text;
  for (;;) {
    const StringView plain = ready();
    const std::size_t count = plain.visit([this, close](auto units) {
      std::size_t n = 0;
      while (n < units.size() && units[n] < 128 && units[n] >= ' ' && units[n] != close &&
             syntax_of(readtable_, units[n]) != Syntax::single_escape)
        ++n;
      return n;
    });
    text.append(plain.substr(0, count));
    pass(count);
    std::int32_t c = next();
    if (c >= 0 && syntax_of(readtable_, static_cast<char32_t>(c)) == Syntax::single_escape) {
      c = next();
    } else if (c == static_cast<std::int32_t>(close)) {
      break;
    }
    if (c == input_failed) return Step::failed;
    if (c == end_of_input) return fail_incomplete("the string that begins at " + place_text(start));
    text.append(static_cast<char32_t>(c));
  }
  value = suppressed() ? NIL : make_string(rt_, text.view());
  return Step::value;
}

Reader::Step Reader::skip_line() {
  for (;;) {
    const std::int32_t c = next();
    if (c == input_failed) return Step::failed;
    if (c == end_of_input || c == '\n') return Step::nothing;
  }
}

Reader::Step Reader::skip_block() {
  const SourcePosition start = start_;
  std::int32_t previous = 0;
  for (std::int64_t depth = 1; depth > 0;) {
    std::int32_t c = next();
    if (c == input_failed) return Step::failed;
    if (c == end_of_input) return fail_incomplete("the comment that begins at " + place_text(start));
    if (previous == '|' && c == '#') --depth, c = 0;
    else if (previous == '#' && c == '|') ++depth, c = 0;
    previous = c;
  }
  return Step::nothing;
}

// --- quotes

Reader::Step Reader::open_wrap(Known symbol, int backquote) {
  push(Kind::wrap);
  frames_.back().head = rt_.sym(symbol);
  frames_.back().backquote = static_cast<std::int8_t>(backquote);
  context_->backquotes += backquote;
  return Step::pushed;
}

Reader::Step Reader::read_comma() {
  if (context_->backquotes <= 0 && !suppressed()) return fail("a comma outside of a backquote");
  const std::int32_t c = next();
  if ((c == '@' || c == '.') && frames_.size() != 0 && frames_.back().kind == Kind::list && frames_.back().dot == 1 && !suppressed())
    return fail("nothing can be spliced in behind the dot of a list");
  if (c == '@') return open_wrap(Known::unquote_splicing, -1);
  if (c == '.') return open_wrap(Known::unquote_nsplicing, -1);
  if (c == input_failed) return Step::failed;
  unread(c);
  return open_wrap(Known::unquote, -1);
}

Reader::Step Reader::open_feature(bool plus) {
  push(Kind::feature);
  Value& package = rt_.symbol_value_slot(Known::package_variable);
  frames_.back().saved = package;
  frames_.back().feature_plus = plus;
  frames_.back().head = rt_.symbol_value_slot(Known::read_suppress);
  rt_.heap.write(&package, rt_.keyword_package);
  rt_.symbol_value_slot(Known::read_suppress) = NIL;  // the expression counts, even where what follows does not
  return Step::pushed;
}

Reader::Step Reader::open_eval() {
  if (!suppressed() && is_nil(rt_.symbol_value_slot(Known::read_eval))) return fail("#. is not allowed: *READ-EVAL* is NIL");
  push(Kind::eval);
  return Step::pushed;
}

// --- tokens after #

Reader::Step Reader::read_character(Value& value) {
  const std::int32_t first = next();
  if (first == input_failed) return Step::failed;
  if (first == end_of_input) return fail_incomplete("a character after #\\");
  token_.assign(1, static_cast<char32_t>(first));
  escaped_.assign(1, true);
  any_escape_ = true;
  if (!collect_rest()) return Step::failed;
  if (suppressed()) return value = NIL, Step::value;
  if (token_.size() == 1) return value = Value::character(token_[0]), Step::value;
  const char32_t c = character_of_name(token_);
  if (c == 0xFFFFFFFF) return fail("no character is named ~A", {make_string(rt_, token_)});
  value = Value::character(c);
  return Step::value;
}

Reader::Step Reader::read_uninterned(Value& value) {
  token_.clear();
  escaped_.clear();
  any_escape_ = false;
  if (!collect_rest()) return Step::failed;
  if (suppressed()) return value = NIL, Step::value;
  for (std::size_t i = 0; i < token_.size(); ++i)
    if (token_[i] == ':' && !escaped_[i]) return fail("a colon in the name of an uninterned symbol: ~A", {make_string(rt_, token_)});
  convert_case();
  value = make_symbol(rt_, make_string(rt_, token_));
  return Step::value;
}

Reader::Step Reader::read_radix(std::int64_t radix, Value& value) {
  token_.clear();
  escaped_.clear();
  any_escape_ = false;
  if (!collect_rest()) return Step::failed;
  if (suppressed()) return value = NIL, Step::value;
  if (radix < 2 || radix > 36) return fail("#R needs a radix between 2 and 36 before the R");
  if (token_.empty() && !any_escape_ && peek_char(rt_, stream_) == end_of_input) return fail_incomplete("a rational number after #");
  value = any_escape_ ? UNBOUND : token_number(static_cast<int>(radix));
  if (!value.is_marker() && is_rational(value)) return Step::value;
  return fail("~S is no rational number in radix ~A", {make_string(rt_, token_), Value::fixnum(radix)});
}

Reader::Step Reader::read_bits(std::int64_t length, Value& value) {
  token_.clear();
  escaped_.clear();
  any_escape_ = false;
  if (!collect_rest()) return Step::failed;
  if (suppressed()) return value = NIL, Step::value;
  for (char32_t c : token_)
    if ((c != '0' && c != '1') || any_escape_) return fail("~S is no bit vector", {make_string(rt_, token_)});
  const auto given = static_cast<std::int64_t>(token_.size());
  if (length < 0) length = given;
  if (given > length) return fail("more than ~A bits in a bit vector of that length", {Value::fixnum(length)});
  if (given == 0 && length > 0) return fail("no bits to fill a bit vector of length ~A", {Value::fixnum(length)});
  if (length > 0x7FFFFFFF || !rt_.heap.has_room(static_cast<std::size_t>(length) / 8)) return rt_.fail_heap(), Step::failed;
  Object* bits = rt_.heap.allocate_raw(Type::bit_vector, static_cast<std::size_t>(length));
  for (std::int64_t i = 0; i < length; ++i)
    set_bit_at(bits, static_cast<std::size_t>(i), token_[static_cast<std::size_t>(std::min(i, given - 1))] == '1');
  value = Value::object(bits);
  return Step::value;
}

}  // namespace tessera
