// The reader: from characters to objects. Layer: text.
#pragma once

#include "data/sequences/strings.hpp"

namespace tessera {

struct ReadOptions {
  /// True for forms that will be compiled: their conses are made in old space, and rt.compilation->positions records
  /// the start of each.
  bool positions = false;
  /// True to leave the whitespace after a token unread.
  bool preserve_whitespace = false;
};

/// Reads one object from `stream`. At the end of the input it fails with END-OF-FILE if `eof_error`, else returns
/// `eof_value`. `recursive`: called from a reader macro, so that it shares labels and backquotes with the outer call.
/// May collect.
Value read_form(Runtime& rt, Value stream, bool eof_error, Value eof_value, bool recursive, ReadOptions options = {});

/// Reads objects up to the character `close`. Returns a list of them. May collect.
Value read_delimited_list(Runtime& rt, Value stream, char32_t close, bool recursive);

/// Does what reader macro number `macro` does when its function is called from Lisp. `argument` is the number between a
/// dispatching character and its sub-character, or NIL. May collect.
Value call_reader_macro(Runtime& rt, int macro, Value stream, char32_t c, Value argument);

/// Returns the character with this name, or 0xFFFFFFFF.
char32_t character_of_name(StringView name);
std::string name_of_character(char32_t c);

}  // namespace tessera
