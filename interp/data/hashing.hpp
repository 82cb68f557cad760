// Hashes of any Value, for hash tables and SXHASH. Layer: data.
#pragma once

#include <bit>

#include "base/string_view.hpp"
#include "data/hash_tables.hpp"
#include "data/packages.hpp"

namespace tessera {

/// Hash of a key for one kind of table.
struct Hash {
  std::uint32_t bits = 0;
  bool addressed = false;  ///< it depends on the address of something ...
  bool young = false;      ///< ... that the collector will move
};

/// Both halves of a product: every bit of `x` reaches every bit of the result, also where only high bits of `x` differ.
inline std::uint64_t mix_hash(std::uint64_t x) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = Wide{x ^ 0x2545F4914F6CDD1Du} * 0x9E3779B97F4A7C15u;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}
inline std::uint64_t combine_hash(std::uint64_t hash, std::uint64_t x) { return mix_hash(std::rotl(hash, 5) ^ x); }
inline std::uint32_t fold_hash(std::uint64_t x) { return static_cast<std::uint32_t>(x ^ (x >> 32)); }

/// Keys that differ in the lowest three bits alone come to lie in one line of the cache, so that walks over numbers and
/// over what was allocated in a row stay where they are.
inline std::uint32_t hash_neighbour(std::uint64_t x) {
  return (fold_hash(mix_hash(x >> 3)) << 3) | static_cast<std::uint32_t>(x & 7);
}

/// Hash of the characters' codes, eight at a time; the same however they are stored.
std::uint64_t hash_characters(StringView text);

/// Hash of a symbol as a key of any table.
inline Hash hash_symbol(const Symbol* s) { return {fold_hash(mix_hash(symbol_hash(s))), false, false}; }

/// True if a table with `test` finds `key` by EQ alone.
inline bool is_found_by_identity(TableTest test, Value key) {
  if (test == TableTest::eq) return true;
  if (key.is_object()) {
    const Type type = key.as_object()->type();
    if (type == Type::symbol) return true;
    return test == TableTest::eql && type != Type::bignum && type != Type::double_float && type != Type::ratio &&
           type != Type::complex;
  }
  if (key.is_cons()) return test == TableTest::eql;
  return test != TableTest::equalp || key.is_constant_symbol();
}

/// The part of `hash_key` for objects, conses, and what EQUALP compares by contents.
Hash hash_key_general(Runtime& rt, TableTest test, Value key);

/// Hash of a key for a table with `test`.
inline Hash hash_key(Runtime& rt, TableTest test, Value key) {
  if (key.is_pointer() || test == TableTest::equalp) return hash_key_general(rt, test, key);
  if (TESSERA_LIKELY(key.is_fixnum())) return {hash_neighbour(key.bits() >> 1), false, false};
  return {fold_hash(mix_hash(key.bits())), false, false};
}

}  // namespace tessera
