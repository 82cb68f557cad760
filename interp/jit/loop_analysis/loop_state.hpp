// The locations of the frame's registers in the code of a loop, and the facts known of them. Layer: jit.
#pragma once

#include <array>
#include <cstdint>

#include "data/sequences/arrays.hpp"
#include "jit/loop_analysis/integer_bounds.hpp"
#include "jit/loop_analysis/live_registers.hpp"

namespace tessera {

/// The type of a register's value. A double is known by its location. constant: an immediate other than a number;
/// numbers: a vector of unboxed numbers; instance: an instance of a known class.
enum class LoopType : std::uint8_t { any, fixnum, constant, vector, numbers, instance, closure };

/// frame: in the frame alone; general: in its general machine register; floating: unboxed in its floating-point
/// register; never: cached nowhere after a merge point at which the locations differed.
enum class LoopLocation : std::uint8_t { frame, general, floating, never };

constexpr std::int32_t refinement_of(NumberVector v) {
  return static_cast<std::int32_t>(v.elements) | static_cast<std::int32_t>(v.form) << 8;
}
constexpr NumberVector number_vector(std::int32_t refinement) {
  return {static_cast<Element>(refinement & 0xFF), static_cast<NumberVector::Form>(refinement >> 8)};
}

struct RegisterState {
  LoopLocation location = LoopLocation::frame;
  LoopType type = LoopType::any;
  bool dirty = false;           ///< true if the frame lacks the value
  std::int32_t refinement = 0;  ///< instance: the number of its class among the function's constants; numbers: `refinement_of`;
                                ///< fixnum: its value, if known and small, else 0; double: 1 if it is known to be
                                ///< finite
  IntegerBounds bounds{};       ///< the bounds of a fixnum
  friend bool operator==(const RegisterState&, const RegisterState&) = default;
  bool is_cached() const { return location == LoopLocation::general || location == LoopLocation::floating; }
};

/// The known facts before an instruction.
struct LoopState {
  std::array<RegisterState, register_set_size> registers;
  bool is_reached = false;

  RegisterState& operator[](std::size_t n) { return registers[n]; }
  const RegisterState& operator[](std::size_t n) const { return registers[n]; }

  /// Merges the state of a jump that arrives here; only the `live` registers count. Returns true if less is known than
  /// before. `is_backward`: true if the jump leads backwards; bounds that it exceeds are then widened, in two steps at
  /// most. Values of the registers `wide` in the frame have unknown bounds.
  bool merge(const LoopState& other, RegisterSet live, bool is_backward, RegisterSet wide) {
    if (!is_reached) {
      for (const std::size_t n : EachOf{live}) registers[n] = other[n];
      return is_reached = true;
    }
    bool is_less = false;
    for (const std::size_t n : EachOf{live}) {
      const RegisterState both = merged(registers[n], other[n], is_backward, contains(wide, n));
      is_less |= both != registers[n];
      registers[n] = both;
    }
    return is_less;
  }

 private:
  static RegisterState loaded(RegisterState s, bool is_wide) {
    if (s.type != LoopType::fixnum) return s;
    s.refinement = 0;
    const bool is_narrow = !is_wide && s.bounds.is_within(IntegerBounds::narrow);
    s.bounds = !is_narrow         ? IntegerBounds{}
               : s.bounds.low < 0 ? IntegerBounds::natural(IntegerBounds::narrow)
                                  : IntegerBounds::within(IntegerBounds::narrow);
    return s;
  }
  // Merges two states. A value that is in the frame on one path is loaded there.
  static RegisterState merged(const RegisterState& x, const RegisterState& y, bool is_backward, bool is_wide) {
    if (x.location == LoopLocation::never || y.location == LoopLocation::never) return {LoopLocation::never};
    if (!x.is_cached()) return loaded(y, is_wide);
    if (!y.is_cached()) return loaded(x, is_wide);
    if (x.location != y.location) return {LoopLocation::never};
    const bool dirty = x.dirty || y.dirty, same = x.type == y.type && x.refinement == y.refinement;
    if (x.type == LoopType::fixnum && y.type == LoopType::fixnum) {
      const IntegerBounds both = is_backward ? x.bounds.widened(y.bounds) : x.bounds.united(y.bounds);
      return {x.location, LoopType::fixnum, dirty, same ? x.refinement : 0, both};
    }
    return {x.location, same ? x.type : LoopType::any, dirty, same ? x.refinement : 0};
  }
};

}  // namespace tessera
