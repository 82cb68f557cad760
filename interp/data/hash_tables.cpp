// Searching, growing, moving keys from the index of young ones to the main one. Layer: data.
#include "data/hash_tables.hpp"

#include <cstring>

#include "data/arrays.hpp"
#include "data/equality.hpp"
#include "data/hashing.hpp"

namespace tessera {

namespace {

constexpr std::size_t least_capacity = 4;
constexpr std::size_t most_entries = 0x3FFFFFF0u;

std::size_t used_of(const HashTable* t) { return static_cast<std::size_t>(t->used.as_fixnum()); }
std::size_t capacity_of(const HashTable* t) { return t->entries.as_object()->length() / 2; }
Value* entry_of(const HashTable* t, std::size_t i) { return &t->entries.as_object()->slots[2 * i]; }

HashIndex main_index(const HashTable* t) { return HashIndex(t->index); }
HashIndex young_index(const HashTable* t) { return HashIndex(t->young_index, t->index); }

// --- kept hashes

/// True if computing the hash again would mean to look at the key's contents.
bool is_worth_keeping(const Hash& hash, Value key) { return !hash.is_addressed() && key.is_pointer() && !has_type(key, Type::symbol); }

Value make_hashes(Heap& heap, std::size_t capacity) {
  return Value::object(heap.allocate_raw(Type::specialized_vector, capacity, static_cast<std::uint16_t>(Element::u32)));
}

void keep_hash(Runtime& rt, HashTable* t, const Hash& hash, std::size_t entry) {
  if (is_nil(t->hashes)) rt.heap.write(&t->hashes, make_hashes(rt.heap, capacity_of(t)));
  t->hashes.as_object()->data<std::uint32_t>()[entry] = hash.bits;
}

Hash hash_of_entry(Runtime& rt, const HashTable* t, std::size_t entry) {
  if (!is_nil(t->hashes)) {
    const std::uint32_t bits = t->hashes.as_object()->data<std::uint32_t>()[entry];
    if (bits != 0) return hash_of_bits(bits);
  }
  return hash_key(rt, t->kind(), *entry_of(t, entry));
}

// --- keys that move

void forget_young(HashTable* t) {
  t->young_index = NIL;
  t->young_count = Value::fixnum(0);
}

void add_to_young_index(Runtime& rt, HashTable* t, const Hash& hash, std::size_t entry) {
  if (is_nil(t->young_index)) {
    rt.heap.write(&t->young_index, HashIndex::make(rt.heap, HashIndex::least_length));
    t->young_moves = Value::fixnum(static_cast<std::int64_t>(rt.heap.move_count()));
  }
  const std::size_t count = static_cast<std::size_t>(t->young_count.as_fixnum()) + 1;
  const std::size_t length = t->young_index.as_object()->length();
  if (HashIndex::length_for(count) > length) {
    const HashIndex old = young_index(t);
    const Value larger = HashIndex::make(rt.heap, 2 * length);
    old.for_each_entry([&, index = HashIndex(larger, t->index)](std::size_t e) {
      if (*entry_of(t, e) != DELETED) index.add(hash_of_entry(rt, t, e), e);
    });
    rt.heap.write(&t->young_index, larger);
  }
  young_index(t).add(hash, entry);
  t->young_count = Value::fixnum(static_cast<std::int64_t>(count));
}

void add_to_index(Runtime& rt, HashTable* t, const Hash& hash, std::size_t entry) {
  if (hash.is_young()) return add_to_young_index(rt, t, hash, entry);
  if (hash.is_addressed()) t->addressed = T;
  main_index(t).add(hash, entry);
}

void add_live_entries(Runtime& rt, HashTable* t) {
  for (std::size_t e = 0; e < used_of(t); ++e)
    if (*entry_of(t, e) != DELETED) add_to_index(rt, t, hash_of_entry(rt, t, e), e);
}

/// What was young when it was hashed has moved: hash it again.
void settle(Runtime& rt, HashTable* t) {
  const HashIndex moved = young_index(t);
  forget_young(t);
  moved.for_each_entry([&](std::size_t e) {
    if (*entry_of(t, e) != DELETED) add_to_index(rt, t, hash_of_entry(rt, t, e), e);
  });
}

/// The table comes from an image, where nothing was where it is now.
void rehash(Runtime& rt, HashTable* t) {
  t->epoch = Value::fixnum(rt.address_epoch);
  if (is_nil(t->addressed) && is_nil(t->young_index)) return;
  main_index(t).clear();
  forget_young(t);
  t->addressed = NIL;
  add_live_entries(rt, t);
}

/// Before a search by address: see that the addresses in the indexes are those of today.
void refresh(Runtime& rt, HashTable* t) {
  if (TESSERA_UNLIKELY(t->epoch.as_fixnum() != rt.address_epoch)) return rehash(rt, t);
  if (is_nil(t->young_index)) return;
  if (t->young_moves.as_fixnum() != static_cast<std::int64_t>(rt.heap.move_count())) settle(rt, t);
}

// --- searching and growing

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

template <class Word> bool is_same_word(const unsigned char* a, const unsigned char* b) {
  Word x, y;
  std::memcpy(&x, a, sizeof x);
  std::memcpy(&y, b, sizeof y);
  return x == y;
}

/// Most are short: the last word overlaps the one before.
bool same_octets(const unsigned char* a, const unsigned char* b, std::size_t count) {
  if (count >= 8) {
    const std::size_t last = count - 8;
    for (std::size_t i = 0; i < last; i += 8)
      if (!is_same_word<std::uint64_t>(a + i, b + i)) return false;
    return is_same_word<std::uint64_t>(a + last, b + last);
  }
  if (count >= 4) return is_same_word<std::uint32_t>(a, b) && is_same_word<std::uint32_t>(a + count - 4, b + count - 4);
  for (std::size_t i = 0; i < count; ++i)
    if (a[i] != b[i]) return false;
  return true;
}

/// What a search leaves for whoever enters the key that was not found.
struct Missing {
  Hash hash;
  std::uint32_t* cell = nullptr;  ///< the place in the main index, or nullptr: in the index of young keys
};

/// The entry of `key`, which its address or its contents hash, or -1.
[[gnu::noinline]] std::int64_t find_general(Runtime& rt, HashTable* t, Value key, Missing& missing) {
  const TableTest test = t->kind();
  const Hash hash = missing.hash = hash_key(rt, test, key);
  if (hash.is_addressed()) {
    refresh(rt, t);
    if (hash.is_young() && is_nil(t->young_index)) return -1;
  }
  const HashIndex index = hash.is_young() ? young_index(t) : main_index(t);
  const Value* entries = t->entries.as_object()->slots;
  std::uint32_t* cell = nullptr;
  const std::int64_t entry = is_found_by_identity(test, key)
                                 ? index.find(
                                       hash, [&](std::size_t e) { return entries[2 * e] == key; }, cell)
                                 : index.find(
                                       hash, [&](std::size_t e) { return same_key(rt, test, entries[2 * e], key); }, cell);
  if (!hash.is_young()) missing.cell = cell;
  return entry;
}

/// The entry of `key`, a narrow string, in a table by EQUAL; what is not such a string is compared as ever.
[[gnu::noinline]] std::int64_t find_string(HashTable* t, Value key, Missing& missing) {
  const Object* const string = key.as_object();
  const auto* const characters = string->data<unsigned char>();
  const std::size_t length = string->length();
  missing.hash = hash_of_bits(hash_units(characters, length));
  const auto is_same = [=, entries = t->entries.as_object()->slots](std::size_t e) {
    const Value other = entries[2 * e];
    if (other == key) return true;
    if (!is_narrow_string(other)) return equal(other, key);
    return other.as_object()->length() == length && same_octets(other.as_object()->data<unsigned char>(), characters, length);
  };
  return main_index(t).find(missing.hash, is_same, missing.cell);
}

/// The entry of `key`, or -1 and what is `missing`.
inline std::int64_t find(Runtime& rt, HashTable* t, Value key, Missing& missing) {
  const auto find_same = [&] {
    return main_index(t).find(
        missing.hash, [key, entries = t->entries.as_object()->slots](std::size_t e) { return entries[2 * e] == key; }, missing.cell);
  };
  if (key.is_fixnum() && t->kind() != TableTest::equalp) {
    missing.hash = hash_fixnum(key);
    return find_same();
  }
  if (has_type(key, Type::symbol)) {
    missing.hash = hash_symbol(as<Symbol>(key));
    return find_same();
  }
  if (t->kind() == TableTest::equal && is_narrow_string(key)) return find_string(t, key, missing);
  return find_general(rt, t, key, missing);
}

/// The value's place in the entry of `key`, or nullptr.
inline Value* find_value(Runtime& rt, HashTable* t, Value key, Missing& missing) {
  const std::int64_t e = find(rt, t, key, missing);
  if (e < 0) return nullptr;
  t->last = Value::fixnum(e);
  return entry_of(t, static_cast<std::size_t>(e)) + 1;
}

/// Empty storage for `capacity` entries.
void renew(Runtime& rt, HashTable* t, std::size_t capacity) {
  rt.heap.write(&t->entries, Value::object(rt.heap.allocate(Type::simple_vector, 2 * capacity, DELETED)));
  rt.heap.write(&t->index, HashIndex::make(rt.heap, HashIndex::length_for(capacity)));
  t->hashes = NIL;
  forget_young(t);
  t->addressed = NIL;
  t->epoch = Value::fixnum(rt.address_epoch);
  t->used = t->count = t->last = Value::fixnum(0);
}

bool has_room_for(Runtime& rt, std::size_t capacity) {
  const std::size_t cells = capacity + HashIndex::length_for(capacity);  // a kept hash is as large as a cell
  return capacity < most_entries && rt.heap.has_room(capacity * 2 * sizeof(Value) + cells * sizeof(std::uint32_t));
}

/// Move the live entries and their kept hashes to fresh vectors.
void move_entries(const HashTable* t, Value* entries, std::uint32_t* hashes) {
  const auto* old_hashes = is_nil(t->hashes) ? nullptr : t->hashes.as_object()->data<std::uint32_t>();
  std::size_t n = 0;
  for (std::size_t e = 0; e < used_of(t); ++e) {
    const Value* from = entry_of(t, e);
    if (from[0] == DELETED) continue;
    entries[2 * n] = from[0];
    entries[2 * n + 1] = from[1];
    if (old_hashes != nullptr) hashes[n] = old_hashes[e];
    ++n;
  }
}

/// Move the live entries to storage of that capacity. All that it takes is there before the first of them moves.
void resize(Runtime& rt, HashTable* t, std::size_t capacity) {
  Object* entries = rt.heap.allocate(Type::simple_vector, 2 * capacity, DELETED);
  const Value index = HashIndex::make(rt.heap, HashIndex::length_for(capacity));
  const Value hashes = is_nil(t->hashes) ? NIL : make_hashes(rt.heap, capacity);
  const Value young = is_nil(t->young_index) ? NIL : HashIndex::make(rt.heap, t->young_index.as_object()->length());
  move_entries(t, entries->slots, is_nil(hashes) ? nullptr : hashes.as_object()->data<std::uint32_t>());
  rt.heap.write(&t->entries, Value::object(entries));
  rt.heap.write(&t->index, index);
  rt.heap.write(&t->hashes, hashes);
  rt.heap.write(&t->young_index, young);
  t->young_count = Value::fixnum(0);
  t->young_moves = Value::fixnum(static_cast<std::int64_t>(rt.heap.move_count()));
  t->epoch = Value::fixnum(rt.address_epoch);
  t->used = t->count;
  t->last = Value::fixnum(0);
  t->addressed = NIL;
  add_live_entries(rt, t);
}

/// False if memory is short.
bool make_room(Runtime& rt, HashTable* t) {
  const std::size_t capacity = capacity_of(t);
  const auto count = static_cast<std::size_t>(t->count.as_fixnum());
  const std::size_t wanted = count > capacity / 4 * 3 ? 2 * capacity : capacity;
  if (!has_room_for(rt, wanted)) return false;
  resize(rt, t, wanted);
  return true;
}

}  // namespace

Value make_hash_table(Runtime& rt, TableTest test, std::size_t size) {
  const std::size_t capacity = std::max(size, least_capacity);
  if (!has_room_for(rt, capacity)) return rt.fail_heap();
  Object* o = rt.heap.allocate(Type::hash_table, hash_table_slots, NIL, static_cast<std::uint16_t>(test));
  auto* t = reinterpret_cast<HashTable*>(o);
  t->young_moves = Value::fixnum(0);
  t->rehash_size = Value::single_float(2.0F);
  t->rehash_threshold = Value::single_float(1.0F);
  renew(rt, t, capacity);
  return Value::object(o);
}

Value table_test_name(const Runtime& rt, TableTest test) {
  static constexpr Known names[] = {Known::eq, Known::eql, Known::equal, Known::equalp};
  return rt.sym(names[static_cast<int>(test)]);
}

Value table_get(Runtime& rt, Value table, Value key, Value fallback) {
  Missing missing;
  const Value* value = find_value(rt, as<HashTable>(table), key, missing);
  return value == nullptr ? fallback : *value;
}

Value table_put(Runtime& rt, Value table, Value key, Value value) {
  auto* t = as<HashTable>(table);
  Value* const last = entry_of(t, static_cast<std::size_t>(t->last.as_fixnum()));
  if (*last == key) {  // (incf (gethash k h)) searches once
    rt.heap.write(last + 1, value);
    return value;
  }
  Missing missing;
  if (Value* place = find_value(rt, t, key, missing); place != nullptr) {
    rt.heap.write(place, value);
    return value;
  }
  const Hash& hash = missing.hash;
  const std::size_t e = used_of(t);
  if (e == capacity_of(t)) {
    if (!make_room(rt, t)) return rt.fail_heap();
    return table_put(rt, table, key, value);
  }
  if (is_worth_keeping(hash, key)) keep_hash(rt, t, hash, e);
  Value* const entry = entry_of(t, e);
  rt.heap.write(&entry[0], key);
  rt.heap.write(&entry[1], value);
  if (missing.cell == nullptr) {
    add_to_young_index(rt, t, hash, e);
  } else {
    main_index(t).put(missing.cell, hash, e);
    if (hash.is_addressed()) t->addressed = T;
  }
  t->last = t->used;
  t->used = Value::fixnum(static_cast<std::int64_t>(e) + 1);
  t->count = Value::fixnum(t->count.as_fixnum() + 1);
  return value;
}

bool table_remove(Runtime& rt, Value table, Value key) {
  auto* t = as<HashTable>(table);
  Missing missing;
  Value* value = find_value(rt, t, key, missing);
  if (value == nullptr) return false;
  remove_entry(t, value - 1);
  return true;
}

void table_clear(Runtime& rt, Value table) {
  auto* t = as<HashTable>(table);
  std::fill_n(entry_of(t, 0), 2 * used_of(t), DELETED);  // for whoever is on a walk along them
  renew(rt, t, least_capacity);
}

std::size_t table_capacity(Value table) { return capacity_of(as<HashTable>(table)); }

std::vector<TableEntry> table_entries(Value table) {
  const auto* t = as<HashTable>(table);
  std::vector<TableEntry> entries;
  for (std::size_t e = 0; e < used_of(t); ++e) {
    const Value* entry = entry_of(t, e);
    if (entry[0] != DELETED) entries.push_back({entry[0], entry[1]});
  }
  return entries;
}

}  // namespace tessera
