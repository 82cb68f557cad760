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

// --- WRITE: every variable as a keyword

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

/// Bind what is given; false if the keywords are wrong. `stream` is nullptr where :STREAM is none of them.
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

/// The text of `object`.
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

std::span<const Builtin> printer_builtins() {
  static const Builtin table[] = {
      {"PRIN1", "object &optional stream", prin1, "Print OBJECT on STREAM so that READ can read it. Return OBJECT."},
      {"PRINC", "object &optional stream", princ, "Print OBJECT on STREAM for people, without escapes. Return OBJECT."},
      {"PRINT", "object &optional stream", print, "Print a newline, OBJECT as PRIN1 does, and a space. Return OBJECT."},
      {"PPRINT", "object &optional stream", pprint, "Print a newline and OBJECT, laid out prettily. Return no values."},
      {"WRITE",
       "object &key array base case circle escape gensym length level lines miser-width pprint-dispatch pretty radix "
       "readably right-margin stream",
       write, "Print OBJECT on STREAM with the printer variables that are given as keywords. Return OBJECT."},
      {"WRITE-TO-STRING",
       "object &key array base case circle escape gensym length level lines miser-width pprint-dispatch pretty radix "
       "readably right-margin",
       write_to_string, "Return the text that WRITE would print, as a string."},
      {"PRIN1-TO-STRING", "object", prin1_to_string, "Return the text that PRIN1 would print, as a string."},
      {"PRINC-TO-STRING", "object", princ_to_string, "Return the text that PRINC would print, as a string."},
      {"%ADDRESS-TEXT", "object", address_text, "Return hexadecimal digits that tell OBJECT from others for now."},
  };
  return table;
}

}  // namespace tessera
