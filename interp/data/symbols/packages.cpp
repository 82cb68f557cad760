// Packages: tables of symbols by name, and the symbols themselves. Layer: data.
#include "data/symbols/packages.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "data/sequences/arrays.hpp"
#include "data/sequences/list_walk.hpp"
#include "data/tables/hashing.hpp"
#include "data/tables/sip_hash.hpp"

namespace tessera {

namespace {

constexpr Value EMPTY = UNBOUND;  // a cell of a table that was never used
constexpr std::size_t first_capacity = 16;

StringView name_of(Runtime& rt, Value symbol) { return string_view_of(rt.symbol(symbol)->name); }
std::uint32_t hash_of(Runtime& rt, Value symbol) { return symbol_name_hash(rt.symbol(symbol)); }

// A table's first cell is a fixnum, its seed; symbols follow. The seed is 0 until somebody seems to have chosen names
// with equal hashes. From then on, the places of symbols depend on it.
constexpr std::size_t first_cell = 1, long_walk = 512;
Value seed_of(const Object* table) { return table->slots[0]; }

/// Returns the first index of the probe sequence, in a table of any length.
std::size_t first_place(std::uint32_t hash, StringView name, const Object* table) {
  std::uint32_t where = hash;
  if (TESSERA_UNLIKELY(seed_of(table) != Value::fixnum(0))) {
    SipHash keyed(static_cast<std::uint64_t>(seed_of(table).as_fixnum()));
    name.visit([&keyed](auto units) { keyed.add_units(units.data(), units.size()); });
    where = fold_hash(keyed.finish());
  }
  return first_cell + ((std::uint64_t{where} * (table->length() - first_cell)) >> 32);
}
std::size_t next_place(std::size_t i, const Object* table) { return i + 1 == table->length() ? first_cell : i + 1; }

/// Returns an empty table for that number of symbols.
Value make_table(Runtime& rt, std::size_t capacity, Value seed) {
  Object* table = rt.heap.allocate(Type::simple_vector, first_cell + capacity, EMPTY);
  table->slots[0] = seed;
  return Value::object(table);
}

bool is_symbol_in_table(Value v) { return v != EMPTY && v != DELETED && !v.is_fixnum(); }

/// Returns the index of the symbol called `name` in a package's table, or -1.
std::int64_t find_in_table(Runtime& rt, Value table, StringView name, std::uint32_t hash) {
  const Object* t = table.as_object();
  for (std::size_t i = first_place(hash, name, t);; i = next_place(i, t)) {
    const Value v = t->slots[i];
    if (v == EMPTY) return -1;
    if (v != DELETED && hash_of(rt, v) == hash && name_of(rt, v) == name) return static_cast<std::int64_t>(i);
  }
}

/// Returns the number of cells that were passed.
std::size_t put_in_table(Runtime& rt, Object* table, Value symbol) {
  std::size_t i = first_place(hash_of(rt, symbol), name_of(rt, symbol), table), passed = 0;
  for (; table->slots[i] != EMPTY; ++passed) i = next_place(i, table);
  rt.heap.write(table, i, symbol);
  return passed;
}

/// True if more than two thirds of a table are in use.
bool is_too_full(std::size_t used, std::size_t capacity) { return 3 * used > 2 * capacity; }

/// Makes a table for the same symbols, and for `percent` more, without deleted cells.
Value table_with_room(Runtime& rt, const Object* old, std::size_t percent, std::size_t* alive, Value seed) {
  *alive = 0;
  for (std::size_t i = 0; i < old->length(); ++i) *alive += is_symbol_in_table(old->slots[i]);
  const std::size_t expected = *alive + 1 + *alive * percent / 100;
  const std::size_t capacity = std::max(first_capacity, expected + (expected + 1) / 2);
  const Value table = make_table(rt, capacity, seed);
  for (std::size_t i = 0; i < old->length(); ++i)
    if (is_symbol_in_table(old->slots[i])) put_in_table(rt, table.as_object(), old->slots[i]);
  return table;
}

/// Makes the table anew, for more symbols.
void renew_table(Runtime& rt, Value* table, Value* count, std::size_t percent, Value seed) {
  std::size_t alive;
  rt.heap.write(table, table_with_room(rt, table->as_object(), percent, &alive, seed));
  *count = Value::fixnum(static_cast<std::int64_t>(alive));
}

void add_to_table(Runtime& rt, Value* table, Value* count, Value symbol) {
  const auto used = static_cast<std::size_t>(count->as_fixnum());
  const Value seed = seed_of(table->as_object());
  if (is_too_full(used + 1, table->as_object()->length() - first_cell)) renew_table(rt, table, count, 100, seed);
  const std::size_t passed = put_in_table(rt, table->as_object(), symbol);
  *count = Value::fixnum(count->as_fixnum() + 1);
  if (TESSERA_UNLIKELY(passed > long_walk) && seed == Value::fixnum(0)) renew_table(rt, table, count, 100, random_seed());
}

bool remove_from_table(Runtime& rt, Value table, Value symbol) {
  const std::int64_t i = find_in_table(rt, table, name_of(rt, symbol), hash_of(rt, symbol));
  if (i < 0 || table.as_object()->slots[i] != symbol) return false;
  table.as_object()->slots[i] = DELETED;
  return true;
}

Value list_without(Runtime& rt, Value list, Value item) {
  std::vector<Value> kept;
  for (const Value v : elements_of(list))
    if (v != item) kept.push_back(v);
  return rt.list(kept);
}

bool is_called(Value package, StringView name) {
  const auto* p = as<Package>(package);
  if (p->name.is_object() && string_view_of(p->name) == name) return true;
  for (const Value element : elements_of(p->nicknames))
    if (string_view_of(element) == name) return true;
  return false;
}

void adopt(Runtime& rt, Value package, Value symbol) {
  Symbol* s = rt.symbol(symbol);
  if (is_nil(s->package)) rt.heap.write(&s->package, package);
}

void make_keyword(Runtime& rt, Value symbol) {
  Symbol* s = as<Symbol>(symbol);
  rt.heap.write(&s->value, symbol);
  set_flag(rt, symbol, symbol_keyword);
  set_flag(rt, symbol, symbol_constant);
}

}  // namespace

std::uint32_t name_hash(StringView name) { return fold_hash(hash_characters(name)); }

// --- packages

Value make_package(Runtime& rt, StringView name) {
  Object* o = rt.heap.allocate(Type::package, package_slots);
  Value package = Value::object(o);
  auto* p = as<Package>(package);
  p->name = make_string(rt, name);
  p->internal = make_table(rt, first_capacity, Value::fixnum(0));
  p->external = make_table(rt, first_capacity, Value::fixnum(0));
  p->internal_count = p->external_count = Value::fixnum(0);
  rt.packages.all = rt.heap.cons(package, rt.packages.all);
  return package;
}

Value make_package(Runtime& rt, std::string_view name, std::initializer_list<std::string_view> nicknames) {
  Value package = make_package(rt, utf8_decode(name));
  for (std::string_view n : nicknames) {
    auto* p = as<Package>(package);
    p->nicknames = rt.heap.cons(rt.make_string(n), p->nicknames);
  }
  return package;
}

Value find_package(Runtime& rt, StringView name) {
  for (const Value element : elements_of(rt.packages.all))
    if (is_called(element, name)) return element;
  return NIL;
}

namespace {

/// Returns the value of `key` in an alist whose keys `same` compares; NIL if there is none.
template <class Same> Value alist_value(Value alist, Same same) {
  Value found = NIL;
  walk_conses(nullptr, alist, [&](const Cons* c) {
    const bool fits = c->car.is_cons() && same(c->car.as_cons()->car);
    if (fits) found = c->car.as_cons()->cdr;
    return !fits;
  });
  return found;
}

}  // namespace

Value find_package_here(Runtime& rt, StringView name) {
  const Value here = rt.symbol_value_slot(Known::package_variable);
  const Value all = rt.symbol(rt.tessera("*LOCAL-NICKNAMES*"))->value;  // ((package (nickname . package)*)*)
  const Value local = alist_value(all, [here](Value key) { return key == here; });
  const Value found = alist_value(local, [name](Value key) { return is_string(key) && string_view_of(key) == name; });
  return has_type(found, Type::package) && !is_nil(as<Package>(found)->name) ? found : find_package(rt, name);
}

void delete_package(Runtime& rt, Value package) {
  rt.packages.all = list_without(rt, rt.packages.all, package);
  for (Value symbol : package_symbols(package, true, true)) {
    Symbol* s = rt.symbol(symbol);
    if (s->package == package) s->package = NIL;
  }
  auto* p = as<Package>(package);
  while (p->uses.is_cons()) unuse_package(rt, package, p->uses.as_cons()->car);
  rt.heap.write(&p->internal, make_table(rt, first_capacity, Value::fixnum(0)));
  rt.heap.write(&p->external, make_table(rt, first_capacity, Value::fixnum(0)));
  p->internal_count = p->external_count = Value::fixnum(0);
  p->name = p->nicknames = p->shadowing = NIL;
}

std::vector<Value> package_symbols(Value package, bool internal, bool external) {
  std::vector<Value> symbols;
  const auto* p = as<Package>(package);
  const auto collect = [&symbols](Value table) {
    const Object* t = table.as_object();
    for (std::size_t i = 0; i < t->length(); ++i)
      if (is_symbol_in_table(t->slots[i])) symbols.push_back(t->slots[i]);
  };
  if (internal) collect(p->internal);
  if (external) collect(p->external);
  return symbols;
}

void use_package(Runtime& rt, Value package, Value used) {
  auto* p = as<Package>(package);
  if (package == used || list_contains(p->uses, used)) return;
  rt.heap.write(&p->uses, rt.heap.cons(used, p->uses));
  auto* u = as<Package>(used);
  rt.heap.write(&u->used_by, rt.heap.cons(package, u->used_by));
}

void unuse_package(Runtime& rt, Value package, Value used) {
  auto* p = as<Package>(package);
  auto* u = as<Package>(used);
  rt.heap.write(&p->uses, list_without(rt, p->uses, used));
  rt.heap.write(&u->used_by, list_without(rt, u->used_by, package));
}

// --- symbols in packages

Found find_present(Runtime& rt, Value package, StringView name, std::uint32_t hash) {
  const auto* p = as<Package>(package);
  std::int64_t i = find_in_table(rt, p->external, name, hash);
  if (i >= 0) return {p->external.as_object()->slots[i], Status::external};
  i = find_in_table(rt, p->internal, name, hash);
  if (i >= 0) return {p->internal.as_object()->slots[i], Status::internal};
  return {NIL, Status::none};
}

Found find_symbol(Runtime& rt, Value package, StringView name) {
  const std::uint32_t hash = name_hash(name);
  const Found present = find_present(rt, package, name, hash);
  if (present.status != Status::none) return present;
  for (const Value element : elements_of(as<Package>(package)->uses)) {
    const Value table = as<Package>(element)->external;
    const std::int64_t i = find_in_table(rt, table, name, hash);
    if (i >= 0) return {table.as_object()->slots[i], Status::inherited};
  }
  return {NIL, Status::none};
}

Value intern(Runtime& rt, Value package, StringView name) {
  const Found found = find_symbol(rt, package, name);
  if (found.status != Status::none) return found.symbol;
  const Value symbol = make_symbol(rt, make_string(rt, name));
  if (package == rt.packages.keyword) make_keyword(rt, symbol);
  add_symbol(rt, package, symbol, package == rt.packages.keyword);
  return symbol;
}

Value intern(Runtime& rt, Value package, std::string_view utf8_name) {
  return with_utf8_decoded(utf8_name, [&](StringView name) { return intern(rt, package, name); });
}

void add_symbol(Runtime& rt, Value package, Value symbol, bool external) {
  auto* p = as<Package>(package);
  if (external) add_to_table(rt, &p->external, &p->external_count, symbol);
  else add_to_table(rt, &p->internal, &p->internal_count, symbol);
  adopt(rt, package, symbol);
}

bool remove_symbol(Runtime& rt, Value package, Value symbol) {
  auto* p = as<Package>(package);
  const bool found = remove_from_table(rt, p->internal, symbol) || remove_from_table(rt, p->external, symbol);
  if (!found) return false;
  if (list_contains(p->shadowing, symbol)) rt.heap.write(&p->shadowing, list_without(rt, p->shadowing, symbol));
  Symbol* s = rt.symbol(symbol);
  if (s->package == package) s->package = NIL;
  return true;
}

void compact_tables(Runtime& rt, Value package) {
  auto* p = as<Package>(package);
  constexpr std::size_t percent = 5;
  renew_table(rt, &p->internal, &p->internal_count, percent, seed_of(p->internal.as_object()));
  renew_table(rt, &p->external, &p->external_count, percent, seed_of(p->external.as_object()));
}

void export_symbol(Runtime& rt, Value package, Value symbol) {
  auto* p = as<Package>(package);
  if (find_present(rt, package, name_of(rt, symbol), hash_of(rt, symbol)).status == Status::external) return;
  remove_from_table(rt, p->internal, symbol);
  add_symbol(rt, package, symbol, true);
}

void unexport_symbol(Runtime& rt, Value package, Value symbol) {
  if (remove_from_table(rt, as<Package>(package)->external, symbol)) add_symbol(rt, package, symbol, false);
}

// --- symbols

Value make_symbol(Runtime& rt, Value name) {
  Object* o = rt.heap.allocate(Type::symbol, sizeof(Symbol) / sizeof(Value) - 1);
  Value symbol = Value::object(o);
  auto* s = as<Symbol>(symbol);
  s->name = name;
  s->value = UNBOUND;
  s->function = rt.undefined_function;
  s->entry = rt.no_entry;
  s->info = symbol_info(name_hash(string_view_of(name)), rt.packages.next_serial++);
  return symbol;
}

void set_symbol_function(Runtime& rt, Symbol* s, Value function) {
  rt.heap.write(&s->function, function);
  const bool compiled = has_type(function, Type::closure);
  rt.heap.write(&s->entry, compiled ? as<Code>(as<Closure>(function)->code)->instructions : rt.no_entry);
  rt.function_changed(s);
}

Value setf_name(Runtime& rt, Value symbol) {
  const Value known = symbol_extra(rt, symbol, rt.sym(Known::key_setter));
  if (!is_nil(known)) return known;
  const std::u32string name = U"(SETF " + string_view_of(rt.symbol(symbol)->name).str() + U")";
  const Value setter = make_symbol(rt, make_string(rt, name));
  set_symbol_extra(rt, setter, rt.sym(Known::setf), symbol);
  set_symbol_extra(rt, symbol, rt.sym(Known::key_setter), setter);
  return setter;
}

void set_flag(Runtime& rt, Value symbol, SymbolFlag flag, bool on) {
  Symbol* s = rt.symbol(symbol);
  const std::int64_t info = s->info.as_fixnum();
  s->info = Value::fixnum(on ? info | flag : info & ~static_cast<std::int64_t>(flag));
}

namespace {

/// Returns the cons (indicator . value) of a symbol's extras, or NIL.
Value extra_entry(Runtime& rt, Value symbol, Value indicator) {
  for (const Value element : elements_of(symbol_extras(rt.symbol(symbol))))
    if (element.as_cons()->car == indicator) return element;
  return NIL;
}

/// Makes sure that the symbol has both rare properties.
Cons* rare_properties(Runtime& rt, Symbol* s) {
  if (!s->rare.is_cons()) rt.heap.write(&s->rare, rt.heap.cons(NIL, NIL));
  return s->rare.as_cons();
}

}  // namespace

Value symbol_extra(Runtime& rt, Value symbol, Value indicator, Value fallback) {
  const Value entry = extra_entry(rt, symbol, indicator);
  return is_nil(entry) ? fallback : entry.as_cons()->cdr;
}

void set_symbol_extra(Runtime& rt, Value symbol, Value indicator, Value value) {
  const Value entry = extra_entry(rt, symbol, indicator);
  if (!is_nil(entry)) {
    rt.heap.write(&entry.as_cons()->cdr, value);
    return;
  }
  Value* const extras = &rare_properties(rt, rt.symbol(symbol))->cdr;
  rt.heap.write(extras, rt.heap.cons(rt.heap.cons(indicator, value), *extras));
}

Value* plist_place(Runtime& rt, Symbol* s) { return &rare_properties(rt, s)->car; }

Value symbol_macro_function(Runtime& rt, Value symbol) {
  return has_flag(rt.symbol(symbol), symbol_has_macro) ? symbol_extra(rt, symbol, rt.sym(Known::key_macro)) : NIL;
}

void set_symbol_macro_function(Runtime& rt, Value symbol, Value function) {
  if (is_nil(function) && !has_flag(rt.symbol(symbol), symbol_has_macro)) return;
  set_symbol_extra(rt, symbol, rt.sym(Known::key_macro), function);
  set_flag(rt, symbol, symbol_has_macro, !is_nil(function));
}

Value global_function(Runtime& rt, Value symbol) {
  const Value f = rt.symbol(symbol)->function;
  return f == rt.undefined_function ? NIL : f;
}

}  // namespace tessera
