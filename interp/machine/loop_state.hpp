// Where the code of a loop has the registers of the frame, and what is known of them. Layer: machine.
#pragma once

#include <array>
#include <cstdint>

#include "machine/live_registers.hpp"

namespace tessera {

/// What is known of a register's value. A double is known by where it is.
enum class LoopType : std::uint8_t { any, fixnum, constant, vector, instance, closure };  // constant: no pointer; instance: of the class

/// In the frame alone; in the machine register that is for it; as a number in its floating-point register; or where ways meet that have it in
/// both kinds, from then on in the frame.
enum class LoopPlace : std::uint8_t { frame, general, floating, never };

struct RegisterState {
  LoopPlace place = LoopPlace::frame;
  LoopType type = LoopType::any;
  bool dirty = false;       ///< the frame does not have it
  std::uint64_t klass = 0;  ///< of a fixnum: which one, if that is known and not 0
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
    const LoopState before = *this;
    for (std::size_t n = 0; n < register_set_size; ++n)
      if (contains(live, n)) registers[n] = before.is_reached ? merged(registers[n], other[n]) : other[n];
      else registers[n] = {};
    is_reached = true;
    return !before.is_reached || before.registers != registers;
  }

 private:
  static RegisterState loaded(RegisterState s) {
    if (s.type == LoopType::fixnum) s.klass = 0;
    return s;
  }
  // What is in the frame on one way is loaded there.
  static RegisterState merged(const RegisterState& x, const RegisterState& y) {
    if (x.place == LoopPlace::never || y.place == LoopPlace::never) return {LoopPlace::never};
    if (!x.is_cached()) return loaded(y);
    if (!y.is_cached()) return loaded(x);
    if (x.place != y.place) return {LoopPlace::never};
    const std::uint64_t klass = x.klass == y.klass ? x.klass : 0;
    const bool same = x.type == y.type && (klass == x.klass || x.type == LoopType::fixnum);
    return {x.place, same ? x.type : LoopType::any, x.dirty || y.dirty, same ? klass : 0};
  }
};

}  // namespace tessera
