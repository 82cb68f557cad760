// Fast paths of instructions, for operands of the common types. Layer: vm. They take and return values, so that the
// loop's state stays in machine registers.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>

#include "data/numbers/integers.hpp"
#include "data/numbers/irrational.hpp"
#include "data/numbers/numbers.hpp"
#include "data/sequences/arrays.hpp"
#include "runtime/runtime.hpp"
#include "vm/loop/primitives.hpp"

namespace tessera::fast {

#define TESSERA_INLINE [[gnu::always_inline]] inline

/// The result of a fast path; `ok` is 0 if the fast path does not apply to the operands. Whole words instead of a bool
/// and padding, so that both parts stay in machine registers, or vanish.
struct Result {
  std::uint64_t ok = 0;
  Value value;
};

/// An integer, doubled like a fixnum. `wrong`: not 0 if an earlier operation overflowed or does not apply.
struct Integer {
  std::int64_t bits;
  std::uint64_t wrong = 0;
};
TESSERA_INLINE std::int64_t signed_bits(Value fixnum) { return static_cast<std::int64_t>(fixnum.bits()); }

// --- operations on Integers; the same formulas apply to doubles
TESSERA_INLINE Integer result_of(Integer x, Integer y, bool overflow, std::int64_t bits) {
  if (TESSERA_UNLIKELY(x.wrong != 0)) return x;
  if (TESSERA_UNLIKELY(y.wrong != 0)) return y;
  if (TESSERA_UNLIKELY(overflow)) return {0, 1};
  return {bits};
}
TESSERA_INLINE Integer operator+(Integer x, Integer y) {
  std::int64_t bits;
  const bool overflow = __builtin_add_overflow(x.bits, y.bits, &bits);
  return result_of(x, y, overflow, bits);
}
TESSERA_INLINE Integer operator-(Integer x, Integer y) {
  std::int64_t bits;
  const bool overflow = __builtin_sub_overflow(x.bits, y.bits, &bits);
  return result_of(x, y, overflow, bits);
}
TESSERA_INLINE Integer operator*(Integer x, Integer y) {
  std::int64_t bits;
  const bool overflow = __builtin_mul_overflow(x.bits, y.bits >> 1, &bits);
  return result_of(x, y, overflow, bits);
}
TESSERA_INLINE Integer operator&(Integer x, Integer y) { return {x.bits & y.bits}; }
TESSERA_INLINE Integer operator|(Integer x, Integer y) { return {x.bits | y.bits}; }
TESSERA_INLINE Integer operator^(Integer x, Integer y) { return {x.bits ^ y.bits}; }

TESSERA_INLINE Integer shift(Integer x, Integer count) {
  const std::int64_t n = count.bits >> 1;
  if (n <= 0) return {(x.bits >> (n < -63 ? 63 : -n)) & ~std::int64_t{1}};
  const auto left = static_cast<std::int64_t>(static_cast<std::uint64_t>(x.bits) << (n & 63));
  return {left, n >= 62 || left >> (n & 63) != x.bits ? 1u : 0u};
}
/// Divides by a positive divisor without a remainder.
TESSERA_INLINE Integer exact_quotient(Integer x, Integer y) {
  if (y.bits <= 0 || x.bits % y.bits != 0) return {0, 1};
  return {x.bits / y.bits * 2};
}
TESSERA_INLINE Integer truncated(Integer x, Integer y) {
  if (y.bits <= 0) return {0, 1};
  return {(x.bits >> 1) / (y.bits >> 1) * 2};
}
TESSERA_INLINE Integer floored(Integer x, Integer y) {
  if (y.bits <= 0) return {0, 1};
  const std::int64_t a = x.bits >> 1, b = y.bits >> 1;
  return {(a / b - (a % b < 0 ? 1 : 0)) * 2};
}
TESSERA_INLINE Integer remainder(Integer x, Integer y) {
  if (y.bits <= 0) return {0, 1};
  return {x.bits % y.bits};
}
TESSERA_INLINE Integer modulus(Integer x, Integer y) {
  if (y.bits <= 0) return {0, 1};
  const std::int64_t r = x.bits % y.bits;
  return {r < 0 ? r + y.bits : r};
}
TESSERA_INLINE Integer lesser(Integer x, Integer y) { return y.bits < x.bits ? y : x; }
TESSERA_INLINE Integer greater(Integer x, Integer y) { return y.bits > x.bits ? y : x; }

// --- fixnums and immediate doubles
/// True if all are fixnums: their tag is 0, and so is the tag of the bitwise or.
template <class... Values> TESSERA_INLINE bool all_fixnums(Values... v) { return Value::from_bits((v.bits() | ...)).is_fixnum(); }
TESSERA_INLINE bool all_doubles(Value x) { return x.is_immediate_double(); }
TESSERA_INLINE bool all_doubles(Value x, Value y) { return Value::all_immediate_doubles(x, y, y); }
template <class... Values> TESSERA_INLINE bool all_doubles(Value x, Value y, Value z, Values... v) {
  if constexpr (sizeof...(v) == 0) return Value::all_immediate_doubles(x, y, z);
  else return Value::all_immediate_doubles(x, y, z) && all_doubles(v...);
}

/// Applies an operation on Integers to known fixnums.
template <class Operation, class... Values> TESSERA_INLINE Result of_known_fixnums(Operation operation, Values... v) {
  const Integer n = operation(Integer{signed_bits(v)}...);
  if (TESSERA_UNLIKELY(n.wrong != 0)) return {};
  return {1, Value::from_bits(static_cast<std::uint64_t>(n.bits))};
}
template <class Operation, class... Values> TESSERA_INLINE Result of_fixnums(Operation operation, Values... v) {
  if (TESSERA_UNLIKELY(!all_fixnums(v...))) return {};
  return of_known_fixnums(operation, v...);
}

TESSERA_INLINE Result as_immediate(double d) {
  if (TESSERA_UNLIKELY(!Value::double_is_immediate(d))) return {};
  return {1, Value::immediate_double(d)};
}
/// Applies an operation to doubles.
template <class Operation, class... Values> TESSERA_INLINE Result of_doubles(Operation operation, Values... v) {
  if (TESSERA_UNLIKELY(!all_doubles(v...))) return {};
  return as_immediate(operation(v.as_immediate_double()...));
}

/// Divides a double by a double or fixnum.
TESSERA_INLINE Result double_quotient(Value x, Value y) {
  if (!x.is_immediate_double()) return {};
  if (y.is_fixnum() && signed_bits(y) != 0) return as_immediate(x.as_immediate_double() / static_cast<double>(y.as_fixnum()));
  if (!y.is_immediate_double()) return {};
  return as_immediate(x.as_immediate_double() / y.as_immediate_double());
}
TESSERA_INLINE Result absolute(Value x) {
  if (TESSERA_UNLIKELY(!x.is_fixnum() || x.as_fixnum() == Value::most_negative_fixnum)) return {};
  return {1, Value::fixnum(std::abs(x.as_fixnum()))};
}
TESSERA_INLINE Result root(Value x) {
  if (TESSERA_UNLIKELY(!x.is_immediate_double() || !(x.as_immediate_double() > 0))) return {};
  return {1, Value::immediate_double(std::sqrt(x.as_immediate_double()))};  // the root's exponent is nearer to zero
}
TESSERA_INLINE bool is_odd(Value fixnum) { return (fixnum.bits() & 2) != 0; }

// --- slow paths of these operations, in one form
template <Value (*operation)(Runtime&, Value, Value)> Value logical(Runtime& rt, Value x, Value y) {
  return integer_logical(rt, x, y, operation);
}
template <Rounding rounding> Value quotient(Runtime& rt, Value x, Value y) {
  Value remainder;
  return number_divide_integer(rt, x, y, rounding, &remainder);
}
template <Rounding rounding> Value rest(Runtime& rt, Value x, Value y) { return number_remainder(rt, x, y, rounding); }
template <Order wanted> Value extreme(Runtime& rt, Value x, Value y) { return number_extreme(rt, x, y, wanted); }

// --- comparing any two objects
template <class Relation> Order order(Runtime& rt, Value x, Value y, Relation) { return number_compare(rt, x, y); }
inline Order order(Runtime& rt, Value x, Value y, std::equal_to<>) { return number_equal(rt, x, y); }

// --- lists, vectors, strings, instances
/// Returns the slot of an element of a simple vector, or nullptr.
TESSERA_INLINE Value* element_slot(Value vector, Value index) {
  if (TESSERA_UNLIKELY(!has_type(vector, Type::simple_vector) || !index.is_fixnum())) return nullptr;
  Object* o = vector.as_object();
  if (TESSERA_UNLIKELY(static_cast<std::uint64_t>(index.as_fixnum()) >= o->length())) return nullptr;
  return &o->slots[index.as_fixnum()];
}
TESSERA_INLINE Result element(Value vector, Value index) {
  const Value* slot = element_slot(vector, index);
  if (TESSERA_UNLIKELY(slot == nullptr)) return {};
  return {1, *slot};
}
/// Returns the address of an element of a vector of octets, or nullptr.
TESSERA_INLINE std::uint8_t* octet_address(Value vector, Value index) {
  if (TESSERA_UNLIKELY(!has_type(vector, Type::specialized_vector) || !index.is_fixnum())) return nullptr;
  Object* o = vector.as_object();
  if (o->subtype() != static_cast<std::uint16_t>(Element::u8) || static_cast<std::uint64_t>(index.as_fixnum()) >= o->length())
    return nullptr;
  return &o->data<std::uint8_t>()[index.as_fixnum()];
}
TESSERA_INLINE Result octet(Value vector, Value index) {
  const std::uint8_t* element = octet_address(vector, index);
  if (TESSERA_UNLIKELY(element == nullptr)) return {};
  return {1, Value::fixnum(*element)};
}
TESSERA_INLINE Result string_character(Value string, Value index) {
  if (TESSERA_UNLIKELY(!has_type(string, Type::string) || !index.is_fixnum())) return {};
  const Object* o = string_storage(string.as_object());
  const auto at = static_cast<std::uint64_t>(index.as_fixnum());
  if (TESSERA_UNLIKELY(at >= o->length())) return {};
  return {1, Value::character(is_wide_storage(o) ? o->data<std::uint32_t>()[at] : o->data<unsigned char>()[at])};
}
TESSERA_INLINE Result character_of(Value code) {
  if (TESSERA_UNLIKELY(!is_code_point(code))) return {};
  return {1, Value::character(static_cast<char32_t>(code.as_fixnum()))};
}
/// Returns slot `n` of an instance; nullptr for other objects.
TESSERA_INLINE Value* instance_slot(Value instance, std::uint16_t n) {
  if (TESSERA_UNLIKELY(!has_type(instance, Type::instance) || n + 1u >= instance.as_object()->length())) return nullptr;
  return &instance.as_object()->slots[1 + n];
}
/// Returns slot `n` of an instance of `klass`; nullptr for other objects.
TESSERA_INLINE Value* instance_slot(Value instance, std::uint16_t n, Value klass) {
  return TESSERA_LIKELY(is_instance_of(instance, klass)) ? instance_slot(instance, n) : nullptr;
}
TESSERA_INLINE Result car(Value list) {
  if (TESSERA_LIKELY(list.is_cons())) return {1, list.as_cons()->car};
  return {is_nil(list), NIL};
}
TESSERA_INLINE Result cdr(Value list) {
  if (TESSERA_LIKELY(list.is_cons())) return {1, list.as_cons()->cdr};
  return {is_nil(list), NIL};
}
/// Takes two steps down a list: applies `outer` to the result of `inner`.
template <class Outer, class Inner> TESSERA_INLINE Result nested(Outer outer, Inner inner, Value list) {
  const Result part = inner(list);
  return TESSERA_LIKELY(part.ok != 0) ? outer(part.value) : Result();
}

#undef TESSERA_INLINE

}  // namespace tessera::fast
