// Searching, growing, rehashing after collections. Layer: data.
#include "data/hash_tables.hpp"

#include "data/arrays.hpp"
#include "data/equality.hpp"
#include "data/hashing.hpp"

namespace tessera {

namespace {

constexpr std::uint32_t addressed_bit = 0x80000000u;
constexpr std::size_t least_capacity = 8;
constexpr std::size_t most_entries = 0x7FFFFFF0u;

std::uint32_t* words_of(Value raw) { return raw.as_object()->data<std::uint32_t>(); }
std::size_t capacity_of(const HashTable* t) { return t->hashes.as_object()->length(); }
std::size_t used_of(const HashTable* t) { return static_cast<std::size_t>(t->used.as_fixnum()); }
Value* entry_of(const HashTable* t, std::size_t i) { return &t->entries.as_object()->slots[2 * i]; }

std::uint32_t stored_hash(const Hash& h) {
  return (static_cast<std::uint32_t>(h.bits ^ (h.bits >> 32)) & ~addressed_bit) | (h.addressed ? addressed_bit : 0);
}

bool same_key(Runtime& rt, TableTest test, Value a, Value b) {
  if (a == b) return true;
  switch (test) {
    case TableTest::eq: return false;
    case TableTest::eql: return eql(a, b);
    case TableTest::equal: return equal(a, b);
    case TableTest::equalp: return equalp(rt, a, b);
  }
  return false;
}

void put_in_index(HashTable* t, std::uint32_t hash, std::size_t entry) {
  std::uint32_t* index = words_of(t->index);
  const std::size_t mask = t->index.as_object()->length() - 1;
  std::size_t i = hash & mask;
  while (index[i] != 0) i = (i + 1) & mask;
  index[i] = static_cast<std::uint32_t>(entry + 1);
}

Object* make_words(Runtime& rt, std::size_t length) {
  return rt.heap.allocate_raw(Type::specialized_vector, length, static_cast<std::uint16_t>(Element::u32));
}

std::size_t index_length(std::size_t capacity) {
  std::size_t n = 16;
  while (n < capacity + capacity / 2) n *= 2;
  return n;
}

/// Give the table empty storage for `capacity` entries.
void renew(Runtime& rt, HashTable* t, std::size_t capacity) {
  rt.heap.write(&t->entries, Value::object(rt.heap.allocate(Type::simple_vector, 2 * capacity, NIL)));
  rt.heap.write(&t->hashes, Value::object(make_words(rt, capacity)));
  rt.heap.write(&t->index, Value::object(make_words(rt, index_length(capacity))));
  t->used = t->count = t->addressed = Value::fixnum(0);
}

bool has_room_for(Runtime& rt, std::size_t capacity) {
  return capacity < most_entries && rt.heap.has_room(capacity * 32);
}

// --- addresses

bool is_stale(Runtime& rt, const HashTable* t) {
  if (t->epoch.as_fixnum() != rt.address_epoch) return true;
  const std::int64_t moves = t->moves.as_fixnum();
  return moves != -1 && moves != static_cast<std::int64_t>(rt.heap.move_count());
}

void note_address(Runtime& rt, HashTable* t, bool young) {
  if (t->addressed == Value::fixnum(0)) {
    t->epoch = Value::fixnum(rt.address_epoch);
    t->moves = Value::fixnum(-1);
  }
  t->addressed = Value::fixnum(t->addressed.as_fixnum() + 1);
  if (young) t->moves = Value::fixnum(static_cast<std::int64_t>(rt.heap.move_count()));
}

/// Hash the keys that depend on addresses again.
void rehash(Runtime& rt, HashTable* t) {
  std::uint32_t* hashes = words_of(t->hashes);
  std::fill_n(words_of(t->index), t->index.as_object()->length(), 0);
  t->addressed = Value::fixnum(0);
  for (std::size_t i = 0; i < used_of(t); ++i) {
    const Value key = entry_of(t, i)[0];
    if (key == DELETED) continue;
    if ((hashes[i] & addressed_bit) != 0) {
      const Hash h = hash_key(rt, t->kind(), key);
      hashes[i] = stored_hash(h);
      if (h.addressed) note_address(rt, t, h.young);
    }
    put_in_index(t, hashes[i], i);
  }
}

// --- searching and growing

/// The entry of `key`, or -1.
std::int64_t find_entry(Runtime& rt, HashTable* t, Value key, std::uint32_t hash) {
  if ((hash & addressed_bit) != 0) {
    if (t->addressed == Value::fixnum(0)) return -1;
    if (is_stale(rt, t)) {
      rehash(rt, t);
      hash = stored_hash(hash_key(rt, t->kind(), key));
    }
  }
  const std::uint32_t* index = words_of(t->index);
  const std::uint32_t* hashes = words_of(t->hashes);
  const std::size_t mask = t->index.as_object()->length() - 1;
  for (std::size_t i = hash & mask; index[i] != 0; i = (i + 1) & mask) {
    const std::size_t e = index[i] - 1;
    if (hashes[e] == hash && same_key(rt, t->kind(), entry_of(t, e)[0], key)) return static_cast<std::int64_t>(e);
  }
  return -1;
}

/// Move the live entries to storage of that capacity.
void resize(Runtime& rt, HashTable* t, std::size_t capacity) {
  const HashTable old = *t;
  renew(rt, t, capacity);
  std::size_t n = 0;
  for (std::size_t i = 0; i < used_of(&old); ++i) {
    const Value* e = entry_of(&old, i);
    if (e[0] == DELETED) continue;
    rt.heap.write(&entry_of(t, n)[0], e[0]);
    rt.heap.write(&entry_of(t, n)[1], e[1]);
    words_of(t->hashes)[n] = words_of(old.hashes)[i];
    put_in_index(t, words_of(old.hashes)[i], n++);
  }
  t->used = t->count = Value::fixnum(static_cast<std::int64_t>(n));
  t->addressed = old.addressed;
}

bool make_room(Runtime& rt, HashTable* t) {
  const std::size_t capacity = capacity_of(t);
  if (used_of(t) < capacity) return true;
  const auto count = static_cast<std::size_t>(t->count.as_fixnum());
  const std::size_t wanted = count > capacity / 4 * 3 ? 2 * capacity : capacity;
  if (!has_room_for(rt, wanted)) return false;
  resize(rt, t, wanted);
  return true;
}

}  // namespace

Value make_hash_table(Runtime& rt, TableTest test, std::size_t size) {
  static constexpr Known names[] = {Known::eq, Known::eql, Known::equal, Known::equalp};
  const std::size_t capacity = std::max(size, least_capacity);
  if (!has_room_for(rt, capacity)) return rt.fail_heap();
  Object* o = rt.heap.allocate(Type::hash_table, hash_table_slots, NIL, static_cast<std::uint16_t>(test));
  auto* t = reinterpret_cast<HashTable*>(o);
  t->test = rt.sym(names[static_cast<int>(test)]);
  t->moves = Value::fixnum(-1);
  t->epoch = Value::fixnum(rt.address_epoch);
  t->rehash_size = Value::single_float(2.0F);
  t->rehash_threshold = Value::single_float(1.0F);
  renew(rt, t, capacity);
  return Value::object(o);
}

Value table_get(Runtime& rt, Value table, Value key, Value fallback) {
  auto* t = as<HashTable>(table);
  const std::int64_t e = find_entry(rt, t, key, stored_hash(hash_key(rt, t->kind(), key)));
  return e < 0 ? fallback : entry_of(t, static_cast<std::size_t>(e))[1];
}

Value table_put(Runtime& rt, Value table, Value key, Value value) {
  auto* t = as<HashTable>(table);
  const Hash hash = hash_key(rt, t->kind(), key);
  const std::int64_t found = find_entry(rt, t, key, stored_hash(hash));
  if (found >= 0) {
    rt.heap.write(&entry_of(t, static_cast<std::size_t>(found))[1], value);
    return value;
  }
  if (!make_room(rt, t)) return rt.fail_heap();
  const std::size_t e = used_of(t);
  rt.heap.write(&entry_of(t, e)[0], key);
  rt.heap.write(&entry_of(t, e)[1], value);
  words_of(t->hashes)[e] = stored_hash(hash);
  put_in_index(t, stored_hash(hash), e);
  if (hash.addressed) note_address(rt, t, hash.young);
  t->used = Value::fixnum(t->used.as_fixnum() + 1);
  t->count = Value::fixnum(t->count.as_fixnum() + 1);
  return value;
}

bool table_remove(Runtime& rt, Value table, Value key) {
  auto* t = as<HashTable>(table);
  const std::int64_t e = find_entry(rt, t, key, stored_hash(hash_key(rt, t->kind(), key)));
  if (e < 0) return false;
  entry_of(t, static_cast<std::size_t>(e))[0] = DELETED;
  entry_of(t, static_cast<std::size_t>(e))[1] = NIL;
  t->count = Value::fixnum(t->count.as_fixnum() - 1);
  return true;
}

void table_clear(Runtime& rt, Value table) { renew(rt, as<HashTable>(table), least_capacity); }

std::vector<TableEntry> table_entries(Value table) {
  std::vector<TableEntry> entries;
  std::size_t i = 0;
  for (TableEntry e; table_next(table, i, e);) entries.push_back(e);
  return entries;
}

bool table_next(Value table, std::size_t& i, TableEntry& entry) {
  const auto* t = as<HashTable>(table);
  while (i < used_of(t)) {
    const Value* e = entry_of(t, i++);
    if (e[0] == DELETED) continue;
    entry = {e[0], e[1]};
    return true;
  }
  return false;
}

}  // namespace tessera
