// Range analysis by powers of two: bounds of integers, and of their sums, products and the like. Layer: jit.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace tessera {

/// Bounds of an integer n: -2^low <= n, or 0 <= n if low is -1; n < 2^high. The default is a fixnum's bounds.
struct IntegerBounds {
  static constexpr std::int8_t of_fixnum = 62;
  /// The bounds that a loop assumes of counters: the product of two sums of two such numbers is still a fixnum.
  static constexpr std::int8_t narrow = 29;

  std::int8_t low = of_fixnum, high = of_fixnum;
  friend bool operator==(const IntegerBounds&, const IntegerBounds&) = default;

  static IntegerBounds of(std::int64_t n) {
    if (n >= 0) return {-1, width(static_cast<std::uint64_t>(n))};
    return {width(static_cast<std::uint64_t>(-(n + 1))), 0};
  }
  /// Returns the bounds from 0 to below 2^bits.
  static IntegerBounds natural(int bits) { return {-1, static_cast<std::int8_t>(bits)}; }
  /// Returns the bounds from -2^bits to below 2^bits.
  static IntegerBounds within(int bits) { return {static_cast<std::int8_t>(bits), static_cast<std::int8_t>(bits)}; }

  bool is_fixnum() const { return low <= of_fixnum && high <= of_fixnum; }
  bool is_natural(int bits = of_fixnum) const { return low == -1 && high <= bits; }
  bool is_within(int bits) const { return low <= bits && high <= bits; }
  IntegerBounds if_fixnum() const { return {std::min(low, of_fixnum), std::min(high, of_fixnum)}; }
  /// Returns the smallest bounds that include both.
  IntegerBounds united(IntegerBounds o) const { return {std::max(low, o.low), std::max(high, o.high)}; }

  /// Returns bounds that include both, where each bound that `o` exceeds is widened to narrow numbers, or to fixnums:
  /// so bounds change at most twice.
  IntegerBounds widened(IntegerBounds o) const {
    const auto wider = [](std::int8_t from, std::int8_t to) { return to <= from ? from : to <= narrow ? narrow : of_fixnum; };
    return {wider(low, o.low), wider(high, o.high)};
  }

  IntegerBounds operator+(IntegerBounds o) const { return limited(sum(low, o.low), std::max(high, o.high) + 1); }
  IntegerBounds operator-(IntegerBounds o) const { return *this + -o; }
  IntegerBounds operator-() const { return limited(high == 0 ? -1 : high, low + 1); }
  IntegerBounds operator*(IntegerBounds o) const {
    const int both_negative = low >= 0 && o.low >= 0 ? low + o.low + 1 : 0;
    const int first = low >= 0 ? low + o.high : -1, second = o.low >= 0 ? high + o.low : -1;
    return limited(std::max(first, second), std::max(high + o.high, both_negative));
  }
  /// Returns the bounds of (floor n (expt 2 bits)); for negative bits, of (ash n -bits).
  IntegerBounds operator>>(int bits) const {
    return limited(low < 0 ? -1 : std::max(low - bits, 0), high == 0 ? 0 : std::max(high - bits, 0));
  }
  IntegerBounds operator&(IntegerBounds o) const {
    if (low < 0 || o.low < 0) return {-1, low < 0 && o.low < 0 ? std::min(high, o.high) : low < 0 ? high : o.high};
    return bitwise(o);
  }
  /// Returns the bounds of LOGIOR and LOGXOR.
  IntegerBounds operator|(IntegerBounds o) const { return low < 0 && o.low < 0 ? IntegerBounds{-1, std::max(high, o.high)} : bitwise(o); }
  IntegerBounds minimum(IntegerBounds o) const { return {std::max(low, o.low), std::min(high, o.high)}; }
  IntegerBounds maximum(IntegerBounds o) const { return {std::min(low, o.low), std::max(high, o.high)}; }

 private:
  static std::int8_t width(std::uint64_t n) { return static_cast<std::int8_t>(std::bit_width(n)); }
  static int sum(int low, int other) { return low < 0 ? other : other < 0 ? low : std::max(low, other) + 1; }
  static IntegerBounds limited(int low, int high) { return {static_cast<std::int8_t>(low), static_cast<std::int8_t>(high)}; }
  IntegerBounds bitwise(IntegerBounds o) const { return within(std::max({low, o.low, high, o.high})); }
};

}  // namespace tessera
