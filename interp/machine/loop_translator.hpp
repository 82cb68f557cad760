// Makes the machine code of a loop, for the kinds of values that its registers hold when it has become hot. Layer: machine.
//
// What is as it was expected stays in machine registers, doubles as such. Whatever is not leaves for the code of the function, before the
// instruction that it meets, when what the frame does not have has been stored there. So the loop needs no code for the seldom, and whatever
// its code knows of a register stays true.
//
// One pass over the instructions both makes the code and finds what is known where; where ways meet and less is known than was taken for
// granted, all is made once more.
#pragma once

#include "machine/loop_samples.hpp"
#include "machine/loop_state.hpp"
#include "machine/translator.hpp"

namespace tessera {

class LoopTranslator final : public Translator {
 public:
  /// For the loop of `function` whose head is executed next in the frame at `base`.
  LoopTranslator(Vm& vm, const MachineLayout& layout, CallTable& calls, MachineFunction& function, MachineLoop& loop, const Value* base);
  /// For what was made already, once more, to show it.
  LoopTranslator(Vm& vm, const MachineLayout& layout, CallTable& calls, MachineFunction& function, MachineLoop& loop,
                 asmjit::StringLogger* logger);
  /// False if the loop cannot have code of its own, or it would not pay.
  bool translate_loop();
  /// The same of the whole function, which begins in the frame: for one without loops that computes with numbers of floating point.
  bool translate_whole();
  /// Of translate_whole: where it begins in what was made, behind the jump by `MachineLoop::code`.
  std::size_t first_offset() const { return holder_.labelOffset(first_); }
  /// The loop has the code from now on, what that compares callees with, and what it was made of and for.
  void give();

 private:
  using Xmm = machine::x86::Xmm;

  // --- loop_translator.cpp: the loop as a whole
  bool translate_passes();
  bool pays() const;
  bool find_body();
  bool find_whole_body();
  void emit_beginning();
  const char* instead() const;
  void emit_return();
  std::size_t from_head(std::size_t n) const { return n < count_ ? n - loop_.head : loop_.last + 1 - loop_.head + n - count_; }
  bool is_in_body(std::size_t n) const { return n >= loop_.head && (n <= loop_.last || n >= count_) && in_body_[from_head(n)]; }
  /// The registers whose values matter before instruction n.
  RegisterSet live(std::size_t n) const {
    if (n >= count_) return live_in_callees_[n - count_];
    const RegisterSet own = registers_of(code_) < register_set_size ? only(registers_of(code_)) - 1 : ~RegisterSet{0};
    return (n == loop_.head ? loop_.live : function_.live[n]) & own;
  }
  LoopState& before(std::size_t n) { return before_[from_head(n)]; }
  const LoopState& before(std::size_t n) const { return before_[from_head(n)]; }
  Label label(std::size_t n) const { return labels_[from_head(n)]; }
  void weigh();
  void find_live();
  void choose_registers();
  std::array<RegisterSet, register_set_size> conflicts() const;
  void find_targets();
  void begin_pass();
  void emit_pass();
  void emit_entry();

  // --- loop_edges.cpp
  void merge(std::size_t to, const LoopState& state);
  void go_on(std::size_t to);
  void move_to(std::size_t to);
  bool is_ready(std::size_t to) const;
  void emit_shared();
  void leave_for(std::size_t to, bool unexpected);
  void jump_out(std::size_t to);
  void spill_for(std::size_t to);
  IntegerBounds bounds_at_first(std::size_t n) const;
  void unless_within(std::size_t n, IntegerBounds bounds, const Label& otherwise);
  void note_wide(std::size_t n);
  void fill(std::size_t reg, RegisterState wanted, const Label& otherwise);
  void spill(std::size_t reg);
  void spill_all();

  // --- loop_calls.cpp: what is called in it
  void lay_out_calls(const std::vector<LoopSamples::Called>& called);
  void lay_out_call(std::size_t call, const std::vector<LoopSamples::Called>& called);
  void take_calls();
  void take_calls_into_body();
  void find_live_in_callees();
  Value* expected(Value called);
  void emit_inlined(const InlinedCall& call);
  Label other_callee(const InlinedCall& call);
  void emit_of_callee(const LoopProgram::More& more);
  void unless_function(Value symbol, Value function, const Label& otherwise);
  void count_steps(std::uint8_t steps);
  void load_captured(const LoopProgram::More& more);

  // --- hooks
  bool takes_words() const override { return false; }
  Label slow() override;
  Label label_of(std::ptrdiff_t instruction) override;
  void pass_over() override { a_.jmp(label_of(behind() + facts_of(i()).control.passed)); }
  void load_landing(Gp to, std::ptrdiff_t instruction) override {
    a_.mov(to, reinterpret_cast<std::uint64_t>(function_.begin + function_.places[static_cast<std::size_t>(instruction)]));
  }
  void next_round(std::ptrdiff_t head) override;
  void later(LaterCode emit, Label way = Label()) override;
  void begin_later(std::size_t n) override { state_ = states_of_later_[n]; }
  void load(Gp to, std::size_t n) override;
  void store(std::size_t n, Gp from) override;
  void before_call() override { keep(true); }
  void after_call() override { keep(false); }
  void keep(bool before);

