// Between floats and decimal digits, both ways exactly rounded. Layer: data.
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

/// The decimal number of fewest digits that reads back as the finite `x` > 0; of several the one next to `x`.
Decimal shortest_decimal(double x);
Decimal shortest_decimal(float x);

/// The float of that format next to DIGITS * 10^exponent; +infinity where that is too large. DIGITS begins with no zero.
double nearest_float(std::string_view digits, std::int64_t exponent, FloatFormat format);

}  // namespace tessera
