// Natives of the chapter on the printer. Compiled for size.
#include "text/printer.hpp"

#include "builtins/chapters.hpp"
#include "data/streams/streams.hpp"

namespace tessera {

namespace {

Value print_to(Runtime& rt, Args a, bool escape) {
  const Value stream = output_designator(rt, a.get(1));
  TESSERA_TRY(stream);
  TESSERA_TRY(print_object(rt, a[0], stream, escape));
  return a[0];
}

Value prin1(Runtime& rt, Args a) { return print_to(rt, a, true); }

Value princ(Runtime& rt, Args a) {
  if (PlainText text; plain_text(rt, a[0], false, text)) {
    const Value stream = output_designator(rt, a.get(1));
    TESSERA_TRY(stream);
    return write_string(rt, stream, text.view) ? a[0] : FAILED;
  }
  VariableBinding readably(rt, rt.sym(Known::print_readably), NIL);
  return print_to(rt, a, false);
}

Value print(Runtime& rt, Args a) {
  const Value stream = output_designator(rt, a.get(1));
  TESSERA_TRY(stream);
  if (!write_char(rt, stream, U'\n')) return FAILED;
  TESSERA_TRY(print_object(rt, a[0], stream, true));
  const Value again = output_designator(rt, a.get(1));  // printing may have moved it
  return write_char(rt, again, U' ') ? a[0] : FAILED;
}

Value pprint(Runtime& rt, Args a) {
  const Value stream = output_designator(rt, a.get(1));
  TESSERA_TRY(stream);
  if (!write_char(rt, stream, U'\n')) return FAILED;
  VariableBinding pretty(rt, rt.sym(Known::print_pretty), T);
  TESSERA_TRY(print_object(rt, a[0], stream, true));
  return rt.values({});
}

// --- WRITE: every printer variable as a keyword

constexpr std::string_view write_keys[] = {"ARRAY",  "BASE",     "CASE",         "CIRCLE",      "ESCAPE",          "GENSYM",
                                           "LENGTH", "LEVEL",    "LINES",        "MISER-WIDTH", "PPRINT-DISPATCH", "PRETTY",
                                           "RADIX",  "READABLY", "RIGHT-MARGIN", "STREAM"};
constexpr Known write_variables[] = {
    Known::print_array,           Known::print_base,   Known::print_case,  Known::print_circle,   Known::print_escape,
    Known::print_gensym,          Known::print_length, Known::print_level, Known::print_lines,    Known::print_miser_width,
    Known::print_pprint_dispatch, Known::print_pretty, Known::print_radix, Known::print_readably, Known::print_right_margin};
constexpr std::size_t variable_count = std::size(write_variables), stream_key = variable_count;

using Bindings = std::vector<std::unique_ptr<VariableBinding>>;

void unbind(Bindings& bindings) {
  while (!bindings.empty()) bindings.pop_back();
}

/// Binds the given variables. False if the keywords are wrong. `stream` is nullptr if :STREAM is not among them.
bool bind_keys(Runtime& rt, Args keys, Bindings& bindings, Value* stream) {
  Value given[variable_count + 1];
  if (!parse_keys(rt, keys, std::span(write_keys).first(stream == nullptr ? variable_count : variable_count + 1), given)) return false;
  for (std::size_t i = 0; i < variable_count; ++i)
    if (given[i] != UNSUPPLIED) bindings.push_back(std::make_unique<VariableBinding>(rt, rt.sym(write_variables[i]), given[i]));
  if (stream != nullptr) *stream = given[stream_key] == UNSUPPLIED ? NIL : given[stream_key];
  return true;
}

bool escape_now(Runtime& rt) { return !is_nil(rt.symbol_value_slot(Known::print_escape)); }

Value write(Runtime& rt, Args a) {
  Bindings bindings;
  Value designator = NIL;
  Value result = FAILED;
  if (bind_keys(rt, a.from(1), bindings, &designator)) {
    const Value stream = output_designator(rt, designator);
    if (!is_failed(stream)) result = print_object(rt, a[0], stream, escape_now(rt));
  }
  unbind(bindings);
  return is_failed(result) ? FAILED : a[0];
}

/// Returns the text of `object`.
Value text_of(Runtime& rt, Value object, bool escape) {
  Handle stream(rt.heap, make_string_output_stream(rt));
  TESSERA_TRY(print_object(rt, object, stream, escape));
  return take_output_string(rt, stream);
}

Value write_to_string(Runtime& rt, Args a) {
  Bindings bindings;
  const Value result = bind_keys(rt, a.from(1), bindings, nullptr) ? text_of(rt, a[0], escape_now(rt)) : FAILED;
  unbind(bindings);
  return result;
}

Value prin1_to_string(Runtime& rt, Args a) { return text_of(rt, a[0], true); }

Value princ_to_string(Runtime& rt, Args a) {
  if (PlainText text; plain_text(rt, a[0], false, text)) return make_string(rt, text.view);
  VariableBinding readably(rt, rt.sym(Known::print_readably), NIL);
  return text_of(rt, a[0], false);
}

Value address_text(Runtime& rt, Args a) {
  char digits[24];
  std::snprintf(digits, sizeof digits, "%llX", static_cast<unsigned long long>(a[0].bits()));
  return rt.make_string(digits);
}

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::printer>() {
  static const Builtin table[] = {
      {"PRIN1", "object &optional stream", prin1, "Prints OBJECT on STREAM so that READ can read it. Returns OBJECT."},
      {"PRINC", "object &optional stream", princ, "Prints OBJECT on STREAM for people, without escapes. Returns OBJECT."},
      {"PRINT", "object &optional stream", print, "Prints a newline, OBJECT as PRIN1 does, and a space. Returns OBJECT."},
      {"PPRINT", "object &optional stream", pprint, "Prints a newline and OBJECT, laid out prettily. Returns no values."},
      {"WRITE",
       "object &key array base case circle escape gensym length level lines miser-width pprint-dispatch pretty radix "
       "readably right-margin stream",
       write, "Prints OBJECT on STREAM with the printer variables that are given as keywords. Returns OBJECT."},
      {"WRITE-TO-STRING",
       "object &key array base case circle escape gensym length level lines miser-width pprint-dispatch pretty radix "
       "readably right-margin",
       write_to_string, "Returns the text that WRITE would print, as a string."},
      {"PRIN1-TO-STRING", "object", prin1_to_string, "Returns the text that PRIN1 would print, as a string."},
      {"PRINC-TO-STRING", "object", princ_to_string, "Returns the text that PRINC would print, as a string."},
      {"%ADDRESS-TEXT", "object", address_text, "Returns hexadecimal digits that distinguish OBJECT from others for now."},
  };
  return table;
}

}  // namespace tessera
