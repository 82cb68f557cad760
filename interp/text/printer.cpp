// The printer's loop, and the objects that have parts or a printer function: lists, vectors, structures, instances.
#include <charconv>

#include "data/objects/callable.hpp"
#include "data/sequences/list_walk.hpp"
#include "text/printer_state.hpp"

#include "data/numbers/numbers.hpp"
#include "data/symbols/packages.hpp"

namespace tessera {

namespace {

constexpr std::size_t flush_characters = 4096;
constexpr std::size_t frame_limit = std::size_t{1} << 24;
constexpr std::uint32_t poll_interval = 1024;

bool is_container(Value v) {
  if (v.is_cons()) return true;
  if (!v.is_object()) return false;
  switch (v.as_object()->type()) {
    case Type::simple_vector:
    case Type::specialized_vector:
    case Type::instance: return true;
    case Type::array: return !is_string(v) && !is_bit_vector(v);
    default: return false;
  }
}

/// True for objects that the pretty printer never sees.
bool is_plain_atom(Value v) { return Runtime::is_symbol(v) || v.is_character() || is_number(v) || is_string(v); }

}  // namespace

PrintOutput::PrintOutput(Runtime& runtime, Value to)
    : rt(runtime),
      stream(to),
      readtable(runtime.symbol_value_slot(Known::readtable_variable)),
      settings(print_settings(runtime)),
      outer(runtime.streams->print_context) {
  if (!is_readtable(readtable)) readtable = rt.symbol_value_slot(Known::standard_readtable);
  depth = outer == nullptr ? 0 : outer->depth;
}

bool PrintOutput::flush() {
  const bool done = text.empty() || write_string(rt, stream, text.view());
  text.clear();
  return done;
}

Printer::Printer(Runtime& rt, Value stream) : out_(rt, stream), atoms_(out_), labels_(out_) { rt.heap.add_root_source(this); }

Printer::~Printer() {
  out_.rt.streams->print_context = out_.outer;
  out_.rt.heap.remove_root_source(this);
}

void Printer::trace_roots(Tracer& tracer) {
  for (Value* v : {&out_.stream, &out_.readtable, &out_.settings.print_case, &current_}) tracer.visit(*v);
  for (Frame& f : frames_) tracer.visit(f.object);
  labels_.trace(tracer);
}

bool Printer::print(Value object) {
  if (out_.settings.circle && !labels_.find(object)) return false;
  if (!start(object)) return false;
  while (!frames_.empty()) {
    if (!continue_frame()) return false;
    if (out_.text.size() > flush_characters && !out_.flush()) return false;
  }
  return out_.flush();
}

/// Counts a step. Now and then writes out the text and handles interrupts, as a circular object is printed forever.
bool Printer::poll() {
  if (++ticks_ % poll_interval != 0) return true;
  if (frames_.size() > frame_limit || !out_.rt.make_room(frames_.size() * sizeof(Frame))) return out_.rt.fail_heap(), false;
  if (out_.text.size() > flush_characters && !out_.flush()) return false;
  return handle_interrupts(out_.rt);
}

void Printer::push(const Frame& f) {
  ++out_.depth;
  frames_.push_back(f);
}

bool Printer::too_deep() {
  if (out_.settings.level < 0 || out_.depth < out_.settings.level) return false;
  out_.put(U'#');
  return true;
}

// --- beginning to print an object

namespace {

/// Returns the function that prints the function `v`, or NIL. For a closure whose name is a list (%PRETTY-PRINT NAME)
/// it is NAME; for a builtin that carries values, the property %PRETTY-PRINT of its name.
Value printer_of_function(Runtime& rt, Value v) {
  Value printer = NIL;
  if (has_type(v, Type::closure)) {
    const Value name = as<Code>(as<Closure>(v)->code)->name;
    if (name.is_cons() && name.as_cons()->car == rt.sym(Known::pretty_print) && name.as_cons()->cdr.is_cons())
      printer = name.as_cons()->cdr.as_cons()->car;
  } else if (has_type(v, Type::native) && v.as_object()->length() > native_slots && Runtime::is_symbol(as<Native>(v)->name)) {
    printer = property_of(property_list(rt.symbol(as<Native>(v)->name)), rt.sym(Known::pretty_print));
  }
  return !is_nil(printer) && Runtime::is_symbol(printer) ? global_function(rt, printer) : NIL;
}

}  // namespace

bool Printer::start(Value object) {
  current_ = object;
  for (;;) {
    if (!poll()) return false;
    if (out_.context.labels != nullptr && labels_.print(current_)) return true;
    if (const Value callable = callable_instance(current_); !is_nil(callable)) return start_instance(callable);
    if (const Value function = printer_of_function(out_.rt, current_); !is_nil(function)) return call_printer(function, current_);
    if (!is_container(current_)) return atoms_.print(current_);
    const Value inner = current_.is_cons() ? start_abbreviated(current_) : UNBOUND;
    if (inner == UNBOUND) return start_object(current_);
    current_ = inner;
  }
}

bool Printer::start_object(Value v) {
  if (!out_.settings.array && is_array(v)) return atoms_.print_unreadable(v);
  if (too_deep()) return true;
  if (v.is_cons()) {
    out_.put(U'(');
    push({FrameKind::list, v});
    return true;
  }
  if (has_type(v, Type::instance)) return start_instance(v);
  if (out_.settings.readably && needs_array_description(v)) return start_described_array(v);
  if (has_type(v, Type::array) && as<Array>(v)->rank() != 1) return start_array(v);
  ArrayView view;
  view_array(v, view);
  out_.put(std::string_view("#("));
  Frame f{FrameKind::vector, v};
  f.end = static_cast<std::int64_t>(view.length);
  push(f);
  return true;
}

namespace {

const char* abbreviation(Runtime& rt, Value op) {
  if (op == rt.sym(Known::quote)) return "'";
  if (op == rt.sym(Known::function)) return "#'";
  if (op == rt.sym(Known::quasiquote)) return "`";
  if (op == rt.sym(Known::unquote)) return ",";
  if (op == rt.sym(Known::unquote_splicing)) return ",@";
  if (op == rt.sym(Known::unquote_nsplicing)) return ",.";
  return nullptr;
}

/// True for a symbol whose name would change the meaning of a comma before it.
bool joins_comma(Runtime& rt, Value v) {
  if (!Runtime::is_symbol(v)) return false;
  const StringView name = string_view_of(rt.symbol(v)->name);
  return !name.empty() && (name[0] == '@' || name[0] == '.');
}

}  // namespace

/// Abbreviates (quote x) to 'x and so on: prints the prefix and returns x, or UNBOUND if `v` is another form.
Value Printer::start_abbreviated(Value v) {
  const Value rest = v.as_cons()->cdr;
  if (!rest.is_cons() || !is_nil(rest.as_cons()->cdr) || labels_.has_label(rest)) return UNBOUND;
  const char* prefix = abbreviation(out_.rt, v.as_cons()->car);
  if (prefix == nullptr) return UNBOUND;
  if (out_.settings.level >= 0 && out_.depth >= out_.settings.level) return UNBOUND;
  out_.put(std::string_view(prefix));
  const Value inner = rest.as_cons()->car;
  if (prefix[0] == ',' && prefix[1] == 0 && joins_comma(out_.rt, inner)) out_.put(U' ');
  return inner;
}

// --- going on

bool Printer::continue_frame() {
  Frame& f = frames_.back();
  switch (f.kind) {
    case FrameKind::list: return continue_list(f);
    case FrameKind::vector: return continue_vector(f);
    case FrameKind::array: return continue_array(f);
    default: return continue_structure(f);
  }
}

bool Printer::end_with(const char* text) {
  out_.put(std::string_view(text));
  --out_.depth;
  frames_.pop_back();
  return true;
}

namespace {

/// True if the tail of a list is the form (unquote x) or (quasiquote x), read from `(a . ,x) or (a . `x).
bool is_unquote(Runtime& rt, Value tail) {
  const Value rest = tail.as_cons()->cdr, op = tail.as_cons()->car;
  return (op == rt.sym(Known::unquote) || op == rt.sym(Known::quasiquote)) && rest.is_cons() && is_nil(rest.as_cons()->cdr);
}

}  // namespace

bool Printer::cut(const Frame& f) const { return out_.settings.length >= 0 && f.index >= out_.settings.length; }

bool Printer::continue_list(Frame& f) {
  const Value rest = f.object;
  if (is_nil(rest)) return end_with(")");
  if (f.index > 0) out_.put(U' ');
  if (rest.is_cons() && !(f.index > 0 && (labels_.has_label(rest) || is_unquote(out_.rt, rest)))) {
    if (cut(f)) return end_with("...)");
    ++f.index;
    f.object = rest.as_cons()->cdr;
    return start(rest.as_cons()->car);
  }
  out_.put(std::string_view(". "));
  f.object = NIL;
  return start(rest);
}

bool Printer::continue_vector(Frame& f) {
  ArrayView view;
  view_array(f.object, view);
  if (f.index >= f.end || f.index >= static_cast<std::int64_t>(view.length)) return end_with(")");
  if (f.index > 0) out_.put(U' ');
  if (cut(f)) return end_with("...)");
  const Value element = storage_get(out_.rt, view.storage, view.offset + static_cast<std::size_t>(f.index++));
  return start(element);
}

// --- instances

namespace {

/// Returns slot `i` of the class of an instance, NIL if the class is not complete yet.
Value class_part(Value instance, ClassSlot i) {
  const Value klass = as<Instance>(instance)->klass;
  if (!is_class(klass)) return NIL;
  return as<Instance>(klass)->slots[i];
}

}  // namespace

bool Printer::start_instance(Value v) {
  const Value printer = class_part(v, class_printer);
  if (!is_nil(printer)) return call_printer(printer, v);
  const Value slots = class_part(v, class_slots);
  const bool structure = class_part(v, class_kind) == out_.rt.sym(Known::structure) && has_type(slots, Type::simple_vector);
  if (!structure) return atoms_.print_unreadable(v);
  out_.put(std::string_view("#S("));
  Frame f{FrameKind::structure, v};
  f.index = -1;
  f.end = std::min<std::int64_t>(slots.as_object()->length(), v.as_object()->length() - 1);
  push(f);
  return start(class_part(v, class_name));
}

bool Printer::call_printer(Value function, Value v) {
  Handle f(out_.rt.heap, function), object(out_.rt.heap, v);
  if (!out_.flush()) return false;
  const NestedPrinting nested(out_);
  return !is_failed(out_.rt.call_lisp(f, {object.get(), as_seen(out_.stream)}));
}

/// Prints the next slot name or value of a structure. They alternate: index -1 is before the first, odd indexes are
/// values.
bool Printer::continue_structure(Frame& f) {
  const std::int64_t slot = ++f.index / 2;
  if (slot >= f.end) return end_with(")");
  out_.put(U' ');
  if (f.index % 2 == 1) return start(as<Instance>(f.object)->slots[slot]);
  if (out_.settings.length >= 0 && slot >= out_.settings.length) return end_with("...)");
  const Value slots = class_part(f.object, class_slots);  // a method of PRINT-OBJECT may have changed them
  const bool listed = has_type(slots, Type::simple_vector) && slot < slots.as_object()->length();
  const Value description = listed ? slots.as_object()->slots[slot] : NIL;
  const bool described = has_type(description, Type::simple_vector) && description.as_object()->length() >= slot_fixed_fields;
  const Value name = described ? description.as_object()->slots[slot_name] : NIL;
  out_.put(U':');
  atoms_.symbols.print_name(string_view_of(out_.rt.symbol(Runtime::is_symbol(name) ? name : NIL)->name));
  return true;
}

// --- entries

Value print_plainly(Runtime& rt, Value object, Value stream) {
  Printer printer(rt, stream);
  return printer.print(object) ? T : FAILED;
}

bool plain_text(Runtime& rt, Value object, bool escape, PlainText& text) {
  const PrintContext* context = rt.streams->print_context;
  if (context != nullptr && context->labels != nullptr) return false;
  if (rt.symbol_value_slot(Known::pprint_atoms) == T) return false;
  if (object.is_fixnum()) {
    if (rt.symbol_value_slot(Known::print_base) != Value::fixnum(10)) return false;
    if (!is_nil(rt.symbol_value_slot(Known::print_radix))) return false;
    const auto end = std::to_chars(text.digits, std::end(text.digits), object.as_fixnum()).ptr;
    text.view = StringView(reinterpret_cast<const unsigned char*>(text.digits), static_cast<std::size_t>(end - text.digits));
    return true;
  }
  if (escape || (!object.is_character() && !object.is_object() && !object.is_constant_symbol())) return false;
  if (Runtime::is_symbol(object)) {
    const Value table = rt.symbol_value_slot(Known::readtable_variable);
    if (!is_readtable(table) || read_case(table) != ReadCase::upcase) return false;
    if (rt.symbol_value_slot(Known::print_case) != rt.sym(Known::key_upcase)) return false;
  }
  return designated_string(rt, object, text.character, text.view);
}

Value print_object(Runtime& rt, Value object, Value stream, bool escape) {
  if (PlainText text; plain_text(rt, object, escape || !is_nil(rt.symbol_value_slot(Known::print_readably)), text))
    return write_string(rt, stream, text.view) ? T : FAILED;
  VariableBinding binding(rt, rt.sym(Known::print_escape), boolean(escape));
  const bool laid_out = !is_plain_atom(object) || rt.symbol_value_slot(Known::pprint_atoms) == T;
  const bool pretty = laid_out && !is_nil(rt.symbol_value_slot(Known::print_pretty));
  const Value function = pretty ? global_function(rt, rt.sym(Known::pretty_print)) : NIL;
  if (is_nil(function)) return print_plainly(rt, object, stream);
  return is_failed(rt.call_lisp(function, {object, as_seen(stream)})) ? FAILED : T;
}

namespace {

/// Prints to `text`. False: the result has more than `most` characters, or printing failed.
bool print_to_text(Runtime& rt, Value object, bool escape, std::int64_t most, std::string& text) {
  Handle stream(rt.heap, NIL), value(rt.heap, object);
  stream = make_string_output_stream(rt);
  stream_of(stream)->limit = Value::fixnum(most);
  if (is_failed(print_object(rt, value, stream, escape))) return false;
  text = rt.to_utf8(take_output_string(rt, stream));
  return true;
}

}  // namespace

std::string printed(Runtime& rt, Value object, bool escape) {
  constexpr std::int64_t longest_text = std::int64_t{1} << 24;
  std::string text;
  const Handle value(rt.heap, object);
  if (print_to_text(rt, value, escape, longest_text, text)) return text;
  const VariableBinding circle(rt, rt.cl("*PRINT-CIRCLE*"), T), length(rt, rt.cl("*PRINT-LENGTH*"), Value::fixnum(100)),
      level(rt, rt.cl("*PRINT-LEVEL*"), Value::fixnum(10));
  print_to_text(rt, value, escape, longest_text, text);
  return text;
}

// --- variables

namespace {

std::int64_t limit_of(Runtime& rt, Known variable) {
  const Value v = rt.symbol_value_slot(variable);
  return v.is_fixnum() && v.as_fixnum() >= 0 ? v.as_fixnum() : -1;
}

}  // namespace

PrintSettings print_settings(Runtime& rt) {
  const auto on = [&](Known variable) { return !is_nil(rt.symbol_value_slot(variable)); };
  PrintSettings s;
  s.readably = on(Known::print_readably);
  s.escape = s.readably || on(Known::print_escape);
  s.array = s.readably || on(Known::print_array);
  s.gensym = s.readably || on(Known::print_gensym);
  s.circle = on(Known::print_circle);
  s.radix = on(Known::print_radix);
  const Value base = rt.symbol_value_slot(Known::print_base);
  s.base = base.is_fixnum() && base.as_fixnum() >= 2 && base.as_fixnum() <= 36 ? static_cast<int>(base.as_fixnum()) : 10;
  s.length = s.readably ? -1 : limit_of(rt, Known::print_length);
  s.level = s.readably ? -1 : limit_of(rt, Known::print_level);
  const Value format = rt.symbol_value_slot(Known::read_default_float_format);
  s.float_format = format == rt.sym(Known::double_float) || format == rt.sym(Known::long_float) ? 'd' : 's';
  s.print_case = rt.symbol_value_slot(Known::print_case);
  return s;
}

void install_printer_variables(Runtime& rt) {
  const Value ten = Value::fixnum(10);
  const struct {
    Known variable;
    Value value;
  } initial[] = {
      {Known::print_array, T},
      {Known::print_base, ten},
      {Known::print_case, rt.sym(Known::key_upcase)},
      {Known::print_circle, NIL},
      {Known::print_escape, T},
      {Known::print_gensym, T},
      {Known::print_length, NIL},
      {Known::print_level, NIL},
      {Known::print_lines, NIL},
      {Known::print_miser_width, NIL},
      {Known::print_pprint_dispatch, NIL},
      {Known::print_pretty, NIL},
      {Known::print_radix, NIL},
      {Known::print_readably, NIL},
      {Known::print_right_margin, NIL},
      {Known::read_base, ten},
      {Known::read_eval, T},
      {Known::read_suppress, NIL},
      {Known::read_default_float_format, rt.sym(Known::single_float)},
  };
  for (const auto& v : initial) {
    set_flag(rt, rt.sym(v.variable), symbol_special);
    rt.heap.write(&rt.symbol_value_slot(v.variable), v.value);
  }
}

}  // namespace tessera
