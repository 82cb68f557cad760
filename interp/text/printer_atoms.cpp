// Objects without parts: numbers, characters, strings, bit vectors, and objects that cannot be read back.
#include "base/utf8.hpp"
#include "data/numbers/numbers.hpp"
#include "data/numbers/random.hpp"
#include "data/objects/lambda_lists.hpp"
#include "data/pathnames/logical.hpp"
#include "data/pathnames/pathnames.hpp"
#include "data/symbols/packages.hpp"
#include "data/tables/hash_tables.hpp"
#include "text/printer_state.hpp"
#include "text/reader.hpp"

namespace tessera {

// False: printing failed.
bool Printer::print_atom(Value v) {
  StringView text;
  ArrayView view;
  if (Runtime::is_symbol(v)) {
    print_symbol(v);
  } else if (is_number(v)) {
    print_number_atom(v);
  } else if (v.is_character()) {
    print_character(v.as_character());
  } else if (string_view_of_any(v, text)) {
    return print_string(v);
  } else if (is_bit_vector(v) && settings_.array) {
    view_array(v, view);
    print_bits(view);
  } else if (is_pathname(v)) {
    print_pathname(v);
  } else if (is_random_state(v)) {
    print_random_state(v);
  } else {
    print_unreadable(v);
  }
  return !failed_;
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

void Printer::print_pathname(Value v) {
  if (settings_.readably && loses_components(rt_, v)) return print_pathname_form(v);
  const std::u32string name = namestring(rt_, v);
  if (settings_.escape) put(std::string_view("#P"));
  put_string(name);
}

// As a call of MAKE-PATHNAME, which the reader evaluates.
void Printer::print_pathname_form(Value v) {
  if (is_nil(rt_.symbol_value_slot(Known::read_eval))) return print_unreadable(v);
  const Handle pathname(rt_.heap, v);
  put(std::string_view("#.("));
  print_symbol(rt_.cl("MAKE-PATHNAME"));
  const auto part = [this](std::string_view key, Value component) {
    if (is_nil(component)) return;
    put(U' ');
    print_symbol(rt_.keyword(key));
    put(std::string_view(component.is_cons() ? " '(" : " "));
    for (Value l = component; l.is_cons(); l = l.as_cons()->cdr) {
      print_atom(l.as_cons()->car);
      if (!is_nil(l.as_cons()->cdr)) put(U' ');
    }
    if (component.is_cons()) put(U')');
    else print_atom(component);
  };
  part("DEVICE", pathname_of(pathname)->device);
  part("DIRECTORY", pathname_of(pathname)->directory);
  part("NAME", pathname_of(pathname)->name);
  part("TYPE", pathname_of(pathname)->type);
  part("VERSION", pathname_of(pathname)->version);
  put(U')');
}

// In decimal, whatever *PRINT-BASE* is, so that the reader makes an equal state of it.
void Printer::print_random_state(Value v) {
  put(std::string_view("#S(RANDOM-STATE :STATE ("));
  for (Value l = random_state_words(rt_, v); l.is_cons(); l = l.as_cons()->cdr) {
    put(std::string_view(std::to_string(l.as_cons()->car.as_fixnum())));
    put(std::string_view(is_nil(l.as_cons()->cdr) ? "." : ". "));
  }
  put(std::string_view("))"));
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

void Printer::print_number_atom(Value v) {
  if (is_complex(v)) {
    const Handle complex(rt_.heap, v);
    put(std::string_view("#C("));
    print_number_atom(as<Complex>(v)->real);
    put(U' ');
    print_number_atom(as<Complex>(complex)->imaginary);
    return put(U')');
  }
  const bool integer = is_integer(v), marked = settings_.radix && (integer || is_ratio(v));
  const bool decimal = integer && settings_.base == 10;
  if (marked && !decimal) put(radix_prefix(settings_.base));
  const auto text = print_number(rt_, v, is_float(v) ? 10 : settings_.base, settings_.float_format);
  if (!text) {
    failed_ = true;
    return;
  }
  put(*text);
  if (marked && decimal) put(U'.');
}

// --- characters, strings, bits

void Printer::print_character(char32_t c) {
  if (!settings_.escape) return put(c);
  put(std::string_view("#\\"));
  const std::string name = c == ' ' ? "" : name_of_character(c);  // which is printed as itself, like graphic characters
  if (name.empty()) put(c);
  else put(name);
}

// Prints the string in parts. Between them the output is flushed and interrupts are handled, which may move the string.
bool Printer::print_string(Value v) {
  constexpr std::size_t part = 65536;
  const Handle string(rt_.heap, v);
  StringView text;
  if (settings_.escape) put(U'"');
  for (std::size_t at = 0; string_view_of_any(string, text) && at < text.size(); at += part) {
    if (at > 0 && (!flush() || !handle_interrupts(rt_))) return false;
    put_escaped(text.substr(at, part));
  }
  if (settings_.escape) put(U'"');
  return true;
}

void Printer::put_string(StringView text) {
  if (settings_.escape) put(U'"');
  put_escaped(text);
  if (settings_.escape) put(U'"');
}

void Printer::put_escaped(StringView text) {
  if (!settings_.escape) return put(text);
  for (char32_t c : text) {
    if (c == '"' || c == '\\') put(U'\\');
    put(c);
  }
}

void Printer::print_bits(const ArrayView& view) {
  put(std::string_view("#*"));
  for (std::size_t i = 0; i < view.length; ++i) put(bit_at(view.storage, view.offset + i) ? U'1' : U'0');
}

// --- unreadable objects

// A name within #<...> is printed by a Printer of its own.
void Printer::put_nested(Value v) {
  if (!flush()) {
    failed_ = true;
    return;
  }
  context_.depth = depth_ + 1;
  rt_.streams->print_context = &context_;
  {
    Printer nested(rt_, stream_);
    failed_ |= !nested.print(v);
  }
  rt_.streams->print_context = outer_;
}

void Printer::print_unreadable(Value v) {
  if (settings_.readably) {
    rt_.fail(rt_.cl("PRINT-NOT-READABLE"), {rt_.keyword("OBJECT"), v});
    failed_ = true;
    return;
  }
  put(std::string_view("#<"));
  describe(v);
  put(U'>');
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
    case Type::instance: return "INSTANCE";
    case Type::simple_vector: return "SIMPLE-VECTOR";
    case Type::bit_vector: return "BIT-VECTOR";
    case Type::specialized_vector: return "VECTOR";
    case Type::array: return "ARRAY";
    default: return "OBJECT";
  }
}

/// The name of a compiled function, or (LAMBDA lambda-list).
Value function_name(Runtime& rt, Code* code) {
  if (!is_nil(code->name)) return code->name;
  return rt.list({rt.sym(Known::lambda), lambda_list_of(rt, code)});
}

Value class_name_of(Value instance) {
  const Value klass = as<Instance>(instance)->klass;
  if (!has_type(klass, Type::instance) || klass.as_object()->length() <= class_fixed_slots) return UNBOUND;
  return as<Instance>(klass)->slots[class_name];
}

}  // namespace

void Printer::describe_stream(const Stream* s) {
  put(std::string_view(stream_description(s->kind())));
  if (s->has(stream_console)) {
    put(U' ');
    put(std::string_view(console_name(s)));
  } else if (s->kind() == StreamKind::synonym || (s->kind() == StreamKind::file && !is_nil(s->first))) {
    put(U' ');
    put_nested(s->first);
  } else if (s->kind() == StreamKind::file && s->extra.is_cons()) {  // a socket
    put(U' ');
    put_nested(s->extra.as_cons()->car);
  }
}

void Printer::describe_hash_table(Value v) {
  const auto* table = as<HashTable>(table_of_entries(v));
  put(std::string_view("HASH-TABLE :TEST "));
  if (has_type(v, Type::custom_table)) put_nested(as<CustomTable>(v)->test);
  else put(string_view_of(rt_.symbol(table_test_name(rt_, table->kind()))->name));
  put(std::string_view(" :COUNT "));
  put(std::to_string(table->count.as_fixnum()));
}

void Printer::describe(Value v) {
  if (!v.is_object()) return put(std::string_view(v == UNBOUND ? "UNBOUND" : "MARKER"));
  switch (v.as_object()->type()) {
    case Type::closure: put(std::string_view("FUNCTION ")); return put_nested(function_name(rt_, as<Code>(as<Closure>(v)->code)));
    case Type::native: put(std::string_view("FUNCTION ")); return put_nested(as<Native>(v)->name);
    case Type::package: put(std::string_view("PACKAGE ")); return put_nested(as<Package>(v)->name);
    case Type::hash_table:
    case Type::custom_table: return describe_hash_table(v);
    case Type::stream: return describe_stream(stream_of(v));
    case Type::instance:
      if (class_name_of(v) != UNBOUND) return put_nested(class_name_of(v));
      [[fallthrough]];
    default: put(std::string_view(plain_description(v.as_object()->type())));
  }
}

}  // namespace tessera
