// SipHash-1-3: hashes that nobody can predict who does not know the key. Layer: data.
#pragma once

#include <bit>
#include <cstdint>
#include <system_error>

#include "data/tables/hashing.hpp"
#include "platform/entropy.hpp"

namespace tessera {

class SipHash {
 public:
  explicit SipHash(std::uint64_t key)
      : v0_(key ^ 0x736F6D6570736575u),
        v1_(mix_hash(key) ^ 0x646F72616E646F6Du),
        v2_(key ^ 0x6C7967656E657261u),
        v3_(mix_hash(key) ^ 0x7465646279746573u) {}

  void add(std::uint64_t word) {
    v3_ ^= word;
    round();
    v0_ ^= word;
  }
  /// Adds characters by their codes, independently of how they are stored: eight in a word if all are narrow.
  template <class Unit> void add_units(const Unit* p, std::size_t count) {
    add(count);
    for (; count >= 8; p += 8, count -= 8) add_block(p, 8);
    if (count != 0) add_block(p, count);
  }
  std::uint64_t finish() {
    v2_ ^= 0xFF;
    for (int i = 0; i < 3; ++i) round();
    return v0_ ^ v1_ ^ v2_ ^ v3_;
  }

 private:
  template <class Unit> void add_block(const Unit* p, std::size_t count) {
    std::uint64_t word = 0;
    std::uint32_t all = 0;
    for (std::size_t i = 0; i < count; ++i) {
      word |= std::uint64_t{static_cast<unsigned char>(p[i])} << (8 * i);
      all |= p[i];
    }
    if (all < 256) return add(word);
    v2_ ^= 0xEE;  // so that no narrow characters give the same words
    for (std::size_t i = 0; i < count; i += 2) add(std::uint64_t{p[i]} | (i + 1 < count ? std::uint64_t{p[i + 1]} << 32 : 0));
  }
  void round() {
    v0_ += v1_, v1_ = std::rotl(v1_, 13) ^ v0_, v0_ = std::rotl(v0_, 32);
    v2_ += v3_, v3_ = std::rotl(v3_, 16) ^ v2_;
    v0_ += v3_, v3_ = std::rotl(v3_, 21) ^ v0_;
    v2_ += v1_, v1_ = std::rotl(v1_, 17) ^ v2_, v2_ = std::rotl(v2_, 32);
  }

  std::uint64_t v0_, v1_, v2_, v3_;
};

/// Returns a seed for hashes that nobody can predict: a random fixnum, not 0.
inline Value random_seed() {
  std::uint64_t random = 0;
  try {
    platform::fill_randomly(&random, sizeof random);
  } catch (const std::system_error&) {  // addresses are random, too
    random = mix_hash(reinterpret_cast<std::uint64_t>(&random));
  }
  return Value::fixnum(static_cast<std::int64_t>(random >> 2 | 1));
}

}  // namespace tessera
