// Keys that somebody has chosen for their equal hashes do not make tables of keys and of symbols slow.
#include <algorithm>
#include <functional>

#include "catch.hpp"
#include "data/sequences/arrays.hpp"
#include "data/tables/hash_index.hpp"
#include "data/tables/hashing.hpp"
#include "memory/image.hpp"
#include "test_runtime.hpp"

namespace {

using namespace tessera;

constexpr int many = 5000;

/// Returns the i-th of many strings of 24 narrow characters with the same hash: the second word cancels the first.
std::u32string chosen_name(int i) {
  const std::uint64_t first = static_cast<std::uint64_t>(i) * 0x0101010101u;
  const std::uint64_t second = std::rotl(combine_hash(24, first), 5) ^ 12345;
  std::u32string text;
  for (const std::uint64_t word : {first, second, std::uint64_t{0}})
    for (int byte = 0; byte < 8; ++byte) text.push_back(static_cast<char32_t>(word >> (8 * byte) & 0xFF));
  return text;
}
Value chosen_string(Runtime& rt, int i) { return make_string(rt, chosen_name(i)); }

/// Strings that begin alike.
Value long_string(Runtime& rt, int i) {
  const std::string number = std::to_string(i);
  return make_string(rt, std::u32string(300, U'a') + std::u32string(number.begin(), number.end()));
}

/// Lists that begin alike.
Value long_list(Runtime& rt, int i) {
  Value list = rt.heap.cons(Value::fixnum(i), NIL);
  for (int n = 0; n < 300; ++n) list = rt.heap.cons(Value::fixnum(n), list);
  return list;
}

/// Lists that begin alike, with an object that is compared by its address.
Value long_list_with_object(Runtime& rt, int i) { return rt.heap.cons(rt.packages.cl, long_list(rt, i)); }

/// Integers of two words with the same hash: the second word cancels the first.
Value chosen_integer(Runtime& rt, int i) {
  constexpr auto mix = [](std::uint64_t h) {
    for (int n = 0; n < 2; ++n) h = (h ^ h >> 32) * 0xD6E8FEB86659FD93u;
    return h ^ (h >> 32);
  };
  Object* const o = rt.heap.allocate_raw(Type::bignum, 2);
  const auto first = static_cast<std::uint64_t>(i);
  o->data<std::uint64_t>()[0] = first;
  o->data<std::uint64_t>()[1] = 12345 - mix(first) * 31;
  return Value::object(o);
}

/// Returns how many cells searches pass at most.
std::size_t longest_search(Runtime& rt, Value table) {
  const auto* const t = as<HashTable>(table);
  const HashIndex index(t->index);
  std::size_t most = 0, e = 0;
  for (const TableEntry& entry : table_entries(table)) most = std::max(most, index.distance(hash_key(rt, t, entry.key), e++));
  return most;
}

void put_all(Runtime& rt, Value table, const std::function<Value(Runtime&, int)>& key) {
  for (int i = 0; i < many; ++i) table_put(rt, table, key(rt, i), Value::fixnum(i));
}

int count_found(Runtime& rt, Value table, const std::function<Value(Runtime&, int)>& key) {
  int found = 0;
  for (int i = 0; i < many; ++i) found += table_get(rt, table, key(rt, i), NIL) == Value::fixnum(i);
  return found;
}

TEST_CASE("a table hashes by a secret number after a search became long", "[tables]") {
  struct Keys {
    TableTest test;
    Value (*key)(Runtime&, int);
  };
  for (const auto& [test, key] :
       {Keys{TableTest::equal, chosen_string}, Keys{TableTest::equalp, long_string}, Keys{TableTest::equal, long_list},
        Keys{TableTest::equal, long_list_with_object}, Keys{TableTest::eql, chosen_integer}}) {
    SymbolRuntime s;
    Runtime& rt = s.rt;
    for (const std::size_t size : {std::size_t{0}, std::size_t{2 * many}}) {
      Handle table(rt.heap, make_hash_table(rt, test, size));
      put_all(rt, table, key);
      CHECK(as<HashTable>(table)->is_keyed());
      CHECK(count_found(rt, table, key) == many);
      rt.heap.collect(Heap::Reason::full);
      CHECK(count_found(rt, table, key) == many);  // now no key is in the index of young keys
      CHECK(longest_search(rt, table) <= HashIndex::long_walk);
      for (int i = 0; i < many; i += 2) CHECK(table_remove(rt, table, key(rt, i)));
      CHECK(count_found(rt, table, key) == many / 2);
    }
  }
}

TEST_CASE("a keyed table holds keys of every kind", "[tables]") {
  SymbolRuntime s;
  Runtime& rt = s.rt;
  for (const TableTest test : {TableTest::equal, TableTest::equalp}) {
    Handle table(rt.heap, make_hash_table(rt, test));
    put_all(rt, table, test == TableTest::equal ? chosen_string : long_string);
    REQUIRE(as<HashTable>(table)->is_keyed());
    const std::function<Value()> keys[] = {[] { return Value::fixnum(5); },
                                           [] { return NIL; },
                                           [&] { return rt.cl("CAR"); },
                                           [&] { return rt.heap.make_double(1e300); },
                                           [&] { return chosen_integer(rt, 7); },
                                           [] { return Value::character('a'); },
                                           [&] { return make_string(rt, U""); },
                                           [&] { return make_string(rt, U"narrow and λ"); },
                                           [&] {
                                             return rt.list({{Value::fixnum(1), rt.cl("CDR"), make_string(rt, U"x")}});
                                           }};
    for (const auto& key : keys) {
      CHECK(table_get(rt, table, key(), UNBOUND) == UNBOUND);
      table_put(rt, table, key(), T);
      CHECK(table_get(rt, table, key(), UNBOUND) == T);
      rt.heap.collect(Heap::Reason::requested);
      CHECK(table_get(rt, table, key(), UNBOUND) == T);
      CHECK(table_remove(rt, table, key()));
      CHECK(table_get(rt, table, key(), UNBOUND) == UNBOUND);
    }
  }
}

TEST_CASE("a keyed table finds a string however its characters are stored", "[tables]") {
  SymbolRuntime s;
  Runtime& rt = s.rt;
  const Value table = make_hash_table(rt, TableTest::equal);
  put_all(rt, table, chosen_string);
  const Value wide = Value::object(rt.heap.allocate_raw(Type::string, 11, static_cast<std::uint16_t>(StringForm::wide)));
  std::copy_n(U"some string", 11, wide.as_object()->data<char32_t>());
  table_put(rt, table, make_string(rt, U"some string"), T);
  CHECK(table_get(rt, table, wide, NIL) == T);
}

TEST_CASE("an image holds the number that a table's hashes depend on", "[tables]") {
  SymbolRuntime s;
  Runtime& rt = s.rt;
  const Value table = make_hash_table(rt, TableTest::equal);
  put_all(rt, table, chosen_string);
  const std::vector<Value> roots = {table};
  const PackedImage image = make_image(roots, {});
  SymbolRuntime other;
  const Value copy = load_image(other.rt.heap, image.bytes).at(0);
  CHECK(as<HashTable>(copy)->is_keyed());
  CHECK(count_found(other.rt, copy, chosen_string) == many);
}

TEST_CASE("a key that is stored and removed again and again does not make searches long", "[tables]") {
  SymbolRuntime s;
  Runtime& rt = s.rt;
  for (const TableTest test : {TableTest::eql, TableTest::equal}) {
    const Value table = make_hash_table(rt, test, 100000);
    table_put(rt, table, Value::fixnum(2), T);
    for (int i = 0; i < many; ++i) {
      table_put(rt, table, Value::fixnum(1), T);
      CHECK(table_remove(rt, table, Value::fixnum(1)));
    }
    CHECK(longest_search(rt, table) <= HashIndex::long_walk);
    CHECK(as<HashTable>(table)->used.as_fixnum() < 2000);
    CHECK(!as<HashTable>(table)->is_keyed());
    CHECK(table_get(rt, table, Value::fixnum(2), NIL) == T);
  }
}

TEST_CASE("a package keys its table after names with equal hashes", "[packages]") {
  SymbolRuntime s;
  Runtime& rt = s.rt;
  Handle package(rt.heap, make_package(rt, U"CHOSEN"));
  std::vector<Value> symbols;
  for (int i = 0; i < many; ++i) symbols.push_back(intern(rt, package, chosen_name(i)));
  CHECK(name_hash(chosen_name(1)) == name_hash(chosen_name(2)));
  CHECK(as<Package>(package)->internal.as_object()->slots[0] != Value::fixnum(0));
  CHECK(package_symbols(package, true, true).size() == many);
  for (int i = 0; i < many; ++i) CHECK(find_symbol(rt, package, chosen_name(i)).symbol == symbols[static_cast<std::size_t>(i)]);
  for (int i = 0; i < many; i += 2) CHECK(remove_symbol(rt, package, symbols[static_cast<std::size_t>(i)]));
  compact_tables(rt, package);
  CHECK(find_symbol(rt, package, chosen_name(0)).status == Status::none);
  CHECK(find_symbol(rt, package, chosen_name(1)).status == Status::internal);
}

}  // namespace
