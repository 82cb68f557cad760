// Numbers: the operations of the tower for the VM and the builtins. Layer: data.
// Every function returns FAILED, with a type-error or arithmetic error pending, if its arguments are not valid.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "runtime/runtime.hpp"

namespace tessera {

inline bool is_double(Value v) { return v.is_immediate_double() || has_type(v, Type::double_float); }
double double_of(Value v);  ///< returns the value of a double-float
inline bool is_bignum(Value v) { return has_type(v, Type::bignum); }
inline bool is_integer(Value v) { return v.is_fixnum() || is_bignum(v); }
inline bool is_ratio(Value v) { return has_type(v, Type::ratio); }
inline bool is_rational(Value v) { return is_integer(v) || is_ratio(v); }
inline bool is_float(Value v) { return v.is_single_float() || is_double(v); }
inline bool is_real(Value v) { return is_rational(v) || is_float(v); }
inline bool is_complex(Value v) { return has_type(v, Type::complex); }
inline bool is_number(Value v) { return is_real(v) || is_complex(v); }

Value make_integer(Runtime& rt, std::int64_t n);
Value make_unsigned(Runtime& rt, std::uint64_t n);
/// Returns the value of an integer that fits, or nothing.
std::optional<std::int64_t> to_int64(Value v);
std::optional<std::uint64_t> to_uint64(Value v);
Value make_ratio(Runtime& rt, Value numerator, Value denominator);  ///< reduced; denominator not 0
Value make_complex(Runtime& rt, Value real, Value imaginary);       ///< canonical: rational with 0 imaginary is real
double to_double(Value real);                                       ///< correctly rounded; +-infinity where too large

Value number_add(Runtime& rt, Value a, Value b);
Value number_subtract(Runtime& rt, Value a, Value b);
Value number_multiply(Runtime& rt, Value a, Value b);
Value number_divide(Runtime& rt, Value a, Value b);
Value number_negate(Runtime& rt, Value a);
/// How one number compares with another. `unordered`: one of them is a NaN; `failed`: an error is pending.
enum class Order : int { less = -1, equal, greater, unordered, failed };
/// Compares two reals; fails for other objects.
Order number_compare(Runtime& rt, Value a, Value b);
/// Compares two numbers, of which complex ones may be in any order unless they are equal.
Order number_equal(Runtime& rt, Value a, Value b);
enum class Rounding { floor, ceiling, truncate, round };
/// Returns the quotient, and the remainder in `remainder`.
Value number_divide_integer(Runtime& rt, Value a, Value b, Rounding rounding, Value* remainder);

/// Returns MOD (floor) or REM (truncate): for floats, without a quotient that would have to fit an integer.
Value number_remainder(Runtime& rt, Value a, Value b, Rounding rounding);
/// Returns the one of two reals that compares as `wanted` with the other; `a` if neither does.
Value number_extreme(Runtime& rt, Value a, Value b, Order wanted);

bool number_eql(Value a, Value b);   ///< both numbers: same type and value
std::uint64_t number_hash(Value v);  ///< agrees with eql
std::uint64_t number_hash_equalp(Value v);

/// Returns `token` as a number in the given radix by the standard's syntax, or UNBOUND. Floats are of `default_format`
/// ('s' or 'd'); FAILED on overflow.
Value parse_number(Runtime& rt, std::string_view token, int radix, char default_format);
/// Returns the number as PRIN1 prints it, without a radix prefix; `default_format` as above.
/// Returns nothing if an exit is under way: printing a long number handles interrupts, and so may collect.
std::optional<std::string> print_number(Runtime& rt, Value number, int radix, char default_format);

}  // namespace tessera
