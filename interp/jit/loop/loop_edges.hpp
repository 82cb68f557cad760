// The control flow in the code of a loop, and its side exits. Layer: jit.
//
// The state before an instruction is merged from all jumps to it while code is emitted. If a jump backwards knows less
// than the code after its target has assumed, everything is emitted again, until nothing changes. A side exit spills
// what the frame lacks and continues in the function's own code, before the instruction that could not be executed: so
// each assumption holds for all code after its guard.
#pragma once

#include <array>
#include <vector>

#include "jit/loop/loop_registers.hpp"

namespace tessera {

class LoopEdges final : public LoopEmitter, public CodeSite {
 public:
  using CodeEmitter::Label;
  using CodeEmitter::Register;

  LoopEdges(LoopContext& context, LoopRegisters& registers);

  // --- passes
  void begin_pass();
  bool is_stable() const { return !needs_another_pass_; }
  /// Emits the entry before the head, which expects the current state.
  void emit_entry();
  /// Emits the beginning of a frame before the entry, if this is the code of a function.
  void emit_function_entry();
  /// Begins instruction n in the state before it. Returns false if the instruction is unreachable.
  bool begin(std::size_t n);
  /// Emits the code that side exits share.
  void emit_shared();
  /// Returns the offset of the first instruction after the function's frame check.
  std::size_t entry_offset() const { return masm_.offset_of(first_); }

  // --- edges
  /// Emits the transfer of control from the end of the instruction to `to`.
  void continue_at(std::size_t to);
  /// Notes that the instruction has emitted all its jumps, and that control does not reach its end.
  void end_path() { has_ended_ = true; }
  bool has_ended() const { return has_ended_; }
  /// True if the values live before instruction `next` are in the registers expected there; `except` will hold a
  /// double.
  bool agrees_with(std::size_t next, std::size_t except) const;
  /// Why loop code is left.
  enum class ExitReason : unsigned char { leaves_loop, failed_guard };
  /// Side-exits to the function's own code, before instruction `to`. Where a guard has failed, the exit counts towards
  /// side_exits_tolerated.
  void side_exit_to(std::size_t to, ExitReason reason);
  /// Notes that a register exceeded its bounds: the loop is recompiled without them. Changes the accumulator, operand2
  /// and the temporary register.
  void report_out_of_bounds(std::size_t n);

  /// Makes the current instruction write to the frame alone if `on`, since Lisp may run.
  void set_to_frame(bool on) { to_frame_ = on; }

  // --- CodeSite
  void load(Register to, std::size_t n) override { registers_.load(to, n); }
  void store(std::size_t n, Register from) override;
  void before_call() override { registers_.save_registers(); }
  void after_call() override { registers_.restore_registers(); }
  Label label_of(std::ptrdiff_t instruction) override;
  Label slow_path() override;
  void next_round(std::ptrdiff_t head) override;
  void skip_single_operations() override { masm_.jump(label_of(next_index() + facts_of(i()).control.passed)); }
  void load_landing(Register to, std::ptrdiff_t instruction) override;
  bool has_wide_integers() const override { return false; }
  void save_state() override { saved_.push_back(state_); }
  void restore_state(std::size_t number) override { state_ = saved_[number]; }

 private:
  // Merging.
  void merge(std::size_t to, const LoopState& state);
  bool is_ready(std::size_t to) const;
  void move_to(std::size_t to);
  void load_register(std::size_t n, RegisterState wanted, const Label& otherwise);
  LoopState& before(std::size_t n) { return before_[body_.from_head(n)]; }
  const LoopState& before(std::size_t n) const { return before_[body_.from_head(n)]; }
  Label label(std::size_t n) const { return labels_[body_.from_head(n)]; }
  // The entry.
  LoopState expected_at_head() const;
  RegisterSet only_looked_into(Type type) const;
  RegisterSet vectors_of_numbers() const;
  void check_stack_room();
  IntegerBounds bounds_at_head(std::size_t n) const;
  void unless_within(std::size_t n, IntegerBounds bounds, const Label& otherwise);
  // Leaving.
  const char* fallback_entry() const;
  void jump_to_fallback(const Label& from);
  void jump_to_function(std::size_t to);
  void emit_spills();
  void emit_out_of_bounds_report();
  void emit_failed_guard_exit();

  LoopRegisters& registers_;
  std::vector<Label> labels_;        ///< one for each instruction
  std::vector<LoopState> before_;    ///< the state before each instruction
  std::vector<bool> assumed_;        ///< true if emitted code assumes the state before the instruction
  std::vector<LoopState> saved_;     ///< the states saved for deferred code
  bool needs_another_pass_ = false;  ///< true if emitted code assumes more than is known
  bool to_frame_ = false, has_ended_ = false;
  RegisterSet slow_lacks_ = 0;                   ///< the registers that are not stored in the frame at the slow path
  std::array<Label, register_set_size> spills_;  ///< subroutines that store doubles, for side exits
  Label first_, failed_guard_, out_of_bounds_report_;
};

}  // namespace tessera
