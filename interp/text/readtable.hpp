// Readtables: syntax types, macro characters, dispatch tables, case. Layer: text.
#pragma once

#include "data/sequences/characters.hpp"
#include "runtime/runtime.hpp"

namespace tessera {

enum class Syntax : std::uint8_t {
  constituent,
  whitespace,
  terminating_macro,
  non_terminating_macro,
  single_escape,
  multiple_escape,
  invalid
};

enum class ReadCase : std::uint8_t { upcase, downcase, preserve, invert };

/// The reader's own macros. A readtable holds their numbers, which an image can keep; Lisp sees functions
/// (`macro_name`).
enum class Macro : std::uint8_t {
  none,
  string,
  quote,
  open,
  close,
  comma,
  comment,
  backquote,
  dispatch,
  sharp_quote,
  sharp_open,
  sharp_backslash,
  sharp_colon,
  sharp_dot,
  sharp_plus,
  sharp_minus,
  sharp_bar,
  sharp_b,
  sharp_o,
  sharp_x,
  sharp_r,
  sharp_c,
  sharp_a,
  sharp_s,
  sharp_p,
  sharp_star,
  sharp_equal,
  sharp_sharp,
  sharp_illegal,
  count
};

/// Returns the name in TESSERA of the Lisp function for a macro of the reader.
const char* macro_name(Macro m);

/// A Type::readtable object.
struct Readtable {
  static constexpr Type object_type = Type::readtable;
  std::uint64_t header;
  Value mode;    ///< fixnum: ReadCase
  Value syntax;  ///< raw_data: Syntax of the first 128 characters
  Value macros;  ///< simple-vector of 128: NIL, a Macro's number, a function, or a dispatch table
  Value others;  ///< alist of the other characters that are not constituents: character -> (syntax . macro)
};
inline constexpr std::size_t readtable_slots = 4;
/// The slots of a dispatch table, a simple-vector: 128 entries as in `macros`, then an alist for other characters.
inline constexpr std::size_t dispatch_slots = 129;

inline bool is_readtable(Value v) { return has_type(v, Type::readtable); }

Value make_standard_readtable(Runtime& rt);
/// Copies `from` into `to`, or into a new one if `to` is NIL. Returns the copy.
Value copy_readtable(Runtime& rt, Value from, Value to);
/// Sets *readtable*, the standard readtable, and the variables of reader and printer, when the image is made.
void install_standard_readtable(Runtime& rt);
/// Returns the value of *readtable*; FAILED if that is not a readtable.
Value current_readtable(Runtime& rt);

ReadCase read_case(Value readtable);
Syntax syntax_of(Value readtable, char32_t c);

/// True for characters that are not allowed in tokens whatever their syntax: a trait that SET-SYNTAX-FROM-CHAR does not
/// copy.
inline bool invalid_in_tokens(char32_t c) { return c == ' ' || (c >= 8 && c <= 13 && c != 11) || c == 127; }
Value macro_of(Value readtable, char32_t c);
void set_syntax(Runtime& rt, Value readtable, char32_t c, Syntax syntax, Value macro);
Value dispatch_of(Value table, char32_t sub);
void set_dispatch(Runtime& rt, Value table, char32_t sub, Value macro);
Value make_dispatch_table(Runtime& rt);
Value copy_dispatch_table(Runtime& rt, Value table);

/// Returns the function that Lisp sees for an entry of a readtable.
Value macro_to_function(Runtime& rt, Value macro);
Value function_to_macro(Runtime& rt, Value function);
/// Returns a list (CHARACTER FUNCTION DISPATCHING-P . SUBS) for each macro character; SUBS is an alist from characters
/// to functions.
Value macro_characters(Runtime& rt, Value readtable);

// Case of single characters, one to one.
inline char32_t upcase(char32_t c) { return char_upcase(c); }
inline char32_t downcase(char32_t c) { return char_downcase(c); }
inline bool is_upper(char32_t c) { return char_is_upper(c); }
inline bool is_lower(char32_t c) { return char_is_lower(c); }

}  // namespace tessera
