// Hashes of any Value, for hash tables and SXHASH. Layer: data.
#pragma once

#include "data/hash_tables.hpp"

namespace tessera {

struct Hash {
  std::uint64_t bits = 0;
  bool addressed = false;  ///< it depends on the address of something ...
  bool young = false;      ///< ... that the collector will move
};

/// Hash of a key for a table of kind `test`.
Hash hash_key(Runtime& rt, TableTest test, Value key);

inline std::uint64_t mix_hash(std::uint64_t x) {
  x *= 0x9E3779B97F4A7C15u;
  return x ^ (x >> 29);
}

}  // namespace tessera
