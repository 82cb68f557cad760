// Hashes of positions, computed from their words, so that moves need not update them. Layer: board.
#pragma once

#include "board/position.hpp"

namespace tessera::game {

/// A bijection of 64 bits whose results look random, even for arguments that differ in one bit.
constexpr std::uint64_t mix(std::uint64_t x) {
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93ULL;
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93ULL;
  x ^= x >> 32;
  return x;
}

/// Mixes `word` into the hash `h` by the halves of a 128-bit product.
constexpr std::uint64_t hash_with(std::uint64_t h, std::uint64_t word) {
  __extension__ using Product = unsigned __int128;
  const Product product = static_cast<Product>(h ^ 0x9e3779b97f4a7c15ULL) * (word ^ 0x2545f4914f6cdd1dULL);
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

/// Returns a hash of the board `p` and of `rest`, a number for what else matters: the player to move, spare dice, ...
template <class P> constexpr std::uint64_t hash(const P& p, std::uint64_t rest) {
  std::uint64_t h = mix(rest + 1);
  const auto take = [&h](const auto& plane, const auto& next) {
    if constexpr (sizeof(plane) == 4) {  // two planes to a word
      h = hash_with(h, plane | std::uint64_t{next} << 32);
    } else if constexpr (sizeof(plane) == 8) {
      h = hash_with(hash_with(h, plane), next);
    } else {
      for (const std::uint64_t word : plane.words) h = hash_with(h, word);
      for (const std::uint64_t word : next.words) h = hash_with(h, word);
    }
  };
  constexpr std::size_t planes = P::owner_bits + P::dice_planes;
  const auto plane = [&p](std::size_t i) {
    return i < P::owner_bits ? p.owner[i] : i < planes ? p.dice[i - P::owner_bits] : typename P::Bits{};
  };
  for (std::size_t i = 0; i < planes; i += 2) take(plane(i), plane(i + 1));
  return h;
}

}  // namespace tessera::game
