// Readtables: making, copying, looking up and changing entries.
#include "text/readtable.hpp"

#include <cstring>

#include "data/sequences/list_walk.hpp"
#include "data/symbols/packages.hpp"
#include "text/printer.hpp"

namespace tessera {

namespace {

constexpr const char* macro_names[] = {
    "",
    "%READ-STRING",
    "%READ-QUOTE",
    "%READ-LIST",
    "%READ-CLOSE",
    "%READ-COMMA",
    "%READ-COMMENT",
    "%READ-BACKQUOTE",
    "%READ-DISPATCH",
    "%READ-SHARP-QUOTE",
    "%READ-SHARP-LIST",
    "%READ-SHARP-CHARACTER",
    "%READ-SHARP-COLON",
    "%READ-SHARP-DOT",
    "%READ-SHARP-PLUS",
    "%READ-SHARP-MINUS",
    "%READ-SHARP-BAR",
    "%READ-SHARP-B",
    "%READ-SHARP-O",
    "%READ-SHARP-X",
    "%READ-SHARP-R",
    "%READ-SHARP-C",
    "%READ-SHARP-A",
    "%READ-SHARP-S",
    "%READ-SHARP-P",
    "%READ-SHARP-STAR",
    "%READ-SHARP-EQUAL",
    "%READ-SHARP-SHARP",
    "%READ-SHARP-ILLEGAL",
};
static_assert(std::size(macro_names) == static_cast<std::size_t>(Macro::count));

Readtable* table(Value v) { return as<Readtable>(v); }
Value number(Macro m) { return Value::fixnum(static_cast<std::int64_t>(m)); }

Value alist_find(Value alist, Value key) {
  for (const Value entry : elements_of(alist)) {
    if (entry.as_cons()->car == key) return entry;
  }
  return NIL;
}

Value copy_alist(Runtime& rt, Value alist) {
  std::vector<Value> entries;
  for (const Value element : elements_of(alist)) entries.push_back(element);
  for (Value& e : entries) {
    const Value v = e.as_cons()->cdr;
    const Value copy = v.is_cons() ? rt.heap.cons(v.as_cons()->car, v.as_cons()->cdr) : v;
    e = rt.heap.cons(e.as_cons()->car, copy);
  }
  return rt.list(entries);
}

void copy_slots(Runtime& rt, Value from, Value to) {
  for (std::uint32_t i = 0; i < from.as_object()->length(); ++i) rt.heap.write(to.as_object(), i, from.as_object()->slots[i]);
}

}  // namespace

const char* macro_name(Macro m) { return macro_names[static_cast<std::size_t>(m)]; }

// --- look-ups

ReadCase read_case(Value readtable) { return static_cast<ReadCase>(table(readtable)->mode.as_fixnum()); }

Syntax syntax_of(Value readtable, char32_t c) {
  const Readtable* t = table(readtable);
  if (c < 128) return static_cast<Syntax>(t->syntax.as_object()->data<std::uint8_t>()[c]);
  const Value entry = alist_find(t->others, Value::character(c));
  if (!is_nil(entry)) return static_cast<Syntax>(entry.as_cons()->cdr.as_cons()->car.as_fixnum());
  return c == 0xA0 || c == 0xFEFF || c == 0x2028 || c == 0x2029 ? Syntax::whitespace : Syntax::constituent;
}

Value macro_of(Value readtable, char32_t c) {
  const Readtable* t = table(readtable);
  if (c < 128) return t->macros.as_object()->slots[c];
  const Value entry = alist_find(t->others, Value::character(c));
  return is_nil(entry) ? NIL : entry.as_cons()->cdr.as_cons()->cdr;
}

Value dispatch_of(Value dispatch, char32_t sub) {
  if (sub < 128) return dispatch.as_object()->slots[sub];
  const Value entry = alist_find(dispatch.as_object()->slots[128], Value::character(sub));
  return is_nil(entry) ? NIL : entry.as_cons()->cdr;
}

// --- changes

void set_syntax(Runtime& rt, Value readtable, char32_t c, Syntax syntax, Value macro) {
  Readtable* t = table(readtable);
  if (c < 128) {
    t->syntax.as_object()->data<std::uint8_t>()[c] = static_cast<std::uint8_t>(syntax);
    rt.heap.write(t->macros.as_object(), c, macro);
    return;
  }
  const Value entry = rt.heap.cons(Value::fixnum(static_cast<std::int64_t>(syntax)), macro);
  const Value old = alist_find(t->others, Value::character(c));
  if (!is_nil(old)) return rt.heap.write(&old.as_cons()->cdr, entry);
  rt.heap.write(&t->others, rt.heap.cons(rt.heap.cons(Value::character(c), entry), t->others));
}

void set_dispatch(Runtime& rt, Value dispatch, char32_t sub, Value macro) {
  Object* o = dispatch.as_object();
  if (sub < 128) return rt.heap.write(o, sub, macro);
  const Value old = alist_find(o->slots[128], Value::character(sub));
  if (!is_nil(old)) return rt.heap.write(&old.as_cons()->cdr, macro);
  rt.heap.write(o, 128, rt.heap.cons(rt.heap.cons(Value::character(sub), macro), o->slots[128]));
}

Value make_dispatch_table(Runtime& rt) { return Value::object(rt.heap.allocate(Type::simple_vector, dispatch_slots)); }

Value copy_dispatch_table(Runtime& rt, Value dispatch) {
  const Value copy = make_dispatch_table(rt);
  copy_slots(rt, dispatch, copy);
  copy.as_object()->slots[128] = copy_alist(rt, dispatch.as_object()->slots[128]);
  return copy;
}

// --- making

namespace {

Value make_empty_readtable(Runtime& rt) {
  const Value v = Value::object(rt.heap.allocate(Type::readtable, readtable_slots));
  Readtable* t = table(v);
  t->mode = Value::fixnum(0);
  t->syntax = Value::object(rt.heap.allocate_raw(Type::raw_data, 128));
  t->macros = Value::object(rt.heap.allocate(Type::simple_vector, 128));
  return v;
}

void add_dispatch_macros(Runtime& rt, Value dispatch) {
  static constexpr struct {
    char sub;
    Macro macro;
  } subs[] = {
      {'\'', Macro::sharp_quote},   {'(', Macro::sharp_open},     {'\\', Macro::sharp_backslash}, {':', Macro::sharp_colon},
      {'.', Macro::sharp_dot},      {'+', Macro::sharp_plus},     {'-', Macro::sharp_minus},      {'|', Macro::sharp_bar},
      {'B', Macro::sharp_b},        {'O', Macro::sharp_o},        {'X', Macro::sharp_x},          {'R', Macro::sharp_r},
      {'C', Macro::sharp_c},        {'A', Macro::sharp_a},        {'S', Macro::sharp_s},          {'P', Macro::sharp_p},
      {'*', Macro::sharp_star},     {'=', Macro::sharp_equal},    {'#', Macro::sharp_sharp},      {'<', Macro::sharp_illegal},
      {')', Macro::sharp_illegal},  {' ', Macro::sharp_illegal},  {'\n', Macro::sharp_illegal},   {'\t', Macro::sharp_illegal},
      {'\f', Macro::sharp_illegal}, {'\r', Macro::sharp_illegal},
  };
  for (const auto& s : subs) set_dispatch(rt, dispatch, static_cast<char32_t>(s.sub), number(s.macro));
}

}  // namespace

Value make_standard_readtable(Runtime& rt) {
  const Value v = make_empty_readtable(rt);
  for (char c : {' ', '\t', '\n', '\f', '\r'}) set_syntax(rt, v, static_cast<char32_t>(c), Syntax::whitespace, NIL);
  for (char32_t c : {8, 127}) set_syntax(rt, v, c, Syntax::invalid, NIL);
  set_syntax(rt, v, '\\', Syntax::single_escape, NIL);
  set_syntax(rt, v, '|', Syntax::multiple_escape, NIL);
  static constexpr struct {
    char c;
    Macro macro;
  } macros[] = {
      {'"', Macro::string}, {'\'', Macro::quote},  {'(', Macro::open},      {')', Macro::close},
      {',', Macro::comma},  {';', Macro::comment}, {'`', Macro::backquote},
  };
  for (const auto& m : macros) set_syntax(rt, v, static_cast<char32_t>(m.c), Syntax::terminating_macro, number(m.macro));
  const Value dispatch = make_dispatch_table(rt);
  add_dispatch_macros(rt, dispatch);
  set_syntax(rt, v, '#', Syntax::non_terminating_macro, dispatch);
  return v;
}

Value copy_readtable(Runtime& rt, Value from, Value to) {
  const Value v = is_nil(to) ? make_empty_readtable(rt) : to;
  const Readtable* source = table(from);
  Readtable* t = table(v);
  if (t == source) return v;
  t->mode = source->mode;
  std::memcpy(t->syntax.as_object()->data<char>(), source->syntax.as_object()->data<char>(), 128);
  for (std::size_t i = 0; i < 128; ++i) {
    const Value m = source->macros.as_object()->slots[i];
    const Value copy = has_type(m, Type::simple_vector) ? copy_dispatch_table(rt, m) : m;
    rt.heap.write(t->macros.as_object(), i, copy);
  }
  rt.heap.write(&t->others, copy_alist(rt, source->others));
  return v;
}

void install_standard_readtable(Runtime& rt) {
  for (const Value symbol : {rt.sym(Known::readtable_variable), rt.tessera("*STANDARD-READTABLE*")}) {
    set_flag(rt, symbol, symbol_special);
    rt.heap.write(&rt.symbol(symbol)->value, make_standard_readtable(rt));
  }
  install_printer_variables(rt);
}

Value current_readtable(Runtime& rt) {
  const Value v = rt.symbol_value_slot(Known::readtable_variable);
  return is_readtable(v) ? v : rt.fail_type(v, rt.cl("READTABLE"));
}

// --- functions for macros

Value macro_to_function(Runtime& rt, Value macro) {
  const bool dispatch = has_type(macro, Type::simple_vector);
  if (!dispatch && !macro.is_fixnum()) return macro;
  const Macro m = dispatch ? Macro::dispatch : static_cast<Macro>(macro.as_fixnum());
  return global_function(rt, rt.tessera(macro_name(m)));
}

namespace {

/// Calls `f` with each character that has a macro in the vector or in the alist `others`; `macro_of_entry` extracts it
/// from the latter.
template <class MacroOfEntry, class F> void for_each_macro(const Object* macros, Value others, MacroOfEntry macro_of_entry, F f) {
  for (std::uint32_t c = 0; c < 128; ++c)
    if (!is_nil(macros->slots[c])) f(Value::character(c), macros->slots[c]);
  for (const Value element : elements_of(others)) {
    const Value macro = macro_of_entry(element.as_cons()->cdr);
    if (!is_nil(macro)) f(element.as_cons()->car, macro);
  }
}

Value dispatch_macros(Runtime& rt, Value dispatch) {
  std::vector<Value> entries;
  const auto itself = [](Value macro) { return macro; };
  for_each_macro(dispatch.as_object(), dispatch.as_object()->slots[128], itself,
                 [&](Value sub, Value macro) { entries.push_back(rt.heap.cons(sub, macro_to_function(rt, macro))); });
  return rt.list(entries);
}

}  // namespace

Value macro_characters(Runtime& rt, Value readtable) {
  std::vector<Value> entries;
  const auto behind_syntax = [](Value entry) { return entry.as_cons()->cdr; };
  for_each_macro(table(readtable)->macros.as_object(), table(readtable)->others, behind_syntax, [&](Value c, Value macro) {
    const bool dispatches = has_type(macro, Type::simple_vector);
    const Value subs = dispatches ? dispatch_macros(rt, macro) : NIL;
    entries.push_back(rt.heap.cons(c, rt.heap.cons(macro_to_function(rt, macro), rt.heap.cons(boolean(dispatches), subs))));
  });
  return rt.list(entries);
}

Value function_to_macro(Runtime& rt, Value function) {
  for (std::size_t i = 1; i < static_cast<std::size_t>(Macro::count); ++i)
    if (global_function(rt, rt.tessera(macro_names[i])) == function) return Value::fixnum(static_cast<std::int64_t>(i));
  return function;
}

}  // namespace tessera
