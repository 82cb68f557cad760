// Value: one tagged 64-bit word. Layer: memory. Three files repeat the tags: jit/assembler/addresses.hpp and
// include/tessera/words.hpp, which assertions compare, and debug/printers.py, which tests compare.
//
//   ...................................0   fixnum, 63 bits
//   .................................001   cons, an address
//   .................................011   object with a header, an address
//   .................................101   double-float, 2^-127 <= |x| < 2^129, biased and rotated
//   cccccccc...............0 0 0 0 0 111   character, code in the bits from 8 up
//   ffffffff(32).........0 0 0 0 1   111   single-float, its bits in the upper half
//   ...............0 0 0 1 0         111   marker that no Lisp variable ever shows
//   ...............0 0 0 1 1         111   constant symbol: NIL or T
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "base/assert.hpp"

namespace tessera {

struct Object;
struct Cons;

class Value {
 public:
  constexpr Value() = default;
  static constexpr Value from_bits(std::uint64_t bits) { return Value(bits); }
  constexpr std::uint64_t bits() const { return bits_; }
  friend constexpr bool operator==(Value a, Value b) { return a.bits_ == b.bits_; }  ///< EQ

  // --- fixnums
  static constexpr std::int64_t most_positive_fixnum = (std::int64_t{1} << 62) - 1;
  static constexpr std::int64_t most_negative_fixnum = -(std::int64_t{1} << 62);
  static constexpr bool fits_fixnum(std::int64_t n) { return n >= most_negative_fixnum && n <= most_positive_fixnum; }
  static constexpr Value fixnum(std::int64_t n) { return Value(static_cast<std::uint64_t>(n) << 1); }
  constexpr bool is_fixnum() const { return (bits_ & 1) == 0; }
  constexpr std::int64_t as_fixnum() const { return static_cast<std::int64_t>(bits_) >> 1; }
  static constexpr bool both_fixnums(Value a, Value b) { return ((a.bits_ | b.bits_) & 1) == 0; }
  static constexpr bool all_fixnums(Value a, Value b, Value c) { return ((a.bits_ | b.bits_ | c.bits_) & 1) == 0; }

  // --- pointers
  static Value cons(const Cons* p) { return Value(reinterpret_cast<std::uint64_t>(p) | cons_tag); }
  static Value object(const Object* p) { return Value(reinterpret_cast<std::uint64_t>(p) | object_tag); }
  // Tests the difference: a look into the cons needs it anyway, and that saves an instruction.
  constexpr bool is_cons() const { return ((bits_ - cons_tag) & tag_mask) == 0; }
  constexpr bool is_object() const { return (bits_ & tag_mask) == object_tag; }
  constexpr bool is_pointer() const { return (bits_ & (tag_mask - (cons_tag ^ object_tag))) == cons_tag; }
  // Unchecked, as `as` in layout.hpp, except in builds with assertions.
  Cons* as_cons() const { return TESSERA_ASSERT(is_cons()), reinterpret_cast<Cons*>(bits_ - cons_tag); }
  Object* as_object() const { return TESSERA_ASSERT(is_object()), reinterpret_cast<Object*>(bits_ - object_tag); }
  constexpr std::uint64_t address() const { return bits_ & ~tag_mask; }
  /// Returns the Value that refers to the same object after memory has moved by `difference`. Without a branch: whole
  /// images are moved so.
  constexpr Value moved_by(std::uint64_t difference) const {
    return Value(bits_ + (difference & (0 - (bits_ & ~(bits_ >> 2) & 1))));  // bit 0 without bit 2, as in `is_pointer`
  }

  // --- characters
  static constexpr Value character(std::uint32_t code) { return Value((std::uint64_t{code} << 8) | character_tag); }
  constexpr bool is_character() const { return (bits_ & 0xFF) == character_tag; }
  constexpr std::uint32_t as_character() const { return static_cast<std::uint32_t>(bits_ >> 8); }

