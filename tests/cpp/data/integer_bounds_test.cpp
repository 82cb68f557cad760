// Bounds of integers by powers of two, and the bounds of computed results.
#include <array>
#include <cstdint>
#include <vector>
#include "catch.hpp"

#include "jit/loop_analysis/integer_bounds.hpp"

namespace {

using tessera::IntegerBounds;

__extension__ using Wide = __int128;  // products of fixnums

bool holds(IntegerBounds b, Wide n) {
  const Wide least = b.low < 0 ? 0 : -(Wide{1} << b.low);
  return least <= n && n < (Wide{1} << b.high);
}

/// Integers beside powers of two, of both signs.
std::vector<std::int64_t> integers() {
  std::vector<std::int64_t> all = {0};
  for (int bits = 0; bits < 62; ++bits)
    for (const std::int64_t beside : {-1, 0, 1}) {
      all.push_back((std::int64_t{1} << bits) + beside);
      all.push_back(-(std::int64_t{1} << bits) + beside);
    }
  all.push_back((std::int64_t{1} << 62) - 1);
  all.push_back(-(std::int64_t{1} << 62));
  return all;
}

Wide shifted(Wide n, int bits) { return bits >= 0 ? n >> bits : n * (Wide{1} << -bits); }

}  // namespace

TEST_CASE("bounds of integers hold and are tight", "[jit]") {
  for (const std::int64_t n : integers()) {
    const IntegerBounds b = IntegerBounds::of(n);
    CHECK(holds(b, n));
    CHECK(b.is_fixnum());
    if (b.high > 0) CHECK_FALSE(holds({b.low, static_cast<std::int8_t>(b.high - 1)}, n));
    if (b.low > 0) CHECK_FALSE(holds({static_cast<std::int8_t>(b.low - 1), b.high}, n));
  }
  CHECK(IntegerBounds::of(255).is_natural(8));
  CHECK_FALSE(IntegerBounds::of(256).is_natural(8));
  CHECK(IntegerBounds::of(-128).is_within(7));
  CHECK_FALSE(IntegerBounds::of(-1).is_natural());
}

TEST_CASE("bounds of results hold", "[jit]") {
  const std::vector<std::int64_t> all = integers();
  std::size_t wrong = 0;
  const auto check = [&wrong](IntegerBounds b, Wide n) { wrong += !holds(b, n); };
  for (const std::int64_t x : all)
    for (const std::int64_t y : all) {
      const IntegerBounds a = IntegerBounds::of(x), b = IntegerBounds::of(y);
      check(a + b, Wide{x} + y);
      check(a - b, Wide{x} - y);
      check(a * b, Wide{x} * y);
      check(a & b, x & y);
      check(a | b, x | y);
      check(a | b, x ^ y);
      check(a.minimum(b), std::min(x, y));
      check(a.maximum(b), std::max(x, y));
      for (const std::int64_t n : {x, y}) {
        check(a.united(b), n);
        check(a.widened(b), n);
      }
    }
  for (const std::int64_t x : all) {
    check(-IntegerBounds::of(x), -Wide{x});
    for (int bits = -61; bits <= 62; ++bits) check(IntegerBounds::of(x) >> bits, shifted(x, bits));
  }
  CHECK(wrong == 0);
}

TEST_CASE("small integers stay fixnums in sums and in the product of two sums", "[jit]") {
  const IntegerBounds i = IntegerBounds::natural(IntegerBounds::narrow), one = IntegerBounds::of(1);
  CHECK(((i + i) * (i + i + one)).is_fixnum());
  CHECK_FALSE((IntegerBounds{} + one).is_fixnum());
  CHECK_FALSE((-IntegerBounds{}).is_fixnum());  // the least fixnum has no counterpart
  CHECK((IntegerBounds{} + one).if_fixnum() == IntegerBounds{});
}

TEST_CASE("exceeded bounds are given up in two steps", "[jit]") {
  CHECK(IntegerBounds::natural(4).widened(IntegerBounds::natural(3)) == IntegerBounds::natural(4));
  CHECK(IntegerBounds::natural(4).widened(IntegerBounds::natural(5)) == IntegerBounds::natural(IntegerBounds::narrow));
  CHECK(IntegerBounds::natural(IntegerBounds::narrow).widened(IntegerBounds::natural(30)) ==
        IntegerBounds::natural(IntegerBounds::of_fixnum));
}
