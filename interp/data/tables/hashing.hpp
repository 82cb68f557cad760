// Hashes of any Value, for hash tables and SXHASH. Layer: data.
#pragma once

#include <bit>
#include <cstring>

#include "base/string_view.hpp"
#include "data/symbols/packages.hpp"
#include "data/tables/hash_index.hpp"
#include "data/tables/hash_tables.hpp"

namespace tessera {

/// Returns both halves of a product, combined: every bit of `x` affects every bit of the result, even if only high bits
/// differ.
inline std::uint64_t product_hash(std::uint64_t x, std::uint64_t y) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = Wide{x} * y;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}
inline constexpr std::uint64_t hash_mask = 0x2545F4914F6CDD1Du, hash_factor = 0x9E3779B97F4A7C15u;
inline std::uint64_t mix_hash(std::uint64_t x) { return product_hash(x ^ hash_mask, hash_factor); }
inline std::uint64_t combine_hash(std::uint64_t hash, std::uint64_t x) { return mix_hash(std::rotl(hash, 5) ^ x); }
inline std::uint32_t fold_hash(std::uint64_t x) { return static_cast<std::uint32_t>(x ^ (x >> 32)); }

/// Hashes a number whose neighbours are likely to be keys, too: walks over integers, and over objects allocated in a
/// row, go along the index.
inline Hash hash_neighbour(std::uint64_t x, Addresses addresses = Addresses::none) {
  const std::uint64_t far = (x >> 32) * 0x9E3779B97F4A7C15u;
  return {static_cast<std::uint32_t>(x ^ (far >> 32)), fold_hash(mix_hash(x)), addresses};
}
inline Hash hash_of_bits(std::uint64_t x, Addresses addresses = Addresses::none) {
  const std::uint32_t bits = fold_hash(x);
  return {bits, bits, addresses};
}
inline Hash hash_fixnum(Value n) { return hash_neighbour(n.bits() >> 1); }

// Packs characters into a word, the first in the low bits; narrow ones as they are in memory.

template <std::size_t count> inline std::uint64_t word_of(const char32_t* p) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < count; ++i) word ^= std::rotl(std::uint64_t{p[i]}, static_cast<int>(8 * i));
  return word;
}

template <std::size_t count> inline std::uint64_t word_of(const unsigned char* p) {
  std::uint64_t word = 0;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(&word, p, count);
  } else {
    for (std::size_t i = 0; i < count; ++i) word |= std::uint64_t{p[i]} << (8 * i);
  }
  return word;
}

/// Hashes one to seven characters: all of them, some twice.
template <class Unit> inline std::uint64_t short_word_of(const Unit* p, std::size_t count) {
  if (count >= 4) return word_of<4>(p) ^ std::rotl(word_of<4>(p + count - 4), 32);
  return word_of<1>(p) ^ std::rotl(word_of<1>(p + count / 2), 8) ^ std::rotl(word_of<1>(p + count - 1), 16);
}

/// Hashes 8 to 16 characters by their first and last word. The factors are nonzero for all ASCII texts.
inline std::uint64_t hash_two_words(std::size_t count, std::uint64_t head, std::uint64_t tail) {
  return product_hash(head ^ (count * hash_factor), tail ^ hash_mask);
}

/// Hashes the characters' codes, eight at a time, independently of how they are stored.
template <class Unit> inline std::uint64_t hash_units(const Unit* p, std::size_t count) {
  if (count == 0) return mix_hash(0);
  if (count < 8) return combine_hash(count, short_word_of(p, count));
  const Unit* const last = p + count - 8;  // may overlap the word before
  if (count <= 16) return hash_two_words(count, word_of<8>(p), word_of<8>(last));
  std::uint64_t hash = count;
  for (; p < last; p += 8) hash = combine_hash(hash, word_of<8>(p));
  return combine_hash(hash, word_of<8>(last));
}
std::uint64_t hash_characters(StringView text);

/// Hashes a symbol as a key of any table.
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

/// Returns the hash of an object, a cons, or a key that EQUALP compares by contents. Called by `hash_key`.
Hash hash_key_general(Runtime& rt, TableTest test, Value key);
/// Hashes a key for a keyed table with that seed.
Hash hash_by_seed(Runtime& rt, TableTest test, Value key, std::uint64_t seed);

/// Hashes a key for a table with `test` that is not keyed.
inline Hash hash_key(Runtime& rt, TableTest test, Value key) {
  if (key.is_pointer() || test == TableTest::equalp) return hash_key_general(rt, test, key);
  if (TESSERA_LIKELY(key.is_fixnum())) return hash_fixnum(key);
  return hash_of_bits(mix_hash(key.bits()));
}

/// Hashes a key for `table`.
inline Hash hash_key(Runtime& rt, const HashTable* table, Value key) {
  if (TESSERA_LIKELY(!table->is_keyed())) return hash_key(rt, table->kind(), key);
  return hash_by_seed(rt, table->kind(), key, static_cast<std::uint64_t>(table->seed.as_fixnum()));
}

}  // namespace tessera
