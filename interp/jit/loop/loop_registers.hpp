// The frame's registers as values in the code of a loop: in machine registers, doubles unboxed. Layer: jit.
//
// Invariants: a frame register has at most one general and one floating-point machine register for all of the loop.
// Frame registers share a machine register only if they are never live at the same time. If `state_` says that a value
// is dirty, the frame lacks it; it must be spilled before the frame is read. The scratch registers of
// machine.hpp hold no frame register.
#pragma once

#include <array>
#include <vector>

#include "jit/loop/loop_emitter.hpp"

namespace tessera {

class LoopRegisters final : public LoopEmitter {
 public:
  using LoopEmitter::LoopEmitter;

  /// Assigns machine registers to the frame registers that are used most often.
  void allocate_registers();
  void begin_pass() { literals_.clear(); }
  void emit_literals();

  bool has_general(std::size_t n) const { return general_of_[n] >= 0; }
  bool has_floating(std::size_t n) const { return floating_of_[n] >= 0; }
  Register general(std::size_t n) const { return jit::loop_registers[general_of_[n]]; }
  DoubleRegister floating(std::size_t n) const { return jit::loop_doubles[floating_of_[n]]; }
  bool share_general(std::size_t n, std::size_t other) const { return general_of_[n] == general_of_[other]; }
  /// True if the floating-point register of n holds no register that is live before the instruction or that it reads.
  bool is_free_floating(std::size_t n) const;

  // --- known facts
  /// Returns the kind of the value if it is known, else the kind that type feedback expects.
  PredictedType kind(std::size_t n) const;
  IntegerBounds bounds_of(std::size_t n) const;
  /// Returns the fixnum that the register holds; 0 if it is unknown.
  std::int32_t number_in(std::size_t n) const;
  /// True if the register's machine register holds an immediate, which can be stored without a write barrier.
  bool is_immediate(std::size_t n) const;
  /// True if the register holds a double that cannot be infinite or NaN.
  bool is_known_finite(std::size_t n) const {
    return state_[n].location == LoopLocation::floating && state_[n].refinement == finite.refinement;
  }

  // --- reading; a guard that fails side-exits
  /// Returns a machine register with the Value, which must not be changed. Changes the accumulator and the temporary
  /// register for a double.
  Register value(std::size_t n, Register scratch);
  Register fixnum(std::size_t n, Register scratch);
  /// Returns a register with the value as a double; a fixnum is converted. Changes the accumulator and the temporary
  /// register.
  DoubleRegister number(std::size_t n, DoubleRegister scratch);
  /// Loads a double, immediate or boxed. Changes `from` and the temporary register.
  void to_number(DoubleRegister to, Register from, const Label& otherwise);
  void load(Register to, std::size_t n);
  void load_literal(DoubleRegister to, double d);

  // --- writing
  /// Returns the machine register in which a result may be computed: n's own if neither the instruction nor its side
  /// exit reads the value there, else the accumulator.
  Register result_register(std::size_t n) const;
  void set(std::size_t n, Register from, LoopType type);
  void set_fixnum(std::size_t n, Register from, IntegerBounds bounds);
  void set_constant(std::size_t n, Value v);
  /// Stores a computed double; side-exits unless it is finite. Changes the accumulator, operand2 and the temporary
  /// register.
  void set_number(std::size_t n, DoubleRegister from);
  /// Notes that n's floating-point register holds a computed double, which is finite.
  void set_finite(std::size_t n) { state_[n] = finite; }
  void move(std::size_t to, std::size_t from);
  /// Stores n in the frame, which alone has it from now on.
  void store_to_frame(std::size_t n, Register from);

  // --- frame
  /// Stores n in the frame if the frame lacks it. Changes the accumulator and the temporary register.
  void spill(std::size_t n);
  void spill_for(std::size_t to);
  void spill_all();
  /// Saves the machine registers in use that a C++ function may change. Changes none.
  void save_registers() { move_registers(Transfer::save); }
  /// Restores them after the call; keeps the accumulator.
  void restore_registers() { move_registers(Transfer::restore); }

 private:
  enum class Transfer : unsigned char { save, restore };
  void move_registers(Transfer transfer);

  static constexpr RegisterState finite{LoopLocation::floating, LoopType::any, true, 1};

  std::array<std::int8_t, register_set_size> general_of_{}, floating_of_{};
  std::vector<std::pair<std::uint64_t, Label>> literals_;  ///< labels of doubles after the code, by the doubles' bits
};

}  // namespace tessera
