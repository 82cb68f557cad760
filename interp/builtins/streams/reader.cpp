// Natives of the chapter on the reader: READ and similar functions, readtables, the functions of the standard reader
// macros. Compiled for size.
#include "text/reader.hpp"
#include "builtins/predicates.hpp"

#include "builtins/arguments.hpp"
#include "builtins/chapters.hpp"
#include "data/sequences/arrays.hpp"
#include "data/streams/streams.hpp"
#include "data/symbols/packages.hpp"
#include "text/readtable.hpp"

namespace tessera {

namespace {

bool given(Args a, std::size_t i) { return !is_nil(a.get(i, NIL)); }

// --- reading

Value read_with(Runtime& rt, Args a, bool preserve) {
  const Value stream = input_designator(rt, a.get(0));
  TESSERA_TRY(stream);
  ReadOptions options;
  options.preserve_whitespace = preserve;
  return read_form(rt, stream, !is_nil(a.get(1, T)), a.get(2), given(a, 3), options);
}

Value read(Runtime& rt, Args a) { return read_with(rt, a, false); }
Value read_preserving_whitespace(Runtime& rt, Args a) { return read_with(rt, a, true); }

/// Reads for LOAD and the prompt: the forms will be compiled, and source positions of their conses are recorded.
Value read_with_positions(Runtime& rt, Args a) {
  const Value stream = input_designator(rt, a[0]);
  TESSERA_TRY(stream);
  return read_form(rt, stream, false, a[1], false, {.positions = true});
}

Value read_delimited(Runtime& rt, Args a) {
  if (!a[0].is_character()) return rt.fail_type(a[0], Known::character);
  const Value stream = input_designator(rt, a.get(1));
  TESSERA_TRY(stream);
  return read_delimited_list(rt, stream, a[0].as_character(), given(a, 2));
}

Value read_from_string(Runtime& rt, Args a) {
  StringView text;
  if (!string_view_of_any(a[0], text)) return rt.fail_type(a[0], Known::string);
  enum { k_start, k_end, k_preserve };
  static constexpr std::string_view names[] = {"START", "END", "PRESERVE-WHITESPACE"};
  Value keys[3];
  if (!parse_keys(rt, a.from(3), names, keys)) return FAILED;
  Bounds bounds;
  if (!take_bounds(rt, keys[k_start], keys[k_end], text.size(), bounds)) return FAILED;
  const Value simple = has_type(a[0], Type::string) ? a[0] : make_string(rt, text);
  Handle stream(rt.heap, make_string_input_stream(rt, simple, bounds.start, bounds.end));
  ReadOptions options;
  options.preserve_whitespace = keys[k_preserve] != UNSUPPLIED && !is_nil(keys[k_preserve]);
  const Value v = read_form(rt, stream, !is_nil(a.get(1, T)), a.get(2), false, options);
  TESSERA_TRY(v);
  return rt.values({v, stream_of(stream)->position});
}

/// True if PEEK-CHAR skips `c`: it skips nothing, whitespace, or all but one character.
bool passes_over(Runtime& rt, Value type, char32_t c) {
  if (type.is_character()) return c != type.as_character();
  return type == T && syntax_of(current_readtable(rt), c) == Syntax::whitespace;
}

Value peek_char_builtin(Runtime& rt, Args a) {
  if (!is_nil(a.get(0)) && a[0] != T && !a[0].is_character())
    return rt.fail_type(a[0], rt.list({rt.sym(Known::or_), rt.sym(Known::character), rt.cl("BOOLEAN")}));
  if (a.get(0) == T) TESSERA_TRY(current_readtable(rt));
  const Value stream = input_designator(rt, a.get(1));
  TESSERA_TRY(stream);
  for (;;) {
    const std::int32_t c = peek_char(rt, stream);
    if (c == input_failed) return FAILED;
    if (c == end_of_input) return is_nil(a.get(2, T)) ? a.get(3) : fail_end_of_file(rt, stream);
    if (!passes_over(rt, a.get(0), static_cast<char32_t>(c))) return Value::character(static_cast<std::uint32_t>(c));
    if (read_char(rt, stream) == input_failed) return FAILED;
  }
}

// --- readtables

/// Returns the readtable of an optional argument: the current one by default, the standard one for NIL.
Value table_argument(Runtime& rt, Args a, std::size_t i) {
  if (i >= a.size()) return current_readtable(rt);
  if (is_nil(a[i])) return rt.symbol(rt.tessera("*STANDARD-READTABLE*"))->value;
  return is_readtable(a[i]) ? a[i] : rt.fail_type(a[i], rt.cl("READTABLE"));
}

/// Returns the table, or a copy in place of the library's, which the host reads with, if scripts may not redefine what
/// the host uses. A copy becomes the value of *READTABLE*, until the host's evaluation ends.
Value to_change(Runtime& rt, Value table) {
  if (!is_readtable(table) || rt.allows(Permission::redefinition) || !rt.heap.is_of_image(table)) return table;
  if (table != current_readtable(rt))
    return rt.fail_simple(Known::simple_error, "the host program does not let scripts change ~S, which is Lisp's own", {table});
  const Value copy = copy_readtable(rt, table, NIL);
  if (!is_failed(copy)) rt.heap.write(&rt.symbol_value_slot(Known::readtable_variable), copy);
  return copy;
}

Value copy_readtable_builtin(Runtime& rt, Args a) {
  const Value from = table_argument(rt, a, 0);
  TESSERA_TRY(from);
  const Value to = a.get(1);
  if (!is_nil(to) && !is_readtable(to)) return rt.fail_type(to, rt.cl("READTABLE"));
  const Value target = to_change(rt, to);
  return is_failed(target) ? FAILED : copy_readtable(rt, from, target);
}

constexpr const char* case_names[] = {"UPCASE", "DOWNCASE", "PRESERVE", "INVERT"};

Value readtable_case(Runtime& rt, Args a) {
  if (!is_readtable(a[0])) return rt.fail_type(a[0], rt.cl("READTABLE"));
  return rt.keyword(case_names[static_cast<int>(read_case(a[0]))]);
}

Value set_readtable_case(Runtime& rt, Args a) {
  if (!is_readtable(a[0])) return rt.fail_type(a[0], rt.cl("READTABLE"));
  for (int i = 0; i < 4; ++i) {
    if (a[1] != rt.keyword(case_names[i])) continue;
    const Value table = to_change(rt, a[0]);
    TESSERA_TRY(table);
    as<Readtable>(table)->mode = Value::fixnum(i);
    return a[1];
  }
  return rt.fail_type(
      a[1], rt.list({rt.cl("MEMBER"), rt.keyword("UPCASE"), rt.keyword("DOWNCASE"), rt.keyword("PRESERVE"), rt.keyword("INVERT")}));
}

bool is_function_designator(Value v) {
  return has_type(v, Type::closure) || has_type(v, Type::native) || has_type(v, Type::instance) || (Runtime::is_symbol(v) && !is_nil(v));
}

bool check_character(Runtime& rt, Value v) { return v.is_character() || (rt.fail_type(v, Known::character), false); }
bool check_function(Runtime& rt, Value v) { return is_function_designator(v) || (rt.fail_type(v, Known::function), false); }

Value set_macro_character(Runtime& rt, Args a) {
  if (!check_character(rt, a[0]) || !check_function(rt, a[1])) return FAILED;
  const Value table = to_change(rt, table_argument(rt, a, 3));
  TESSERA_TRY(table);
  Value macro = function_to_macro(rt, a[1]);
  if (macro == Value::fixnum(static_cast<int>(Macro::dispatch)) && has_type(macro_of(table, a[0].as_character()), Type::simple_vector))
    macro = macro_of(table, a[0].as_character());
  const Syntax syntax = given(a, 2) ? Syntax::non_terminating_macro : Syntax::terminating_macro;
  set_syntax(rt, table, a[0].as_character(), syntax, macro);
  return T;
}

Value get_macro_character(Runtime& rt, Args a) {
  if (!check_character(rt, a[0])) return FAILED;
  const Value table = table_argument(rt, a, 1);
  TESSERA_TRY(table);
  const char32_t c = a[0].as_character();
  const bool non_terminating = syntax_of(table, c) == Syntax::non_terminating_macro;
  return rt.values({macro_to_function(rt, macro_of(table, c)), boolean(non_terminating)});
}

Value readtable_macros(Runtime& rt, Args a) {
  const Value table = table_argument(rt, a, 0);
  TESSERA_TRY(table);
  return macro_characters(rt, table);
}

Value make_dispatch_macro_character(Runtime& rt, Args a) {
  if (!check_character(rt, a[0])) return FAILED;
  const Value table = to_change(rt, table_argument(rt, a, 2));
  TESSERA_TRY(table);
  const Syntax syntax = given(a, 1) ? Syntax::non_terminating_macro : Syntax::terminating_macro;
  set_syntax(rt, table, a[0].as_character(), syntax, make_dispatch_table(rt));
  return T;
}

/// Returns the dispatch table of a character, FAILED if it is not a dispatching one.
Value dispatch_table(Runtime& rt, Value table, Value character) {
  const Value dispatch = macro_of(table, character.as_character());
  if (has_type(dispatch, Type::simple_vector)) return dispatch;
  return rt.fail_simple(Known::simple_error, "~S is not a dispatching macro character", {character});
}

Value set_dispatch_macro_character(Runtime& rt, Args a) {
  if (!check_character(rt, a[0]) || !check_character(rt, a[1]) || !check_function(rt, a[2])) return FAILED;
  const Value table = to_change(rt, table_argument(rt, a, 3));
  TESSERA_TRY(table);
  const char32_t sub = upcase(a[1].as_character());
  if (sub >= '0' && sub <= '9') return rt.fail_simple(Known::simple_error, "the digit ~S cannot be a sub-character", {a[1]});
  const Value dispatch = dispatch_table(rt, table, a[0]);
  TESSERA_TRY(dispatch);
  set_dispatch(rt, dispatch, sub, function_to_macro(rt, a[2]));
  return T;
}

Value get_dispatch_macro_character(Runtime& rt, Args a) {
  if (!check_character(rt, a[0]) || !check_character(rt, a[1])) return FAILED;
  const Value table = table_argument(rt, a, 2);
  TESSERA_TRY(table);
  const Value dispatch = dispatch_table(rt, table, a[0]);
  TESSERA_TRY(dispatch);
  return macro_to_function(rt, dispatch_of(dispatch, upcase(a[1].as_character())));
}

Value set_syntax_from_char(Runtime& rt, Args a) {
  if (!check_character(rt, a[0]) || !check_character(rt, a[1])) return FAILED;
  const Value to = to_change(rt, table_argument(rt, a, 2));
  TESSERA_TRY(to);
  const Value from = a.size() > 3 ? table_argument(rt, a, 3) : rt.symbol(rt.tessera("*STANDARD-READTABLE*"))->value;
  TESSERA_TRY(from);
  const char32_t c = a[1].as_character();
  const Value macro = macro_of(from, c);
  const Value copy = has_type(macro, Type::simple_vector) ? copy_dispatch_table(rt, macro) : macro;
  Syntax syntax = syntax_of(from, c);
  if (syntax == Syntax::constituent || syntax == Syntax::invalid)
    syntax = invalid_in_tokens(a[0].as_character()) ? Syntax::invalid : Syntax::constituent;
  set_syntax(rt, to, a[0].as_character(), syntax, copy);
  return T;
}

// --- the standard macro characters as functions

template <Macro m> Value macro_function(Runtime& rt, Args a) {
  const Value stream = input_designator(rt, a[0]);
  TESSERA_TRY(stream);
  const char32_t c = a[1].is_character() ? a[1].as_character() : 0;
  return call_reader_macro(rt, static_cast<int>(m), stream, c, a.get(2));
}

template <std::size_t... I> std::vector<Builtin> with_macros(std::vector<Builtin> table, std::index_sequence<I...>) {
  static constexpr const char* plain = "stream character";
  static constexpr const char* sub = "stream sub-character argument";
  static constexpr const char* text =
      "Reads from STREAM the rest of an object that begins with a macro character of the standard readtable.";
  (table.push_back({macro_name(static_cast<Macro>(I + 1)), I + 1 > static_cast<std::size_t>(Macro::dispatch) ? sub : plain,
                    macro_function<static_cast<Macro>(I + 1)>, text}),
   ...);
  return table;
}

std::vector<Builtin> reader_table() {
  return {
      {"READ", "&optional stream (eof-error-p t) eof-value recursive-p", read,
       "Reads an object from STREAM and returns it; a READER-ERROR if the syntax is wrong. At the end of STREAM signals END-OF-FILE, or returns EOF-VALUE if EOF-ERROR-P is NIL."},
      {"%READ-FORM", "stream eof-value", read_with_positions,
       "Reads a form to evaluate from STREAM, and notes where its parts stand. Returns it, or EOF-VALUE at the end of STREAM."},
      {"READ-PRESERVING-WHITESPACE", "&optional stream (eof-error-p t) eof-value recursive-p", read_preserving_whitespace,
       "Like READ, but leaves the whitespace that ends a token unread."},
      {"READ-DELIMITED-LIST", "character &optional stream recursive-p", read_delimited,
       "Reads objects up to CHARACTER and returns them as a list; an END-OF-FILE error if it does not come."},
      {"READ-FROM-STRING", "string &optional (eof-error-p t) eof-value &key (start 0) end preserve-whitespace", read_from_string,
       "Reads an object from STRING between START and END as READ does. Returns it and the index after it."},
      {"PEEK-CHAR", "&optional peek-type stream (eof-error-p t) eof-value recursive-p", peek_char_builtin,
       "Returns the next character of STREAM without reading it. First skips whitespace if PEEK-TYPE is T, or all characters before PEEK-TYPE if that is a character. At the end of STREAM signals END-OF-FILE, or returns EOF-VALUE if EOF-ERROR-P is NIL."},
      {"READTABLEP", "object", predicate<is_readtable>, "Returns true if OBJECT is a readtable."},
      {"COPY-READTABLE", "&optional from to", copy_readtable_builtin,
       "Copies the readtable FROM (NIL: the standard one) into TO, or into a new one. Returns the copy."},
      {"READTABLE-CASE", "readtable", readtable_case,
       "Returns what READTABLE does to the case of symbols: :UPCASE, :DOWNCASE, :PRESERVE or :INVERT."},
      {"%SET-READTABLE-CASE", "readtable case", set_readtable_case, "Sets what READTABLE does to the case of symbols."},
      {"SET-MACRO-CHARACTER", "character function &optional non-terminating-p readtable", set_macro_character,
       "Makes CHARACTER a macro character for which READ calls FUNCTION with the stream and the character."},
      {"GET-MACRO-CHARACTER", "character &optional readtable", get_macro_character,
       "Returns the function of the macro character CHARACTER, or NIL, and whether it may stand inside of tokens."},
      {"%READTABLE-MACROS", "readtable", readtable_macros,
       "Returns what is known of each macro character of READTABLE: see EXT:READTABLE-MACRO-CHARACTERS."},
      {"MAKE-DISPATCH-MACRO-CHARACTER", "character &optional non-terminating-p readtable", make_dispatch_macro_character,
       "Makes CHARACTER a macro character that looks at the character after it."},
      {"SET-DISPATCH-MACRO-CHARACTER", "character sub-character function &optional readtable", set_dispatch_macro_character,
       "Makes READ call FUNCTION with the stream, SUB-CHARACTER and a number or NIL for CHARACTER SUB-CHARACTER."},
      {"GET-DISPATCH-MACRO-CHARACTER", "character sub-character &optional readtable", get_dispatch_macro_character,
       "Returns the function for SUB-CHARACTER after the dispatching macro character CHARACTER, or NIL."},
      {"SET-SYNTAX-FROM-CHAR", "to-character from-character &optional to-readtable from-readtable", set_syntax_from_char,
       "Gives TO-CHARACTER the syntax that FROM-CHARACTER has in FROM-READTABLE (the standard one)."},
  };
}

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::reader>() {
  static const std::vector<Builtin> table =
      with_macros(reader_table(), std::make_index_sequence<static_cast<std::size_t>(Macro::count) - 1>());
  return table;
}

}  // namespace tessera
