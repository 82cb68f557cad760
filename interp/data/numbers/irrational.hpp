// Roots, powers, logarithms and trigonometry over all numbers. Layer: data.
#pragma once

#include <complex>

#include "data/numbers/numbers.hpp"

namespace tessera {

/// A function of one number: on the reals from `low` to `high`, and on complex numbers.
struct Elementary {
  const char* name;  ///< the operation that failures report
  double (*of_real)(double);
  std::complex<double> (*of_complex)(const std::complex<double>&);
  double low, high;
  bool below_cut = false;  ///< reals above `high` lie on a branch cut that belongs to the quadrant below
};

/// Applies `f`; rational arguments give single-floats.
Value apply_elementary(Runtime& rt, const Elementary& f, Value x);
/// Returns the square root; exact for squares of rationals (and of complex rationals).
Value number_sqrt(Runtime& rt, Value x);
Value number_expt(Runtime& rt, Value base, Value power);
Value number_log(Runtime& rt, Value x);
Value number_log_base(Runtime& rt, Value x, Value base);
Value number_atan2(Runtime& rt, Value y, Value x);
Value number_abs(Runtime& rt, Value x);
Value number_phase(Runtime& rt, Value x);
Value number_signum(Runtime& rt, Value x);
Value number_cis(Runtime& rt, Value radians);
/// Returns the simplest rational that reads back as the float `x` (RATIONALIZE).
Value simplest_rational(Runtime& rt, Value x);

}  // namespace tessera
