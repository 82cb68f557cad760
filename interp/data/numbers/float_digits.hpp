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

/// Returns the fewest digits that read back as the finite float `x`; "0" and 0 for zero.
FloatDigits float_digits(Value x);

/// Returns the digits of the finite float |x| with `count` digits after the point: the fewest that read back as x,
/// followed by zeros; if these are more, the exact value, rounded half up. There are no zeros before the point.
std::string fixed_digits(Value x, std::size_t count);

}  // namespace tessera
