// Sets of hexes as bits of one machine word, or of four for the largest boards. Layer: board.
//
// Bits32 holds boards of up to 5x5 hexes, Bits64 up to 8x8, Bits256 up to 16x16. All of them have the operators & | ^ ~
// == << >> (shifts by 1 to 63) and the functions below, so that templates work with all of them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace tessera::game {

using Bits32 = std::uint32_t;
using Bits64 = std::uint64_t;

/// 256 bits; bit 0 is the lowest one of words[0].
struct Bits256 {
  std::array<std::uint64_t, 4> words{};

  constexpr Bits256() = default;
  constexpr explicit Bits256(std::uint64_t low) : words{low, 0, 0, 0} {}
  friend constexpr bool operator==(const Bits256&, const Bits256&) = default;

  friend constexpr Bits256 operator&(Bits256 a, const Bits256& b) {
    for (int i = 0; i < 4; ++i) a.words[i] &= b.words[i];
    return a;
  }
  friend constexpr Bits256 operator|(Bits256 a, const Bits256& b) {
    for (int i = 0; i < 4; ++i) a.words[i] |= b.words[i];
    return a;
  }
  friend constexpr Bits256 operator^(Bits256 a, const Bits256& b) {
    for (int i = 0; i < 4; ++i) a.words[i] ^= b.words[i];
    return a;
  }
  constexpr Bits256 operator~() const {
    Bits256 r;
    for (int i = 0; i < 4; ++i) r.words[i] = ~words[i];
    return r;
  }
  friend constexpr Bits256 operator<<(const Bits256& a, int n) {
    Bits256 r;
    r.words[0] = a.words[0] << n;
    for (int i = 1; i < 4; ++i) r.words[i] = (a.words[i] << n) | (a.words[i - 1] >> (64 - n));
    return r;
  }
  friend constexpr Bits256 operator>>(const Bits256& a, int n) {
    Bits256 r;
    for (int i = 0; i < 3; ++i) r.words[i] = (a.words[i] >> n) | (a.words[i + 1] << (64 - n));
    r.words[3] = a.words[3] >> n;
    return r;
  }
  constexpr Bits256& operator&=(const Bits256& b) { return *this = *this & b; }
  constexpr Bits256& operator|=(const Bits256& b) { return *this = *this | b; }
  constexpr Bits256& operator^=(const Bits256& b) { return *this = *this ^ b; }
};

/// The number of hexes that a set of the type can hold.
template <class Bits> inline constexpr int capacity = static_cast<int>(sizeof(Bits) * 8);

/// True if the set has a member.
template <class Bits> constexpr bool any(const Bits& b) { return !(b == Bits{}); }

/// Returns the number of members.
template <class Bits> constexpr int count(const Bits& b) {
  if constexpr (sizeof(Bits) <= 8) {
    return std::popcount(b);
  } else {
    int n = 0;
    for (const std::uint64_t word : b.words) n += std::popcount(word);
    return n;
  }
}

/// Returns the lowest member of `b`, which is not empty.
template <class Bits> constexpr int lowest(const Bits& b) {
  if constexpr (sizeof(Bits) <= 8) {
    return std::countr_zero(b);
  } else {
    for (int i = 0; i < 3; ++i)
      if (b.words[i] != 0) return 64 * i + std::countr_zero(b.words[i]);
    return 192 + std::countr_zero(b.words[3]);
  }
}

/// Returns the set of the one position `pos`.
template <class Bits> constexpr Bits single(int pos) {
  if constexpr (sizeof(Bits) <= 8) {
    return Bits{1} << pos;
  } else {
    Bits b;
    b.words[static_cast<unsigned>(pos) / 64] = std::uint64_t{1} << (pos % 64);
    return b;
  }
}

/// True if `pos` is a member of `b`.
template <class Bits> constexpr bool has(const Bits& b, int pos) {
  if constexpr (sizeof(Bits) <= 8) {
    return (b >> pos) & 1;
  } else {
    return (b.words[static_cast<unsigned>(pos) / 64] >> (pos % 64)) & 1;
  }
}

/// Returns `b` with `to` added if `from` is a member of `source`, and with `to` removed otherwise.
template <class Bits> constexpr Bits with_copied(const Bits& b, int to, const Bits& source, int from) {
  if constexpr (sizeof(Bits) <= 8) {
    return (b & ~single<Bits>(to)) | ((source >> from & 1) << to);
  } else {
    return has(source, from) ? b | single<Bits>(to) : b & ~single<Bits>(to);
  }
}

/// Returns `b`, which is not empty, without its lowest member.
template <class Bits> constexpr Bits without_lowest(Bits b) {
  if constexpr (sizeof(Bits) <= 8) {
    return b & (b - 1);
  } else {
    for (std::uint64_t& word : b.words)
      if (word != 0) {
        word &= word - 1;
        break;
      }
    return b;
  }
}

/// Returns the set of the positions below `n`, which is at most the type's capacity.
template <class Bits> constexpr Bits below(int n) {
  if constexpr (sizeof(Bits) <= 8) {
    return n >= capacity<Bits> ? ~Bits{0} : (Bits{1} << n) - 1;
  } else {
    Bits b;
    for (int i = 0; i < 4; ++i) b.words[i] = n > 64 * i ? below<std::uint64_t>(n - 64 * i) : 0;
    return b;
  }
}

/// Returns the `n` lowest members of `b`, or all if there are fewer. `n` is not negative.
template <class Bits> inline Bits lowest_members(const Bits& b, int n) {
#ifdef __BMI2__
  if constexpr (sizeof(Bits) == 4) return _pdep_u32(below<std::uint32_t>(n), b);
  if constexpr (sizeof(Bits) == 8) return _pdep_u64(below<std::uint64_t>(n), b);
#endif
  Bits rest = b;
  for (; n > 0 && any(rest); --n) rest = without_lowest(rest);
  return b ^ rest;
}

/// Calls `f(pos)` for each member, from the lowest on.
template <class Bits, class F> constexpr void for_each(Bits b, F&& f) {
  for (; any(b); b = without_lowest(b)) f(lowest(b));
}

}  // namespace tessera::game
