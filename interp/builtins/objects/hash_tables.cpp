// Hash tables: chapter 18. Layer: builtins. Compiled for size.
#include "data/tables/hash_tables.hpp"
#include "builtins/arguments.hpp"
#include "builtins/chapters.hpp"
#include "data/numbers/parts.hpp"
#include "data/tables/equality.hpp"
#include "data/tables/weak.hpp"

namespace tessera {

namespace {

constexpr std::string_view weakness_names[] = {"", "KEY", "VALUE", "KEY-OR-VALUE", "KEY-AND-VALUE"};

bool is_table(Value v) { return has_type(v, Type::hash_table); }
Value fail_table(Runtime& rt, Value v) { return rt.fail_type(v, Known::hash_table); }

/// Takes the test that `v` designates: the symbol or its function. False if it is not a standard test.
bool find_test(const Runtime& rt, Value v, TableTest& test) {
  for (test = TableTest::eq; test <= TableTest::equalp; test = static_cast<TableTest>(static_cast<int>(test) + 1)) {
    const Value name = table_test_name(rt, test);
    if (v == name || v == rt.symbol(name)->function) return true;
  }
  return false;
}

/// Takes one of the names of `Weakness`, or NIL. False: failed.
bool take_weakness(Runtime& rt, Value v, Weakness& weakness) {
  weakness = Weakness::none;
  if (v == UNSUPPLIED || is_nil(v)) return true;
  for (int i = 1; i <= static_cast<int>(Weakness::key_and_value); ++i)
    if (v == rt.keyword(weakness_names[i])) weakness = static_cast<Weakness>(i);
  if (weakness != Weakness::none) return true;
  rt.fail_simple(Known::simple_error, "~S is not a hash table weakness; expected :KEY, :VALUE, :KEY-OR-VALUE or :KEY-AND-VALUE", {v});
  return false;
}

/// Tables with tests of the program's own are made in stdlib/ext, which knows these tests.
Value make_custom_table(Runtime& rt, Args a) {
  const Value maker = rt.tessera("%MAKE-CUSTOM-HASH-TABLE");
  return rt.tail_call(rt.symbol(rt.tessera("%IN-MODULE"))->function,
                      {rt.make_string("ext"), maker, rt.cl("MAKE-HASH-TABLE"), rt.list(std::span(a.values, a.count))});
}

/// Calls stdlib/ext for a table with a test of the program's own.
Value ask_elsewhere(Runtime& rt, Value table, std::string_view function, std::initializer_list<Value> arguments) {
  if (!has_type(table, Type::custom_table)) return fail_table(rt, table);
  return rt.tail_call(rt.symbol(rt.tessera(function))->function, arguments);
}

Value check_growth(Runtime& rt, Value size, Value threshold) {
  if (size != UNSUPPLIED && !(is_integer(size) && to_double(size) >= 1) && !(is_float(size) && to_double(size) > 1)) {
    const Value integer = rt.list({rt.sym(Known::integer), Value::fixnum(1)});
    return rt.fail_type(size, rt.list({rt.sym(Known::or_), integer, rt.list({rt.cl("FLOAT"), rt.list({Value::single_float(1)})})}));
  }
  if (threshold != UNSUPPLIED && (!is_real(threshold) || to_double(threshold) < 0 || to_double(threshold) > 1))
    return rt.fail_type(threshold, rt.list({rt.sym(Known::real), Value::fixnum(0), Value::fixnum(1)}));
  return T;
}

Value make_hash_table_of(Runtime& rt, Args a) {
  static constexpr std::string_view names[] = {"TEST",     "SIZE",         "REHASH-SIZE",  "REHASH-THRESHOLD",
                                               "WEAKNESS", "SYNCHRONIZED", "HASH-FUNCTION"};
  Value given[7];
  TableTest test = TableTest::eql;
  Weakness weakness;
  std::size_t size = 0;
  if (!parse_keys(rt, a, names, given)) return FAILED;
  const bool is_custom = given[6] != UNSUPPLIED && !is_nil(given[6]);
  if (is_custom || (given[0] != UNSUPPLIED && !find_test(rt, given[0], test))) return make_custom_table(rt, a);
  if (!take_weakness(rt, given[4], weakness)) return FAILED;
  if (given[1] != UNSUPPLIED && !take_count(rt, given[1], size)) return FAILED;
  TESSERA_TRY(check_growth(rt, given[2], given[3]));
  const Value table = make_hash_table(rt, test, size);
  TESSERA_TRY(table);
  const bool synchronized = given[5] != UNSUPPLIED && !is_nil(given[5]);
  Object* o = table.as_object();
  o->set_subtype(static_cast<std::uint16_t>(o->subtype() | static_cast<unsigned>(weakness) << 8 | (synchronized ? synchronized_table : 0)));
  if (weakness != Weakness::none) weak_objects(rt).tables.add(table);
  if (given[2] != UNSUPPLIED) as<HashTable>(table)->rehash_size = given[2];
  if (given[3] != UNSUPPLIED) as<HashTable>(table)->rehash_threshold = given[3];
  return table;
}

Value hash_table_p(Runtime&, Args a) { return boolean(is_table(table_of_entries(a[0]))); }

Value gethash(Runtime& rt, Args a) {
  if (!is_table(a[1])) return ask_elsewhere(rt, a[1], "%CUSTOM-GETHASH", {a[0], a[1], a.get(2)});
  const Value v = table_get(rt, a[1], a[0], UNBOUND);
  return v == UNBOUND ? rt.two_values(a.get(2), NIL) : rt.two_values(v, T);
}

/// Stores a value, given (key table value), or (key table default value) as in (setf (gethash key table default)
/// value).
Value set_gethash(Runtime& rt, Args a) {
  if (!is_table(a[1])) return ask_elsewhere(rt, a[1], "%CUSTOM-PUTHASH", {a[0], a[1], a[a.size() - 1]});
  return table_put(rt, a[1], a[0], a[a.size() - 1]);
}

Value remhash(Runtime& rt, Args a) {
  return is_table(a[1]) ? boolean(table_remove(rt, a[1], a[0])) : ask_elsewhere(rt, a[1], "%CUSTOM-REMHASH", {a[0], a[1]});
}

Value clrhash(Runtime& rt, Args a) {
  if (!is_table(a[0])) return ask_elsewhere(rt, a[0], "%CUSTOM-CLRHASH", {a[0]});
  table_clear(rt, a[0]);
  return a[0];
}

template <Value HashTable::*field> Value table_field(Runtime& rt, Args a) {
  const Value table = table_of_entries(a[0]);
  return is_table(table) ? as<HashTable>(table)->*field : fail_table(rt, table);
}

Value hash_table_test(Runtime& rt, Args a) {
  if (has_type(a[0], Type::custom_table)) return as<CustomTable>(a[0])->test;
  return is_table(a[0]) ? table_test_name(rt, as<HashTable>(a[0])->kind()) : fail_table(rt, a[0]);
}

Value hash_table_size(Runtime& rt, Args a) {
  const Value table = table_of_entries(a[0]);
  if (!is_table(table)) return fail_table(rt, table);
  return Value::fixnum(static_cast<std::int64_t>(table_capacity(table)));
}

Value hash_table_traits(Runtime& rt, Args a) {
  const Value table = table_of_entries(a[0]);
  if (!is_table(table)) return fail_table(rt, table);
  const auto* t = as<HashTable>(table);
  const Value weakness = t->weakness() == Weakness::none ? NIL : rt.keyword(weakness_names[static_cast<int>(t->weakness())]);
  return rt.two_values(weakness, boolean(t->is_synchronized()));
}

Value hash_table_walk(Runtime& rt, Args a) {
  const Value table = table_of_entries(a[0]);
  if (!is_table(table)) return fail_table(rt, table);
  const auto* t = as<HashTable>(table);
  return rt.two_values(t->entries, Value::fixnum(2 * t->used.as_fixnum()));
}

Value custom_table(Runtime& rt, Args a) {
  if (!is_table(a[0])) return fail_table(rt, a[0]);
  Object* o = rt.heap.allocate(Type::custom_table, custom_table_slots);
  std::copy_n(a.values, custom_table_slots, o->slots);
  return Value::object(o);
}

Value custom_table_parts(Runtime& rt, Args a) {
  if (!has_type(a[0], Type::custom_table)) return fail_table(rt, a[0]);
  const auto* t = as<CustomTable>(a[0]);
  return rt.two_values(t->entries, t->parts);
}

Value removed_p(Runtime&, Args a) { return boolean(a[0] == DELETED); }

/// Returns the number `v` with zeros for negative zeros, to which they are similar.
Value without_negative_zeros(Runtime& rt, Value v) {
  if (is_complex(v)) {
    const Value re = without_negative_zeros(rt, complex_part_real(v));
    return make_complex(rt, re, without_negative_zeros(rt, complex_part_imaginary(v)));
  }
  if (v.is_single_float()) return v.as_single_float() == 0 ? Value::single_float(0) : v;
  return is_double(v) && double_of(v) == 0 ? rt.heap.make_double(0) : v;
}

Value sxhash(Runtime& rt, Args a) {
  const Value object = is_number(a[0]) ? without_negative_zeros(rt, a[0]) : a[0];
  return Value::fixnum(static_cast<std::int64_t>(hash_equal(rt, object) >> 3));
}

constexpr Builtin hash_tables_table[] = {
    {"MAKE-HASH-TABLE", "&key test size rehash-size rehash-threshold weakness synchronized hash-function", make_hash_table_of,
     "Returns a new hash table that compares its keys by TEST: EQ, EQL (the default), EQUAL, EQUALP, or one defined by "
     "EXT:DEFINE-HASH-TABLE-TEST or given with HASH-FUNCTION. With the WEAKNESS :KEY, :VALUE, :KEY-OR-VALUE or :KEY-AND-VALUE an "
     "entry is removed once nothing else refers to its key, its value, to both, or to one of them. SYNCHRONIZED is recorded."},
    {"HASH-TABLE-P", "object", hash_table_p, "Returns true if OBJECT is a hash table."},
    {"GETHASH", "key table &optional default", gethash, "Returns the value of KEY in TABLE, or DEFAULT; and true if it was found."},
    {"%SET-GETHASH", "key table value-or-default &optional value", set_gethash,
     "Makes the last argument the value of KEY in TABLE and returns it."},
    {"REMHASH", "key table", remhash, "Removes KEY from TABLE; returns true if it was there."},
    {"CLRHASH", "table", clrhash, "Removes every entry of TABLE and returns it."},
    {"HASH-TABLE-COUNT", "table", table_field<&HashTable::count>, "Returns the number of entries of TABLE."},
    {"HASH-TABLE-TEST", "table", hash_table_test, "Returns the name of the test of TABLE."},
    {"HASH-TABLE-REHASH-SIZE", "table", table_field<&HashTable::rehash_size>, "Returns the growth factor that TABLE was given."},
    {"HASH-TABLE-REHASH-THRESHOLD", "table", table_field<&HashTable::rehash_threshold>, "Returns the threshold of growth of TABLE."},
    {"HASH-TABLE-SIZE", "table", hash_table_size, "Returns the number of entries that TABLE has room for."},
    {"%HASH-TABLE-WALK", "table", hash_table_walk,
     "Returns the vector in which keys and values of TABLE alternate, and where they end. %REMOVED-P is true of the keys of removed "
     "entries. A table that grows gets another vector."},
    {"%HASH-TABLE-TRAITS", "table", hash_table_traits, "Returns the weakness of TABLE, or NIL, and whether it is synchronized."},
    {"%CUSTOM-TABLE", "entries test parts", custom_table,
     "Returns a hash table by TEST, whose entries are those of the hash table ENTRIES; PARTS are for stdlib/ext."},
    {"%CUSTOM-TABLE-PARTS", "table", custom_table_parts, "Returns what %CUSTOM-TABLE was given for ENTRIES and PARTS."},
    {"%REMOVED-P", "key", removed_p, "Returns true if KEY stands in a hash table for one that was removed."},
    {"SXHASH", "object", sxhash, "Returns a hash of OBJECT, the same for objects that are EQUAL."},
};

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::hash_tables>() { return hash_tables_table; }

}  // namespace tessera
