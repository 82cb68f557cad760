// The common base of emitters: the current instruction, its operands, jumps, and code that several emitters need.
// Layer: jit.
//
// Members of emitters: masm_ is the macro assembler, emission_ the emission, offsets_ the offsets of the fields of the
// Vm. In loops context_ is the context and registers_ the registers.
//
// Invariants: an emitter keeps no state from one instruction to the next. Between two instructions the machine
// registers `frame`, `vm` and `double_bias` hold what machine.hpp says; all others belong to the instruction, except
// those in which a loop keeps values.
#pragma once

#include <algorithm>

#include "compiler/instructions.hpp"
#include "jit/assembler/emission.hpp"

namespace tessera {

class CodeEmitter {
 public:
  using Register = jit::Register;
  using DoubleRegister = jit::DoubleRegister;
  using Address = jit::Address;
  using Label = asmjit::Label;

  explicit CodeEmitter(Emission& emission) : emission_(emission), masm_(emission.assembler), offsets_(emission.layout) {}
  CodeEmitter(const CodeEmitter&) = delete;
  CodeEmitter& operator=(const CodeEmitter&) = delete;

  // --- code that several emitters need
  /// Stores into an object with the write barrier of Heap::write. Changes argument1.
  void write(Register slot, Register value);
  /// Loads a double-float, immediate or boxed, or a fixnum converted if `may_be_fixnum`. Changes `from` and the
  /// temporary register.
  void to_any_double(DoubleRegister to, Register from, bool may_be_fixnum, const Label& otherwise);
  /// Puts the number in double0 into the accumulator as a Value, boxed if it cannot be immediate; jumps if it is not
  /// finite.
  void from_any_double(const Label& otherwise);
  /// Makes the interpreter execute the instruction; machine code continues at the next one.
  void execute();
  /// Counts a step at a safepoint where something is pending, and jumps to `on` if nothing else is; like
  /// VmState::is_just_a_step.
  void count_step(const Label& on);

 protected:
  // --- the instruction
  const Instruction& i() const { return emission_.program[emission_.at]; }
  const Instruction& word(std::size_t n) const { return emission_.program[emission_.at + n]; }
  Value constant(std::int32_t n) const { return emission_.program.constant(emission_.at, n); }
  /// Returns the index of the function's own instruction: the current one, or the call for which it is inlined.
  std::size_t real() const { return emission_.program.real(emission_.at); }
  std::ptrdiff_t here() const { return static_cast<std::ptrdiff_t>(emission_.at); }
  /// Returns the index of the next instruction, after the operand words of this one.
  std::ptrdiff_t next_index() const { return static_cast<std::ptrdiff_t>(emission_.at + 1 + operand_words(i())); }
  /// Returns the index of the instruction to which this one jumps.
  std::ptrdiff_t target() const { return here() + 1 + operand_value(i(), offset_operand(i())); }

  // --- operands
  void load(Register to, std::size_t n) { emission_.site->load(to, n); }
  void store(std::size_t n, Register from) { emission_.site->store(n, from); }
  void put(Register from) { store(i().a, from); }
  void put_value(Value v) { masm_.store(jit::reg(i().a), v); }
  static std::uint64_t address_of(Value object) { return reinterpret_cast<std::uint64_t>(object.as_object()); }
  std::uint64_t address_of_instruction(std::ptrdiff_t n) const { return reinterpret_cast<std::uint64_t>(emission_.instructions + n); }
  Address at(std::int32_t field) const { return masm_.at(field); }

  // --- control
  Label slow() { return emission_.site->slow_path(); }
  Label label_of(std::ptrdiff_t instruction) { return emission_.site->label_of(instruction); }
  Label next() { return label_of(next_index()); }
  void jump(std::ptrdiff_t target);
  /// Jumps to `target` if the condition holds. A jump backwards is a safepoint, so each loop has one.
  void jump_if(Condition condition, std::ptrdiff_t target);
  /// Jumps to the instruction's target if the condition holds; with a false `sense`, if it does not.
  void jump_when(Condition condition, bool sense) { jump_if(sense ? condition : opposite(condition), target()); }
  void defer(DeferredCode code, Label entry = Label()) { emission_.defer(code, entry); }

  // --- calls of C++
  template <class Result, class... Parameters> void call(Result (*function)(Parameters...)) {
    emission_.site->before_call();
    masm_.call_cpp(function);
    emission_.site->after_call();
  }
  /// Calls a C++ function that executes the instruction.
  template <class Result> void serve(Result (*function)(Vm&, Value*, const Instruction*)) {
    masm_.move(jit::argument0, jit::vm);
    masm_.move(jit::argument1, jit::frame);
    masm_.load(jit::argument2, address_of_instruction(static_cast<std::ptrdiff_t>(real()) + 1));
    call(function);
  }
  /// Stores the frame and the instruction in the Vm for C++, like the interpreter's `save`.
  void save();

  Emission& emission_;
  MacroAssembler& masm_;
  const FieldOffsets& offsets_;

 private:
  void after_execution();
};

}  // namespace tessera
