// Objects without parts: numbers, characters, strings, bit vectors, and objects that cannot be read back.
#include <algorithm>
#include <utility>

#include "base/utf8.hpp"
#include "data/numbers/numbers.hpp"
#include "data/numbers/random.hpp"
#include "data/objects/lambda_lists.hpp"
#include "data/pathnames/logical.hpp"
#include "data/pathnames/pathnames.hpp"
#include "data/sequences/list_walk.hpp"
#include "data/symbols/packages.hpp"
#include "data/tables/hash_tables.hpp"
#include "text/printer_state.hpp"
#include "text/reader.hpp"

namespace tessera {

bool AtomPrinter::print(Value v) {
  StringView text;
  if (Runtime::is_symbol(v)) {
    symbols.print(v);
  } else if (is_number(v)) {
    return print_number_atom(v);
  } else if (v.is_character()) {
    print_character(v.as_character());
  } else if (string_view_of_any(v, text)) {
    return print_string(v);
  } else if (is_bit_vector(v) && out_.settings.array) {
    return print_bits(v);
  } else if (is_pathname(v)) {
    return print_pathname(v);
  } else if (is_random_state(v)) {
    print_random_state(v);
  } else {
    return print_unreadable(v);
  }
  return true;
}

namespace {

/// True if the namestring of the pathname means another one.
bool loses_components(Runtime& rt, Value pathname) {
  const Pathname* p = pathname_of(pathname);
  const Value unspecific = rt.keyword("UNSPECIFIC");
  StringView name;
  if (is_logical_pathname(pathname)) return false;
  if (!is_nil(p->device) || p->name == unspecific || p->type == unspecific) return true;
  if (!is_nil(p->version) && p->version != rt.keyword("NEWEST")) return true;
  return is_nil(p->name) ? !is_nil(p->type) : string_view_of_any(p->name, name) && name.empty();
}

}  // namespace

bool AtomPrinter::print_pathname(Value v) {
  if (out_.settings.readably && loses_components(out_.rt, v)) return print_pathname_form(v);
  const std::u32string name = namestring(out_.rt, v);
  if (out_.settings.escape) out_.put(std::string_view("#P"));
  put_string(name);
  return true;
}

/// Prints a pathname as a call of MAKE-PATHNAME, which the reader evaluates.
bool AtomPrinter::print_pathname_form(Value v) {
  Runtime& rt = out_.rt;
  if (is_nil(rt.symbol_value_slot(Known::read_eval))) return print_unreadable(v);
  const Handle pathname(rt.heap, v);
  out_.put(std::string_view("#.("));
  symbols.print(rt.cl("MAKE-PATHNAME"));
  const auto part = [&](std::string_view key, Value component) {
    if (is_nil(component)) return;
    out_.put(U' ');
    symbols.print(rt.keyword(key));
    if (!component.is_cons()) {
      out_.put(U' ');
      print(component);
      return;
    }
    std::string_view before = " '(";
    for (const Value element : elements_of(component)) {
      out_.put(std::exchange(before, " "));
      print(element);
    }
    out_.put(U')');
  };
  part("DEVICE", pathname_of(pathname)->device);
  part("DIRECTORY", pathname_of(pathname)->directory);
  part("NAME", pathname_of(pathname)->name);
  part("TYPE", pathname_of(pathname)->type);
  part("VERSION", pathname_of(pathname)->version);
  out_.put(U')');
  return true;
}

/// Prints a random state in decimal, whatever *PRINT-BASE* is, so that the reader makes an equal one.
void AtomPrinter::print_random_state(Value v) {
  out_.put(std::string_view("#S(RANDOM-STATE :STATE ("));
  std::string_view before;
  for (const Value word : elements_of(random_state_words(out_.rt, v))) {
    out_.put(std::exchange(before, " "));
    out_.put(std::string_view(std::to_string(word.as_fixnum()) + "."));
  }
  out_.put(std::string_view("))"));
}

// --- numbers

namespace {

std::string radix_prefix(int base) {
  switch (base) {
    case 2: return "#b";
    case 8: return "#o";
    case 16: return "#x";
    default: return std::string("#").append(std::to_string(base)).append("r");
  }
}

}  // namespace

bool AtomPrinter::print_number_atom(Value v) {
  if (is_complex(v)) {
    const Handle complex(out_.rt.heap, v);
    out_.put(std::string_view("#C("));
    if (!print_number_atom(as<Complex>(v)->real)) return false;
    out_.put(U' ');
    if (!print_number_atom(as<Complex>(complex)->imaginary)) return false;
    out_.put(U')');
    return true;
  }
  const bool integer = is_integer(v), marked = out_.settings.radix && (integer || is_ratio(v));
  const bool decimal = integer && out_.settings.base == 10;
  if (marked && !decimal) out_.put(radix_prefix(out_.settings.base));
  const auto text = print_number(out_.rt, v, is_float(v) ? 10 : out_.settings.base, out_.settings.float_format);
  if (!text) return false;
  out_.put(*text);
  if (marked && decimal) out_.put(U'.');
  return true;
}

// --- characters, strings, bits

void AtomPrinter::print_character(char32_t c) {
  if (!out_.settings.escape) return out_.put(c);
  out_.put(std::string_view("#\\"));
  const std::string name = c == ' ' ? "" : name_of_character(c);  // which is printed as itself, like graphic characters
  if (name.empty()) out_.put(c);
  else out_.put(name);
}

constexpr std::size_t printed_part = 65536;  ///< characters between two checks for interrupts

/// Prints the string in parts. Between them the output is flushed and interrupts are handled, which may move the
/// string.
bool AtomPrinter::print_string(Value v) {
  const Handle string(out_.rt.heap, v);
  StringView text;
  if (out_.settings.escape) out_.put(U'"');
  for (std::size_t at = 0; string_view_of_any(string, text) && at < text.size(); at += printed_part) {
    if (at > 0 && (!out_.flush() || !handle_interrupts(out_.rt))) return false;
    put_escaped(text.substr(at, printed_part));
  }
  if (out_.settings.escape) out_.put(U'"');
  return true;
}

void AtomPrinter::put_string(StringView text) {
  if (out_.settings.escape) out_.put(U'"');
  put_escaped(text);
  if (out_.settings.escape) out_.put(U'"');
}

void AtomPrinter::put_escaped(StringView text) {
  if (!out_.settings.escape) return out_.put(text);
  for (char32_t c : text) {
    if (c == '"' || c == '\\') out_.put(U'\\');
    out_.put(c);
  }
}

/// Prints a bit vector, in parts as well.
bool AtomPrinter::print_bits(Value v) {
  const Handle bits(out_.rt.heap, v);
  ArrayView view;
  out_.put(std::string_view("#*"));
  for (std::size_t at = 0; view_array(bits, view) && at < view.length; at += printed_part) {
    if (at > 0 && (!out_.flush() || !handle_interrupts(out_.rt))) return false;
    for (std::size_t i = at; i < std::min(at + printed_part, view.length); ++i)
      out_.put(bit_at(view.storage, view.offset + i) ? U'1' : U'0');
  }
  return true;
}

// --- unreadable objects

/// Prints a name within #<...> with a Printer of its own.
bool AtomPrinter::put_nested(Value v) {
  if (!out_.flush()) return false;
  const NestedPrinting nested(out_);
  Printer printer(out_.rt, out_.stream);
  return printer.print(v);
}

bool AtomPrinter::print_unreadable(Value v) {
  if (out_.settings.readably) {
    out_.rt.fail(out_.rt.cl("PRINT-NOT-READABLE"), {out_.rt.keyword("OBJECT"), v});
    return false;
  }
  out_.put(std::string_view("#<"));
  if (!describe(v)) return false;
  out_.put(U'>');
  return true;
}

namespace {

const char* stream_description(StreamKind kind) {
  switch (kind) {
    case StreamKind::file: return "FILE-STREAM";
    case StreamKind::string_input: return "STRING-INPUT-STREAM";
    case StreamKind::string_output:
    case StreamKind::vector_output: return "STRING-OUTPUT-STREAM";
    case StreamKind::pretty: return "PRETTY-STREAM";
    case StreamKind::broadcast: return "BROADCAST-STREAM";
    case StreamKind::concatenated: return "CONCATENATED-STREAM";
    case StreamKind::echo: return "ECHO-STREAM";
    case StreamKind::two_way: return "TWO-WAY-STREAM";
    case StreamKind::gray: return "GRAY-STREAM";
    default: return "SYNONYM-STREAM";
  }
}

const char* console_name(const Stream* s) {
  static constexpr const char* names[] = {"STANDARD-INPUT", "STANDARD-OUTPUT", "ERROR-OUTPUT"};
  return names[s->index.as_fixnum() < 3 ? s->index.as_fixnum() : 1];
}

const char* plain_description(Type type) {
  switch (type) {
    case Type::readtable: return "READTABLE";
    case Type::environment: return "ENVIRONMENT";
    case Type::undefined_function: return "UNDEFINED-FUNCTION";
    case Type::cell: return "CELL";
    case Type::code: return "CODE";
    case Type::exit_token: return "EXIT-TOKEN";
    case Type::continuation: return "CONTINUATION";
    case Type::raw_data: return "DATA";
    case Type::user_data: return "USER-DATA";
    case Type::revoked_array: return "REVOKED-ARRAY";
    case Type::instance: return "INSTANCE";
    case Type::simple_vector: return "SIMPLE-VECTOR";
    case Type::bit_vector: return "BIT-VECTOR";
    case Type::specialized_vector: return "VECTOR";
    case Type::array: return "ARRAY";
    default: return "OBJECT";
  }
}

/// Returns the name of a compiled function, or (LAMBDA lambda-list).
Value function_name(Runtime& rt, Code* code) {
  if (!is_nil(code->name)) return code->name;
  return rt.list({rt.sym(Known::lambda), lambda_list_of(rt, code)});
}

Value class_name_of(Value instance) {
  const Value klass = as<Instance>(instance)->klass;
  if (!is_class(klass)) return UNBOUND;
  return as<Instance>(klass)->slots[class_name];
}

}  // namespace

bool AtomPrinter::describe_stream(const Stream* s) {
  out_.put(std::string_view(stream_description(s->kind())));
  if (s->has(stream_console)) {
    out_.put(U' ');
    out_.put(std::string_view(console_name(s)));
    return true;
  }
  const bool named = s->kind() == StreamKind::synonym || (s->kind() == StreamKind::file && !is_nil(s->first));
  const bool socket = s->kind() == StreamKind::file && s->extra.is_cons();
  if (!named && !socket) return true;
  out_.put(U' ');
  return put_nested(named ? s->first : s->extra.as_cons()->car);
}

bool AtomPrinter::describe_hash_table(Value v) {
  const auto* table = as<HashTable>(table_of_entries(v));
  const Handle counted(out_.rt.heap, table_of_entries(v));
  out_.put(std::string_view("HASH-TABLE :TEST "));
  if (!has_type(v, Type::custom_table)) out_.put(string_view_of(out_.rt.symbol(table_test_name(out_.rt, table->kind()))->name));
  else if (!put_nested(as<CustomTable>(v)->test)) return false;
  out_.put(std::string_view(" :COUNT "));
  out_.put(std::to_string(as<HashTable>(counted)->count.as_fixnum()));
  return true;
}

bool AtomPrinter::describe(Value v) {
  const auto function = [&](Value name) { return out_.put(std::string_view("FUNCTION ")), put_nested(name); };
  if (!v.is_object()) return out_.put(std::string_view(v == UNBOUND ? "UNBOUND" : "MARKER")), true;
  switch (v.as_object()->type()) {
    case Type::closure: return function(function_name(out_.rt, as<Code>(as<Closure>(v)->code)));
    case Type::native: return function(as<Native>(v)->name);
    case Type::package: out_.put(std::string_view("PACKAGE ")); return put_nested(as<Package>(v)->name);
    case Type::hash_table:
    case Type::custom_table: return describe_hash_table(v);
    case Type::stream: return describe_stream(stream_of(v));
    case Type::instance:
      if (class_name_of(v) != UNBOUND) return put_nested(class_name_of(v));
      [[fallthrough]];
    default: return out_.put(std::string_view(plain_description(v.as_object()->type()))), true;
  }
}

}  // namespace tessera