  // --- loop_values.cpp: registers of the frame as values
  bool has_general(std::size_t n) const { return general_of_[n] >= 0; }
  bool has_floating(std::size_t n) const { return floating_of_[n] >= 0; }
  Gp general(std::size_t n) const { return machine::x86::gpq(static_cast<std::uint32_t>(general_of_[n])); }
  Xmm floating(std::size_t n) const { return machine::x86::xmm(static_cast<std::uint32_t>(floating_of_[n])); }
  Guess kind(std::size_t reg) const;
  bool is_no_pointer(std::size_t n) const;
  Gp value(std::size_t n, Gp scratch);
  Gp fixnum(std::size_t n, Gp scratch);
  Gp target(std::size_t n) const;
  Xmm number(std::size_t n, Xmm scratch);
  void to_number(Xmm to, Gp from, const Label& otherwise);
  void set(std::size_t n, Gp from, LoopType type);
  void set_fixnum(std::size_t n, Gp from, IntegerBounds bounds);
  IntegerBounds bounds_of(std::size_t n) const;
  void load_literal(Xmm to, double d);
  void set_constant(std::size_t n, Value v);
  void set_number(std::size_t n, Xmm from);

  // --- loop_instructions.cpp
  static bool keeps_registers(const Instruction& i);
  void emit_one();
  bool emit_own();
  void emit_as_ever();
  bool emit_slot(bool set);
  void set_slot_to_number(Gp instance, std::uint32_t slot, std::size_t what);
  void move(std::size_t to, std::size_t from);

  // --- loop_numbers.cpp
  /// A number of floating point that the instruction before has computed, and that was not looked at yet.
  struct Unchecked {
    bool is_open = false, keeps = false;  ///< keeps: something else stood where the result stands now
    Label wrong;                          ///< leaves before that instruction
    Xmm result;
  };
  bool emit_number();
  bool emit_arithmetic(Op op);
  std::int32_t number_in(std::size_t n) const;
  bool is_in_place(std::size_t operand) const;
  Gp place_of_result() const;
  Gp begin_result(Gp x);
  /// What is to be added to, or subtracted from, what stands in a machine register; where it stands, if that is known.
  struct Sum {
    bool adds, by_number;
    Gp result, other;
    std::int32_t number;
  };
  void emit_sum(Op op);
  void emit(const Sum& sum);
  void emit_in_bounds(Sum sum, IntegerBounds bounds, bool in_place);
  bool emit_sum_with_constant();
  void emit_product();
  bool emit_division();
  void floor_by_power(Gp x, int bits, bool is_exact = false);
  bool emit_logical(Op op);
  bool emit_shift();
  bool emit_floor(Op op);
  bool emit_extreme(Condition condition);
  bool emit_parity(bool odd);
  bool emit_square_root();
  void emit_doubles(Op op);
  bool is_known_finite(std::size_t n) const { return state_[n].place == LoopPlace::floating && state_[n].detail == finite_number.detail; }
  void unless_zero(std::size_t n);
  void operate(Op op, Xmm x, Xmm y);
  bool is_free_floating(std::size_t n) const;
  bool is_looked_at_next() const;
  void unless_finite(Xmm x, const Label& otherwise);
  Label way_back(Xmm result, Xmm kept, const Label& wrong);
  Label way_back(const Unchecked& unchecked, const Label& wrong);
  std::pair<unsigned, IntegerBounds> bounds_of_program(std::string_view program) const;
  bool emit_several();
  bool emit_comparison();

  // --- loop_elements.cpp
  bool emit_element(bool set);
  bool emit_simple_element(std::size_t vector, std::size_t index, bool set);
  bool emit_double(std::size_t vector, std::size_t index, bool set);
  bool emit_integer(std::size_t vector, std::size_t index, Element elements, bool set);
  Gp specialized(std::size_t vector, Element elements);
  void unless_elements(Gp vector, Element elements, const Label& otherwise);
  void unless_below_length(Gp vector, Gp index);
  void load_integer(const Mem& place, unsigned bits, bool is_signed);
  void store_integer(const Mem& place, Gp what, unsigned bits, bool is_signed);

  /// The state of a register that has what was computed.
  static constexpr RegisterState finite_number{LoopPlace::floating, LoopType::any, true, 1};

  bool is_whole_ = false;  ///< it is no loop, but a function
  Label first_, unexpected_, wide_;
  std::vector<std::pair<std::uint64_t, Label>> literals_;  ///< numbers of floating point that stand behind the code, by their bits
  std::array<Label, register_set_size> spills_;            ///< subroutines that store what is in registers of floating point, on ways out
  MachineFunction& function_;
  MachineLoop& loop_;
  const Value* const base_;
  std::vector<std::size_t> body_;  ///< its instructions, in the order in which they are made
  std::vector<std::size_t> place_in_body_;
  std::size_t calls_in_body_ = 0;
  std::vector<RegisterSet> live_in_callees_;
  std::vector<std::unique_ptr<Value>> expected_;
  // What there is for each instruction from the head to the last that jumps there: see `from_head`.
  std::vector<bool> in_body_, is_target_;
  RegisterSet carried_ = 0;   ///< the registers whose values one round leaves to the next
  RegisterSet computed_ = 0;  ///< those that do not only count
  std::shared_ptr<const LoopSamples> samples_;
  std::array<std::int8_t, register_set_size> general_of_{}, floating_of_{};
  std::vector<LoopState> before_;   ///< what holds before each instruction
  std::vector<bool> is_relied_on_;  ///< the code that has been made takes for granted what is known there now
  LoopState state_;                 ///< what holds where code is being made
  RegisterSet slow_lacks_ = 0;      ///< the registers that the frame lacks on the way that `slow_` begins
  std::vector<LoopState> states_of_later_;
  bool again_ = false;     ///< less is known than was taken for granted
  bool to_frame_ = false;  ///< Lisp may run: nothing stays in machine registers
  Unchecked unchecked_;
  bool has_gone_ = false;  ///< the instruction has made all its ways itself
};

}  // namespace tessera
