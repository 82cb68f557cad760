// Where the code of a loop has the registers of the frame, and what is known of them. Layer: machine.
#pragma once

#include <array>
#include <cstdint>

#include "machine/live_registers.hpp"

namespace tessera {

/// What is known of a register's value. A double is known by where it is. constant: no pointer; numbers: a vector of those that are stored as the
/// kind of element that `klass` is; instance: of the class.
enum class LoopType : std::uint8_t { any, fixnum, constant, vector, numbers, instance, closure };

/// In the frame alone; in the machine register that is for it; as a number in its floating-point register; or where ways meet that have it in
/// both kinds, from then on in the frame.
enum class LoopPlace : std::uint8_t { frame, general, floating, never };

struct RegisterState {
  LoopPlace place = LoopPlace::frame;
  LoopType type = LoopType::any;
  bool dirty = false;       ///< the frame does not have it
  std::int32_t klass = 0;   ///< instance: which constant of the function, not of a callee, its class is; numbers: the Element
  std::int32_t number = 0;  ///< fixnum: which one, if that is known and small; else 0
  friend bool operator==(const RegisterState&, const RegisterState&) = default;
  bool is_cached() const { return place == LoopPlace::general || place == LoopPlace::floating; }
};

/// What holds before an instruction.
struct LoopState {
  std::array<RegisterState, register_set_size> registers;
  bool is_reached = false;

  RegisterState& operator[](std::size_t n) { return registers[n]; }
  const RegisterState& operator[](std::size_t n) const { return registers[n]; }

  /// This is where a way comes with `other`, of which the `live` registers matter. True if less is known than before.
  bool merge(const LoopState& other, RegisterSet live) {
    if (!is_reached) {
      for (const std::size_t n : EachOf{live}) registers[n] = other[n];
      return is_reached = true;
    }
    bool is_less = false;
    for (const std::size_t n : EachOf{live}) {
      const RegisterState both = merged(registers[n], other[n]);
      is_less |= both != registers[n];
      registers[n] = both;
    }
    return is_less;
  }

 private:
  static RegisterState loaded(RegisterState s) {
    s.number = 0;
    return s;
  }
  // What is in the frame on one way is loaded there.
  static RegisterState merged(const RegisterState& x, const RegisterState& y) {
    if (x.place == LoopPlace::never || y.place == LoopPlace::never) return {LoopPlace::never};
    if (!x.is_cached()) return loaded(y);
    if (!y.is_cached()) return loaded(x);
    if (x.place != y.place) return {LoopPlace::never};
    const bool same = x.type == y.type && x.klass == y.klass;
    return {x.place, same ? x.type : LoopType::any, x.dirty || y.dirty, same ? x.klass : 0, same && x.number == y.number ? x.number : 0};
  }
};

}  // namespace tessera