  // --- single-floats
  static constexpr Value single_float(float f) { return Value((std::uint64_t{std::bit_cast<std::uint32_t>(f)} << 32) | single_tag); }
  constexpr bool is_single_float() const { return (bits_ & 0xFF) == single_tag; }
  float as_single_float() const { return std::bit_cast<float>(static_cast<std::uint32_t>(bits_ >> 32)); }

  // --- immediate double-floats; Heap::make_double makes any double, boxed if its exponent is uncommon
  // The bias gives common exponents the same top three bits; rotated by four, sign included, they are the tag.
  static bool double_is_immediate(double d) { return (biased_double(d) & tag_mask) == double_tag; }
  static Value immediate_double(double d) { return Value(biased_double(d)); }
  constexpr bool is_immediate_double() const { return (bits_ & tag_mask) == double_tag; }
  static constexpr bool all_immediate_doubles(Value a, Value b, Value c) {
    return (((a.bits_ ^ double_tag) | (b.bits_ ^ double_tag) | (c.bits_ ^ double_tag)) & tag_mask) == 0;
  }
  static constexpr std::uint64_t bias_of_doubles() { return double_bias; }
  double as_immediate_double() const { return std::bit_cast<double>(std::rotr(bits_, 4) - double_bias); }

  // --- markers and constant symbols
  static constexpr Value marker(std::uint32_t n) { return Value((std::uint64_t{n} << 8) | marker_tag); }
  constexpr bool is_marker() const { return (bits_ & 0xFF) == marker_tag; }
  static constexpr Value constant_symbol(std::uint32_t n) { return Value((std::uint64_t{n} << 8) | constant_symbol_tag); }
  constexpr bool is_constant_symbol() const { return (bits_ & 0xFF) == constant_symbol_tag; }
  constexpr std::uint32_t constant_symbol_index() const { return static_cast<std::uint32_t>(bits_ >> 8); }

 private:
  static constexpr std::uint64_t tag_mask = 7, cons_tag = 1, object_tag = 3, double_tag = 5;
  static_assert(tag_mask - (cons_tag ^ object_tag) == 5 && (object_tag & 5) == cons_tag);  // so that one test is enough for both
  static constexpr std::uint64_t character_tag = 0x07, single_tag = 0x0F, marker_tag = 0x17, constant_symbol_tag = 0x1F;
  static constexpr std::uint64_t double_bias = std::uint64_t{0x180} << 52;
  static std::uint64_t biased_double(double d) { return std::rotl(std::bit_cast<std::uint64_t>(d) + double_bias, 4); }
  explicit constexpr Value(std::uint64_t bits) : bits_(bits) {}
  std::uint64_t bits_ = 0;
};

static_assert(sizeof(Value) == 8);

inline constexpr Value NIL = Value::constant_symbol(0);
inline constexpr Value T = Value::constant_symbol(1);

/// The value of a variable, slot or function cell without a value.
inline constexpr Value UNBOUND = Value::marker(0);
/// The value of an optional or keyword parameter that got no argument, before its init form runs.
inline constexpr Value UNSUPPLIED = Value::marker(1);
/// The result of a native function that failed: the failure itself is pending in the Runtime.
inline constexpr Value FAILED = Value::marker(2);
/// The result of a native function that has a Lisp function called in its place: see Runtime::tail_call.
inline constexpr Value TAIL_CALL = Value::marker(3);
/// The value that hash tables store where a key was removed, and readers return at the end of a list or file.
inline constexpr Value DELETED = Value::marker(4);
/// The first word of a cons that the collector has moved.
inline constexpr Value FORWARDED = Value::marker(5);

inline constexpr bool is_failed(Value v) { return v == FAILED; }
inline constexpr bool is_nil(Value v) { return v == NIL; }
inline constexpr Value boolean(bool b) { return b ? T : NIL; }

}  // namespace tessera
