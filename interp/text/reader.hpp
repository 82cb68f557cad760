// The reader: from characters to objects. Layer: text.
#pragma once

#include "data/sequences/strings.hpp"

namespace tessera {

struct ReadOptions {
  /// Make conses in old space and note in rt.positions where each began: for forms that will be compiled.
  bool positions = false;
  /// Leave the whitespace after a token unread.
  bool preserve_whitespace = false;
};

/// Read one object from `stream` (a stream). At the end of the input: FAILED with END-OF-FILE if `eof_error`, else
/// `eof_value`. `recursive`: called from a reader macro; labels and backquotes are those of the outer call. May
/// collect.
Value read_form(Runtime& rt, Value stream, bool eof_error, Value eof_value, bool recursive, ReadOptions options = {});

/// Objects up to the character `close`, as a list. May collect.
Value read_delimited_list(Runtime& rt, Value stream, char32_t close, bool recursive);

/// What the function of reader macro number `macro` does when it is called from Lisp. `argument` is the number
/// between a dispatching character and its sub-character, or NIL. May collect.
Value call_reader_macro(Runtime& rt, int macro, Value stream, char32_t c, Value argument);

/// The characters' names. 0xFFFFFFFF and "" if there is none.
char32_t character_of_name(StringView name);
std::string name_of_character(char32_t c);

}  // namespace tessera
