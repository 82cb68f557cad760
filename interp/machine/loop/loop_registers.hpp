// The frame's registers as values in the code of a loop: in machine registers, doubles unboxed. Layer: machine.
//
// Invariants: a frame register has at most one general and one floating-point machine register for all of the loop.
// Machine registers are shared only by frame registers that never matter at one time. Where `state_` says that a value
// is dirty the frame lacks it; whatever reads the frame needs it spilled first. rax, rcx, rdx, rsi, rdi and xmm0 to
// xmm3 hold no frame register.
#pragma once

#include <array>
#include <vector>

#include "machine/loop/loop_emitter.hpp"

namespace tessera {

class LoopRegisters final : public LoopEmitter {
 public:
  using LoopEmitter::LoopEmitter;

  /// Gives machine registers to the frame registers that are used most often.
  void allocate_registers();
  void begin_pass() { literals_.clear(); }
  void emit_literals();

  bool has_general(std::size_t n) const { return general_of_[n] >= 0; }
  bool has_floating(std::size_t n) const { return floating_of_[n] >= 0; }
  Gp general(std::size_t n) const { return machine::x86::gpq(static_cast<std::uint32_t>(general_of_[n])); }
  Xmm floating(std::size_t n) const { return machine::x86::xmm(static_cast<std::uint32_t>(floating_of_[n])); }
  bool share_general(std::size_t n, std::size_t other) const { return general_of_[n] == general_of_[other]; }
  /// No register that matters before the instruction, or that it reads, is in the floating-point register of n.
  bool is_free_floating(std::size_t n) const;

  // --- what is known
  /// The kind of the value, or what type feedback says that it is.
  Guess kind(std::size_t n) const;
  IntegerBounds bounds_of(std::size_t n) const;
  /// The fixnum that the register holds, if it is known and not 0; else 0.
  std::int32_t number_in(std::size_t n) const;
  /// Its machine register holds an immediate, which can be stored without a write barrier.
  bool is_immediate(std::size_t n) const;
  /// A double that cannot be infinite or NaN.
  bool is_known_finite(std::size_t n) const {
    return state_[n].location == LoopLocation::floating && state_[n].refinement == finite.refinement;
  }

  // --- reading; a guard that fails side-exits
  /// The Value, in a machine register that must not be changed. Changes rax and rdx for a double.
  Gp value(std::size_t n, Gp scratch);
  Gp fixnum(std::size_t n, Gp scratch);
  /// The value as a double; a fixnum is converted. Changes rax and rdx.
  Xmm number(std::size_t n, Xmm scratch);
  /// A double, immediate or boxed. Changes `from` and rdx.
  void to_number(Xmm to, Gp from, const Label& otherwise);
  void load(Gp to, std::size_t n);
  void load_literal(Xmm to, double d);

  // --- writing
  /// Where a result may be computed at once: n's machine register if neither the instruction nor its side exit reads
  /// what is there, else rax.
  Gp result_register(std::size_t n) const;
  void set(std::size_t n, Gp from, LoopType type);
  void set_fixnum(std::size_t n, Gp from, IntegerBounds bounds);
  void set_constant(std::size_t n, Value v);
  /// What was computed; side-exits unless it is finite. Changes rax, rcx and rdx.
  void set_number(std::size_t n, Xmm from);
  /// The double in n's floating-point register has been computed, and is finite.
  void set_finite(std::size_t n) { state_[n] = finite; }
  void move(std::size_t to, std::size_t from);
  /// From now on n is in the frame alone.
  void store_to_frame(std::size_t n, Gp from);
  /// Side-exits, or jumps, unless the double is finite. Changes xmm2.
  void unless_finite(Xmm x, const Label& otherwise);

  // --- frame
  /// Changes rax and rdx.
  void spill(std::size_t n);
  void spill_for(std::size_t to);
  void spill_all();
  /// Saves the machine registers that belong to C++ around a call, or restores them; rax passes.
  void keep(bool before);

 private:
  static constexpr RegisterState finite{LoopLocation::floating, LoopType::any, true, 1};

  std::array<std::int8_t, register_set_size> general_of_{}, floating_of_{};
  std::vector<std::pair<std::uint64_t, Label>> literals_;  ///< doubles that stand after the code, by their bits
};

}  // namespace tessera
