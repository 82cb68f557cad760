// Searching, growing, moving keys from the index of young ones to the main one. Layer: data.
#include "data/hash_tables.hpp"

#include "data/arrays.hpp"
#include "data/equality.hpp"
#include "data/hashing.hpp"

namespace tessera {

namespace {

constexpr std::size_t least_capacity = 8;
constexpr std::size_t least_index = 16;
constexpr std::size_t most_entries = 0x3FFFFFF0u;

std::size_t used_of(const HashTable* t) { return static_cast<std::size_t>(t->used.as_fixnum()); }
std::size_t capacity_of(const HashTable* t) { return t->entries.as_object()->length() / 2; }
Value* entry_of(const HashTable* t, std::size_t i) { return &t->entries.as_object()->slots[2 * i]; }

// --- indexes

using Cell = std::uint64_t;

Cell make_cell(std::uint32_t hash, std::size_t entry) { return Cell{hash} << 32 | (entry + 1); }
std::uint32_t hash_in(Cell c) { return static_cast<std::uint32_t>(c >> 32); }
std::size_t entry_in(Cell c) { return static_cast<std::uint32_t>(c) - 1; }

std::span<Cell> cells_of(Value index) {
  Object* o = index.as_object();
  return {o->data<Cell>(), o->length()};
}

void put_in_index(std::span<Cell> cells, Cell cell) {
  const std::size_t mask = cells.size() - 1;
  std::size_t i = hash_in(cell) & mask;
  while (cells[i] != 0) i = (i + 1) & mask;
  cells[i] = cell;
}

/// The first entry for which `same` holds among those with `hash`, or -1.
template <class Same>
std::int64_t search(std::span<const Cell> cells, std::uint32_t hash, const Same& same) {
  const std::size_t mask = cells.size() - 1;
  for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
    const Cell c = cells[i];
    if (c == 0) return -1;
    if (hash_in(c) == hash && same(entry_in(c))) return static_cast<std::int64_t>(entry_in(c));
  }
}

Value make_index(Runtime& rt, std::size_t length) {
  constexpr auto element = static_cast<std::uint16_t>(Element::u64);
  return Value::object(rt.heap.allocate_raw(Type::specialized_vector, length, element));
}

/// At most two thirds of the cells are in use.
std::size_t index_length(std::size_t capacity) {
  std::size_t n = least_index;
  while (n < capacity + capacity / 2) n *= 2;
  return n;
}

// --- keys that move

void forget_young(HashTable* t) {
  t->young_index = NIL;
  t->young_count = Value::fixnum(0);
}

void put_in_young_index(Runtime& rt, HashTable* t, Cell cell) {
  if (is_nil(t->young_index)) {
    rt.heap.write(&t->young_index, make_index(rt, least_index));
    t->young_moves = Value::fixnum(static_cast<std::int64_t>(rt.heap.move_count()));
  }
  const auto count = static_cast<std::size_t>(t->young_count.as_fixnum()) + 1;
  const std::span<const Cell> old = cells_of(t->young_index);
  if (count + count / 2 > old.size()) {
    const Value larger = make_index(rt, 2 * old.size());
    for (Cell c : old)
      if (c != 0) put_in_index(cells_of(larger), c);
    rt.heap.write(&t->young_index, larger);
  }
  put_in_index(cells_of(t->young_index), cell);
  t->young_count = Value::fixnum(static_cast<std::int64_t>(count));
}

void add_to_index(Runtime& rt, HashTable* t, const Hash& hash, std::size_t entry) {
  const Cell cell = make_cell(hash.bits, entry);
  if (hash.young) return put_in_young_index(rt, t, cell);
  if (hash.addressed) t->addressed = T;
  put_in_index(cells_of(t->index), cell);
}

/// What was young when it was hashed has moved: hash it again.
void settle(Runtime& rt, HashTable* t) {
  const Value moved = t->young_index;
  forget_young(t);
  for (Cell c : cells_of(moved)) {
    if (c == 0) continue;
    const Value key = entry_of(t, entry_in(c))[0];
    if (key != DELETED) add_to_index(rt, t, hash_key(rt, t->kind(), key), entry_in(c));
  }
}

/// The table comes from an image, where nothing was where it is now.
void rehash(Runtime& rt, HashTable* t) {
  t->epoch = Value::fixnum(rt.address_epoch);
  if (is_nil(t->addressed) && is_nil(t->young_index)) return;
  const std::span<Cell> cells = cells_of(t->index);
  std::fill(cells.begin(), cells.end(), 0);
  forget_young(t);
  t->addressed = NIL;
  for (std::size_t i = 0; i < used_of(t); ++i) {
    const Value key = entry_of(t, i)[0];
    if (key != DELETED) add_to_index(rt, t, hash_key(rt, t->kind(), key), i);
  }
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

/// The entry of `key`, which its address or its contents hash, or -1.
[[gnu::noinline]] std::int64_t find_general(Runtime& rt, HashTable* t, Value key, Hash& hash) {
  const TableTest test = t->kind();
  hash = hash_key(rt, test, key);
  if (hash.addressed) {
    refresh(rt, t);
    if (hash.young && is_nil(t->young_index)) return -1;
  }
  const std::span<const Cell> cells = cells_of(hash.young ? t->young_index : t->index);
  const Value* entries = t->entries.as_object()->slots;
  if (is_found_by_identity(test, key))
    return search(cells, hash.bits, [&](std::size_t e) { return entries[2 * e] == key; });
  return search(cells, hash.bits, [&](std::size_t e) { return same_key(rt, test, entries[2 * e], key); });
}

/// The value's place in the entry of `key`, or nullptr. `hash` is set where there is no such entry. The entry found last
/// is looked at first.
inline Value* find_value(Runtime& rt, HashTable* t, Value key, Hash& hash) {
  Value* const entries = t->entries.as_object()->slots;
  Value* const last = entries + 2 * t->last.as_fixnum();
  if (*last == key) return last + 1;
  const auto same = [=](std::size_t entry) { return entries[2 * entry] == key; };
  std::int64_t e;
  if (key.is_fixnum() && t->kind() != TableTest::equalp) {
    hash = hash_key(rt, TableTest::eq, key);
    e = search(cells_of(t->index), hash.bits, same);
  } else if (has_type(key, Type::symbol)) {
    hash = hash_symbol(as<Symbol>(key));
    e = search(cells_of(t->index), hash.bits, same);
  } else {
    e = find_general(rt, t, key, hash);
  }
  if (e < 0) return nullptr;
  t->last = Value::fixnum(e);
  return entry_of(t, static_cast<std::size_t>(e)) + 1;
}

/// Empty storage for `capacity` entries.
void renew(Runtime& rt, HashTable* t, std::size_t capacity) {
  rt.heap.write(&t->entries, Value::object(rt.heap.allocate(Type::simple_vector, 2 * capacity, DELETED)));
  rt.heap.write(&t->index, make_index(rt, index_length(capacity)));
  forget_young(t);
  t->addressed = NIL;
  t->epoch = Value::fixnum(rt.address_epoch);
  t->used = t->count = t->last = Value::fixnum(0);
}

bool has_room_for(Runtime& rt, std::size_t capacity) {
  return capacity < most_entries && rt.heap.has_room(capacity * 2 * sizeof(Value) + index_length(capacity) * sizeof(Cell));
}

/// Copy the live entries to `to`. Returns their new numbers by old number.
std::vector<std::uint32_t> move_entries(const HashTable* t, Value* to) {
  std::vector<std::uint32_t> places(used_of(t));
  std::uint32_t n = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Value* e = entry_of(t, i);
    places[i] = n;
    if (e[0] == DELETED) continue;
    to[2 * n] = e[0];
    to[2 * n++ + 1] = e[1];
  }
  return places;
}

/// Move the cells of live entries from one index to another.
void move_cells(const HashTable* t, Value from, Value to, const std::vector<std::uint32_t>& places) {
  for (Cell c : cells_of(from))
    if (c != 0 && entry_of(t, entry_in(c))[0] != DELETED)
      put_in_index(cells_of(to), make_cell(hash_in(c), places[entry_in(c)]));
}

/// Move the live entries to storage of that capacity.
void resize(Runtime& rt, HashTable* t, std::size_t capacity) {
  Object* entries = rt.heap.allocate(Type::simple_vector, 2 * capacity, DELETED);
  const std::vector<std::uint32_t> places = move_entries(t, entries->slots);
  const Value index = make_index(rt, index_length(capacity));
  move_cells(t, t->index, index, places);
  rt.heap.write(&t->index, index);
  if (!is_nil(t->young_index)) {
    const Value young = make_index(rt, t->young_index.as_object()->length());
    move_cells(t, t->young_index, young, places);
    rt.heap.write(&t->young_index, young);
  }
  rt.heap.write(&t->entries, Value::object(entries));
  t->used = t->count;
  t->last = Value::fixnum(0);
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
  t->young_moves = Value::fixnum(0);
  t->rehash_size = Value::single_float(2.0F);
  t->rehash_threshold = Value::single_float(1.0F);
  renew(rt, t, capacity);
  return Value::object(o);
}

Value table_get(Runtime& rt, Value table, Value key, Value fallback) {
  auto* t = as<HashTable>(table);
  Hash hash;
  const Value* value = find_value(rt, t, key, hash);
  return value == nullptr ? fallback : *value;
}

Value table_put(Runtime& rt, Value table, Value key, Value value) {
  auto* t = as<HashTable>(table);
  Hash hash;
  if (Value* place = find_value(rt, t, key, hash); place != nullptr) {
    rt.heap.write(place, value);
    return value;
  }
  if (!make_room(rt, t)) return rt.fail_heap();
  const std::size_t e = used_of(t);
  rt.heap.write(&entry_of(t, e)[0], key);
  rt.heap.write(&entry_of(t, e)[1], value);
  add_to_index(rt, t, hash, e);
  t->last = t->used;
  t->used = Value::fixnum(t->used.as_fixnum() + 1);
  t->count = Value::fixnum(t->count.as_fixnum() + 1);
  return value;
}

bool table_remove(Runtime& rt, Value table, Value key) {
  auto* t = as<HashTable>(table);
  Hash hash;
  Value* value = find_value(rt, t, key, hash);
  if (value == nullptr) return false;
  value[-1] = DELETED;
  value[0] = NIL;
  t->count = Value::fixnum(t->count.as_fixnum() - 1);
  return true;
}

void table_clear(Runtime& rt, Value table) { renew(rt, as<HashTable>(table), least_capacity); }

std::size_t table_capacity(Value table) { return capacity_of(as<HashTable>(table)); }

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
