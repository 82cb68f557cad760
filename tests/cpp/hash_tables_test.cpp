// Hash tables: keys of all kinds stay found while the collector moves them.
#include <catch2/catch.hpp>

#include "data/equality.hpp"
#include "data/hash_tables.hpp"
#include "data/hashing.hpp"
#include "test_runtime.hpp"

using namespace tessera;

namespace {

/// A list of `n` fresh conses, each (i), rooted by the caller.
Value make_keys(Runtime& rt, int n) {
  Value keys = NIL;
  for (int i = n; i-- > 0;) keys = rt.heap.cons(rt.heap.cons(Value::fixnum(i), NIL), keys);
  return keys;
}

int count_found(Runtime& rt, Value table, Value keys) {
  int found = 0;
  for (Value l = keys; l.is_cons(); l = l.as_cons()->cdr)
    found += table_get(rt, table, l.as_cons()->car, UNBOUND) == l.as_cons()->car.as_cons()->car;
  return found;
}

void put_all(Runtime& rt, Value table, Value keys) {
  for (Value l = keys; l.is_cons(); l = l.as_cons()->cdr)
    table_put(rt, table, l.as_cons()->car, l.as_cons()->car.as_cons()->car);
}

}  // namespace

TEST_CASE("keys by address stay found after they moved") {
  SymbolRuntime s;
  Runtime& rt = s.rt;
  for (TableTest test : {TableTest::eq, TableTest::eql}) {
    Handle table(rt.heap, make_hash_table(rt, test));
    Handle keys(rt.heap, make_keys(rt, 2000));
    put_all(rt, table, keys);
    CHECK(count_found(rt, table, keys) == 2000);
    for (int i = 0; i < 3; ++i) {
      rt.heap.collect(Heap::Reason::requested);
      CHECK(count_found(rt, table, keys) == 2000);
      Handle more(rt.heap, make_keys(rt, 10));
      put_all(rt, table, more);
      rt.heap.collect(Heap::Reason::requested);
      CHECK(count_found(rt, table, more) == 10);
    }
    CHECK(as<HashTable>(table)->count == Value::fixnum(2030));
    rt.heap.verify();
  }
}

TEST_CASE("keys by contents that hold keys by address stay found, too") {
  SymbolRuntime s;
  Runtime& rt = s.rt;
  Handle table(rt.heap, make_hash_table(rt, TableTest::equal));
  Handle object(rt.heap, Value::object(rt.heap.allocate(Type::simple_vector, 3)));
  const auto key = [&] { return rt.list({Value::fixnum(1), object, rt.make_string("name")}); };
  table_put(rt, table, key(), T);
  CHECK(table_get(rt, table, key(), NIL) == T);
  rt.heap.collect(Heap::Reason::requested);
  CHECK(table_get(rt, table, key(), NIL) == T);
  CHECK(as<HashTable>(table)->count == Value::fixnum(1));
}

TEST_CASE("numbers, characters, strings as keys") {
  SymbolRuntime s;
  Runtime& rt = s.rt;
  Handle eql_table(rt.heap, make_hash_table(rt, TableTest::eql));
  Handle equal_table(rt.heap, make_hash_table(rt, TableTest::equal));
  Handle equalp_table(rt.heap, make_hash_table(rt, TableTest::equalp));
  for (Value table : {eql_table.get(), equal_table.get(), equalp_table.get()}) {
    table_put(rt, table, rt.heap.make_double(1e300), Value::fixnum(1));
    table_put(rt, table, Value::fixnum(5), Value::fixnum(2));
    table_put(rt, table, rt.make_string("Abc"), Value::fixnum(3));
    table_put(rt, table, Value::character('x'), Value::fixnum(4));
    CHECK(table_get(rt, table, rt.heap.make_double(1e300), NIL) == Value::fixnum(1));
    CHECK(table_get(rt, table, Value::fixnum(5), NIL) == Value::fixnum(2));
  }
  CHECK(is_nil(table_get(rt, eql_table, rt.make_string("Abc"), NIL)));
  CHECK(table_get(rt, equal_table, rt.make_string("Abc"), NIL) == Value::fixnum(3));
  CHECK(is_nil(table_get(rt, equal_table, rt.make_string("abc"), NIL)));
  CHECK(table_get(rt, equalp_table, rt.make_string("aBC"), NIL) == Value::fixnum(3));
  CHECK(table_get(rt, equalp_table, Value::single_float(5.0F), NIL) == Value::fixnum(2));
  CHECK(is_nil(table_get(rt, eql_table, Value::single_float(5.0F), NIL)));
  CHECK(table_get(rt, equalp_table, Value::character('X'), NIL) == Value::fixnum(4));
}

TEST_CASE("removal, growth and order") {
  SymbolRuntime s;
  Runtime& rt = s.rt;
  Handle table(rt.heap, make_hash_table(rt, TableTest::eql));
  for (int i = 0; i < 1000; ++i) table_put(rt, table, Value::fixnum(i), Value::fixnum(i * i));
  for (int i = 0; i < 1000; i += 3) CHECK(table_remove(rt, table, Value::fixnum(i)));
  CHECK_FALSE(table_remove(rt, table, Value::fixnum(0)));
  std::int64_t previous = -1;
  bool ordered = true;
  for (const TableEntry& e : table_entries(table)) {
    ordered = ordered && e.key.as_fixnum() > previous && e.value.as_fixnum() == e.key.as_fixnum() * e.key.as_fixnum();
    previous = e.key.as_fixnum();
  }
  CHECK(ordered);
  CHECK(as<HashTable>(table)->count == Value::fixnum(666));
  for (int round = 0; round < 10000; ++round) {
    table_put(rt, table, Value::fixnum(5000), T);
    table_remove(rt, table, Value::fixnum(5000));
  }
  CHECK(as<HashTable>(table)->hashes.as_object()->length() <= 4096);
  table_clear(rt, table);
  CHECK(as<HashTable>(table)->count == Value::fixnum(0));
  CHECK(table_entries(table).empty());
}

TEST_CASE("equal needs no recursion, and its hash agrees with it") {
  SymbolRuntime s;
  Runtime& rt = s.rt;
  Value a = NIL, b = NIL;
  for (int i = 0; i < 1000000; ++i) {
    a = rt.heap.cons(a, NIL);
    b = rt.heap.cons(b, NIL);
  }
  CHECK(equal(a, b));
  CHECK(equalp(rt, a, b));
  CHECK(hash_equal(rt, a) == hash_equal(rt, b));
  CHECK_FALSE(equal(a, rt.heap.cons(b, NIL)));
}
