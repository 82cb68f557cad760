// Hash tables: entries in order of insertion, and an open-addressed index of them. Layer: data.
//
// hash_index.hpp has the index. Hashes of the contents of keys are kept, so that no key is hashed twice.
//
// Keys compared by identity hash by their address. It changes once, when a minor collection moves the object out of the
// nursery. Keys whose hash depends on an address in the nursery have an index of their own; the first search for such a
// key after a collection moves that index's entries to the main one.
//
// Whoever chooses keys with equal hashes makes searches long. So a table in which a search became long is keyed: its
// hashes depend on a random number from then on.
#pragma once

#include <vector>

#include "runtime/runtime.hpp"

namespace tessera {

enum class TableTest : std::uint8_t { eq, eql, equal, equalp };
/// Bit of a table's subtype: the program declared that threads share the table. Recorded only.
inline constexpr std::uint16_t synchronized_table = 0x800;
/// Bit of a table's subtype: the hashes of keys that are not compared by identity depend on its `seed`.
inline constexpr std::uint16_t keyed_table = 0x80;

/// The part of an entry that keeps it in its table while nothing else refers to the entry: the key must be reachable
/// otherwise, or the value, or either, or both.
enum class Weakness : std::uint8_t { none, key, value, key_or_value, key_and_value };

/// A Type::hash_table object. Its subtype is its TableTest, its Weakness times 256, and the bits above.
struct HashTable {
  static constexpr Type object_type = Type::hash_table;
  std::uint64_t header;
  Value entries;      ///< simple-vector: key, value, key, value, ...; the key is DELETED if the entry is removed or unused
  Value index;        ///< raw vector of 32 bits: see HashIndex
  Value hashes;       ///< raw vector of 32 bits: the hash of each entry, 0 if it is not kept; or NIL if none is
  Value young_index;  ///< the index for keys in the nursery, or NIL if there are none
  Value count;        ///< fixnum: live entries
  Value used;         ///< fixnum: entries in use, removed ones included
  Value addressed;    ///< NIL: no hash in `index` depends on an address
  Value epoch;        ///< fixnum: the Runtime's address_epoch when `index` was made
  Value young_count;  ///< fixnum: cells in use in `young_index`
  Value young_moves;  ///< fixnum: the heap's move count when they were hashed
  Value last;         ///< fixnum: the entry found last, for the next search with the same key
  Value rehash_size, rehash_threshold;
  Value seed;  ///< fixnum: what its hashes depend on if it is keyed; an image holds both
  TableTest kind() const { return static_cast<TableTest>((header >> 16) & (keyed_table - 1)); }
  bool is_keyed() const { return ((header >> 16) & keyed_table) != 0; }
  /// True if it is not keyed and its test is EQUAL.
  bool is_plain_equal() const { return ((header >> 16) & 0xFF) == static_cast<unsigned>(TableTest::equal); }
  /// True if it is not keyed and its test is EQ, EQL or EQUAL.
  bool is_plain() const { return ((header >> 16) & 0xFF) < static_cast<unsigned>(TableTest::equalp); }
  Weakness weakness() const { return static_cast<Weakness>((header >> 24) & 0x7); }
  bool is_synchronized() const { return ((header >> 16) & synchronized_table) != 0; }
};
inline constexpr std::size_t hash_table_slots = 14;

inline void remove_entry(HashTable* t, Value* entry) {
  entry[0] = DELETED;
  entry[1] = NIL;
  t->count = Value::fixnum(t->count.as_fixnum() - 1);
}

/// A Type::custom_table object: a hash table with a test of the program's own, which stdlib/ext searches.
struct CustomTable {
  static constexpr Type object_type = Type::custom_table;
  std::uint64_t header;
  Value entries;  ///< a hash table by EQ: from the stored key to its entry
  Value test;     ///< its name, or a function
  Value parts;    ///< private to stdlib/ext
};
inline constexpr std::size_t custom_table_slots = 3;
/// Returns the table that holds the entries of `v`: `v`, unless that has a test of the program's own.
inline Value table_of_entries(Value v) { return has_type(v, Type::custom_table) ? as<CustomTable>(v)->entries : v; }

struct TableEntry {
  Value key, value;
};

/// Makes a table with room for `size` entries. FAILED if memory is short.
Value make_hash_table(Runtime& rt, TableTest test, std::size_t size = 0);
/// Returns EQ, EQL, EQUAL or EQUALP.
Value table_test_name(const Runtime& rt, TableTest test);
/// Returns the value of `key`, or `fallback`.
Value table_get(Runtime& rt, Value table, Value key, Value fallback);
/// Stores `value` under `key`. FAILED if memory is short.
Value table_put(Runtime& rt, Value table, Value key, Value value);
bool table_remove(Runtime& rt, Value table, Value key);
void table_clear(Runtime& rt, Value table);
/// Returns the number of entries that the table has room for.
std::size_t table_capacity(Value table);
/// Returns the live entries, in order.
std::vector<TableEntry> table_entries(Value table);

}  // namespace tessera
