// Searching, growing, moving keys from the index of young keys to the main one. Layer: data.
#include "data/tables/hash_tables.hpp"

#include <cstring>

#include "data/sequences/arrays.hpp"
#include "data/tables/equality.hpp"
#include "data/tables/hashing.hpp"
#include "data/tables/sip_hash.hpp"
#include "data/tables/weak.hpp"

namespace tessera {

namespace {

constexpr std::size_t min_capacity = 4;
constexpr std::size_t max_entries = 0x3FFFFFF0u;

std::size_t used_of(const HashTable* t) { return static_cast<std::size_t>(t->used.as_fixnum()); }
std::size_t capacity_of(const HashTable* t) { return t->entries.as_object()->length() / 2; }
Value* entry_of(const HashTable* t, std::size_t i) { return &t->entries.as_object()->slots[2 * i]; }

HashIndex main_index(const HashTable* t) { return HashIndex(t->index); }
HashIndex young_index(const HashTable* t) { return HashIndex(t->young_index, t->index); }

// --- kept hashes

/// True if recomputing the hash would read the key's contents.
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
  return hash_key(rt, t, *entry_of(t, entry));
}

// --- keys whose address changes

void forget_young(HashTable* t) {
  t->young_index = NIL;
  t->young_count = Value::fixnum(0);
}

void add_to_young_index(Runtime& rt, HashTable* t, const Hash& hash, std::size_t entry) {
  if (is_nil(t->young_index)) {
    rt.heap.write(&t->young_index, HashIndex::make(rt.heap, HashIndex::min_length));
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

/// Rehashes keys that were young when they were hashed, and have moved.
void settle(Runtime& rt, HashTable* t) {
  const HashIndex moved = young_index(t);
  forget_young(t);
  moved.for_each_entry([&](std::size_t e) {
    if (*entry_of(t, e) != DELETED) add_to_index(rt, t, hash_of_entry(rt, t, e), e);
  });
}

/// Rebuilds the indexes of a table from an image, after all addresses have changed.
void rehash(Runtime& rt, HashTable* t) {
  t->epoch = Value::fixnum(rt.address_epoch);
  if (is_nil(t->addressed) && is_nil(t->young_index)) return;
  main_index(t).clear();
  forget_young(t);
  t->addressed = NIL;
  add_live_entries(rt, t);
}

/// Brings the addresses in the indexes up to date, before a search by address.
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

/// Compares octets. Most strings are short: the last word, which differs most often, overlaps the one before.
bool same_octets(const unsigned char* a, const unsigned char* b, std::size_t count) {
  if (count >= 8) {
    const std::size_t last = count - 8;
    if (!is_same_word<std::uint64_t>(a + last, b + last)) return false;
    for (std::size_t i = 0; i < last; i += 8)
      if (!is_same_word<std::uint64_t>(a + i, b + i)) return false;
    return true;
  }
  if (count >= 4) return is_same_word<std::uint32_t>(a, b) && is_same_word<std::uint32_t>(a + count - 4, b + count - 4);
  for (std::size_t i = 0; i < count; ++i)
    if (a[i] != b[i]) return false;
  return true;
}

/// The result of a search for a missing key, for entering it.
struct Missing {
  Hash hash;
  std::uint32_t* cell = nullptr;  ///< the free cell in the main index, or nullptr: in the index of young keys
  bool is_long = false;           ///< the search passed too many cells
};

constexpr std::int64_t not_found = -1, undecided = -2;

bool is_string_by_equal(const HashTable* t, Value key) { return t->is_plain_equal() && is_narrow_string(key); }

/// Returns the entry of a narrow string in a table by EQUAL, or `not_found`.
std::int64_t find_string(const HashTable* t, Value key, Missing& missing) {
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
  return main_index(t).find(missing.hash, is_same, missing.cell, missing.is_long);
}

/// Returns the entry of any key, or `not_found`.
[[gnu::noinline]] std::int64_t find_general(Runtime& rt, HashTable* t, Value key, Missing& missing) {
  const TableTest test = t->kind();
  if (is_string_by_equal(t, key)) return find_string(t, key, missing);
  const Hash hash = missing.hash = hash_key(rt, t, key);
  if (hash.is_addressed()) {
    refresh(rt, t);
    if (hash.is_young() && is_nil(t->young_index)) return not_found;
  }
  const HashIndex index = hash.is_young() ? young_index(t) : main_index(t);
  const Value* entries = t->entries.as_object()->slots;
  std::uint32_t* cell = nullptr;
  const std::int64_t entry = is_found_by_identity(test, key)
                                 ? index.find(
                                       hash, [&](std::size_t e) { return entries[2 * e] == key; }, cell, missing.is_long)
                                 : index.find(
                                       hash, [&](std::size_t e) { return same_key(rt, test, entries[2 * e], key); }, cell, missing.is_long);
  if (!hash.is_young()) missing.cell = cell;
  return entry;
}

/// Returns the entry that the first cells of a search lead to, if `is_same` holds for its key; `not_found`; or
/// `undecided` if these cells do not decide.
template <class Same> [[gnu::always_inline]] inline std::int64_t find_near(const HashTable* t, const Same& is_same, Missing& missing) {
  const std::int64_t entry = main_index(t).find_near(missing.hash, missing.cell);
  if (entry < 0) return missing.cell != nullptr ? not_found : undecided;
  return is_same(*entry_of(t, static_cast<std::size_t>(entry))) ? entry : undecided;
}

constexpr std::size_t max_short_characters = 16;

/// Finds like `find_near` a narrow string of 1 to 16 characters in a table by EQUAL: one or two words, which are hashed
/// as `hash_units` does, and compared directly.
[[gnu::always_inline]] inline std::int64_t find_short(const HashTable* t, Value key, Missing& missing) {
  const Object* const string = key.as_object();
  const auto* const characters = string->data<unsigned char>();
  const std::size_t length = string->length();
  const auto find = [=, &missing](std::uint64_t hash, const auto& has_words) {
    missing.hash = hash_of_bits(hash);
    const auto is_same = [=](Value other) {
      return other == key || (other.is_object() && other.as_object()->header == string->header && has_words(other.as_object()));
    };
    return find_near(t, is_same, missing);
  };
  const auto find_two = [=]<std::size_t width>(std::uint64_t head, std::uint64_t tail, std::uint64_t hash) {
    return find(hash, [=](const Object* other) {
      const auto* const others = other->data<unsigned char>();
      return word_of<width>(others) == head && word_of<width>(others + length - width) == tail;
    });
  };
  if (length >= 8) {
    const std::uint64_t head = word_of<8>(characters), tail = word_of<8>(characters + length - 8);
    return find_two.template operator()<8>(head, tail, hash_two_words(length, head, tail));
  }
  if (length >= 4) {
    const std::uint64_t head = word_of<4>(characters), tail = word_of<4>(characters + length - 4);
    return find_two.template operator()<4>(head, tail, combine_hash(length, head ^ std::rotl(tail, 32)));
  }
  if (length == 0) return undecided;
  const std::uint64_t word = short_word_of(characters, length);
  return find(combine_hash(length, word), [=](const Object* other) { return short_word_of(other->data<unsigned char>(), length) == word; });
}

/// Finds like `find_near` a narrow string of any length.
[[gnu::always_inline]] inline std::int64_t find_long(const HashTable* t, Value key, Missing& missing) {
  const Object* const string = key.as_object();
  const auto* const characters = string->data<unsigned char>();
  const std::size_t length = string->length();
  missing.hash = hash_of_bits(hash_units(characters, length));
  const auto is_same = [=](Value other) {
    return other == key || (other.is_object() && other.as_object()->header == string->header &&
                            same_octets(other.as_object()->data<unsigned char>(), characters, length));
  };
  return find_near(t, is_same, missing);
}

/// Finds like `find_near` a fixnum or a symbol.
[[gnu::always_inline]] inline std::int64_t find_one_word(const HashTable* t, Value key, Missing& missing) {
  if (key.is_fixnum() && t->is_plain()) missing.hash = hash_fixnum(key);
  else if (has_type(key, Type::symbol)) missing.hash = hash_symbol(as<Symbol>(key));
  else return undecided;
  return find_near(
      t, [=](Value other) { return other == key; }, missing);
}

/// Returns the value of the entry, and remembers it for the next store.
inline Value* value_found(HashTable* t, std::int64_t entry) {
  t->last = Value::fixnum(entry);
  return entry_of(t, static_cast<std::size_t>(entry)) + 1;
}

[[gnu::noinline]] Value get_general(Runtime& rt, HashTable* t, Value key, Value fallback) {
  Missing missing;
  const std::int64_t entry = find_general(rt, t, key, missing);
  return entry < 0 ? fallback : *value_found(t, entry);
}

/// Finds a value; one function for each kind of keys, so that each saves only the registers that it needs.
template <auto find> [[gnu::noinline]] Value get(Runtime& rt, HashTable* t, Value key, Value fallback) {
  Missing missing;
  const std::int64_t entry = find(t, key, missing);
  if (entry == not_found) return fallback;
  if (entry == undecided) return get_general(rt, t, key, fallback);
  return *value_found(t, entry);
}

/// Gives the table another vector of entries.
void set_entries(Runtime& rt, HashTable* t, Value entries) {
  rt.heap.write(&t->entries, entries);
  if (t->weakness() != Weakness::none) weak_objects(rt).tables.add(to_value(t));
}

/// Gives the table empty storage for `capacity` entries.
void renew(Runtime& rt, HashTable* t, std::size_t capacity) {
  const Value entries = Value::object(rt.heap.allocate(Type::simple_vector, 2 * capacity, DELETED));
  rt.heap.write(&t->index, HashIndex::make(rt.heap, HashIndex::length_for(capacity)));
  set_entries(rt, t, entries);
  t->hashes = NIL;
  forget_young(t);
  t->addressed = NIL;
  t->epoch = Value::fixnum(rt.address_epoch);
  t->used = t->count = t->last = Value::fixnum(0);
}

bool has_room_for(Runtime& rt, std::size_t capacity) {
  const std::size_t cells = capacity + HashIndex::length_for(capacity);  // a kept hash is as large as a cell
  return capacity < max_entries && rt.heap.has_room(capacity * 2 * sizeof(Value) + cells * sizeof(std::uint32_t));
}

/// Moves the live entries and their kept hashes to fresh vectors.
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

/// Moves the live entries to storage of that capacity, all of which is allocated before the first of them moves.
void resize(Runtime& rt, HashTable* t, std::size_t capacity) {
  Object* entries = rt.heap.allocate(Type::simple_vector, 2 * capacity, DELETED);
  const Value index = HashIndex::make(rt.heap, HashIndex::length_for(capacity));
  const Value hashes = is_nil(t->hashes) ? NIL : make_hashes(rt.heap, capacity);
  const Value young = is_nil(t->young_index) ? NIL : HashIndex::make(rt.heap, t->young_index.as_object()->length());
  move_entries(t, entries->slots, is_nil(hashes) ? nullptr : hashes.as_object()->data<std::uint32_t>());
  set_entries(rt, t, Value::object(entries));
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

/// Chooses the number that the hashes of the table depend on, and makes its index anew.
void key_hashes(Runtime& rt, HashTable* t) {
  t->seed = random_seed();
  Object* const table = to_value(t).as_object();
  table->set_subtype(table->subtype() | keyed_table);
  main_index(t).clear();
  forget_young(t);
  t->addressed = NIL;
  t->epoch = Value::fixnum(rt.address_epoch);
  Object* const hashes = is_nil(t->hashes) ? nullptr : t->hashes.as_object();
  if (hashes != nullptr) std::fill_n(hashes->data<std::uint32_t>(), hashes->length(), 0);
  for (std::size_t e = 0; e < used_of(t); ++e) {
    const Value key = *entry_of(t, e);
    if (key == DELETED) continue;
    const Hash hash = hash_key(rt, t, key);
    if (hashes != nullptr && is_worth_keeping(hash, key)) hashes->data<std::uint32_t>()[e] = hash.bits;
    add_to_index(rt, t, hash, e);
  }
}

/// Shortens the searches of a table in which the one for `key` was long. True if that must be repeated.
[[gnu::noinline]] bool shorten_searches(Runtime& rt, HashTable* t, Value key) {
  const std::size_t used = used_of(t), count = static_cast<std::size_t>(t->count.as_fixnum());
  if (used - count > used / 2) {  // the cells of removed entries are in the way
    const std::size_t capacity = std::max(2 * count, min_capacity);
    if (!has_room_for(rt, capacity)) return false;
    resize(rt, t, capacity);
    return true;
  }
  if (t->is_keyed() || (key.is_pointer() && is_found_by_identity(t->kind(), key))) return false;
  key_hashes(rt, t);
  return true;
}

/// Adds an entry for a key that was not found.
[[gnu::noinline]] Value enter(Runtime& rt, HashTable* t, Value key, Value value, const Missing& missing) {
  const Hash& hash = missing.hash;
  const std::size_t e = used_of(t);
  if (e == capacity_of(t)) {
    if (!make_room(rt, t)) return rt.fail_heap();
    if (missing.is_long && t->is_keyed()) key_hashes(rt, t);  // the number is known, perhaps from an image
    return table_put(rt, Value::object(reinterpret_cast<Object*>(t)), key, value);
  }
  if (TESSERA_UNLIKELY(missing.is_long) && shorten_searches(rt, t, key)) return table_put(rt, to_value(t), key, value);
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

[[gnu::noinline]] Value put_general(Runtime& rt, HashTable* t, Value key, Value value) {
  Missing missing;
  const std::int64_t entry = find_general(rt, t, key, missing);
  if (entry < 0) return enter(rt, t, key, value, missing);
  rt.heap.write(value_found(t, entry), value);
  return value;
}

template <auto find> [[gnu::noinline]] Value put(Runtime& rt, HashTable* t, Value key, Value value) {
  Missing missing;
  const std::int64_t entry = find(t, key, missing);
  if (entry == not_found) return enter(rt, t, key, value, missing);
  if (entry == undecided) return put_general(rt, t, key, value);
  rt.heap.write(value_found(t, entry), value);
  return value;
}

}  // namespace

Value make_hash_table(Runtime& rt, TableTest test, std::size_t size) {
  const std::size_t capacity = std::max(size, min_capacity);
  if (!has_room_for(rt, capacity)) return rt.fail_heap();
  Object* o = rt.heap.allocate(Type::hash_table, hash_table_slots, NIL, static_cast<std::uint16_t>(test));
  auto* t = reinterpret_cast<HashTable*>(o);
  t->young_moves = t->seed = Value::fixnum(0);
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
  auto* t = as<HashTable>(table);
  if (is_string_by_equal(t, key)) {
    if (key.as_object()->length() <= max_short_characters) return get<find_short>(rt, t, key, fallback);
    return get<find_long>(rt, t, key, fallback);
  }
  return get<find_one_word>(rt, t, key, fallback);
}

Value table_put(Runtime& rt, Value table, Value key, Value value) {
  auto* t = as<HashTable>(table);
  Value* const last = entry_of(t, static_cast<std::size_t>(t->last.as_fixnum()));
  if (*last == key) {  // (incf (gethash k h)) searches once
    rt.heap.write(last + 1, value);
    return value;
  }
  if (is_string_by_equal(t, key)) return put<find_long>(rt, t, key, value);
  return put<find_one_word>(rt, t, key, value);
}

bool table_remove(Runtime& rt, Value table, Value key) {
  auto* t = as<HashTable>(table);
  Missing missing;
  const std::int64_t entry = find_general(rt, t, key, missing);
  if (entry < 0) return false;
  remove_entry(t, value_found(t, entry) - 1);
  return true;
}

void table_clear(Runtime& rt, Value table) {
  auto* t = as<HashTable>(table);
  Value* const before = entry_of(t, 0);
  const std::size_t used = used_of(t);
  renew(rt, t, min_capacity);
  std::fill_n(before, 2 * used, DELETED);  // for a walk along them that is under way
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
