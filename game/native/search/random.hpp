// Random numbers from a seed, the same on every machine. Layer: search.
#pragma once

#include <cstdint>

#include "board/hash.hpp"

namespace tessera::game {

/// A generator: a mixed counter.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(mix(seed + 0x9e3779b97f4a7c15ULL)) {}
  std::uint64_t next() { return mix(state_ += 0x9e3779b97f4a7c15ULL); }
  /// Returns an integer from 0 to n - 1; n is positive and small.
  int below(int n) { return static_cast<int>((next() >> 32) * static_cast<std::uint64_t>(n) >> 32); }
  /// Returns a number from 0 to 1.
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  std::uint64_t state_;
};

}  // namespace tessera::game
