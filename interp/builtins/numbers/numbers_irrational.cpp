// Powers, logarithms, trigonometric and hyperbolic functions. Layer: builtins.
#include "builtins/chapters.hpp"
#include "data/numbers/irrational.hpp"
#include "data/numbers/parts.hpp"

namespace tessera {

namespace {

constexpr double no_most = HUGE_VAL, no_least = -HUGE_VAL;

const Elementary exp_function{"EXP", std::exp, std::exp, no_least, no_most};
const Elementary sin_function{"SIN", std::sin, std::sin, no_least, no_most};
const Elementary cos_function{"COS", std::cos, std::cos, no_least, no_most};
const Elementary tan_function{"TAN", std::tan, std::tan, no_least, no_most};
const Elementary sinh_function{"SINH", std::sinh, std::sinh, no_least, no_most};
const Elementary cosh_function{"COSH", std::cosh, std::cosh, no_least, no_most};
const Elementary tanh_function{"TANH", std::tanh, std::tanh, no_least, no_most};
const Elementary asin_function{"ASIN", std::asin, std::asin, -1, 1, true};
const Elementary acos_function{"ACOS", std::acos, std::acos, -1, 1, true};
const Elementary atan_function{"ATAN", std::atan, std::atan, no_least, no_most};
const Elementary asinh_function{"ASINH", std::asinh, std::asinh, no_least, no_most};
const Elementary acosh_function{"ACOSH", std::acosh, std::acosh, 1, no_most};
const Elementary atanh_function{"ATANH", std::atanh, std::atanh, -1, 1};

template <const Elementary& function> Value elementary(Runtime& rt, Args a) { return apply_elementary(rt, function, a[0]); }

bool is_unit(Value v) { return is_real(v) && std::fabs(to_double(v)) == 1; }

/// Signals a division by zero at the poles 1 and -1.
Value atanh(Runtime& rt, Args a) {
  if (is_unit(a[0])) return fail_arithmetic(rt, Known::division_by_zero, rt.cl("ATANH"), {a[0]});
  return apply_elementary(rt, atanh_function, a[0]);
}

/// Signals a division by zero at the poles i and -i.
Value atan(Runtime& rt, Args a) {
  if (a.size() == 2) return number_atan2(rt, a[0], a[1]);
  if (is_complex(a[0]) && number_is_zero(complex_part_real(a[0])) && is_unit(complex_part_imaginary(a[0])))
    return fail_arithmetic(rt, Known::division_by_zero, rt.cl("ATAN"), {a[0]});
  return apply_elementary(rt, atan_function, a[0]);
}

Value sqrt(Runtime& rt, Args a) { return number_sqrt(rt, a[0]); }
Value expt(Runtime& rt, Args a) { return number_expt(rt, a[0], a[1]); }
Value log(Runtime& rt, Args a) { return a.size() == 2 ? number_log_base(rt, a[0], a[1]) : number_log(rt, a[0]); }
Value phase(Runtime& rt, Args a) { return number_phase(rt, a[0]); }
Value cis(Runtime& rt, Args a) { return number_cis(rt, a[0]); }

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::numbers_irrational>() {
  static const Builtin table[] = {
      {"SQRT", "number", sqrt, "Returns the principal square root of NUMBER: exact for squares of rationals, complex for negative reals."},
      {"EXP", "number", elementary<exp_function>, "Returns e raised to the power NUMBER."},
      {"EXPT", "base power", expt,
       "Returns BASE raised to POWER: exact for a rational BASE with an integer POWER, or with a ratio whose root is rational. Signals DIVISION-BY-ZERO for zero to a negative power, and a STORAGE-CONDITION if the result has too many digits."},
      {"LOG", "number &optional base", log,
       "Returns the logarithm of NUMBER in BASE, or its natural logarithm; a complex number if NUMBER is negative. Signals DIVISION-BY-ZERO for zero."},
      {"SIN", "radians", elementary<sin_function>, "Returns the sine of RADIANS."},
      {"COS", "radians", elementary<cos_function>, "Returns the cosine of RADIANS."},
      {"TAN", "radians", elementary<tan_function>, "Returns the tangent of RADIANS."},
      {"ASIN", "number", elementary<asin_function>, "Returns the arc sine of NUMBER in radians; complex beyond -1 and 1."},
      {"ACOS", "number", elementary<acos_function>, "Returns the arc cosine of NUMBER in radians; complex beyond -1 and 1."},
      {"ATAN", "number &optional divisor", atan,
       "Returns the arc tangent of NUMBER in radians; with the real DIVISOR that of their quotient, in the quadrant that their signs "
       "tell."},
      {"SINH", "number", elementary<sinh_function>, "Returns the hyperbolic sine of NUMBER."},
      {"COSH", "number", elementary<cosh_function>, "Returns the hyperbolic cosine of NUMBER."},
      {"TANH", "number", elementary<tanh_function>, "Returns the hyperbolic tangent of NUMBER."},
      {"ASINH", "number", elementary<asinh_function>, "Returns the inverse hyperbolic sine of NUMBER."},
      {"ACOSH", "number", elementary<acosh_function>, "Returns the inverse hyperbolic cosine of NUMBER; complex below 1."},
      {"ATANH", "number", atanh,
       "Returns the inverse hyperbolic tangent of NUMBER; complex beyond -1 and 1, which themselves give DIVISION-BY-ZERO."},
      {"PHASE", "number", phase, "Returns the angle of NUMBER in the complex plane, in radians."},
      {"CIS", "radians", cis, "Returns the complex number e^(i*RADIANS): the cosine and the sine of RADIANS."},
  };
  return table;
}

}  // namespace tessera
