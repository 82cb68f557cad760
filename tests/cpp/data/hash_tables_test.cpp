// Hash tables: keys of all kinds stay found while the collector moves them.

#include <algorithm>
#include <functional>
#include <random>

#include "catch.hpp"
#include "data/sequences/arrays.hpp"
#include "data/tables/equality.hpp"
#include "data/tables/hash_tables.hpp"
#include "data/tables/hashing.hpp"
#include "test_runtime.hpp"

using namespace tessera;

namespace {

/// Returns a list of `n` fresh conses, each (i), rooted by the caller.
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
  for (Value l = keys; l.is_cons(); l = l.as_cons()->cdr) table_put(rt, table, l.as_cons()->car, l.as_cons()->car.as_cons()->car);
}

struct Distances {
  double average;
  std::size_t most;
};

/// Returns how many probes searches for the `n` keys make in an index of minimal size for a table with the test `test`.
Distances distances(Runtime& rt, TableTest test, int n, const std::function<Value(int)>& key) {
  const HashIndex index(HashIndex::make(rt.heap, HashIndex::length_for(static_cast<std::size_t>(n))));
  std::vector<Hash> hashes;
  for (int i = 0; i < n; ++i) hashes.push_back(hash_key(rt, test, key(i)));
  for (std::size_t i = 0; i < hashes.size(); ++i) index.add(hashes[i], i);
  std::size_t sum = 0, most = 0;
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    const std::size_t distance = index.distance(hashes[i], i);
    sum += distance;
    most = std::max(most, distance);
  }
  return {static_cast<double>(sum) / n, most};
}

}  // namespace

