// Conversion between floats and decimal digits, correctly rounded both ways. Layer: data.
#pragma once

#include <cstdint>
#include <string_view>

#include "data/numbers/parts.hpp"

namespace tessera {

/// The number `digits` * 10^`exponent`.
struct Decimal {
  std::uint64_t digits;
  int exponent;
};

/// Returns the decimal number with the fewest digits that reads back as the finite `x` > 0; of several, the closest to
/// `x`.
Decimal shortest_decimal(double x);
Decimal shortest_decimal(float x);

/// Returns the float of that format closest to DIGITS * 10^exponent; +infinity if it is too large. DIGITS has no
/// leading zero.
double nearest_float(std::string_view digits, std::int64_t exponent, FloatFormat format);

}  // namespace tessera
