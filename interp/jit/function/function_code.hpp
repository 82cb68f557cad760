// The control flow of a function's own code: its instructions' offsets, safepoints, slow paths and loops.
// Layer: jit.
//
// Invariants: between two instructions all registers of the frame are on the Lisp stack, so machine code can be left
// and entered before each instruction whose offset is recorded. An instruction may also find a register in the
// accumulator, where the one before it left it; its label is then out of line, and loads the accumulator.
#pragma once

#include <memory>
#include <vector>

#include "jit/emitters/code_emitter.hpp"

namespace tessera {

class FunctionCode final : public CodeEmitter, public CodeSite {
 public:
  using CodeEmitter::Label;
  using CodeEmitter::Register;

  explicit FunctionCode(Emission& emission);

  /// Emits the head: a word for the JitFunction, and the beginning of a frame.
  void emit_entry();
  /// Binds the instruction's label and records its offset.
  void begin(std::size_t n);
  /// Binds the label of the instruction that has begun last, if it does not use what the accumulator had.
  void bind_begun();
  /// Emits a trap after the last instruction, which control never passes.
  void emit_end();
  std::vector<std::uint32_t> take_places() { return std::move(places_); }
  /// Returns the loops that were found, and counts their rounds from now on in the code at `begin`.
  std::vector<std::unique_ptr<JitLoop>> take_loops(const char* begin);

  // --- CodeSite
  void load(Register to, std::size_t n) override;
  void store(std::size_t n, Register from) override { masm_.store(jit::reg(n), from); }
  void keep_in_accumulator(std::size_t n) override;
  bool take_from_accumulator(std::size_t n) override;
  void before_call() override {}
  void after_call() override {}
  Label label_of(std::ptrdiff_t instruction) override { return labels_[static_cast<std::size_t>(instruction)]; }
  Label slow_path() override;
  void next_round(std::ptrdiff_t head) override;
  void skip_single_operations() override {}  // they are out of line
  void load_landing(Register to, std::ptrdiff_t instruction) override { masm_.load_address(to, label_of(instruction)); }
  bool has_wide_integers() const override { return true; }
  void save_state() override {}
  void restore_state(std::size_t) override {}

 private:
  void poll_before(std::ptrdiff_t target);
  void find_targets();
  JitLoop& loop_of(std::ptrdiff_t head);

  static constexpr std::size_t none = ~std::size_t{0};
  std::vector<bool> is_target_;            ///< for each instruction, whether another one jumps to it
  std::size_t kept_ = none, kept_at_ = 0;  ///< the register in the accumulator, and the offset up to which it is there
  std::size_t begun_ = none;               ///< the instruction whose label is not bound yet, as it may use kept_
  std::vector<Label> labels_, polls_;      ///< labels of the instructions, and of safepoints before them
  std::vector<std::uint32_t> places_;
  std::vector<std::unique_ptr<JitLoop>> loops_;
  std::vector<Label> counters_;  ///< labels of the code that counts the rounds of each loop
};

}  // namespace tessera
