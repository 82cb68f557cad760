// Between which powers of two integers lie, and what follows for what is computed from them.
#include <array>
#include <cstdint>
#include <vector>
#include "catch.hpp"

#include "machine/bounds.hpp"

namespace {

using tessera::Bounds;

__extension__ using Wide = __int128;  // products of fixnums

bool holds(Bounds b, Wide n) {
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

TEST_CASE("bounds hold of integers, and are the least of their kind", "[machine]") {
  for (const std::int64_t n : integers()) {
    const Bounds b = Bounds::of(n);
    CHECK(holds(b, n));
    CHECK(b.is_fixnum());
    if (b.high > 0) CHECK_FALSE(holds({b.low, static_cast<std::int8_t>(b.high - 1)}, n));
    if (b.low > 0) CHECK_FALSE(holds({static_cast<std::int8_t>(b.low - 1), b.high}, n));
  }
  CHECK(Bounds::of(255).is_natural(8));
  CHECK_FALSE(Bounds::of(256).is_natural(8));
  CHECK(Bounds::of(-128).is_within(7));
  CHECK_FALSE(Bounds::of(-1).is_natural());
}

TEST_CASE("bounds of what is computed hold of it", "[machine]") {
  const std::vector<std::int64_t> all = integers();
  std::size_t wrong = 0;
  const auto check = [&wrong](Bounds b, Wide n) { wrong += !holds(b, n); };
  for (const std::int64_t x : all)
    for (const std::int64_t y : all) {
      const Bounds a = Bounds::of(x), b = Bounds::of(y);
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
    check(-Bounds::of(x), -Wide{x});
    for (int bits = -61; bits <= 62; ++bits) check(Bounds::of(x) >> bits, shifted(x, bits));
  }
  CHECK(wrong == 0);
}

TEST_CASE("small integers stay fixnums in sums and in the product of two sums", "[machine]") {
  const Bounds i = Bounds::natural(Bounds::narrow), one = Bounds::of(1);
  CHECK(((i + i) * (i + i + one)).is_fixnum());
  CHECK_FALSE((Bounds{} + one).is_fixnum());
  CHECK_FALSE((-Bounds{}).is_fixnum());  // the least fixnum has no counterpart
  CHECK((Bounds{} + one).if_fixnum() == Bounds{});
}

TEST_CASE("bounds that are exceeded are given up in two steps", "[machine]") {
  CHECK(Bounds::natural(4).widened(Bounds::natural(3)) == Bounds::natural(4));
  CHECK(Bounds::natural(4).widened(Bounds::natural(5)) == Bounds::natural(Bounds::narrow));
  CHECK(Bounds::natural(Bounds::narrow).widened(Bounds::natural(30)) == Bounds::natural(Bounds::of_fixnum));
}
