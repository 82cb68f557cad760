// Hashes of any Value, for hash tables and SXHASH. Layer: data.
#pragma once

#include <bit>

#include "base/string_view.hpp"
#include "data/hash_index.hpp"
#include "data/hash_tables.hpp"
#include "data/packages.hpp"

namespace tessera {

/// Both halves of a product: every bit of `x` reaches every bit of the result, also where only high bits of `x` differ.
inline std::uint64_t mix_hash(std::uint64_t x) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = Wide{x ^ 0x2545F4914F6CDD1Du} * 0x9E3779B97F4A7C15u;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}
inline std::uint64_t combine_hash(std::uint64_t hash, std::uint64_t x) { return mix_hash(std::rotl(hash, 5) ^ x); }
inline std::uint32_t fold_hash(std::uint64_t x) { return static_cast<std::uint32_t>(x ^ (x >> 32)); }

/// Of a number whose neighbours are likely keys, too: walks over integers, and over what was allocated in a row, go along
/// the index.
inline Hash hash_neighbour(std::uint64_t x, Addresses addresses = Addresses::none) {
  const std::uint64_t far = (x >> 32) * 0x9E3779B97F4A7C15u;
  return {static_cast<std::uint32_t>(x ^ (far >> 32)), fold_hash(mix_hash(x)), addresses};
}
inline Hash hash_of_bits(std::uint64_t x, Addresses addresses = Addresses::none) {
  const std::uint32_t bits = fold_hash(x);
  return {bits, bits, addresses};
}
inline Hash hash_fixnum(Value n) { return hash_neighbour(n.bits() >> 1); }

/// Hash of the characters' codes, eight at a time; the same however they are stored.
std::uint64_t hash_characters(StringView text);

/// Hash of a symbol as a key of any table.
inline Hash hash_symbol(const Symbol* s) { return hash_of_bits(mix_hash(symbol_hash(s))); }

/// True if a table with `test` finds `key` by EQ alone.
inline bool is_found_by_identity(TableTest test, Value key) {
  if (test == TableTest::eq) return true;
  if (key.is_object()) {
    const Type type = key.as_object()->type();
    if (type == Type::symbol) return true;
    return test == TableTest::eql && type != Type::bignum && type != Type::double_float && type != Type::ratio && type != Type::complex;
  }
  if (key.is_cons()) return test == TableTest::eql;
  return test != TableTest::equalp || key.is_constant_symbol();
}

/// The part of `hash_key` for objects, conses, and what EQUALP compares by contents.
Hash hash_key_general(Runtime& rt, TableTest test, Value key);

/// Hash of a key for a table with `test`.
inline Hash hash_key(Runtime& rt, TableTest test, Value key) {
  if (key.is_pointer() || test == TableTest::equalp) return hash_key_general(rt, test, key);
  if (TESSERA_LIKELY(key.is_fixnum())) return hash_fixnum(key);
  return hash_of_bits(mix_hash(key.bits()));
}

}  // namespace tessera
