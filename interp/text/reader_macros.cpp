// Reader macros: strings, comments, quotes, and macros after #.
#include <algorithm>

#include "base/text_buffer.hpp"
#include "data/numbers/numbers.hpp"
#include "data/sequences/arrays.hpp"
#include "data/symbols/packages.hpp"
#include "text/reader_state.hpp"

namespace tessera::reading {

namespace {

// --- dispatching

/// Calls a user's function, which reads one object or returns no value.
ReadStep call_macro(Reader& r, Value function, std::initializer_list<Value> arguments, Value& value) {
  value = r.rt.call_lisp(function, arguments);
  if (is_failed(value)) return ReadStep::failed;
  return r.rt.mv.lisp_count == 0 ? ReadStep::nothing : ReadStep::value;
}

bool read_dispatch_argument(Reader& r, std::int64_t& argument, char32_t& sub) {
  argument = -1;
  for (;;) {
    const std::int32_t c = r.input.next();
    if (c == input_failed) return false;
    if (c == end_of_input) return r.input.fail_incomplete("what a dispatching macro character began"), false;
    if (c < '0' || c > '9') return sub = static_cast<char32_t>(c), true;
    argument = (argument < 0 ? 0 : argument) * 10 + (c - '0');
    constexpr std::int64_t limit = std::int64_t{1} << 59;
    if (argument > limit && !r.is_suppressed()) return r.fail("the number after # is too large"), false;
    argument = std::min(argument, limit);
  }
}

ReadStep dispatch(Reader& r, Value table, char32_t c, Value& value) {
  std::int64_t argument = -1;
  char32_t sub = 0;
  if (!read_dispatch_argument(r, argument, sub)) return ReadStep::failed;
  const Value entry = dispatch_of(table, upcase(sub));
  if (entry.is_fixnum()) return native_macro(r, static_cast<Macro>(entry.as_fixnum()), sub, argument, value);
  if (is_nil(entry) && r.is_suppressed()) return ReadStep::nothing;  // the next object is skipped in its place
  if (is_nil(entry)) return r.fail("no macro is defined for ~:C after ~:C", {Value::character(sub), Value::character(c)});
  const Value number = argument < 0 ? NIL : Value::fixnum(argument);
  return call_macro(r, entry, {as_seen(r.input.stream), Value::character(sub), number}, value);
}

ReadStep illegal(Reader& r, char32_t sub) {
  if (sub == '<') return r.fail("#< begins an object that cannot be read back");
  return r.fail("~:C may not follow #", {Value::character(sub)});
}

// --- strings and comments

ReadStep read_string(Reader& r, char32_t close, Value& value) {
  const SourcePosition start = r.input.start;
  constexpr std::int32_t small_tilde = 0x2DC;
  TextBuffer text;
  bool has_small_tilde = false;
  for (;;) {
    const StringView plain = r.input.ready();
    const std::size_t count = plain.visit([&r, close](auto units) {
      std::size_t n = 0;
      while (n < units.size() && units[n] < 128 && units[n] >= ' ' && units[n] != close &&
             syntax_of(r.input.readtable, units[n]) != Syntax::single_escape)
        ++n;
      return n;
    });
    text.append(plain.substr(0, count));
    r.input.pass(count);
    std::int32_t c = r.input.next();
    if (c >= 0 && syntax_of(r.input.readtable, static_cast<char32_t>(c)) == Syntax::single_escape) {
      c = r.input.next();
    } else if (c == static_cast<std::int32_t>(close)) {
      break;
    }
    if (c == input_failed) return ReadStep::failed;
    if (c == end_of_input) return r.input.fail_incomplete("the string", start);
    has_small_tilde |= c == small_tilde;
    text.append(static_cast<char32_t>(c));
  }
  value = r.is_suppressed() ? NIL : make_string(r.rt, text.view());
  const Value library = has_small_tilde ? r.rt.tessera("%PLAIN-TILDES") : NIL;
  if (is_nil(library) || is_nil(value) || r.rt.symbol(library)->function == r.rt.undefined_function) return ReadStep::value;
  value = r.rt.call_lisp(library, {value, Value::fixnum(start.line), Value::fixnum(start.column)});
  return is_failed(value) ? ReadStep::failed : ReadStep::value;
}

ReadStep skip_line(Reader& r) {
  for (;;) {
    const std::int32_t c = r.input.next();
    if (c == input_failed) return ReadStep::failed;
    if (c == end_of_input || c == '\n') return ReadStep::nothing;
  }
}

ReadStep skip_block(Reader& r) {
  const SourcePosition start = r.input.start;
  std::int32_t previous = 0;
  for (std::int64_t depth = 1; depth > 0;) {
    std::int32_t c = r.input.next();
    if (c == input_failed) return ReadStep::failed;
    if (c == end_of_input) return r.input.fail_incomplete("the comment", start);
    if (previous == '|' && c == '#') --depth, c = 0;
    else if (previous == '#' && c == '|') ++depth, c = 0;
    previous = c;
  }
  return ReadStep::nothing;
}

// --- quotes

ReadStep open_wrap(Reader& r, Known symbol, int backquote) {
  r.push(PendingKind::wrap);
  r.pending.back().head = r.rt.sym(symbol);
  r.pending.back().backquote = static_cast<std::int8_t>(backquote);
  r.context->backquotes += backquote;
  return ReadStep::pushed;
}

ReadStep read_comma(Reader& r) {
  if (r.context->backquotes <= 0 && !r.is_suppressed()) return r.fail("a comma outside of a backquote");
  const std::int32_t c = r.input.next();
  if ((c == '@' || c == '.') && r.pending.size() != 0 && r.pending.back().kind == PendingKind::list && r.pending.back().dot == Dot::after &&
      !r.is_suppressed())
    return r.fail("nothing can be spliced in after the dot of a list");
  if (c == '@') return open_wrap(r, Known::unquote_splicing, -1);
  if (c == '.') return open_wrap(r, Known::unquote_nsplicing, -1);
  if (c == input_failed) return ReadStep::failed;
  r.input.unread(c);
  return open_wrap(r, Known::unquote, -1);
}

ReadStep open_feature(Reader& r, bool plus) {
  r.push(PendingKind::feature);
  Value& package = r.rt.symbol_value_slot(Known::package_variable);
  r.pending.back().saved = package;
  r.pending.back().feature_plus = plus;
  r.pending.back().head = r.rt.symbol_value_slot(Known::read_suppress);
  r.rt.heap.write(&package, r.rt.packages.keyword);
  r.rt.symbol_value_slot(Known::read_suppress) = NIL;  // the feature expression is read, even where what follows is skipped
  return ReadStep::pushed;
}

ReadStep open_eval(Reader& r) {
  if (!r.is_suppressed() && is_nil(r.rt.symbol_value_slot(Known::read_eval))) return r.fail("#. is not allowed: *READ-EVAL* is NIL");
  r.push(PendingKind::eval);
  return ReadStep::pushed;
}

// --- tokens after #

ReadStep read_character(Reader& r, Value& value) {
  const std::int32_t first = r.input.next();
  if (first == input_failed) return ReadStep::failed;
  if (first == end_of_input) return r.input.fail_incomplete("a character after #\\");
  r.input.token.clear();
  r.input.token.add(static_cast<char32_t>(first), true);
  r.input.token.any_escape = true;
  if (!collect_rest(r)) return ReadStep::failed;
  if (r.is_suppressed()) return value = NIL, ReadStep::value;
  if (r.input.token.text.size() == 1) return value = Value::character(r.input.token.text[0]), ReadStep::value;
  const char32_t c = character_of_name(r.input.token.text);
  if (c != 0xFFFFFFFF) return value = Value::character(c), ReadStep::value;
  value = r.rt.call_lisp(r.rt.tessera("%CHARACTER-BY-UNICODE"), {make_string(r.rt, r.input.token.text)});
  if (is_failed(value)) return ReadStep::failed;
  return is_nil(value) ? r.fail("no character is named ~A", {make_string(r.rt, r.input.token.text)}) : ReadStep::value;
}

ReadStep read_uninterned(Reader& r, Value& value) {
  r.input.token.clear();
  if (!collect_rest(r)) return ReadStep::failed;
  if (r.is_suppressed()) return value = NIL, ReadStep::value;
  for (std::size_t i = 0; i < r.input.token.text.size(); ++i)
    if (r.input.token.text[i] == ':' && !r.input.token.escaped[i])
      return r.fail("a colon in the name of an uninterned symbol: ~A", {make_string(r.rt, r.input.token.text)});
  convert_case(r.input);
  value = make_symbol(r.rt, make_string(r.rt, r.input.token.text));
  return ReadStep::value;
}

ReadStep read_radix(Reader& r, std::int64_t radix, Value& value) {
  r.input.token.clear();
  if (!collect_rest(r)) return ReadStep::failed;
  if (r.is_suppressed()) return value = NIL, ReadStep::value;
  if (radix < 2 || radix > 36) return r.fail("#R needs a radix between 2 and 36 before the R");
  if (r.input.token.text.empty() && !r.input.token.any_escape && peek_char(r.rt, r.input.stream) == end_of_input)
    return r.input.fail_incomplete("a rational number after #");
  value = r.input.token.any_escape ? UNBOUND : token_number(r, static_cast<int>(radix));
  if (!value.is_marker() && is_rational(value)) return ReadStep::value;
  return r.fail("~S is not a rational number in radix ~A", {make_string(r.rt, r.input.token.text), Value::fixnum(radix)});
}

ReadStep read_bits(Reader& r, std::int64_t length, Value& value) {
  r.input.token.clear();
  if (!collect_rest(r)) return ReadStep::failed;
  if (r.is_suppressed()) return value = NIL, ReadStep::value;
  for (char32_t c : r.input.token.text)
    if ((c != '0' && c != '1') || r.input.token.any_escape)
      return r.fail("~S is not a bit vector", {make_string(r.rt, r.input.token.text)});
  const auto given = static_cast<std::int64_t>(r.input.token.text.size());
  if (length < 0) length = given;
  if (given > length) return r.fail("more than ~A bits for a bit vector of length ~A", {Value::fixnum(length), Value::fixnum(length)});
  if (given == 0 && length > 0) return r.fail("no bits to fill a bit vector of length ~A", {Value::fixnum(length)});
  if (length > 0x7FFFFFFF || !r.rt.make_room(static_cast<std::size_t>(length) / 8)) return r.rt.fail_heap(), ReadStep::failed;
  Object* bits = r.rt.heap.allocate_raw(Type::bit_vector, static_cast<std::size_t>(length));
  for (std::int64_t i = 0; i < length; ++i)
    set_bit_at(bits, static_cast<std::size_t>(i), r.input.token.text[static_cast<std::size_t>(std::min(i, given - 1))] == '1');
  value = Value::object(bits);
  return ReadStep::value;
}

}  // namespace

// --- calling macros

ReadStep native_macro(Reader& r, Macro m, char32_t c, std::int64_t n, Value& value) {
  switch (m) {
    case Macro::string: return read_string(r, c, value);
    case Macro::quote: return open_wrap(r, Known::quote, 0);
    case Macro::open: return r.push(PendingKind::list), ReadStep::pushed;
    case Macro::close: return ReadStep::closed;
    case Macro::comma: return read_comma(r);
    case Macro::comment: return skip_line(r);
    case Macro::backquote: return open_wrap(r, Known::quasiquote, 1);
    case Macro::dispatch: {
      Value table = macro_of(r.input.readtable, c);
      if (!has_type(table, Type::simple_vector)) table = macro_of(r.input.readtable, '#');
      return has_type(table, Type::simple_vector) ? dispatch(r, table, c, value) : illegal(r, c);
    }
    case Macro::sharp_quote: return open_wrap(r, Known::function, 0);
    case Macro::sharp_open: return r.push(PendingKind::vector, n), ReadStep::pushed;
    case Macro::sharp_backslash: return read_character(r, value);
    case Macro::sharp_colon: return read_uninterned(r, value);
    case Macro::sharp_dot: return open_eval(r);
    case Macro::sharp_plus: return open_feature(r, true);
    case Macro::sharp_minus: return open_feature(r, false);
    case Macro::sharp_bar: return skip_block(r);
    case Macro::sharp_b: return read_radix(r, 2, value);
    case Macro::sharp_o: return read_radix(r, 8, value);
    case Macro::sharp_x: return read_radix(r, 16, value);
    case Macro::sharp_r: return read_radix(r, n, value);
    case Macro::sharp_c: return r.push(PendingKind::complex), ReadStep::pushed;
    case Macro::sharp_a: return r.push(PendingKind::array, n), ReadStep::pushed;
    case Macro::sharp_s: return r.push(PendingKind::structure), ReadStep::pushed;
    case Macro::sharp_p: return r.push(PendingKind::path), ReadStep::pushed;
    case Macro::sharp_star: return read_bits(r, n, value);
    case Macro::sharp_equal: return open_label(r, n);
    case Macro::sharp_sharp: return read_reference(r, n, value);
    default: return illegal(r, c);
  }
}

ReadStep macro(Reader& r, Value entry, char32_t c, Value& value) {
  if (entry.is_fixnum()) return native_macro(r, static_cast<Macro>(entry.as_fixnum()), c, -1, value);
  if (has_type(entry, Type::simple_vector)) return dispatch(r, entry, c, value);
  return call_macro(r, entry, {as_seen(r.input.stream), Value::character(c)}, value);
}

}  // namespace tessera::reading
