// Hash tables: keys of all kinds stay found while the collector moves them.
#include <catch2/catch.hpp>

#include <algorithm>
#include <functional>

#include "data/arrays.hpp"
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

/// How many of the `n` keys have their places in the fullest line of the cache, of those for 2n places; `test`: of the table that they are for.
int fullest_line(Runtime& rt, TableTest test, int n, const std::function<Value(int)>& key) {
  std::vector<int> lines(static_cast<std::size_t>(2 * n / 8));
  for (int i = 0; i < n; ++i) ++lines[hash_key(rt, test, key(i)).bits / 8 & (lines.size() - 1)];
  return *std::max_element(lines.begin(), lines.end());
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
  CHECK(table_capacity(table) <= 4096);
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

TEST_CASE("keys of every regular kind spread over the places of a table") {
  SymbolRuntime s;
  Runtime& rt = s.rt;
  constexpr int n = 1 << 14;
  constexpr int bound = 56;  // of a line's 8 places; 4 is the average, and chance puts 5 groups of 8 neighbours in one line
  for (TableTest test : {TableTest::eq, TableTest::eql, TableTest::equal, TableTest::equalp}) {
    for (int shift = 0; shift < 48; ++shift) {
      CAPTURE(static_cast<int>(test), shift);
      CHECK(fullest_line(rt, test, n, [&](int i) { return Value::fixnum(std::int64_t{i} << shift); }) <= bound);
      CHECK(fullest_line(rt, test, n, [&](int i) { return Value::fixnum((std::int64_t{1} << 61) - (std::int64_t{i} << shift)); }) <=
            bound);
    }
    CHECK(fullest_line(rt, test, n, [&](int i) { return rt.heap.make_double(i); }) <= bound);
    CHECK(fullest_line(rt, test, n, [&](int i) { return rt.heap.make_double(1.0 / (i + 1)); }) <= bound);
    CHECK(fullest_line(rt, test, n, [&](int i) { return Value::single_float(static_cast<float>(i)); }) <= bound);
    CHECK(fullest_line(rt, test, n, [&](int i) { return Value::character(static_cast<std::uint32_t>(0x20000 + i)); }) <= bound);
    const Value name = rt.make_string("X");
    CHECK(fullest_line(rt, test, n, [&](int) { return make_symbol(rt, name); }) <= bound);
  }
  for (TableTest test : {TableTest::equal, TableTest::equalp}) {
    CHECK(fullest_line(rt, test, n, [&](int i) { return rt.make_string("key" + std::to_string(i)); }) <= bound);
    CHECK(fullest_line(rt, test, n, [&](int i) { return rt.make_string(std::to_string(i) + "0000000000"); }) <= bound);
    CHECK(fullest_line(rt, test, n, [&](int i) {
            const char32_t text[] = {U'\u4E00', static_cast<char32_t>(0x4E00 + i / 128), static_cast<char32_t>(0x4E00 + i % 128)};
            return make_string(rt, StringView(text, 3));
          }) <= bound);
    CHECK(fullest_line(rt, test, n, [&](int i) { return rt.list({Value::fixnum(i / 128), Value::fixnum(i % 128)}); }) <= bound);
    CHECK(fullest_line(rt, test, n, [&](int i) { return rt.heap.cons(Value::fixnum(i % 128), Value::fixnum(i / 128)); }) <= bound);
  }
}

TEST_CASE("hashes agree where the test says that keys are the same") {
  SymbolRuntime s;
  Runtime& rt = s.rt;
  const auto same = [&](TableTest test, Value a, Value b) {
    return hash_key(rt, test, a).bits == hash_key(rt, test, b).bits;
  };
  const auto integer = [&](const char* digits) { return parse_number(rt, digits, 10, 's'); };
  const Value big = integer("1267650600228229401496703205376");  // 2^100
  CHECK(same(TableTest::equalp, big, rt.heap.make_double(0x1p100)));
  CHECK(same(TableTest::equalp, Value::fixnum(std::int64_t{1} << 60), rt.heap.make_double(0x1p60)));
  CHECK(same(TableTest::equalp, Value::single_float(0.5F), rt.heap.make_double(0.5)));
  CHECK(same(TableTest::equalp, Value::single_float(0.0F), rt.heap.make_double(-0.0)));
  CHECK(same(TableTest::eql, big, integer("1267650600228229401496703205376")));
  CHECK_FALSE(same(TableTest::equalp, big, integer("1267650600228229401496703205377")));
  for (const char* text : {"", "a", "1234567", "12345678", "123456789", "0123456789abcdef0"}) {
    CHECK(same(TableTest::equal, rt.make_string(text), rt.make_string(text)));
    CHECK(same(TableTest::equalp, rt.make_string(text), rt.make_string(text)));
  }
  CHECK(same(TableTest::equalp, rt.make_string("Tessera"), rt.make_string("tESSERA")));
  const Value widened = rt.make_string("0123456789abc");
  set_character(rt.heap, widened.as_object(), 3, U'\u4E00');
  set_character(rt.heap, widened.as_object(), 3, U'3');
  CHECK(same(TableTest::equal, widened, rt.make_string("0123456789abc")));
  CHECK(equal(widened, rt.make_string("0123456789abc")));
}

TEST_CASE("a search for a key that moved finds the same entry, whatever was removed meanwhile") {
  SymbolRuntime s;
  Runtime& rt = s.rt;
  Handle table(rt.heap, make_hash_table(rt, TableTest::eq));
  Handle old_keys(rt.heap, make_keys(rt, 300));
  put_all(rt, table, old_keys);
  rt.heap.collect(Heap::Reason::requested);
  Handle young_keys(rt.heap, make_keys(rt, 300));
  put_all(rt, table, young_keys);
  int n = 0;
  for (Value keys : {old_keys.get(), young_keys.get()})
    for (Value l = keys; l.is_cons(); l = l.as_cons()->cdr)
      if (++n % 3 == 0) CHECK(table_remove(rt, table, l.as_cons()->car));
  rt.heap.collect(Heap::Reason::requested);
  CHECK(count_found(rt, table, old_keys) == 200);
  CHECK(count_found(rt, table, young_keys) == 200);
  CHECK(as<HashTable>(table)->count == Value::fixnum(400));
  Handle more(rt.heap, make_keys(rt, 3000));  // grows while some of its keys are young
  put_all(rt, table, more);
  CHECK(count_found(rt, table, young_keys) == 200);
  CHECK(count_found(rt, table, more) == 3000);
  put_all(rt, table, old_keys);
  rt.heap.collect(Heap::Reason::requested);
  CHECK(count_found(rt, table, old_keys) == 300);
  CHECK(count_found(rt, table, more) == 3000);
  rt.heap.verify();
}

TEST_CASE("what was never put is not found, also right after a removal or a clearing") {
  SymbolRuntime s;
  Runtime& rt = s.rt;
  for (TableTest test : {TableTest::eq, TableTest::eql, TableTest::equal, TableTest::equalp}) {
    Handle table(rt.heap, make_hash_table(rt, test));
    CHECK(table_get(rt, table, NIL, UNBOUND) == UNBOUND);
    table_put(rt, table, T, NIL);
    CHECK(table_get(rt, table, T, UNBOUND) == NIL);
    CHECK(table_remove(rt, table, T));
    CHECK(table_get(rt, table, T, UNBOUND) == UNBOUND);
    CHECK_FALSE(table_remove(rt, table, T));
    table_put(rt, table, T, Value::fixnum(1));
    table_clear(rt, table);
    CHECK(table_get(rt, table, T, UNBOUND) == UNBOUND);
    CHECK(table_get(rt, table, NIL, UNBOUND) == UNBOUND);
  }
}
