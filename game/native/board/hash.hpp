// Hashing of positions: their words mixed, so that nothing has to be kept up to date with each move. Layer: board.
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

/// Mix `word` into the hash `h`.
constexpr std::uint64_t hash_with(std::uint64_t h, std::uint64_t word) {
  return mix(h * 0x9e3779b97f4a7c15ULL + word + 0x2545f4914f6cdd1dULL);
}

/// A hash of the board `p` and of `rest`, a number that says what else matters: the player to move, spare dice, ...
template <class P>
constexpr std::uint64_t hash(const P& p, std::uint64_t rest) {
  std::uint64_t h = rest;
  const auto take = [&h](const auto& plane) {
    if constexpr (sizeof(plane) <= 8) {
      h = hash_with(h, plane);
    } else {
      for (const std::uint64_t word : plane.words) h = hash_with(h, word);
    }
  };
  if constexpr (sizeof(typename P::Bits) == 4) {  // two planes to a word
    std::uint64_t pending = 0;
    bool half = false;
    const auto pair = [&](std::uint64_t plane) {
      if (half) h = hash_with(h, pending << 32 | plane);
      pending = plane;
      half = !half;
    };
    for (const auto plane : p.owner) pair(plane);
    for (const auto plane : p.dice) pair(plane);
    if (half) h = hash_with(h, pending);
  } else {
    for (const auto& plane : p.owner) take(plane);
    for (const auto& plane : p.dice) take(plane);
  }
  return h;
}

}  // namespace tessera::game