TEST_CASE("keys compared by address are found after they moved", "[tables]") {
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

TEST_CASE("structural keys that contain moving objects are found", "[tables]") {
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

TEST_CASE("numbers, characters and strings are keys", "[tables]") {
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

TEST_CASE("entries keep their order through removal and growth", "[tables]") {
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

TEST_CASE("equal needs no recursion, and its hash agrees with it", "[tables]") {
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

TEST_CASE("regular keys of every kind spread over a table", "[tables]") {
  SymbolRuntime s;
  Runtime& rt = s.rt;
  constexpr int n = 1 << 14;
  // If the homes of all keys are in one line, each search passes that line, and then continues randomly.
  const auto check = [&](TableTest test, const std::function<Value(int)>& key) {
    const Distances d = distances(rt, test, n, key);
    CHECK(d.average < 13);
    CHECK(d.most < 160);
  };
  for (TableTest test : {TableTest::eq, TableTest::eql, TableTest::equal, TableTest::equalp}) {
    for (int shift = 0; shift < 48; ++shift) {
      CAPTURE(static_cast<int>(test), shift);
      check(test, [&](int i) { return Value::fixnum(std::int64_t{i} << shift); });
      check(test, [&](int i) { return Value::fixnum((std::int64_t{1} << 61) - (std::int64_t{i} << shift)); });
    }
    check(test, [&](int i) { return rt.heap.make_double(i); });
    check(test, [&](int i) { return rt.heap.make_double(1.0 / (i + 1)); });
    check(test, [&](int i) { return Value::single_float(static_cast<float>(i)); });
    check(test, [&](int i) { return Value::character(static_cast<std::uint32_t>(0x20000 + i)); });
    const Value name = rt.make_string("X");
    check(test, [&](int) { return make_symbol(rt, name); });
  }
  for (TableTest test : {TableTest::equal, TableTest::equalp}) {
    check(test, [&](int i) { return rt.make_string("key" + std::to_string(i)); });
    check(test, [&](int i) { return rt.make_string(std::to_string(i) + "0000000000"); });
    check(test, [&](int i) {
      const char32_t text[] = {U'\u4E00', static_cast<char32_t>(0x4E00 + i / 128), static_cast<char32_t>(0x4E00 + i % 128)};
      return make_string(rt, StringView(text, 3));
    });
    check(test, [&](int i) { return rt.list({Value::fixnum(i / 128), Value::fixnum(i % 128)}); });
    check(test, [&](int i) { return rt.heap.cons(Value::fixnum(i % 128), Value::fixnum(i / 128)); });
  }
}

TEST_CASE("consecutive integers and objects are found at the first probe", "[tables]") {
  SymbolRuntime s;
  Runtime& rt = s.rt;
  constexpr int n = 1 << 14;
  for (const std::int64_t start : {std::int64_t{0}, std::int64_t{1000}, std::int64_t{-n}, std::int64_t{1} << 40}) {
    CAPTURE(start);
    for (const int step : {1, 3, 17, 999}) {
      CAPTURE(step);
      CHECK(distances(rt, TableTest::eql, n, [&](int i) { return Value::fixnum(start + i * step); }).average < 0.5);
    }
  }
  for (const std::size_t slots : {1u, 3u, 5u, 9u}) {
    CAPTURE(slots);
    CHECK(distances(rt, TableTest::eq, n, [&](int) { return Value::object(rt.heap.allocate(Type::simple_vector, slots)); }).average < 3);
  }
}

TEST_CASE("keys equal under the test have equal hashes", "[tables]") {
  SymbolRuntime s;
  Runtime& rt = s.rt;
  const auto same = [&](TableTest test, Value a, Value b) { return hash_key(rt, test, a).bits == hash_key(rt, test, b).bits; };
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

TEST_CASE("equal narrow and wide strings have the same hash and find each other", "[tables]") {
  SymbolRuntime s;
  Runtime& rt = s.rt;
  Handle by_narrow(rt.heap, make_hash_table(rt, TableTest::equal)), by_wide(rt.heap, make_hash_table(rt, TableTest::equal));
  const auto wide_of = [&](const std::string& text) {
    const Value wide = Value::object(allocate_string(rt.heap, text.size(), true));
    for (std::size_t i = 0; i < text.size(); ++i) set_character(rt.heap, wide.as_object(), i, static_cast<unsigned char>(text[i]));
    return wide;
  };
  std::string text;
  for (std::int64_t i = 0; i < 40; text += static_cast<char>('!' + 7 * i++ % 90)) {
    CAPTURE(text);
    const Value narrow = rt.make_string(text), wide = wide_of(text), number = Value::fixnum(i);
    CHECK(hash_key(rt, TableTest::equal, narrow).bits == hash_key(rt, TableTest::equal, wide).bits);
    table_put(rt, by_narrow, narrow, number);
    table_put(rt, by_wide, wide, number);
    CHECK(table_get(rt, by_narrow, wide, NIL) == number);
    CHECK(table_get(rt, by_wide, narrow, NIL) == number);
    table_put(rt, by_wide, narrow, number);
    CHECK(as<HashTable>(by_wide)->count == Value::fixnum(i + 1));
    for (std::size_t at = 0; at < text.size(); ++at) {
      std::string other = text;
      other[at] = '~';
      CHECK(is_nil(table_get(rt, by_narrow, rt.make_string(other), NIL)));
    }
  }
}

TEST_CASE("similar short strings spread over a table", "[tables]") {
  SymbolRuntime s;
  Runtime& rt = s.rt;
  const std::function<std::string(int)> kinds[] = {
      [](int i) { return std::to_string(i); },
      [](int i) { return "word" + std::to_string(i); },
      [](int i) { return "word" + std::to_string(std::int64_t{i} * i); },
      [](int i) { return std::to_string(i) + ".key"; },
      [](int i) { return std::string(static_cast<std::size_t>(1 + i % 16), 'a') + std::to_string(i); },
      [](int i) { return std::string("abc") + static_cast<char>(i % 128) + static_cast<char>(i / 128); },
      [](int i) { return std::string("abcdefg") + static_cast<char>(i % 128) + static_cast<char>(i / 128) + "hijk"; }};
  int kind = 0;
  for (const auto& text : kinds) {
    CAPTURE(kind++);
    const Distances d = distances(rt, TableTest::equal, 1 << 13, [&](int i) { return rt.make_string(text(i)); });
    CHECK(d.average < 1);  // random keys give 0.3: half of the cells are in use at the end
    CHECK(d.most < 40);
  }
}

TEST_CASE("a moved key finds its entry despite removals", "[tables]") {
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

TEST_CASE("absent keys are not found, even right after REMHASH or CLRHASH", "[tables]") {
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

namespace {

Value key_of_some_kind(Runtime& rt, std::size_t i) {
  const auto n = static_cast<std::int64_t>(i);
  switch (i % 9) {
    case 0: return Value::fixnum(n);
    case 1: return Value::fixnum(-n);
    case 2: return Value::fixnum(n << 40);
    case 3: return rt.heap.cons(Value::fixnum(n), NIL);
    case 4: return rt.make_string("key " + std::to_string(i));
    case 5: return make_symbol(rt, rt.make_string("S" + std::to_string(i)));
    case 6: return Value::object(rt.heap.allocate(Type::simple_vector, i % 5, Value::fixnum(n)));
    case 7: return rt.make_string(std::to_string(i) + std::string(i / 9 % 20, 'x'));
    default: return rt.heap.make_double(static_cast<double>(i) + 0.25);
  }
}

/// A table and its expected contents: by the number of each key, its value or -1.
struct Modelled {
  Handle table;
  Handle keys;  ///< simple-vector
  std::vector<int> values;
  Modelled(Runtime& rt, TableTest test, std::size_t n)
      : table(rt.heap, make_hash_table(rt, test)), keys(rt.heap, Value::object(rt.heap.allocate(Type::simple_vector, n))), values(n, -1) {
    for (std::size_t i = 0; i < n; ++i) replace_key(rt, i, i);
  }
  void replace_key(Runtime& rt, std::size_t i, std::size_t number) {
    rt.heap.write(&keys.get().as_object()->slots[i], key_of_some_kind(rt, number));
  }

  Value key(std::size_t i) const { return keys.get().as_object()->slots[i]; }
  /// Enter, remove or look up one key, as `random` has it. False if the table does not behave as the model.
  bool step(Runtime& rt, unsigned random) {
    const std::size_t i = random / 16 % values.size();
    const unsigned action = random % 16;
    if (action < 5) {
      values[i] = static_cast<int>(random >> 8);
      return table_put(rt, table, key(i), Value::fixnum(values[i])) == Value::fixnum(values[i]);
    }
    if (action < 9) {
      const bool present = values[i] >= 0;
      values[i] = -1;
      return table_remove(rt, table, key(i)) == present;
    }
    return table_get(rt, table, key(i), Value::fixnum(-1)) == Value::fixnum(values[i]);
  }
  bool is_complete(Runtime& rt) const {
    std::int64_t count = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (table_get(rt, table, key(i), Value::fixnum(-1)) != Value::fixnum(values[i])) return false;
      count += values[i] >= 0;
    }
    return as<HashTable>(table)->count == Value::fixnum(count) && table_entries(table).size() == static_cast<std::size_t>(count);
  }
};

}  // namespace

TEST_CASE("a table returns the last value stored under random operations", "[tables]") {
  SymbolRuntime s;
  Runtime& rt = s.rt;
  for (TableTest test : {TableTest::eq, TableTest::eql, TableTest::equal}) {
    CAPTURE(static_cast<int>(test));
    Modelled m(rt, test, 700);
    std::minstd_rand random;
    bool right = true;
    for (int round = 0; round < 40; ++round) {
      for (std::size_t i = 0; i < m.values.size(); ++i)  // some keys become others, of the same kind or not, young ones
        if (m.values[i] < 0 && (i + static_cast<std::size_t>(round)) % 3 == 0)
          m.replace_key(rt, i, 1000 * (static_cast<std::size_t>(round) + 1) + i);
      for (int i = 0; i < 500; ++i) right = m.step(rt, static_cast<unsigned>(random())) && right;
      if (round % 3 == 0) rt.heap.collect(round % 2 == 0 ? Heap::Reason::requested : Heap::Reason::full);
      right = m.is_complete(rt) && right;
    }
    CHECK(right);
    rt.heap.verify();
  }
}

TEST_CASE("a table takes little memory", "[tables]") {
  SymbolRuntime s;
  Runtime& rt = s.rt;
  const auto bytes_of = [&](std::size_t entries, TableTest test) {
    const std::uint64_t before = rt.heap.allocated_bytes();
    const Value table = make_hash_table(rt, test, entries);
    for (std::size_t i = 0; i < entries; ++i) table_put(rt, table, Value::fixnum(static_cast<std::int64_t>(i)), T);
    return static_cast<std::size_t>(rt.heap.allocated_bytes() - before);
  };
  CHECK(bytes_of(0, TableTest::eql) <= 256);
  CHECK(bytes_of(0, TableTest::equal) <= 256);
  CHECK(bytes_of(1024, TableTest::eql) <= 1024 * 24 + 256);  // its key and value, and two cells
}
