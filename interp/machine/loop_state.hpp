// Where the code of a loop has the registers of the frame, and what is known of them. Layer: machine.
#pragma once

#include <array>
#include <cstdint>

#include "machine/integer_bounds.hpp"
#include "machine/live_registers.hpp"

namespace tessera {

/// What is known of a register's value. A double is known by where it is. constant: no pointer; numbers: a vector of those that are stored as the
/// kind of element that `detail` is; instance: of the class.
enum class LoopType : std::uint8_t { any, fixnum, constant, vector, numbers, instance, closure };

/// In the frame alone; in the machine register that is for it; as a number in its floating-point register; or where ways meet that have it in
/// both kinds, from then on in the frame.
enum class LoopPlace : std::uint8_t { frame, general, floating, never };

struct RegisterState {
  LoopPlace place = LoopPlace::frame;
  LoopType type = LoopType::any;
  bool dirty = false;       ///< the frame does not have it
  std::int32_t detail = 0;  ///< instance: which constant of the function, not of a callee, its class is; numbers: the Element;
                            ///< fixnum: which one, if that is known and small, else 0; of a double that is known to be finite 1
  IntegerBounds bounds{};   ///< of a fixnum
  friend bool operator==(const RegisterState&, const RegisterState&) = default;
  bool is_cached() const { return place == LoopPlace::general || place == LoopPlace::floating; }
};

/// What holds before an instruction.
struct LoopState {
  std::array<RegisterState, register_set_size> registers;
  bool is_reached = false;

  RegisterState& operator[](std::size_t n) { return registers[n]; }
  const RegisterState& operator[](std::size_t n) const { return registers[n]; }

  /// This is where a way comes with `other`, of which the `live` registers matter. True if less is known than before. `comes_back`: bounds that
  /// do not hold are given up at once, in two steps at most. No bounds are expected of what the frame has in the registers `wide`.
  bool merge(const LoopState& other, RegisterSet live, bool comes_back, RegisterSet wide) {
    if (!is_reached) {
      for (const std::size_t n : EachOf{live}) registers[n] = other[n];
      return is_reached = true;
    }
    bool is_less = false;
    for (const std::size_t n : EachOf{live}) {
      const RegisterState both = merged(registers[n], other[n], comes_back, contains(wide, n));
      is_less |= both != registers[n];
      registers[n] = both;
    }
    return is_less;
  }

 private:
  static RegisterState loaded(RegisterState s, bool is_wide) {
    if (s.type != LoopType::fixnum) return s;
    s.detail = 0;
    const bool is_narrow = !is_wide && s.bounds.is_within(IntegerBounds::narrow);
    s.bounds = !is_narrow         ? IntegerBounds{}
               : s.bounds.low < 0 ? IntegerBounds::natural(IntegerBounds::narrow)
                                  : IntegerBounds::within(IntegerBounds::narrow);
    return s;
  }
  // What is in the frame on one way is loaded there.
  static RegisterState merged(const RegisterState& x, const RegisterState& y, bool comes_back, bool is_wide) {
    if (x.place == LoopPlace::never || y.place == LoopPlace::never) return {LoopPlace::never};
    if (!x.is_cached()) return loaded(y, is_wide);
    if (!y.is_cached()) return loaded(x, is_wide);
    if (x.place != y.place) return {LoopPlace::never};
    const bool dirty = x.dirty || y.dirty, same = x.type == y.type && x.detail == y.detail;
    if (x.type == LoopType::fixnum && y.type == LoopType::fixnum) {
      const IntegerBounds both = comes_back ? x.bounds.widened(y.bounds) : x.bounds.united(y.bounds);
      return {x.place, LoopType::fixnum, dirty, same ? x.detail : 0, both};
    }
    return {x.place, same ? x.type : LoopType::any, dirty, same ? x.detail : 0};
  }
};

}  // namespace tessera
