// The decimal digits of a float, for the printer and FORMAT. Layer: data.
#pragma once

#include <string>

#include "memory/value.hpp"

namespace tessera {

/// |x| = 0.DIGITS * 10^exponent.
struct FloatDigits {
  std::string digits;
  int exponent = 0;
};

/// The fewest digits that read back as the finite float `x`; "0" and 0 for zero.
FloatDigits float_digits(Value x);

/// The digits of the finite float |x|, `count` of them behind the point: zeros follow the fewest digits that read back as x;
/// where these are more, the exact value is rounded, halves up. No zeros stand before the point.
std::string fixed_digits(Value x, std::size_t count);

}  // namespace tessera
