// Hash tables: entries in order of insertion, and an open-addressed index of them. Layer: data.
//
// Keys that are compared by identity hash by their address, which a collection changes: their hashes are computed
// anew at the first search after one. All other hashes stay as they are stored.
#pragma once

#include <vector>

#include "data/runtime.hpp"

namespace tessera {

enum class TableTest : std::uint8_t { eq, eql, equal, equalp };

/// A Type::hash_table object. Its subtype is its TableTest.
struct HashTable {
  std::uint64_t header;
  Value entries;    ///< simple-vector: key, value, key, value, ...; a removed entry's key is DELETED
  Value hashes;     ///< raw vector of 32 bits: each entry's hash, the top bit set where it depends on addresses
  Value index;      ///< raw vector of 32 bits: 0 or the number of an entry, plus one; a power of two
  Value count;      ///< fixnum: live entries
  Value used;       ///< fixnum: entries in use, removed ones included
  Value test;       ///< EQ, EQL, EQUAL or EQUALP
  Value addressed;  ///< fixnum: how many entries ever depended on addresses since the last clrhash
  Value moves;      ///< fixnum: the heap's move count when addresses were last hashed, or -1: none of them moves
  Value epoch;      ///< fixnum: the Runtime's address_epoch then
  Value rehash_size, rehash_threshold;
  TableTest kind() const { return static_cast<TableTest>((header >> 16) & 0xFF); }
};
inline constexpr std::size_t hash_table_slots = 11;

struct TableEntry {
  Value key, value;
};

Value make_hash_table(Runtime& rt, TableTest test, std::size_t size = 0);
/// The value of `key`, or `fallback`.
Value table_get(Runtime& rt, Value table, Value key, Value fallback);
/// FAILED if memory is short.
Value table_put(Runtime& rt, Value table, Value key, Value value);
bool table_remove(Runtime& rt, Value table, Value key);
void table_clear(Runtime& rt, Value table);
/// The live entries, in order.
std::vector<TableEntry> table_entries(Value table);
/// The first live entry at place `i` or after it: sets `i` to the place behind it. False at the end.
bool table_next(Value table, std::size_t& i, TableEntry& entry);


}  // namespace tessera
